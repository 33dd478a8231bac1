// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/config/param.h"

namespace sinew {

/// What the schema says of one registered stage.
struct StageSchema {
  std::string name;  ///< "image.rectify"
  std::string doc;
  std::vector<ParamInfo> params;
  std::vector<std::string> inputs;  ///< names of its input ports
};

/// The JSON schema (draft 07) of graph files, for editors: keys, types, ranges and choices, and for
/// each stage the keys of its `with` and `in`. A value may be a ${parameter} everywhere. Two spaces
/// of indent, a line feed at the end; the same stages give the same text.
std::string graph_schema(const std::vector<StageSchema>& stages);

}  // namespace sinew
