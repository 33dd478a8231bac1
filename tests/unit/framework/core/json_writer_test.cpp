// SPDX-License-Identifier: Apache-2.0
#include "framework/core/json_writer.h"

#include <limits>

#include "tests/support/catch.h"

using sinew::JsonWriter;

TEST_CASE("Lines, one-line objects and empty ones nest") {
  JsonWriter json;
  json.begin_object().field("a", 1).key("b").begin_array();
  json.begin_object(JsonWriter::Layout::kOneLine).field("x", 0.5).field("y", true).end_object();
  json.value("text").end_array().key("c").begin_array().end_array().end_object();
  CHECK(json.take() ==
        "{\n  \"a\": 1,\n  \"b\": [\n    {\"x\": 0.5, \"y\": true},\n    \"text\"\n  ],\n"
        "  \"c\": []\n}\n");
}

TEST_CASE("What JSON does not take as it is gets escaped") {
  CHECK(sinew::json_quoted("a\"b\\c\n\t\x01é") == "\"a\\\"b\\\\c\\n\\u0009\\u0001é\"");
}

TEST_CASE("Numbers read back as they were; what is not finite is null") {
  JsonWriter json;
  json.begin_array(JsonWriter::Layout::kOneLine).value(0.1).value(1e300).value(-3);
  json.value(std::numeric_limits<double>::quiet_NaN());
  json.value(std::numeric_limits<std::uint64_t>::max()).end_array();
  CHECK(json.take() == "[0.1, 1e+300, -3, null, 18446744073709551615]\n");
}
