// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/text_table.h"

#include "tests/support/catch.h"

using namespace sinew;

TEST_CASE("columns are as wide as their widest cell, in characters") {
  TextTable table({"a", "long head", "c"});
  table.add({"µs", "x", ""});
  table.add({"three", "y", "z"});
  CHECK(table.text(2) ==
        "  a      long head  c\n"
        "  µs     x\n"
        "  three  y          z\n");
}

TEST_CASE("bytes are written in the largest unit below them") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(1023) == "1023 B");
  CHECK(bytes_text(1536) == "1.5 KiB");
  CHECK(bytes_text(std::size_t{3} << 20) == "3.0 MiB");
}
