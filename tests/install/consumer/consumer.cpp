// SPDX-License-Identifier: Apache-2.0
// Uses the installed library: loads the plugin given and asks the registry for its stage.
#include <cstdio>

#include "framework/core/error.h"
#include "framework/memory/image.h"
#include "framework/stage/plugin.h"
#include "framework/stage/registry.h"

int main(int argc, char** argv) try {
  sinew::Image empty;
  if (empty.buffer.bytes() != 0 || argc != 2) return 2;
  for (const auto& file : sinew::load_plugins(argv[1])) std::printf("loaded %s\n", file.c_str());
  const sinew::StageEntry* stage = sinew::find_stage("consumer.darken");
  if (stage == nullptr) return 1;
  std::printf("%s: %s %zu parameter\n", stage->name.c_str(), stage->doc.c_str(),
              stage->params.size());
  return 0;
} catch (const sinew::Error& error) {
  std::fprintf(stderr, "refused: %s\n", error.what());
  return 1;
}
