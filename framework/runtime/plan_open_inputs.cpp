// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

/// `shape:` of a graph input.
struct InputShape {
  PixelFormat format = PixelFormat::kGrey8;
  int width_px = 0;
  int height_px = 0;
  int capacity = 0;

  static auto describe() {
    return std::tuple{param<&InputShape::format>("Pixel format of an image.")
                          .names("GREY", "Y16", "RGB", "BGR", "NV12", "YUYV", "UYVY", "F32"),
                      param<&InputShape::width_px>("Width of an image.").range(0, 32768),
                      param<&InputShape::height_px>("Height of an image.").range(0, 32768),
                      param<&InputShape::capacity>("Most elements of a list.").range(0, 1 << 24)};
  }
};

/// The payload types that the registered stages know, by name.
std::map<std::string, const PayloadType*> payload_types() {
  std::map<std::string, const PayloadType*> types;
  const auto add = [&](const std::vector<PortInfo>& ports) {
    for (const PortInfo& port : ports)
      if (port.type) types.emplace(port.type->name, port.type);
  };
  for (const StageEntry* entry : all_stages()) add(entry->inputs), add(entry->outputs);
  return types;
}

Shape shape_of(const PayloadType& type, const InputShape& written) {
  Shape shape;
  if (type.name == payload_type<Image>().name) {
    shape = image_shape(written.format, written.width_px, written.height_px);
  } else if (type.has_bulk) {
    if (written.capacity < 1)
      throw Error(std::string(type.name) + " is a list; write 'shape: {capacity: 100}'");
    shape.capacity = written.capacity;
    shape.bulk_bytes = static_cast<std::size_t>(written.capacity) * type.element_bytes;
  }
  return shape;
}

void read_shape(PlanBuild& build, const OpenPortSpec& spec, PlannedOutput& output) {
  const std::string where = "inputs." + spec.name + ".shape";
  InputShape written;
  Problems found;
  read_params(param_infos<InputShape>(), spec.shape, &written,
              {&found, where, build.spec.file.parent_path(), build.options.config_directory});
  build.problems.add_all(found);
  if (!found.empty()) return;
  try {
    output.shape = shape_of(*output.type, written);
  } catch (const Error& error) {
    build.problems.add(spec.mark, where, error.what());
  }
}

}  // namespace

void plan_open_inputs(PlanBuild& build) {
  for (const OpenPortSpec& spec : build.spec.inputs) {
    PlannedPort port{spec.name, {}, -1};
    const auto types = payload_types();
    const auto found = types.find(spec.type);
    if (found == types.end()) {
      std::vector<std::string> known;
      for (const auto& [name, type] : types) known.push_back(name);
      build.problems.add(
          spec.mark, "inputs." + spec.name + ".type",
          "there is no payload '" + spec.type + "'" + did_you_mean(spec.type, known));
    } else {
      port.output.type = found->second;
      read_shape(build, spec, port.output);
    }
    build.plan.inputs.push_back(std::move(port));
  }
}

}  // namespace sinew
