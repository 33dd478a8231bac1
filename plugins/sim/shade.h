// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/memory/view.h"
#include "plugins/sim/tile_walk.h"

namespace sinew::sim {

/// Adds the light of one tile to `light` [H][W] grey levels, times `weight`. Where a tile has
/// several faces, four rays a pixel say how much of it each covers. Texture: fractal value noise on
/// an integer lattice, each octave turned by (3, 4)/5 against the one before and faded out before
/// its wavelength comes near a pixel's footprint on the surface.
void shade_tile(const TileFaces& faces, const Vec2& principal_point_px, float focal_px,
                float weight, ImageView<float> light);

}  // namespace sinew::sim
