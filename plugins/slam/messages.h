// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/messages/payload.h"
#include "plugins/slam/camera_velocity.h"
#include "plugins/slam/keyframe.h"
#include "plugins/slam/stereo_track.h"

// What travels between the stages of slam.stereo.

namespace sinew {

struct TrackedPoints : Items<StereoTrack> {};

struct CameraMotion {
  CameraVelocity velocity;
};

struct KeyframeView : Items<KeyframePoint> {
  Keyframe keyframe;
};

struct MapCorrection : Items<RefinedLandmark> {
  Refinement refinement;
};

SINEW_MESSAGE(TrackedPoints, field<&TrackedPoints::count>("points that were followed"))
SINEW_MESSAGE(CameraMotion, field<&CameraMotion::velocity>("of the left camera, in its own frame"))
SINEW_MESSAGE(KeyframeView, field<&KeyframeView::count>("points that carry landmarks"))
SINEW_MESSAGE(MapCorrection, field<&MapCorrection::count>("landmarks that moved"))

/// As "angular … rad/s, linear … m/s".
inline std::string print_field(const CameraVelocity& velocity) {
  return "angular " + print_field(velocity.angular_rad_s) + " rad/s, linear " +
         print_field(velocity.linear_m_s) + " m/s";
}

}  // namespace sinew
