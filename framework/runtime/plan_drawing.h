// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/runtime/plan.h"

namespace sinew {

/// The plan for Graphviz: lanes are clusters, edges that never block are dashed.
std::string to_dot(const GraphPlan& plan);

/// The plan as a picture: stages in columns by their distance from a source, coloured by lane,
/// edges from output to input with their queue. Needs no Graphviz; the text is the same on every
/// machine.
std::string to_svg(const GraphPlan& plan);

}  // namespace sinew
