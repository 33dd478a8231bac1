// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "framework/core/text_table.h"
#include "tools/sinew/machine.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

constexpr std::size_t kWidth = 100, kIndent = 14;

void print_text(const std::vector<Finding>& findings) {
  int missing = 0;
  for (const Finding& finding : findings) {
    missing += finding.ok ? 0 : 1;
    const std::string pad(kIndent - std::min(kIndent - 1, finding.name.size() + 2), ' ');
    std::printf("%s %s%s%s\n", finding.ok ? " " : "!", finding.name.c_str(), pad.c_str(),
                wrapped(finding.found, kWidth - kIndent, kIndent).c_str());
    if (finding.ok) continue;
    const std::string indent(kIndent, ' ');
    const auto more = [&](const char* label, const std::string& text) {
      std::printf("%s%s%s\n", indent.c_str(), label,
                  wrapped(text, kWidth - kIndent - 6, kIndent + 6).c_str());
    };
    more("costs ", finding.cost);
    more("do    ", finding.remedy);
  }
  std::printf(missing == 0 ? "\nNothing is missing.\n" : "\n%d of them (!) could be better.\n",
              missing);
}

void print_json(const std::vector<Finding>& findings) {
  JsonWriter json;
  json.begin_array();
  for (const Finding& finding : findings) {
    json.begin_object().field("name", finding.name).field("ok", finding.ok);
    json.field("found", finding.found);
    if (!finding.ok) json.field("cost", finding.cost).field("remedy", finding.remedy);
    json.end_object();
  }
  json.end_array();
  std::fputs(json.take().c_str(), stdout);
}

}  // namespace

int print_doctor(const std::vector<std::string>& plugins, bool json) {
  const std::vector<Finding> findings = examine_machine(plugins);
  if (json)
    print_json(findings);
  else
    print_text(findings);
  return 0;
}

}  // namespace sinew
