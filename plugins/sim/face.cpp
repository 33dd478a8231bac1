// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/face.h"

#include <cmath>

namespace sinew::sim {
namespace {

// Neighbours overlap by this much, so that rounding leaves no crack between them.
constexpr double kOverlap_m = 3e-4;

Plane to_plane(const double* c) {
  return {{static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2])}};
}

/// sign * (ray - bound * inverse_depth), scaled to pixels.
void set_edge(const double* ray, const double* inverse_depth, double bound_m, double sign,
              Edges& edges, std::size_t k) {
  double c[3];
  for (int i = 0; i < 3; ++i) c[i] = sign * (ray[i] - bound_m * inverse_depth[i]);
  const double scale = 1 / (std::abs(c[1]) + std::abs(c[2]) + 1e-9);
  for (int i = 0; i < 3; ++i) edges.c[i][k] = static_cast<float>(c[i] * scale);
}

}  // namespace

Eye::Eye(const Transform& T_world_cam, double focal)
    : p_world(T_world_cam.translation_m), focal_px(focal) {
  const auto rotation = matrix_from_quaternion(T_world_cam.rotation);
  for (std::size_t i = 0; i < 3; ++i) {
    ray[i][0] = rotation[3 * i + 2];
    ray[i][1] = rotation[3 * i] / focal_px;
    ray[i][2] = rotation[3 * i + 1] / focal_px;
  }
}

bool make_face(const Surface& surface, const Eye& eye, Face& face) {
  const auto n = static_cast<std::size_t>(surface.axis), u = (n + 1) % 3, v = (n + 2) % 3;
  const double distance_m = surface.position_m - eye.p_world[n];
  if (!(distance_m * surface.facing < -1e-6)) return false;
  double inverse_depth[3];
  for (std::size_t i = 0; i < 3; ++i) inverse_depth[i] = eye.ray[n][i] / distance_m;
  face.inverse_depth = to_plane(inverse_depth);
  const std::size_t axes[2] = {u, v};
  for (std::size_t i = 0; i < 2; ++i) {
    const double* ray = eye.ray[axes[i]];
    const double low_m = surface.low_m[i] - kOverlap_m - eye.p_world[axes[i]];
    const double high_m = surface.high_m[i] + kOverlap_m - eye.p_world[axes[i]];
    set_edge(ray, inverse_depth, low_m, 1, face.edges, 2 * i);
    set_edge(ray, inverse_depth, high_m, -1, face.edges, 2 * i + 1);
  }
  face.u_ray = to_plane(eye.ray[u]);
  face.v_ray = to_plane(eye.ray[v]);
  face.u_origin_m = static_cast<float>(eye.p_world[u]);
  face.v_origin_m = static_cast<float>(eye.p_world[v]);
  face.footprint = static_cast<float>(1 / (eye.focal_px * std::abs(distance_m) *
                                           static_cast<double>(surface.texture.wavelength_m)));
  face.texture = surface.texture;
  return true;
}

}  // namespace sinew::sim
