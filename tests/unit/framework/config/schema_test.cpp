// SPDX-License-Identifier: Apache-2.0
#include "framework/config/schema.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"

namespace sinew {
namespace {

enum class Mode { kA, kB };

struct Params {
  int count = 1;
  Mode mode = Mode::kA;
  std::filesystem::path file;
  std::vector<double> goal;
  Duration wait{};

  static auto describe() {
    return std::tuple(
        param<&Params::count>("A count.").range(1, 9),
        param<&Params::mode>("A mode.").names("a", "b"), param<&Params::file>("A file.").required(),
        param<&Params::goal>("A goal.").range(-1, 1), param<&Params::wait>("A wait."));
  }
};

using Json = nlohmann::json;

TEST_CASE("the schema holds the keys of the language and of each stage") {
  const std::string text = graph_schema(
      {{"test.a", "Does a.", param_infos<Params>(), {"image"}}, {"test.b", "b", {}, {}}});
  const Json schema = Json::parse(text);
  CHECK(schema["required"] == Json({"sinew", "stages"}));
  CHECK(schema["additionalProperties"] == false);
  const Json& block = schema["properties"]["stages"]["additionalProperties"];
  CHECK(block["properties"]["use"]["anyOf"][0]["const"] == "test.a");
  CHECK(block["properties"].contains("on_fault"));
  REQUIRE(block["allOf"].size() == 2);
  const Json& rule = block["allOf"][0];
  CHECK(rule["if"]["properties"]["use"]["const"] == "test.a");
  const Json& with = rule["then"]["properties"]["with"];
  CHECK(with["required"] == Json({"file"}));
  CHECK(with["properties"]["count"]["anyOf"][0]["maximum"] == 9);
  CHECK(with["properties"]["count"]["description"] == "A count.");
  CHECK(with["properties"]["mode"]["anyOf"][0]["enum"] == Json({"a", "b"}));
  CHECK(with["properties"]["goal"]["anyOf"][0]["items"]["minimum"] == -1);
  CHECK(rule["then"]["properties"]["in"]["properties"].contains("image"));
}

TEST_CASE("every reference in the schema leads somewhere") {
  const Json schema = Json::parse(graph_schema({{"test.a", "a", param_infos<Params>(), {"x"}}}));
  const Json flat = schema.flatten();
  int references = 0;
  for (const auto& [path, value] : flat.items()) {
    if (!path.ends_with("/$ref")) continue;
    ++references;
    CHECK(schema.contains(Json::json_pointer(value.get<std::string>().substr(1))));
  }
  CHECK(references > 5);
}

TEST_CASE("the same stages give the same schema") {
  CHECK(graph_schema({}) == graph_schema({}));
  CHECK(graph_schema({}).back() == '\n');
}

}  // namespace
}  // namespace sinew
