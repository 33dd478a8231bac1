// SPDX-License-Identifier: Apache-2.0
#include "framework/config/schema.h"

#include <cstdio>

#include "tools/sinew/stage_text.h"
#include "tools/sinew/verbs.h"

namespace sinew {

int print_schema() {
  std::vector<StageSchema> stages;
  for (const StageEntry* entry : public_stages()) {
    StageSchema& stage = stages.emplace_back();
    stage.name = entry->name;
    stage.doc = entry->doc;
    stage.params = entry->params;
    for (const PortInfo& port : entry->inputs) stage.inputs.push_back(port.name);
  }
  std::fputs(graph_schema(stages).c_str(), stdout);
  return 0;
}

}  // namespace sinew
