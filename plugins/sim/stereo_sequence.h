// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plugins/sim/camera_path.h"
#include "plugins/sim/stereo_renderer.h"

namespace sinew::sim {

/// A recording that never was: a stereo camera carried through a world made from the seed.
struct StereoSequenceParams {
  std::uint64_t seed = 1;
  int width_px = 640;
  int height_px = 480;
  double fov_x_deg = 80;          ///< horizontal field of view, 20 to 120
  double baseline_m = 0.12;       ///< 0 to 0.3
  double rate_hz = 20;            ///< 0.1 to 1000
  double noise_sigma = 2;         ///< of the sensor's noise, grey levels, 0 to 50
  double exposure_change = 0.15;  ///< the gain stays within 1 -+ this, 0 to 0.9
  double motion_blur = 0.1;       ///< exposure time as a part of the time between frames, 0 to 1
  Duration duration = std::chrono::seconds(60);
};

/// The cameras that the parameters describe. @throws Error naming the parameter out of range
StereoRig stereo_rig(const StereoSequenceParams& params);

/// Pairs and their exact truth, frame by frame in any order; frame i is the same bits in every
/// order, on every machine. Not thread-safe; allocates in the constructor only.
class StereoSequence {
 public:
  /// @throws Error naming the parameter that is out of range
  explicit StereoSequence(const StereoSequenceParams& params);

  const World& world() const { return world_; }
  const StereoRig& rig() const { return renderer_.rig(); }
  int num_frames() const { return num_frames_; }

  /// The middle of the exposure; frame 0 is at 0.
  Duration stamp(int frame) const;

  /// Truth at the stamp. The left camera is T_world_body * rig().left().T_body_cam.
  Transform T_world_body(int frame) const { return path_.T_world_body(stamp(frame)); }

  /// @param left, right u8[height_px][width_px]
  void render(int frame, ImageView<std::uint8_t> left, ImageView<std::uint8_t> right);

 private:
  StereoSequenceParams params_;
  World world_;
  CameraPath path_;
  StereoRenderer renderer_;
  int num_frames_;
};

}  // namespace sinew::sim
