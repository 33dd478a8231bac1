// SPDX-License-Identifier: Apache-2.0
#include "framework/config/value.h"

#include <fstream>

#include "framework/core/error.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

std::string error_of(const std::string& text) {
  try {
    read_yaml_text(text, "t.yaml");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("values keep their kind, order and place") {
  const Value root = read_yaml_text("b: 1\na: [x, \"2\"]\nc:\n  d: ~\n", "t.yaml");
  REQUIRE(root.kind == Value::Kind::kMap);
  REQUIRE(root.entries.size() == 3);
  CHECK(root.entries[0].first == "b");
  CHECK(root.entries[0].second.text == "1");
  CHECK_FALSE(root.entries[0].second.quoted);
  const Value& list = *root.find("a");
  REQUIRE(list.items.size() == 2);
  CHECK(list.items[1].quoted);
  CHECK(list.items[1].mark.line == 2);
  CHECK(list.items[1].mark.column == 8);
  CHECK(list.key_mark.column == 1);
  CHECK(root.find("c")->find("d")->kind == Value::Kind::kNull);
  CHECK(root.find("c")->find("d")->key_mark.line == 4);
  CHECK(root.find("none") == nullptr);
}

TEST_CASE("an empty file is nothing, a flow map without values is a map of nothing") {
  CHECK(read_yaml_text("# only a comment\n", "t").kind == Value::Kind::kNull);
  const Value inputs = read_yaml_text("{left, right}", "t");
  REQUIRE(inputs.entries.size() == 2);
  CHECK(inputs.entries[1].first == "right");
  CHECK(inputs.entries[1].second.kind == Value::Kind::kNull);
}

TEST_CASE("all duplicate keys are reported at once") {
  CHECK(error_of("a: 1\nb: {c: 1, c: 2}\na: 3\n") ==
        "t.yaml:2:11: key 'c' is written twice, first in line 2\n"
        "t.yaml:3:1: key 'a' is written twice, first in line 1");
}

TEST_CASE("what is no single plain document is refused") {
  CHECK(error_of("a: [1, 2") == "t.yaml:1:1: this is no YAML: end of sequence flow not found");
  CHECK(error_of("a: 1\n---\nb: 2\n") == "t.yaml:2:1: a second document; a file holds one");
  CHECK(error_of("a: !!int 3\n") ==
        "t.yaml:1:4: tag 'tag:yaml.org,2002:int' is not understood; leave it out");
  CHECK(error_of("? [a, b]\n: c\n") == "t.yaml:1:3: a key must be a word");
  CHECK(error_of("a: *b\n").find("this is no YAML") != std::string::npos);
}

TEST_CASE("aliases are copied out, within bounds") {
  const Value root = read_yaml_text("a: &x {p: 1}\nb: *x\n", "t");
  CHECK(root.find("b")->find("p")->text == "1");
  CHECK(root.find("b")->mark.line == 2);
  CHECK(error_of("a: &x [1, *x]\n") == "t.yaml:1:11: an alias inside what it names");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string n = std::to_string(i), before = "*a" + std::to_string(i - 1);
    bomb += "a" + n + ": &a" + n + " [" + before + ", " + before + ", " + before + ", " + before +
            ", " + before + ", " + before + ", " + before + ", " + before + "]\n";
  }
  CHECK(error_of(bomb).find("more than 100000 values, aliases counted") != std::string::npos);
}

TEST_CASE("depth and size are bounded, also through aliases") {
  const std::string deep = "more than 64 levels of lists and maps";
  CHECK_NOTHROW(read_yaml_text(std::string(64, '[') + std::string(64, ']'), "t"));
  CHECK(error_of(std::string(65, '[') + std::string(65, ']')).find(deep) != std::string::npos);
  CHECK(error_of(std::string(100'000, '[')).find("t.yaml") == 0);
  const std::string half = std::string(40, '[') + std::string(40, ']');
  CHECK(error_of("a: &x " + half + "\nb: " + std::string(40, '[') + "*x" + std::string(40, ']'))
            .find(deep) != std::string::npos);
  CHECK(error_of(std::string((1 << 20) + 1, ' ')) == "t.yaml: the file is larger than 1 MiB");
}

TEST_CASE("a file that is not there or is a folder is named") {
  CHECK_THROWS_WITH(read_yaml_file("/no/such.yaml"), "/no/such.yaml: there is no such file");
  CHECK_THROWS_WITH(read_yaml_file("/tmp"), "/tmp: the file cannot be read");
}

}  // namespace
}  // namespace sinew
