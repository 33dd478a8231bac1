// SPDX-License-Identifier: Apache-2.0
#include "framework/core/text_table.h"

#include <sstream>

#include "tests/support/catch.h"

using namespace sinew;
using namespace std::chrono_literals;

TEST_CASE("Durations have three digits and the unit that fits") {
  CHECK(duration_text(0ns) == "0 ns");
  CHECK(duration_text(999ns) == "999 ns");
  CHECK(duration_text(1000ns) == "1.00 µs");
  CHECK(duration_text(9996ns) == "10.0 µs");
  CHECK(duration_text(99960ns) == "100 µs");
  CHECK(duration_text(999600ns) == "1.00 ms");
  CHECK(duration_text(12'500us) == "12.5 ms");
  CHECK(duration_text(75s) == "75.0 s");
}

TEST_CASE("Bytes have the largest unit below them") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(1023) == "1023 B");
  CHECK(bytes_text(1536) == "1.5 KiB");
  CHECK(bytes_text(std::size_t{12} << 20) == "12.0 MiB");
  CHECK(bytes_text(std::size_t{3} << 30) == "3.0 GiB");
}

TEST_CASE("A text that is too long loses its middle") {
  CHECK(shortened("abcdefghij", 10) == "abcdefghij");
  CHECK(shortened("abcdefghij", 5) == "ab…ij");
  CHECK(shortened("äöüßäöüß", 4) == "äö…ß");
}

TEST_CASE("Columns align by characters, numbers to the right") {
  TextTable table({"name", {"time", true}});
  table.add({"a", "5 µs"});
  table.add({"longer", "500 µs"});
  CHECK(table.text() == "name      time\na         5 µs\nlonger  500 µs\n");
  CHECK(table.text(2).starts_with("  name "));
}

TEST_CASE("A table that is too wide shortens its widest column of text") {
  TextTable table({"edge", {"number", true}});
  table.add({std::string(60, 'a') + std::string(60, 'b'), "1"});
  const std::string text = table.text(0, 80);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(text_width(line) <= 80);
  CHECK(text.ends_with("bbb       1\n"));
}

TEST_CASE("Text wraps at spaces, with an indent") {
  CHECK(wrapped("one two three four", 9, 2) == "one two\n  three\n  four");
  CHECK(wrapped("averylongword x", 5, 0) == "averylongword\nx");
}
