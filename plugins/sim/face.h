// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/core/geometry.h"
#include "plugins/sim/world.h"

namespace sinew::sim {

/// A function c[0] + c[1] x + c[2] y of the pixel (x, y), counted from the principal point.
struct Plane {
  float c[3];

  float at(float x, float y) const { return c[0] + c[1] * x + c[2] * y; }
  /// The most by which it differs within a rectangle of those half sizes.
  float spread(float half_x, float half_y) const {
    return (c[1] < 0 ? -c[1] : c[1]) * half_x + (c[2] < 0 ? -c[2] : c[2]) * half_y;
  }
};

/// Four planes side by side, one for each edge of a rectangle.
struct alignas(16) Edges {
  float c[3][4];

  Plane operator[](int i) const { return {{c[0][i], c[1][i], c[2][i]}}; }
};

/// A camera without distortion in the world.
struct Eye {
  Eye(const Transform& T_world_cam, double focal_px);

  Vec3 p_world;
  double focal_px;
  double ray[3][3];  ///< per world axis, the direction of depth 1 as a Plane
};

/// A surface as one camera sees it. The ray of a pixel meets its plane at inverse depth
/// `inverse_depth` and lies within the rectangle where all four `edges` are >= 0; all of these are
/// linear in the pixel, so no division decides what is seen.
struct Face {
  Plane inverse_depth;  ///< [1/m]
  Edges edges;          ///< about the distances inside the edges [px]
  Plane u_ray, v_ray;   ///< texture coordinates are origin + ray * depth
  float u_origin_m, v_origin_m;
  /// A pixel covers at most footprint * depth^2 * |ray|^2 of the coarsest octave's wavelength.
  float footprint;
  Texture texture;
};

/// Whether the eye is on the surface's seen side and, if so, how it sees it.
bool make_face(const Surface& surface, const Eye& eye, Face& face);

}  // namespace sinew::sim
