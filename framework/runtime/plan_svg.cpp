// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "framework/runtime/plan_build.h"
#include "framework/runtime/plan_drawing.h"

// A small layered layout: columns by the longest way from a source, rows by the mean height of what
// feeds a box, so that few edges cross. All lengths in px, whole numbers, so that the text of the
// picture is the same everywhere.

namespace sinew {
namespace {

constexpr int kBoxWidth = 200, kColumn = 330, kMargin = 24, kHead = 44, kPortRow = 18, kGap = 30;
constexpr int kLegend = 34;

constexpr std::array<const char*, 8> kColours = {"#dbe9f9", "#e2f2dd", "#fdeccf", "#f6dbe4",
                                                 "#e7e0f5", "#d8f0ee", "#f3ead9", "#e4e6ea"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string text_at(int x, int y, const std::string& what, const std::string& attributes) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" " + attributes +
         ">" + escaped(what) + "</text>\n";
}

/// A stage or an open end of the graph.
struct Box {
  std::string title, subtitle;
  int lane = -1;  ///< -1: an open end
  int column = 0;
  int y = 0;
  std::vector<std::string> inputs, outputs;
  std::vector<int> writers;  ///< boxes before this one

  int height() const {
    const std::size_t rows = std::max(inputs.size(), outputs.size());
    return kHead + static_cast<int>(rows) * kPortRow + (rows > 0 ? 8 : 0);
  }
  int x() const { return kMargin + column * kColumn; }
  int port_y(int row) const { return y + kHead + row * kPortRow + kPortRow / 2; }
};

class Picture {
 public:
  explicit Picture(const GraphPlan& plan) : plan_(plan) {
    for (const PlannedStage& stage : plan.stages) add_stage(stage);
    first_input_ = static_cast<int>(boxes_.size());
    for (const PlannedPort& port : plan.inputs)
      boxes_.push_back({port.name, "input of the graph", -1, 0, 0, {}, {""}, {}});
    first_output_ = static_cast<int>(boxes_.size());
    for (const PlannedPort& port : plan.outputs)
      boxes_.push_back({port.name, "output of the graph", -1, 0, 0, {""}, {}, {}});
    place_columns();
    place_rows();
  }

  std::string svg() const {
    const int lanes = static_cast<int>(plan_.lanes.size());
    const int width =
        std::max(2 * kMargin + last_column_ * kColumn + kBoxWidth, 2 * kMargin + lanes * 150);
    const std::string size = std::to_string(width) + " " + std::to_string(bottom_ + kMargin);
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size +
                       "\" width=\"" + std::to_string(width) +
                       "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
                       "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
                       "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                       "<path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n";
    text += legend();
    for (const PlannedEdge& edge : plan_.edges) text += curve(edge);
    for (const Box& box : boxes_) text += drawn(box);
    return text + "</svg>\n";
  }

 private:
  void add_stage(const PlannedStage& stage) {
    Box box{stage.name, stage.entry->name, stage.lane, 0, 0, {}, {}, {}};
    for (const int e : stage.edges) {
      const PlannedEdge& edge = at(plan_.edges, e);
      const PortInfo& port = reader_port(plan_, edge);
      box.inputs.push_back(port.name +
                           (port.is_list ? "[" + std::to_string(edge.entry) + "]" : ""));
    }
    for (const PortInfo& port : stage.entry->outputs) box.outputs.push_back(port.name);
    boxes_.push_back(std::move(box));
  }

  int writer_of(const PlannedEdge& edge) const {
    return edge.from_stage < 0 ? first_input_ + edge.output : edge.from_stage;
  }
  int reader_of(const PlannedEdge& edge) const {
    return edge.to_stage < 0 ? first_output_ + edge.input : edge.to_stage;
  }

  /// Boxes from writers to readers.
  std::vector<int> ordered() const {
    std::vector<int> order;
    for (int b = first_input_; b < first_output_; ++b) order.push_back(b);
    for (int s = 0; s < first_input_; ++s) order.push_back(s);
    std::stable_sort(
        order.begin() + (first_output_ - first_input_), order.end(),
        [&](int a, int b) { return at(plan_.stages, a).rank < at(plan_.stages, b).rank; });
    for (int b = first_output_; b < static_cast<int>(boxes_.size()); ++b) order.push_back(b);
    return order;
  }

  void place_columns() {
    for (const PlannedEdge& edge : plan_.edges)
      if (!edge.feedback) at(boxes_, reader_of(edge)).writers.push_back(writer_of(edge));
    for (const int b : ordered())
      for (const int writer : at(boxes_, b).writers) {
        Box& box = at(boxes_, b);
        box.column = std::max(box.column, at(boxes_, writer).column + 1);
        last_column_ = std::max(last_column_, box.column);
      }
  }

  void place_rows() {
    const std::vector<int> order = ordered();
    for (int column = 0; column <= last_column_; ++column) {
      std::vector<std::pair<int, int>> rows;  // mean height of the writers, box
      for (const int b : order) {
        const Box& box = at(boxes_, b);
        if (box.column != column) continue;
        int sum = 0;
        for (const int writer : box.writers)
          sum += at(boxes_, writer).y + at(boxes_, writer).height() / 2;
        const int count = static_cast<int>(box.writers.size());
        rows.emplace_back(count == 0 ? 0 : sum / count - box.height() / 2, b);
      }
      std::stable_sort(rows.begin(), rows.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      int y = kMargin + kLegend;
      for (const auto& [wanted, b] : rows) {
        Box& box = at(boxes_, b);
        box.y = std::max(y, wanted);
        y = box.y + box.height() + kGap;
        bottom_ = std::max(bottom_, box.y + box.height());
      }
    }
    // Feedback runs below everything else.
    for (const PlannedEdge& edge : plan_.edges) bottom_ += edge.feedback ? 24 : 0;
  }

  std::string legend() const {
    std::string text;
    for (std::size_t l = 0; l < plan_.lanes.size(); ++l) {
      const int x = kMargin + static_cast<int>(l) * 150;
      text += "<rect x=\"" + std::to_string(x) +
              "\" y=\"16\" width=\"14\" height=\"14\" rx=\"3\" fill=\"" +
              colour(static_cast<int>(l)) + "\" stroke=\"#666\"/>\n";
      text += text_at(x + 20, 27, "lane " + plan_.lanes[l].name, "");
    }
    return text;
  }

  static std::string colour(int lane) {
    return lane < 0 ? "white" : kColours[static_cast<std::size_t>(lane) % kColours.size()];
  }

  std::string drawn(const Box& box) const {
    std::string text = "<rect x=\"" + std::to_string(box.x()) + "\" y=\"" + std::to_string(box.y) +
                       "\" width=\"" + std::to_string(kBoxWidth) + "\" height=\"" +
                       std::to_string(box.height()) + "\" rx=\"" + (box.lane < 0 ? "18" : "6") +
                       "\" fill=\"" + colour(box.lane) + "\" stroke=\"#555\"/>\n";
    const int middle = box.x() + kBoxWidth / 2;
    text += text_at(middle, box.y + 18, box.title, "text-anchor=\"middle\" font-weight=\"bold\"");
    text += text_at(middle, box.y + 34, box.subtitle, "text-anchor=\"middle\" fill=\"#666\"");
    for (std::size_t i = 0; i < box.inputs.size(); ++i)
      text += text_at(box.x() + 8, box.port_y(static_cast<int>(i)) + 4, box.inputs[i], "");
    for (std::size_t o = 0; o < box.outputs.size(); ++o)
      text += text_at(box.x() + kBoxWidth - 8, box.port_y(static_cast<int>(o)) + 4, box.outputs[o],
                      "text-anchor=\"end\"");
    return text;
  }

  int input_row(const PlannedEdge& edge) const {
    if (edge.to_stage < 0) return 0;
    const auto& edges = at(plan_.stages, edge.to_stage).edges;
    const auto it = std::find_if(edges.begin(), edges.end(),
                                 [&](int e) { return &at(plan_.edges, e) == &edge; });
    return static_cast<int>(it - edges.begin());
  }

  std::string curve(const PlannedEdge& edge) const {
    const Box& from = at(boxes_, writer_of(edge));
    const Box& to = at(boxes_, reader_of(edge));
    const int x0 = from.x() + kBoxWidth, y0 = from.port_y(edge.from_stage < 0 ? 0 : edge.output);
    const int x1 = to.x(), y1 = to.port_y(input_row(edge));
    const auto point = [](int x, int y) { return std::to_string(x) + " " + std::to_string(y); };
    std::string path = "M" + point(x0, y0);
    int label_x = x0 + (x1 - x0) / 2, label_y = y0 + (y1 - y0) / 2 - 4;
    if (edge.feedback) {
      const int low = std::max(from.y + from.height(), to.y + to.height()) + 20;
      path += "C" + point(x0 + 60, y0) + " " + point(x0 + 60, low) + " " + point(x0, low) + "L" +
              point(x1, low) + "C" + point(x1 - 60, low) + " " + point(x1 - 60, y1) + " ";
      label_y = low - 4;
    } else {
      path += "C" + point(x0 + 60, y0) + " " + point(x1 - 60, y1) + " ";
    }
    path += point(x1, y1);
    const std::string dash = carries_frames(edge) ? "" : " stroke-dasharray=\"5 4\"";
    std::string text = "<path d=\"" + path + "\" fill=\"none\" stroke=\"#555\"" + dash +
                       " marker-end=\"url(#tip)\"><title>" + escaped(edge.name) + ": " +
                       escaped(edge.policy_reason) + "</title></path>\n";
    return text + text_at(label_x, label_y, label(edge),
                          "text-anchor=\"middle\" font-size=\"10\" fill=\"#555\"");
  }

  static std::string label(const PlannedEdge& edge) {
    if (edge.role == Role::kLatest) return edge.feedback ? "newest, feedback" : "newest";
    const std::string depth = std::to_string(edge.depth);
    if (edge.feedback) return "feedback " + depth;
    return (edge.when_full == WhenFull::kBlock ? "block " : "drop oldest ") + depth;
  }

  const GraphPlan& plan_;
  std::vector<Box> boxes_;  ///< stages, then the graph's inputs, then its outputs
  int first_input_ = 0, first_output_ = 0;
  int last_column_ = 0;
  int bottom_ = 0;
};

}  // namespace

std::string to_svg(const GraphPlan& plan) { return Picture(plan).svg(); }

}  // namespace sinew
