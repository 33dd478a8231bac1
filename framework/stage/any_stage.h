// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "framework/core/time.h"
#include "framework/memory/buffer.h"
#include "framework/messages/message.h"
#include "framework/messages/shape.h"

namespace sinew {

enum class Outcome;

/// What one edge brings to one run.
struct EdgeInput {
  std::span<const MessageRef> messages;  ///< none, one, or for Since any number
};

/// What one output needs before a run and holds after it.
struct OutputSlot {
  void* payload = nullptr;       ///< of a free message, of the output's type; filled by an emit
  Buffer spare;                  ///< a free buffer for ports with bulk of their own
  const Shape* shape = nullptr;  ///< as planned
  bool own_buffer = false;       ///< has a pool of buffers: no alias, no Any
  bool emitted = false;
};

/// One run, erased: the worker fills it, the stage box unpacks it into In and Out.
struct StageRun {
  Time stamp{};
  std::uint64_t sequence = 0;
  Time born{};
  std::span<const EdgeInput> edges;           ///< the ports' edges, in the order of ports and lists
  std::span<const std::uint16_t> first_edge;  ///< per input port, and one past the last
  std::span<OutputSlot> outputs;              ///< per output port
  Time out_stamp{};                           ///< after the run
  std::string_view end_reason;  ///< after the run: not empty where the stage ends the graph
};

/// A stage of any type. All calls come from the lane's thread, except the destructor.
class AnyStage {
 public:
  virtual ~AnyStage() = default;

  /// @throws whatever the stage throws: a fault
  virtual Outcome run(StageRun& run) = 0;
  virtual void finish() = 0;
  virtual void reset() = 0;
  virtual Time next_stamp() = 0;
  virtual int wait_fd() = 0;
  /// @param command  index into StageEntry::commands
  virtual void call(int command, const std::string& argument) = 0;
};

}  // namespace sinew
