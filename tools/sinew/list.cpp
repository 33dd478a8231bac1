// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "framework/core/text_table.h"
#include "tools/sinew/stage_text.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

std::string table() {
  TextTable rows({"stage", "kind", "what it does"});
  for (const StageEntry* stage : public_stages())
    rows.add({stage->name, kind_text(*stage), stage->doc});
  return rows.text(0, 100) + "\nsinew describe STAGE shows its parameters and ports.\n";
}

std::string names() {
  std::string lines;
  for (const std::string& name : public_stage_names()) lines += name + '\n';
  return lines;
}

std::string ports_text(const std::vector<PortInfo>& ports) {
  std::string text;
  for (const PortInfo& port : ports)
    text += (text.empty() ? "`" : ", `") + port.name + "` " + type_text(port);
  return text.empty() ? "–" : text;
}

/// The table of plugins/README.md.
std::string markdown() {
  std::string lines = "| stage | what it does | in | out |\n|---|---|---|---|\n";
  for (const StageEntry* stage : public_stages())
    lines += "| `" + stage->name + "` | " + stage->doc + " | " + ports_text(stage->inputs) + " | " +
             ports_text(stage->outputs) + " |\n";
  return lines;
}

std::string json_text() {
  JsonWriter json;
  json.begin_array();
  for (const StageEntry* stage : public_stages())
    json.begin_object(JsonWriter::Layout::kOneLine)
        .field("name", stage->name)
        .field("kind", kind_text(*stage))
        .field("doc", stage->doc)
        .end_object();
  json.end_array();
  return json.take();
}

}  // namespace

int list_stages(ListFormat format) {
  const std::string text = format == ListFormat::kNames      ? names()
                           : format == ListFormat::kMarkdown ? markdown()
                           : format == ListFormat::kJson     ? json_text()
                                                             : table();
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace sinew
