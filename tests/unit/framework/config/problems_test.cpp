// SPDX-License-Identifier: Apache-2.0
#include "framework/config/problems.h"

#include "framework/core/error.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

TEST_CASE("problems are sorted by place, one a line, without duplicates") {
  Problems problems;
  problems.add({"a.yaml", 10, 2}, "stages.x", "second");
  problems.add({"a.yaml", 9, 30}, "stages.y", "first");
  problems.add({"a.yaml", 10, 2}, "stages.x", "second");
  problems.add({"a.yaml", 0, 0}, "", "whole file");
  problems.add({}, "-D", "no place");
  CHECK(problems.text() ==
        "-D: no place\n"
        "a.yaml: whole file\n"
        "a.yaml:9:30: stages.y: first\n"
        "a.yaml:10:2: stages.x: second");
  CHECK_THROWS_AS(problems.throw_if_any(), Error);
}

TEST_CASE("a problem stays on one line whatever the user wrote") {
  Problems problems;
  problems.add({"a.yaml", 1, 1}, "x\ny", "unknown 'a\tb'");
  CHECK(problems.text() == "a.yaml:1:1: x?y: unknown 'a?b'");
}

TEST_CASE("an empty list of problems throws nothing") {
  CHECK(Problems().empty());
  CHECK_NOTHROW(Problems().throw_if_any());
}

TEST_CASE("the nearest known name is offered") {
  CHECK(did_you_mean("max_fsp", {"min_fps", "max_fps"}) == "; did you mean 'max_fps'?");
  CHECK(did_you_mean("wiht", {"in", "with", "use"}) == "; did you mean 'with'?");
  CHECK(did_you_mean("us", {"use"}) == "; did you mean 'use'?");
}

TEST_CASE("of equally near names the first is offered") {
  CHECK(did_you_mean("cat", {"bat", "hat"}) == "; did you mean 'bat'?");
}

TEST_CASE("a name that is far from all gets no offer") {
  CHECK(did_you_mean("brightness", {"gain", "max_fps"}).empty());
  CHECK(did_you_mean("x", {}).empty());
  CHECK(did_you_mean("", {"a"}).empty());
}

TEST_CASE("a long word is cut between letters") {
  CHECK(in_quotes("abc") == "'abc'");
  CHECK(in_quotes(std::string(59, 'a') + "äb") == "'" + std::string(59, 'a') + "…'");
}

}  // namespace
}  // namespace sinew
