// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/memory/camera_model.h"
#include "kernels/image/remap_map.h"

namespace sinew {

/// The map by which `remap` makes, of an image of `source`, the image that `target` would have seen
/// from the same place: undistorts, turns and changes focal lengths. The turn follows from the two
/// T_body_cam; their translations do not matter. A ray that the source cannot see, or that its
/// distortion polynomial does not cover (usable_radius), comes from nowhere.
/// A plain function of the CPU for setup: a 752x480 map takes some tens of milliseconds.
/// @param source_width,source_height at least 2 and at most 32767 px
/// @param target without distortion
/// @param map of the size of the target's image; written by the CPU
void build_rectify_map(const CameraModel& source, int source_width, int source_height,
                       const CameraModel& target, const MutableRemapMap& map);

/// How far from the axis, in x and y of the undistorted ray (x, y, 1), the distortion still moves
/// outwards: beyond it a polynomial folds back and would show the image again. At most 10 (84
/// degrees).
double usable_radius(const CameraModel& camera);

}  // namespace sinew
