// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/shade.h"

#include <algorithm>

#include "plugins/sim/vector8.h"

namespace sinew::sim {
namespace {

// An octave is whole while its wavelength is at least 3 pixels of footprint, gone below 1.5.
constexpr float kFadeFrom = 2, kFadePer = 3;

// Inverse depths below this (1 km) do not occur; they only keep hidden pixels finite.
constexpr float kLeastInverseDepth = 1e-3f;

/// Pixels of one row, counted from the principal point.
struct Pixels {
  Float8 x;
  float y;
};

SINEW_INLINE Float8 at(const Plane& plane, const Pixels& pixels) {
  return (plane.c[0] + plane.c[2] * pixels.y) + plane.c[1] * pixels.x;
}

/// Splits a coordinate into lattice cell (up to a constant) and place within it, 0 to 1.
SINEW_INLINE Uint8 split(const Float8& coordinate, Float8& within) {
  constexpr float kMagic = 12582912;  // 1.5 * 2^23: adding it rounds to an integer
  const Float8 shifted = coordinate - 0.5f;
  const Float8 rounded = shifted + kMagic;
  within = coordinate - (rounded - kMagic);
  return reinterpret_cast<Uint8>(rounded);
}

/// A lattice point's value, -2^31 to 2^31.
SINEW_INLINE Float8 lattice(const Uint8& bits) {
  return to_float(reinterpret_cast<Int8>(mix(bits)));
}

/// Value noise, -1 to 1, with a continuous derivative.
SINEW_INLINE Float8 value_noise(const Float8& u, const Float8& v, std::uint32_t seed) {
  constexpr std::uint32_t kU = 0x9e3779b1u, kV = 0x85ebca77u;
  Float8 s, t;
  const Uint8 bits = split(u, s) * kU + (split(v, t) * kV + seed);
  s = s * s * (3.0f - 2.0f * s);
  t = t * t * (3.0f - 2.0f * t);
  const Float8 v00 = lattice(bits), v10 = lattice(bits + kU);
  const Float8 v01 = lattice(bits + kV), v11 = lattice(bits + (kU + kV));
  const Float8 low = v00 + s * (v10 - v00);
  const Float8 high = v01 + s * (v11 - v01);
  return (low + t * (high - low)) * 0x1p-31f;
}

/// Grey of a face at pixels, where its plane lies before the camera.
SINEW_INLINE Float8 shade(const Face& face, const Pixels& pixels, float inverse_focal_squared,
                          int num_octaves) {
  const Float8 depth = 1.0f / max(at(face.inverse_depth, pixels), splat(kLeastInverseDepth));
  const float per_wavelength = 1 / face.texture.wavelength_m;
  Float8 u = (face.u_origin_m + at(face.u_ray, pixels) * depth) * per_wavelength;
  Float8 v = (face.v_origin_m + at(face.v_ray, pixels) * depth) * per_wavelength;
  const Float8 ray_squared =
      1.0f + (pixels.x * pixels.x + pixels.y * pixels.y) * inverse_focal_squared;
  Float8 fade = depth * depth * ray_squared * (face.footprint_m * per_wavelength * kFadePer);
  Float8 grey = splat(face.texture.mean_grey);
  float contrast = face.texture.contrast_grey;
  std::uint32_t seed = face.texture.seed;
  for (int octave = 0; octave < num_octaves; ++octave) {
    const Float8 weight = min(max(kFadeFrom - fade, splat(0)), splat(1));
    grey += (contrast * weight) * value_noise(u, v, seed);
    const Float8 turned = 1.6f * u - 1.2f * v;
    v = 1.2f * u + 1.6f * v;
    u = turned;
    fade *= 2.0f;
    contrast *= Texture::kOctaveGain;
    seed += 0x632be59bu;
  }
  return grey;
}

/// How many octaves may be seen anywhere in a tile, whose middle is given.
SINEW_INLINE int visible_octaves(const Face& face, float x, float y, float inverse_focal_squared) {
  constexpr float kHalfX = Tile::kWidth_px * 0.5f, kHalfY = Tile::kHeight_px * 0.5f;
  const float nearest =
      face.inverse_depth.at(x, y) + face.inverse_depth.spread(kHalfX, kHalfY) + 1e-6f;
  const float off_x = std::max((x < 0 ? -x : x) - kHalfX, 0.0f);
  const float off_y = std::max((y < 0 ? -y : y) - kHalfY, 0.0f);
  const float ray_squared = 1 + (off_x * off_x + off_y * off_y) * inverse_focal_squared;
  float fade = 0.999f * kFadePer * face.footprint_m * ray_squared /
               (nearest * nearest * face.texture.wavelength_m);
  int octaves = 0;
  for (; octaves < face.texture.num_octaves && fade < kFadeFrom; ++octaves) fade *= 2;
  return octaves;
}

/// The candidate nearest to the camera on each ray, -1 for none.
SINEW_INLINE Int8 nearest_face(const Face* all, const int* indices, int count,
                               const Pixels& pixels) {
  Float8 best = splat(0);
  Int8 winner = Int8{} - 1;
  for (int i = 0; i < count; ++i) {
    const Face& face = all[indices[i]];
    const Float8 inverse_depth = at(face.inverse_depth, pixels);
    const Int8 wins = (inverse_depth > best) & (at(face.edge[0], pixels) >= 0.0f) &
                      (at(face.edge[1], pixels) >= 0.0f) & (at(face.edge[2], pixels) >= 0.0f) &
                      (at(face.edge[3], pixels) >= 0.0f);
    best = wins ? inverse_depth : best;
    winner = wins ? Int8{} + i : winner;
  }
  return winner;
}

SINEW_INLINE Float8 blend(const Face* all, const int* indices, int count, const Pixels& pixels,
                          const Tile& tile, float cx_px, float cy_px, float inverse_focal_squared) {
  constexpr float kOffset[4][2] = {
      {-0.125f, -0.375f}, {0.375f, -0.125f}, {0.125f, 0.375f}, {-0.375f, 0.125f}};
  Int8 winner[4];
  for (int k = 0; k < 4; ++k)
    winner[k] =
        nearest_face(all, indices, count, {pixels.x + kOffset[k][0], pixels.y + kOffset[k][1]});
  Float8 grey = splat(0);
  for (int i = 0; i < count; ++i) {
    const Int8 wins = (winner[0] == i) + (winner[1] == i) + (winner[2] == i) + (winner[3] == i);
    if (!any(wins)) continue;
    const Face& face = all[indices[i]];
    const int octaves =
        visible_octaves(face, static_cast<float>(tile.x_px) + (Tile::kWidth_px - 1) * 0.5f - cx_px,
                        static_cast<float>(tile.y_px) + (Tile::kHeight_px - 1) * 0.5f - cy_px,
                        inverse_focal_squared);
    grey += to_float(wins) * -0.25f * shade(face, pixels, inverse_focal_squared, octaves);
  }
  return grey;
}

}  // namespace

SINEW_SIMD void shade_tile(const TileWalk::Result& result, const Face* all, const int* indices,
                           const Vec2& principal_point_px, float focal_px, float weight,
                           ImageView<float> light) {
  const auto cx_px = static_cast<float>(principal_point_px[0]);
  const auto cy_px = static_cast<float>(principal_point_px[1]);
  const float inverse_focal_squared = 1 / (focal_px * focal_px);
  const Tile& tile = result.tile;
  const Face& only = all[indices[0]];
  const int octaves = visible_octaves(
      only, static_cast<float>(tile.x_px) + (Tile::kWidth_px - 1) * 0.5f - cx_px,
      static_cast<float>(tile.y_px) + (Tile::kHeight_px - 1) * 0.5f - cy_px, inverse_focal_squared);
  for (int y = tile.y_px; y < tile.y_px + Tile::kHeight_px; ++y) {
    for (int x = tile.x_px; x < tile.x_px + Tile::kWidth_px; x += 8) {
      const Pixels pixels{iota(static_cast<float>(x) - cx_px), static_cast<float>(y) - cy_px};
      const Float8 grey = result.covered ? shade(only, pixels, inverse_focal_squared, octaves)
                                         : blend(all, indices, result.count, pixels, tile, cx_px,
                                                 cy_px, inverse_focal_squared);
      Float8 sum;
      std::memcpy(&sum, light.row(y) + x, sizeof sum);
      sum += weight * grey;
      std::memcpy(light.row(y) + x, &sum, sizeof sum);
    }
  }
}

}  // namespace sinew::sim
