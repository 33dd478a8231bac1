// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <memory>
#include <vector>

#include "framework/messages/pose.h"
#include "framework/stage/stage.h"
#include "plugins/slam/trajectory_error.h"
#include "plugins/slam/trajectory_svg.h"

namespace sinew {
namespace {

constexpr std::size_t kReserved = 1 << 17;  // poses before the list has to grow: an hour at 30 Hz

/// A text file that says which one it is when the disk is full.
class PoseFile {
 public:
  explicit PoseFile(const std::filesystem::path& path)
      : path_(path), file_(std::fopen(path.c_str(), "w"), &std::fclose) {
    if (!file_) fail("cannot be written");
  }

  /// TUM: stamp [s], position, quaternion x y z w.
  void write(Time stamp, const Transform& T) {
    const Quaternion& q = T.rotation;
    const Vec3& p = T.translation_m;
    const long long ns = to_ns(stamp);
    std::fprintf(file_.get(), "%lld.%09lld %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n",
                 ns / 1'000'000'000, ns % 1'000'000'000, p[0], p[1], p[2], q.x, q.y, q.z, q.w);
  }

  void close() {
    if (std::fflush(file_.get()) != 0 || std::ferror(file_.get())) fail("is not complete");
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw Error(path_.string() + ' ' + what + ": make room or choose another folder with --out");
  }

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// Writes a trajectory, a picture of it, and its error against the truth where there is one.
class TrajectorySink {
 public:
  using Params = NoParams;
  using Out = NoOutputs;

  struct In : Inputs {
    Pose pose;
    Matched<Pose> truth;

    static auto describe() {
      return std::tuple{port<&In::pose>("T_world_body").on_host().lossless(),
                        port<&In::truth>("the true one, with the same stamp")
                            .on_host()
                            .optional()
                            .lossless()
                            .on_missing(OnMissing::kRun)};
    }
  };

  TrajectorySink(const Params&, StageSetup& setup)
      : directory_(setup.output_directory),
        results_(setup.results),
        file_(directory_ / "trajectory.tum") {
    estimate_.reserve(kReserved);
    truth_.reserve(kReserved);
    compared_.reserve(kReserved);
  }

  Outcome process(const In& in, Out&) {
    file_.write(in.stamp, in.pose.T_world_body);
    estimate_.push_back(in.pose.T_world_body);
    if (in.pose.state == PoseState::kLost) ++lost_;
    if (!in.truth) return Outcome::kEmit;
    // A source may have a port for it and know it of no frame: then there is no such file.
    if (!truth_file_) truth_file_ = std::make_unique<PoseFile>(directory_ / "truth.tum");
    truth_file_->write(in.stamp, in.truth->T_world_body);
    truth_.push_back(in.truth->T_world_body);
    compared_.push_back(in.pose.T_world_body);
    return Outcome::kEmit;
  }

  void finish() {
    file_.close();
    if (truth_file_) truth_file_->close();
    std::ofstream(directory_ / "trajectory.svg") << picture();
    results_.set("poses", static_cast<double>(estimate_.size()));
    results_.set("lost", lost_);
    if (truth_.empty()) return;
    const TrajectoryError error = trajectory_error(truth_, compared_);
    results_.set("length_m", error.length_m);
    results_.set("ape_se3_m", error.ape_se3_m);
    results_.set("ape_sim3_m", error.ape_sim3_m);
    results_.set("end_drift_percent", error.end_drift_percent);
    results_.set("end_rotation_deg", error.end_rotation_deg);
  }

 private:
  /// The truth is moved so that both start at one pose.
  std::string picture() const {
    std::vector<Transform> moved;
    if (truth_.size() == estimate_.size() && !truth_.empty()) {
      const Transform T_world_truth = estimate_.front() * inverse(truth_.front());
      for (const Transform& T : truth_) moved.push_back(T_world_truth * T);
    }
    return trajectory_svg(estimate_, moved);
  }

  const std::filesystem::path directory_;
  Results& results_;
  PoseFile file_;
  std::unique_ptr<PoseFile> truth_file_;
  std::vector<Transform> estimate_, truth_, compared_;
  int lost_ = 0;
};

}  // namespace

SINEW_STAGE(TrajectorySink, "sink.trajectory", "Writes a trajectory (TUM), its picture and error.")

}  // namespace sinew
