// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>

#include "tests/support/catch.h"
#include "tests/support/run_pipeline.h"
#include "tests/support/temporary_folder.h"

// The main job on real drives and flights, through the graph files, against the bars that it has to
// reach. Skipped with a word where the data is not (SINEW_DATA).

namespace sinew {
namespace {

using namespace test;

/// A run to the end of a data set; what it wrote lies in `out`.
struct Drive {
  TemporaryFolder out;
  GraphReport report;

  double figure(const std::string& name) const { return result_of(report, "trajectory", name); }
};

/// Nothing where the data is not.
std::unique_ptr<Drive> drive(const std::string& pipeline, const std::string& name) {
  const auto data = find_data(name);
  if (!data) {
    WARN("skipped: no " << name << " in " << data_folder());
    return nullptr;
  }
  auto drive = std::make_unique<Drive>();
  drive->report = run_pipeline({"pipelines/" + pipeline, {{"data", *data}}, {}, drive->out.path()});
  REQUIRE(drive->report.faults.empty());
  return drive;
}

/// The rmse that evo finds [m], or nothing where evo is not installed.
std::optional<double> evo_rmse(const Drive& drive, const std::string& alignment) {
  const std::string command = "evo_ape tum " + (drive.out / "truth.tum").string() + ' ' +
                              (drive.out / "trajectory.tum").string() + ' ' + alignment +
                              " 2>/dev/null";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  char line[256];
  double rmse = 0;
  while (pipe && std::fgets(line, sizeof line, pipe.get()))
    if (std::sscanf(line, " rmse %lf", &rmse) == 1) return rmse;
  WARN("evo is not installed, so it is not asked: pip install evo");
  return std::nullopt;
}

/// Our own figures and evo's are one.
void check_with_evo(const Drive& drive) {
  if (const auto rmse = evo_rmse(drive, "-a"))
    CHECK(drive.figure("ape_se3_m") == Approx(*rmse).margin(1e-5));
  if (const auto rmse = evo_rmse(drive, "-as"))
    CHECK(drive.figure("ape_sim3_m") == Approx(*rmse).margin(1e-5));
}

std::vector<Transform> read_tum(const std::filesystem::path& path) {
  std::vector<Transform> poses;
  std::ifstream file(path);
  double stamp = 0;
  Transform T;
  auto& [q, p] = T;
  while (file >> stamp >> p[0] >> p[1] >> p[2] >> q.x >> q.y >> q.z >> q.w) poses.push_back(T);
  return poses;
}

/// From the last true pose to the last estimated one, both seen from their first ones.
Transform end_error(const Drive& drive) {
  const auto moved = [](const std::vector<Transform>& poses) {
    return inverse(poses.front()) * poses.back();
  };
  return inverse(moved(read_tum(drive.out / "truth.tum"))) *
         moved(read_tum(drive.out / "trajectory.tum"));
}

double length(const Vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

double angle_deg(const Quaternion& q) {
  return 2 * std::atan2(length({q.x, q.y, q.z}), std::abs(q.w)) * 180 / 3.14159265358979;
}

}  // namespace

TEST_CASE("KITTI_sequence_1: an almost straight drive of 60 m") {
  const auto run = drive("02_kitti.yaml", "kitti_stereo/KITTI_sequence_1");
  if (!run) return;
  std::printf("KITTI_sequence_1: APE SE3 %.3f m, Sim3 %.4f m, end drift %.2f %%\n",
              run->figure("ape_se3_m"), run->figure("ape_sim3_m"),
              run->figure("end_drift_percent"));
  CHECK(run->figure("poses") == 51);
  CHECK(run->figure("lost") == 0);
  CHECK(run->figure("ape_se3_m") <= 0.20);
  CHECK(run->figure("ape_sim3_m") <= 0.035);
  CHECK(run->figure("end_drift_percent") <= 1.35);
  check_with_evo(*run);
}

TEST_CASE("KITTI_sequence_2a: a sharp turn with crossing cars") {
  const auto run = drive("02_kitti.yaml", "kitti_stereo/KITTI_sequence_2a");
  if (!run) return;
  std::printf("KITTI_sequence_2a: APE SE3 %.3f m, end drift %.2f %%\n", run->figure("ape_se3_m"),
              run->figure("end_drift_percent"));
  CHECK(run->figure("poses") == 25);
  CHECK(run->figure("lost") == 0);
  CHECK(run->figure("ape_se3_m") <= 0.45);
  check_with_evo(*run);
}

TEST_CASE("euroc_micro: a drone that stands still, through rectification") {
  const auto run = drive("03_euroc.yaml", "euroc_micro");
  if (!run) return;
  const Transform error = end_error(*run);
  std::printf("euroc_micro: end error %.2f cm, %.3f deg\n", 100 * length(error.translation_m),
              angle_deg(error.rotation));
  CHECK(run->figure("poses") == 74);
  CHECK(run->figure("lost") == 0);
  CHECK(length(error.translation_m) <= 0.005);
  CHECK(angle_deg(error.rotation) <= 0.42);
}

TEST_CASE("the built-in world: ten seconds of a walk") {
  const TemporaryFolder out;
  const GraphReport report =
      run_pipeline({"pipelines/01_stereo_odometry.yaml", {{"duration", "10 s"}}, {}, out.path()});
  const double drift = result_of(report, "trajectory", "end_drift_percent");
  std::printf("built-in world: end drift %.2f %% of %.1f m\n", drift,
              result_of(report, "trajectory", "length_m"));
  CHECK(report.faults.empty());
  CHECK(result_of(report, "trajectory", "lost") == 0);
  CHECK(drift <= 1);
}

}  // namespace sinew
