// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/plan_drawing.h"

#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

using namespace sinew;

namespace {

const char* const kLoop = R"(sinew: 1
name: loop
lanes: {slam: {}}
outputs: {pose: track.pose}
stages:
  camera: {use: plan_test.camera}
  track:
    use: plan_test.track
    lane: slam
    in: {left: camera.left, right: camera.right, map: {from: refine.map, feedback: true}}
  refine: {use: plan_test.refine, in: {pose: track.pose}}
)";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("DOT has a cluster for each lane and an arrow for each edge") {
  const std::string dot = to_dot(plan_text(kLoop));
  CHECK(count(dot, "subgraph cluster_") == 2);
  CHECK(count(dot, " -> ") == 5);
  CHECK(count(dot, "style=dashed") == 1);
  CHECK(count(dot, "\"camera\" [label=\"camera\\nplan_test.camera\"]") == 1);
  CHECK(count(dot, "\"refine\" -> \"track\" [label=\"map to map\", style=dashed") == 1);
  CHECK(count(dot, "\"track\" -> \"out pose\"") == 1);
}

TEST_CASE("SVG has a box for each stage and a path for each edge") {
  const GraphPlan plan = plan_text(kLoop);
  const std::string svg = to_svg(plan);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count(svg, "<path d=\"M") == 5 + 1);  // and the arrow's tip
  CHECK(count(svg, ">camera<") == 1);
  CHECK(count(svg, ">lane slam<") == 1);
  CHECK(count(svg, "newest, feedback") == 1);
  CHECK(svg == to_svg(plan));
}

TEST_CASE("names cannot break the picture") {
  GraphPlan plan = plan_text(kLoop);
  plan.stages[0].name = "a<b>&\"c\"";
  CHECK(to_svg(plan).find("a&lt;b&gt;&amp;&quot;c&quot;") != std::string::npos);
  CHECK(to_dot(plan).find("\"a<b>&\\\"c\\\"\"") != std::string::npos);
}
