// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/config/param.h"
#include "framework/core/log.h"
#include "framework/lane/lane.h"
#include "framework/stage/kept.h"
#include "framework/stage/port.h"
#include "framework/stage/results.h"
#include "framework/stage/shapes.h"

namespace sinew {

/// What one run of a stage came to.
enum class Outcome {
  kEmit,  ///< the outputs are to be published
  kSkip,  ///< nothing for this stamp; readers are told at once
  kEnd,   ///< sources: nothing more will come
};

/// Base of a stage's In: what is known of the run beside its ports. A timer's stamp is its due
/// time.
struct Inputs {
  Time stamp{};                ///< the trigger's
  std::uint64_t sequence = 0;  ///< the trigger's
  Time born{};                 ///< when the trigger's frame entered the graph
};

/// Base of a stage's Out.
struct Outputs {
  Time stamp{};  ///< of what is published: the trigger's unless a source sets it; must increase

  /// Ends the whole graph in order after this run.
  void end(std::string_view reason) { end_reason = reason; }

  std::string_view end_reason;  ///< must be a literal or outlive the run
};

/// What a stage is given when it is made. Setup may allocate and throw.
struct StageSetup {
  const Lane& lane;         ///< where the stage will run; lives longer than the stage
  const std::string& name;  ///< in the graph: "slam/track"
  const Shapes& inputs;     ///< what the connected inputs will bring
  const Shapes& outputs;    ///< what `plan` answered
  std::filesystem::path output_directory;  ///< for files that the stage writes; exists
  RetireList* retired = nullptr;           ///< for Kept
  Log& log;                                ///< rate-limited, names the stage
  Results& results;                        ///< figures for the report
};

/// What a stage is: no base class. Params, In and Out describe() their members. `params` stays
/// valid for the stage's life; a live parameter changes in place between runs, so keep the
/// reference.
template <class S>
concept StageType = requires {
  typename S::Params;
  typename S::In;
  typename S::Out;
}
&&std::derived_from<typename S::In, Inputs>&& std::derived_from<typename S::Out, Outputs>&&
    std::constructible_from<S, const typename S::Params&, StageSetup&>;

/// A stage that is triggered, by a message or by a timer (`every:`).
template <class S>
concept ProcessingStage = StageType<S> &&
    requires(S& stage, const typename S::In& in, typename S::Out& out) {
  { stage.process(in, out) } -> std::same_as<Outcome>;
};

/// A stage that starts messages. Optional: `int wait_fd()` (what to poll; -1 for nothing) and
/// `Time next_stamp()` (of what `next` will give; kTimeMax at the end), which replay and lockstep
/// need. `static constexpr bool kLive = true` where the outside world sets the pace.
template <class S>
concept SourceStage = StageType<S> &&
    requires(S& stage, const typename S::In& in, typename S::Out& out) {
  { stage.next(in, out) } -> std::same_as<Outcome>;
};

/// A stage without inputs, outputs or parameters names these.
struct NoParams {
  static std::tuple<> describe() { return {}; }
};
struct NoInputs : Inputs {
  static std::tuple<> describe() { return {}; }
};
struct NoOutputs : Outputs {
  static std::tuple<> describe() { return {}; }
};

}  // namespace sinew

#include "framework/stage/stage_box.h"  // IWYU pragma: export

/// Registers a stage; the last line of its file:
///   SINEW_STAGE(Brighten, "image.brighten", "Brightens one image.")
#define SINEW_STAGE(Class, name, doc)                           \
  [[maybe_unused]] static const bool sinew_registered_##Class = \
      ::sinew::register_stage(::sinew::make_stage_entry<Class>(name, doc));
