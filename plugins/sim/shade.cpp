// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/shade.h"

#include <algorithm>

#include "plugins/sim/vectors.h"

namespace sinew::sim {
namespace {

// An octave is whole while its wavelength is at least 2.5 pixels of footprint, gone below 1.25.
constexpr float kFadeFrom = 2, kFadePer = 2.5f;

// Inverse depths below this (1 km) do not occur; they only keep hidden pixels finite.
constexpr float kLeastInverseDepth = 1e-3f;

/// Pixels of one row, counted from the principal point.
struct Pixels {
  Float8 x;
  float y;
};

/// A camera, and the middle of a tile, counted from its principal point, with half its size.
struct View {
  float cx_px, cy_px, per_focal_squared;
  float x, y, half_x, half_y;
};

SINEW_INLINE View view_of(const Tile& tile, const Vec2& principal_point_px, float focal_px) {
  const auto cx_px = static_cast<float>(principal_point_px[0]);
  const auto cy_px = static_cast<float>(principal_point_px[1]);
  const float half_x = static_cast<float>(tile.width_px) * 0.5f;
  const float half_y = static_cast<float>(tile.height_px) * 0.5f;
  return {cx_px,
          cy_px,
          1 / (focal_px * focal_px),
          static_cast<float>(tile.x_px) - 0.5f + half_x - cx_px,
          static_cast<float>(tile.y_px) - 0.5f + half_y - cy_px,
          half_x,
          half_y};
}

SINEW_INLINE Pixels pixels_at(const View& view, int x, int y) {
  return {iota(static_cast<float>(x) - view.cx_px), static_cast<float>(y) - view.cy_px};
}

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

/// Value noise, -2^31 to 2^31, with a continuous derivative.
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
  return low + t * (high - low);
}

/// Octaves of a face in a tile: the first `whole` are nowhere faded, those from `visible` on gone
/// everywhere.
struct Octaves {
  int whole, visible;
};

SINEW_INLINE Octaves octaves_of(const Face& face, const View& view) {
  constexpr float kMargin = 1.001f;  // for rounding
  const float middle = face.inverse_depth.at(view.x, view.y);
  const float spread = face.inverse_depth.spread(view.half_x, view.half_y);
  const float off_x = view.x < 0 ? -view.x : view.x, off_y = view.y < 0 ? -view.y : view.y;
  const float least_x = std::max(off_x - view.half_x, 0.0f),
              least_y = std::max(off_y - view.half_y, 0.0f);
  const float most_x = off_x + view.half_x, most_y = off_y + view.half_y;
  const float near = std::max(middle + spread, kLeastInverseDepth) * kMargin;
  const float far = std::max(middle - spread, kLeastInverseDepth);
  const float fade = kFadePer * face.footprint;
  float least = fade * (1 + (least_x * least_x + least_y * least_y) * view.per_focal_squared);
  float most = fade * (1 + (most_x * most_x + most_y * most_y) * view.per_focal_squared) * kMargin;
  const float near_squared = near * near, far_squared = far * far;
  Octaves octaves{0, 0};
  for (; octaves.visible < face.texture.num_octaves && least < kFadeFrom * near_squared; least *= 2)
    ++octaves.visible;
  for (; octaves.whole < octaves.visible && most < (kFadeFrom - 1) * far_squared; most *= 2)
    ++octaves.whole;
  return octaves;
}

/// A place in a texture, in wavelengths of an octave.
struct Place {
  Float8 u, v;

  SINEW_INLINE void next_octave() {
    const Float8 turned = 1.6f * u - 1.2f * v;
    v = 1.2f * u + 1.6f * v;
    u = turned;
  }
};

/// Grey of a face at pixels, where its plane lies before the camera.
SINEW_INLINE Float8 shade(const Face& face, const Pixels& pixels, const View& view,
                          const Octaves& octaves) {
  constexpr std::uint32_t kNextSeed = 0x632be59bu;
  const Float8 depth = 1.0f / max(at(face.inverse_depth, pixels), splat(kLeastInverseDepth));
  const float per_wavelength = 1 / face.texture.wavelength_m;
  Place place{(face.u_origin_m + at(face.u_ray, pixels) * depth) * per_wavelength,
              (face.v_origin_m + at(face.v_ray, pixels) * depth) * per_wavelength};
  Float8 grey = splat(face.texture.mean_grey);
  float contrast = face.texture.contrast_grey * 0x1p-31f;
  std::uint32_t seed = face.texture.seed;
  float per_octave = 1;
  for (int i = 0; i < octaves.whole; ++i) {
    grey += contrast * value_noise(place.u, place.v, seed);
    place.next_octave();
    contrast *= Texture::kOctaveGain;
    seed += kNextSeed;
    per_octave *= 2;
  }
  const Float8 ray_squared =
      1.0f + (pixels.x * pixels.x + pixels.y * pixels.y) * view.per_focal_squared;
  Float8 fade = depth * depth * ray_squared * (face.footprint * kFadePer * per_octave);
  for (int i = octaves.whole; i < octaves.visible; ++i) {
    const Float8 weight = min(max(kFadeFrom - fade, splat(0)), splat(1));
    grey += (contrast * weight) * value_noise(place.u, place.v, seed);
    place.next_octave();
    contrast *= Texture::kOctaveGain;
    seed += kNextSeed;
    fade *= 2.0f;
  }
  return grey;
}

/// What four rays a pixel meet.
struct Samples {
  static constexpr int kRays = 4;

  Int8 winner[kRays];  ///< the nearest face's place in the list of candidates, -1 for none
};

SINEW_INLINE Float8 inside_px(const Face& face, const Pixels& pixels) {
  return min(min(at(face.edges[0], pixels), at(face.edges[1], pixels)),
             min(at(face.edges[2], pixels), at(face.edges[3], pixels)));
}

SINEW_INLINE void cast(const TileFaces& faces, const Pixels& pixels, Samples& samples) {
  constexpr float kOffset[Samples::kRays][2] = {
      {-0.125f, -0.375f}, {0.375f, -0.125f}, {0.125f, 0.375f}, {-0.375f, 0.125f}};
  constexpr float kReach_px = 0.4f;  // an edge moves by less between a pixel's centre and its rays
  Float8 nearest[Samples::kRays];
  for (int k = 0; k < Samples::kRays; ++k) {
    nearest[k] = splat(0);
    samples.winner[k] = Int8{} - 1;
  }
  for (int i = 0; i < faces.count; ++i) {
    const Face& face = faces.all[faces.indices[i]];
    if (!any(inside_px(face, pixels) > -kReach_px)) continue;
    for (int k = 0; k < Samples::kRays; ++k) {
      const Pixels ray{pixels.x + kOffset[k][0], pixels.y + kOffset[k][1]};
      const Float8 inverse_depth = at(face.inverse_depth, ray);
      const Int8 wins = (inside_px(face, ray) >= 0.0f) & (inverse_depth > nearest[k]);
      nearest[k] = wins ? inverse_depth : nearest[k];
      samples.winner[k] = wins ? Int8{} + i : samples.winner[k];
    }
  }
}

/// How many of each pixel's rays end on the candidate, negative.
SINEW_INLINE Int8 minus_rays_won(const Samples& samples, int candidate) {
  Int8 minus_rays{};
  for (const Int8& winner : samples.winner) minus_rays += winner == candidate;
  return minus_rays;
}

SINEW_INLINE void add_to(float* light, const Float8& more) {
  Float8 sum;
  std::memcpy(&sum, light, sizeof sum);
  sum += more;
  std::memcpy(light, &sum, sizeof sum);
}

}  // namespace

SINEW_SIMD void shade_tile(const TileFaces& faces, const Vec2& principal_point_px, float focal_px,
                           float weight, ImageView<float> light) {
  const Tile& tile = faces.tile;
  const View view = view_of(tile, principal_point_px, focal_px);
  Samples samples[Tile::kLeastHeight_px];  // a tile that is not covered is a least one
  if (!faces.covered)
    for (int row = 0; row < Tile::kLeastHeight_px; ++row)
      cast(faces, pixels_at(view, tile.x_px, tile.y_px + row), samples[row]);
  for (int i = 0; i < faces.count; ++i) {
    const Face& face = faces.all[faces.indices[i]];
    const Octaves octaves = octaves_of(face, view);
    for (int y = tile.y_px; y < tile.y_px + tile.height_px; ++y) {
      for (int x = tile.x_px; x < tile.x_px + tile.width_px; x += 8) {
        Float8 share = splat(weight);
        if (!faces.covered) {
          const Int8 minus_rays = minus_rays_won(samples[y - tile.y_px], i);
          if (!any(minus_rays)) continue;
          share = to_float(minus_rays) * (-weight / Samples::kRays);
        }
        add_to(light.row(y) + x, share * shade(face, pixels_at(view, x, y), view, octaves));
      }
    }
  }
}

}  // namespace sinew::sim
