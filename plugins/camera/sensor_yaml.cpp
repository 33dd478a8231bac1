// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <fstream>
#include <iterator>

#include "framework/config/scalar.h"
#include "framework/config/value.h"
#include "framework/core/error.h"
#include "plugins/camera/dataset_layouts.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// One file while it is read: every message starts with its name.
class SensorReader {
 public:
  explicit SensorReader(const fs::path& path) : path_(path), root_(parse()) {
    if (root_.kind != Value::Kind::kMap) refuse("is no map of keys: copy it again");
  }

  const Value* find(const std::string& key) const { return root_.find(key); }

  std::string text(const std::string& key, const std::string& fallback) const {
    const Value* const value = find(key);
    return value ? value->text : fallback;
  }

  /// A list of `least` to `most` numbers; `holder` is the map that has it.
  std::vector<double> numbers(const Value* holder, const std::string& key, std::size_t least,
                              std::size_t most) const {
    const Value* const list = holder ? holder->find(key) : nullptr;
    if (!list || list->kind != Value::Kind::kList) refuse("has no list '" + key + "': add it");
    if (list->items.size() < least || list->items.size() > most)
      refuse("'" + key + "' has " + std::to_string(list->items.size()) + " numbers, not " +
             std::to_string(least) + ": correct it");
    std::vector<double> values;
    for (const Value& item : list->items) {
      double number = 0;
      if (const std::string wrong = read_scalar(item, number); !wrong.empty())
        refuse("'" + key + "' " + wrong + ": correct it");
      values.push_back(number);
    }
    return values;
  }
  std::vector<double> numbers(const std::string& key, std::size_t least, std::size_t most) const {
    return numbers(&root_, key, least, most);
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(path_.string() + ": " + what);
  }

 private:
  /// The first line of these files, "%YAML:1.0", is OpenCV's and no YAML.
  Value parse() const {
    std::ifstream file(path_, std::ios::binary);
    if (!file) refuse("is missing: copy it from the data set");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.starts_with('%')) text[0] = '#';
    return read_yaml_text(text, path_.string());
  }

  fs::path path_;
  Value root_;
};

Transform read_extrinsics(const SensorReader& reader) {
  const std::vector<double> T = reader.numbers(reader.find("T_BS"), "data", 16, 16);
  const std::array<double, 9> R{T[0], T[1], T[2], T[4], T[5], T[6], T[8], T[9], T[10]};
  if (!is_rotation(R)) reader.refuse("the rotation of T_BS is none: calibrate the camera again");
  if (T[12] != 0 || T[13] != 0 || T[14] != 0 || T[15] != 1)
    reader.refuse("the last row of T_BS is not 0 0 0 1: correct it");
  return {quaternion_from_matrix(R), {T[3], T[7], T[11]}};
}

Distortion distortion_of(const SensorReader& reader) {
  const std::string model = reader.text("distortion_model", "none");
  if (model == "radial-tangential" || model == "radtan" || model == "plumb_bob")
    return Distortion::kRadialTangential;
  if (model == "equidistant") return Distortion::kEquidistant;
  if (model == "none") return Distortion::kNone;
  reader.refuse("distortion_model '" + model +
                "' is not known: write radial-tangential, equidistant or none");
}

}  // namespace

SensorFile read_sensor_yaml(const fs::path& file) {
  const SensorReader reader(file);
  SensorFile sensor;
  CameraModel& camera = sensor.camera;
  if (const std::string model = reader.text("camera_model", "pinhole"); model != "pinhole")
    reader.refuse("camera_model '" + model + "' is not known: only pinhole is");
  const std::vector<double> k = reader.numbers("intrinsics", 4, 4);
  if (k[0] <= 0 || k[1] <= 0) reader.refuse("the focal lengths must be positive: correct them");
  camera.fx_px = k[0];
  camera.fy_px = k[1];
  camera.cx_px = k[2];
  camera.cy_px = k[3];
  camera.distortion = distortion_of(reader);
  if (camera.distortion != Distortion::kNone) {
    const bool radial = camera.distortion == Distortion::kRadialTangential;
    const auto d = reader.numbers("distortion_coefficients", 4, radial ? 5 : 4);
    std::copy(d.begin(), d.end(), camera.coefficients.begin());
  }
  camera.T_body_cam = read_extrinsics(reader);
  if (!reader.find("resolution")) return sensor;
  const std::vector<double> size = reader.numbers("resolution", 2, 2);
  if (size[0] < 1 || size[1] < 1 || size[0] > 65536 || size[1] > 65536)
    reader.refuse("'resolution' is no size of an image: correct it");
  sensor.width = static_cast<int>(size[0]);
  sensor.height = static_cast<int>(size[1]);
  return sensor;
}

}  // namespace sinew
