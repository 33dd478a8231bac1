// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/graph_spec.h"
#include "framework/config/param_table.h"

namespace sinew {

/// An output of a sub-graph: what it stands for, and where that is written.
struct OutputLink {
  std::string target;  ///< "slam/pose.pose"
  std::string where;
  Mark mark;
};

/// A block whose `use` is a graph file, before its edges are linked through.
struct SubGraph {
  std::string name;  ///< "slam", "slam/track" one level down
  std::string where;
  Mark mark;
  bool refused = false;                             ///< its file could not be read
  std::vector<InputSpec> inputs;                    ///< as written in the block
  std::vector<std::pair<std::string, bool>> ports;  ///< inputs of its file: name, optional
  std::vector<std::pair<std::string, OutputLink>> outputs;
};

/// Turns references into sub-graphs and out of them into plain "stage.output". Every name is known
/// before the first edge is linked, since edges may lead forwards.
class GraphLinks {
 public:
  void add_stage(const std::string& name) { stages_.insert(name); }
  void add_sub_graph(SubGraph graph);  ///< after the one that it is in

  /// Links the edges and outputs of a graph; unknown names become problems.
  void link(GraphSpec& graph, GraphBudget& budget, Problems& problems);

 private:
  /// What a sub-graph's input is connected with.
  struct Connection {
    InputSpec input;
    bool absent = false;  ///< optional and not connected
  };

  void connect(const SubGraph& graph);
  void link_input(InputSpec& input, const std::string& where, bool& absent);
  void link_edge(const EdgeSpec& edge, const std::string& where, InputSpec& into, bool& absent);
  void pass_through(const Connection& connection, const EdgeSpec& edge, InputSpec& into,
                    bool& absent);
  std::string follow(const std::string& reference, const std::string& where, const Mark& mark);
  std::vector<std::string> names_beside(const std::string& reference) const;

  std::set<std::string> stages_;
  std::vector<SubGraph> graphs_;
  std::map<std::string, std::size_t> graph_index_;
  std::map<std::string, Connection> connections_;  ///< "slam/left"
  std::set<std::string> open_inputs_;              ///< of the whole graph
  GraphBudget* budget_ = nullptr;
  Problems* problems_ = nullptr;
};

}  // namespace sinew
