// SPDX-License-Identifier: Apache-2.0
#include "framework/config/graph_links.h"

#include <algorithm>

namespace sinew {
namespace {

/// "slam/" of "slam/track.points"
std::string prefix_of(const std::string& reference) {
  return reference.substr(0, reference.rfind('/') + 1);
}

std::string without_prefix(const std::string& reference) {
  return reference.substr(reference.rfind('/') + 1);
}

/// What is written at the block comes before what is written inside.
EdgeSpec joined(EdgeSpec outer, const EdgeSpec& inner) {
  const auto fill = [](auto& own, const auto& other) {
    if (!own) own = other;
  };
  fill(outer.queue, inner.queue);
  fill(outer.when_full, inner.when_full);
  fill(outer.tolerance, inner.tolerance);
  fill(outer.max_age, inner.max_age);
  fill(outer.max_wait, inner.max_wait);
  fill(outer.on_missing, inner.on_missing);
  fill(outer.copies, inner.copies);
  outer.feedback = outer.feedback || inner.feedback;
  return outer;
}

}  // namespace

void GraphLinks::add_sub_graph(SubGraph graph) {
  graph_index_[graph.name] = graphs_.size();
  graphs_.push_back(std::move(graph));
}

void GraphLinks::link(GraphSpec& graph, GraphBudget& budget, Problems& problems) {
  budget_ = &budget;
  problems_ = &problems;
  for (const OpenPortSpec& input : graph.inputs) open_inputs_.insert(input.name);
  for (const SubGraph& sub_graph : graphs_) connect(sub_graph);
  for (const SubGraph& sub_graph : graphs_)
    for (const auto& [name, output] : sub_graph.outputs)
      follow(output.target, output.where, output.mark);
  for (StageSpec& stage : graph.stages) {
    std::vector<InputSpec> linked;
    for (InputSpec& input : stage.inputs) {
      bool absent = false;
      link_input(input, stage.where + ".in." + input.port, absent);
      if (!input.edges.empty() || !absent) linked.push_back(std::move(input));
    }
    stage.inputs = std::move(linked);
  }
  for (OpenPortSpec& output : graph.outputs)
    if (!output.target.empty())
      output.target = follow(output.target, "outputs." + output.name, output.mark);
}

void GraphLinks::connect(const SubGraph& graph) {
  if (graph.refused) return;
  std::vector<std::string> names;
  for (const auto& [name, optional] : graph.ports) {
    names.push_back(name);
    connections_[graph.name + "/" + name].absent = true;
  }
  for (const InputSpec& input : graph.inputs) {
    if (std::find(names.begin(), names.end(), input.port) == names.end()) {
      problems_->add(input.mark, graph.where + ".in",
                     "unknown input " + in_quotes(input.port) + did_you_mean(input.port, names));
      continue;
    }
    Connection connection{input, false};
    link_input(connection.input, graph.where + ".in." + input.port, connection.absent);
    connections_[graph.name + "/" + input.port] = std::move(connection);
  }
  for (const auto& [name, optional] : graph.ports) {
    Connection& connection = connections_[graph.name + "/" + name];
    if (!connection.absent || optional) continue;
    connection.absent = false;
    problems_->add(graph.mark, graph.where + ".in", "needs input " + in_quotes(name));
  }
}

void GraphLinks::link_input(InputSpec& input, const std::string& where, bool& absent) {
  const std::vector<EdgeSpec> written = std::move(input.edges);
  input.edges.clear();
  const bool had_edges = !written.empty();
  bool refused = false;
  for (const EdgeSpec& edge : written) {
    const std::size_t before = input.edges.size();
    bool edge_absent = false;
    link_edge(edge, where, input, edge_absent);
    refused |= input.edges.size() == before && !edge_absent;
  }
  absent = had_edges && input.edges.empty() && !refused;
  if (refused) input.edges.clear();
  if (!refused && !absent && input.at_least &&
      static_cast<std::size_t>(*input.at_least) > input.edges.size() && had_edges)
    problems_->add(input.mark, where,
                   "at_least is " + std::to_string(*input.at_least) + ", but there are only " +
                       std::to_string(input.edges.size()) + " edges");
}

void GraphLinks::link_edge(const EdgeSpec& edge, const std::string& where, InputSpec& into,
                           bool& absent) {
  if (edge.from.find('.') != std::string::npos) {
    EdgeSpec linked = edge;
    linked.from = follow(edge.from, where, edge.mark);
    if (!linked.from.empty()) into.edges.push_back(std::move(linked));
    return;
  }
  const auto connection = connections_.find(edge.from);
  if (connection != connections_.end()) {
    pass_through(connection->second, edge, into, absent);
  } else if (open_inputs_.contains(edge.from)) {
    into.edges.push_back(edge);
  } else {
    const std::string name = without_prefix(edge.from);
    const bool is_stage = stages_.contains(edge.from) || graph_index_.contains(edge.from);
    problems_->add(edge.mark, where,
                   is_stage ? in_quotes(name) + " is a stage; name its output too, '" + name + ".…'"
                            : in_quotes(name) +
                                  " is no input of the graph; an edge is written "
                                  "'stage.output'");
  }
}

void GraphLinks::pass_through(const Connection& connection, const EdgeSpec& edge, InputSpec& into,
                              bool& absent) {
  absent = connection.absent;
  const InputSpec& outer = connection.input;
  if (!GraphBudget::take(budget_->edges, outer.edges.size())) {
    problems_->add({into.mark.file, 0, 0}, "", "the graph has grown too large: its lists of edges");
    return;
  }
  for (const EdgeSpec& outer_edge : outer.edges) into.edges.push_back(joined(outer_edge, edge));
  into.is_list |= outer.is_list;
  if (outer.at_least) into.at_least = outer.at_least;
}

std::string GraphLinks::follow(const std::string& reference, const std::string& where,
                               const Mark& mark) {
  const std::size_t dot = reference.rfind('.');
  const std::string stage = reference.substr(0, dot), port = reference.substr(dot + 1);
  if (stages_.contains(stage)) return reference;
  const auto index = graph_index_.find(stage);
  if (index == graph_index_.end()) {
    const std::string name = without_prefix(stage);
    problems_->add(mark, where,
                   "unknown stage " + in_quotes(name) + did_you_mean(name, names_beside(stage)));
    return "";
  }
  const SubGraph& graph = graphs_[index->second];
  if (graph.refused) return "";
  std::vector<std::string> names;
  for (const auto& [name, output] : graph.outputs) {
    if (name == port) return follow(output.target, output.where, output.mark);
    names.push_back(name);
  }
  problems_->add(mark, where,
                 "sub-graph " + in_quotes(without_prefix(stage)) + " has no output " +
                     in_quotes(port) + did_you_mean(port, names));
  return "";
}

std::vector<std::string> GraphLinks::names_beside(const std::string& reference) const {
  const std::string prefix = prefix_of(reference);
  std::vector<std::string> names;
  for (const std::string& stage : stages_)
    if (prefix_of(stage) == prefix) names.push_back(without_prefix(stage));
  for (const SubGraph& graph : graphs_)
    if (prefix_of(graph.name) == prefix) names.push_back(without_prefix(graph.name));
  return names;
}

}  // namespace sinew
