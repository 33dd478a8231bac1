// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/graph_file.h"
#include "framework/config/graph_links.h"
#include "framework/config/map_reader.h"

namespace sinew {

/// Makes the flat graph of a graph file and the files that it uses. One use, one thread.
class GraphBuilder {
 public:
  GraphBuilder(const GraphFileOptions& options, Problems& problems)
      : options_(options), problems_(problems) {}

  GraphSpec build(Value root, const std::filesystem::path& file);

 private:
  /// One graph file being read, at one place of its use.
  struct Scope {
    std::string prefix;  ///< "" or "slam/"
    std::filesystem::path file;
    const Scope* parent = nullptr;
    std::string
        lane;  ///< of a stage whose lane is not in `lanes`; both are the whole graph's lanes
    std::map<std::string, std::string> lanes;
    std::optional<int> copies;
    std::set<std::string> named_lanes;  ///< the lanes that its stages name
  };

  void read_top(Value& root, Scope& scope);
  ParamTable top_params(const Value& root, const Scope& scope);
  void read_stages(const Value* stages, Scope& scope);
  void read_block(const std::string& name, const Value& value, Scope& scope);
  void read_stage(MapReader& map, StageSpec stage);

  std::optional<std::filesystem::path> find_graph(const std::string& use, const Value& place,
                                                  const std::string& where, const Scope& scope);
  void read_sub_graph(MapReader& map, StageSpec block, const std::filesystem::path& file,
                      Scope& scope);
  ParamTable sub_graph_params(MapReader& map, const StageSpec& block, const Value& root,
                              const std::filesystem::path& file);
  void read_sub_graph_body(const Value& root, SubGraph graph, Scope& inner);
  bool may_nest(const std::filesystem::path& file, const StageSpec& block, const Scope& scope);
  std::optional<Value> read_file(const std::filesystem::path& file, const StageSpec& block);
  void read_lane_map(MapReader& map, const std::string& where, Scope& outer, Scope& inner);
  void check_lane_map(MapReader& map, const Scope& inner);

  std::string resolve_lane(const std::string& name, const Mark& mark, const std::string& where,
                           Scope& scope);
  void replace_params(Value& root, const ParamTable& params, const Scope& scope);
  void check_version(MapReader& map, const Value& root);

  const GraphFileOptions& options_;
  Problems& problems_;
  GraphSpec graph_;
  GraphLinks links_;
  GraphBudget budget_;
  std::map<std::string, std::optional<Value>> files_;
};

}  // namespace sinew
