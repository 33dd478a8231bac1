// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/config/board_file.h"
#include "framework/config/graph_spec.h"
#include "framework/stage/registry.h"

namespace sinew {

enum class Clock { kLive, kReplay, kLockstep };

/// One edge as it will run.
struct PlannedEdge {
  int from_stage = -1;  ///< index into GraphPlan::stages; -1: the graph's own input
  int output = 0;       ///< index into the writer's outputs, or into GraphPlan::inputs
  int to_stage = -1;    ///< -1: the graph's own output
  int input = 0;        ///< index into the reader's ports, or into GraphPlan::outputs
  int entry = 0;        ///< position in a list port
  Role role = Role::kTrigger;
  bool same_lane = false;
  bool feedback = false;
  bool lossless = false;  ///< on the way from a source to a lossless port
  bool holds_newest =
      false;      ///< leaves a live source and blocks: one newest frame waits behind the queue
  int depth = 1;  ///< messages that the queue holds
  WhenFull when_full = WhenFull::kBlock;
  std::string policy_reason;  ///< for explain: "offline graph", "newest only", "written",
                              ///< "lossless for slam/track.left"
  Duration tolerance{0};
  std::optional<Duration> max_age, max_wait;
  OnMissing on_missing = OnMissing::kSkip;
  bool one_beyond = false;    ///< Since: also the first message after the trigger's stamp
  std::optional<int> copies;  ///< as demanded on the edge, the stage or the graph
  std::string name;           ///< "rectify.left -> slam/track.left"
  Mark mark;
};

/// One output with its pools.
struct PlannedOutput {
  const PayloadType* type = nullptr;  ///< resolved, also for Any
  Shape shape;
  Space space = Space::kHost;
  int messages = 1;       ///< slots of the message pool
  int buffers = 0;        ///< 0: no bulk of its own (none, or an alias)
  bool one_lane = false;  ///< all readers are on the writer's lane
  std::vector<int> edges;
};

struct PlannedStage {
  std::string name;
  const StageEntry* entry = nullptr;
  std::shared_ptr<void> params;
  int lane = 0;
  std::vector<int> edges;                 ///< of the inputs, in the order of ports and list entries
  std::vector<std::uint16_t> first_edge;  ///< per input port, and one past the last
  std::vector<PlannedOutput> outputs;
  Shapes input_shapes, output_shapes;
  std::vector<int> at_least;  ///< per input port (groups)
  std::optional<Duration> every, deadline, timeout;
  OnFault on_fault = OnFault::kStop;
  int hold = 0;       ///< undecided triggers that may wait beside the queue
  int in_flight = 1;  ///< frames that may be unfinished on the lane (a GPU lane: 2)
  int rank = 0;       ///< topological position: larger is further downstream
  std::string where;  ///< "stages.slam"
  Mark mark;
};

struct PlannedLane {
  std::string name;
  LaneSpec asked;
  std::string granted;    ///< "CPU", or why not as asked
  std::vector<int> cpus;  ///< empty: any
  WaitKind wait = WaitKind::kBlock;
  bool source_lane = false;  ///< made for one source that waits for the outside world
  bool polls = false;        ///< holds a live source, which may wait for a descriptor
  std::vector<int> stages;   ///< most downstream first
};

/// An open end of the graph, fed or read by the program that runs it.
struct PlannedPort {
  std::string name;
  PlannedOutput output;  ///< of an input: type, shape and pools of what will be fed
  int edge = -1;         ///< of an output: the edge that ends here
};

/// A graph resolved for this machine: what `explain` prints and the runtime runs.
struct GraphPlan {
  std::string name;
  std::string file;
  Clock clock = Clock::kLockstep;
  std::string clock_reason;          ///< "no source is live"
  std::string board;                 ///< name of the board file
  int board_cpus = 0;                ///< 0: as found
  std::vector<std::string> require;  ///< what may not be downgraded: gpu, realtime, …
  std::vector<PlannedStage> stages;  ///< in the order of the file
  std::vector<PlannedEdge> edges;
  std::vector<PlannedLane> lanes;
  std::vector<PlannedPort> inputs, outputs;
  std::vector<std::string> notes;  ///< downgrades and warnings, one sentence each
  std::size_t host_bytes = 0;      ///< of all buffer pools
};

struct PlanOptions {
  std::optional<Clock> clock;  ///< default: live where a source is live, else lockstep
  std::filesystem::path config_directory;
};

/// Resolves names, types, shapes, lanes, queues and pools. Opens no device. What is wrong is added
/// to `problems`; the plan is complete only if there are none.
GraphPlan plan_graph(const GraphSpec& spec, const Board& board, const PlanOptions& options,
                     Problems& problems);

/// read_graph_file, then plan_graph, on the registered stages. @throws Error with every problem
GraphPlan load_graph(const std::string& path,
                     const std::vector<std::pair<std::string, std::string>>& defines,
                     const Board& board, const PlanOptions& options);

/// What a lane asks for, as explain and the report say it: "GPU 40%, priority high".
std::string asked_text(const LaneSpec& asked);

/// The resolved plan as `sinew explain` prints it.
std::string explain(const GraphPlan& plan);

}  // namespace sinew
