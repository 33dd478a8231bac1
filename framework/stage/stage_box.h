// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "framework/stage/registry.h"
#include "framework/stage/stage.h"

// Type erasure of a stage: nobody but SINEW_STAGE needs this file.

namespace sinew {

// ---- binding one input port -----------------------------------------------------------------

inline const Message* only(const EdgeInput& edge) {
  return edge.messages.empty() ? nullptr : edge.messages.front().get();
}

template <class T>
struct Binder {  // the trigger, by value
  static void bind(T& member, const StageRun&, std::span<const EdgeInput> edges) {
    if (edges.empty() || edges[0].messages.empty()) return;
    if constexpr (std::is_same_v<T, Any>)
      member.message = edges[0].messages.front();
    else
      member = edges[0].messages.front().template payload<T>();
  }
  static void clear(T& member) {
    if constexpr (std::is_same_v<T, Any>)
      member.message.reset();
    else if constexpr (HasBulk<T>)
      member.buffer.reset();
  }
};
template <class T>
struct Binder<Matched<T>> {
  static void bind(Matched<T>& member, const StageRun&, std::span<const EdgeInput> edges) {
    member.bind(edges.empty() ? nullptr : only(edges[0]));
  }
  static void clear(Matched<T>&) {}
};
template <class T>
struct Binder<Latest<T>> {
  static void bind(Latest<T>& member, const StageRun& run, std::span<const EdgeInput> edges) {
    member.bind(edges.empty() ? nullptr : only(edges[0]), run.stamp);
  }
  static void clear(Latest<T>&) {}
};
template <class T>
struct Binder<Since<T>> {
  static void bind(Since<T>& member, const StageRun&, std::span<const EdgeInput> edges) {
    member.bind(edges.empty() ? std::span<const MessageRef>{} : edges[0].messages);
  }
  static void clear(Since<T>&) {}
};
template <class T>
struct Binder<Group<T>> {
  static void bind(Group<T>& member, const StageRun&, std::span<const EdgeInput> edges) {
    member.entries().resize(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) member.entries()[i].bind(only(edges[i]));
  }
  static void clear(Group<T>&) {}
};
template <class R>
struct Binder<List<R>> {
  static void bind(List<R>& member, const StageRun& run, std::span<const EdgeInput> edges) {
    if constexpr (requires { MessageTraits<R>::kName; }) {
      for (std::size_t i = 0; i < edges.size(); ++i)
        if (only(edges[i])) member.bind(edges.size(), i, edges[i].messages.front());
    } else {
      member.entries().resize(edges.size());
      for (std::size_t i = 0; i < edges.size(); ++i)
        Binder<R>::bind(member.entries()[i], run, edges.subspan(i, 1));
    }
  }
  static void clear(List<R>&) {}
};

// ---- outputs --------------------------------------------------------------------------------

template <class T>
T& output_value(T& member) {
  return member;
}
template <class T>
T& output_value(Maybe<T>& member) {
  return member.value();
}

template <class T>
using output_payload = std::remove_reference_t<decltype(output_value(std::declval<T&>()))>;

template <class T>
void prepare_output(T& member, OutputSlot& slot) {
  slot.emitted = false;
  if constexpr (PortType<T>::kMaybe) member.clear();
  if constexpr (HasBulk<output_payload<T>>) {
    if (slot.spare) adopt(output_value(member), std::move(slot.spare), *slot.shape);
  }
}

template <class T>
void collect_output(T& member, OutputSlot& slot) {
  if constexpr (PortType<T>::kMaybe) {
    if (!member.emitted()) return;
  }
  auto& value = output_value(member);
  if constexpr (std::is_same_v<output_payload<T>, Any>) {
    if (!value.message) return;
    value.message->type->assign(slot.payload, value.message->payload);
  } else {
    *static_cast<output_payload<T>*>(slot.payload) = std::move(value);
  }
  slot.emitted = true;
}

/// What was not published: a buffer of our own serves the next run, a handle to an input goes.
template <class T>
void clear_output(T& member, OutputSlot& slot) noexcept {
  auto& value = output_value(member);
  if constexpr (HasBulk<output_payload<T>>) {
    if (value.buffer && slot.own_buffer && !slot.spare) slot.spare = std::move(value.buffer);
  }
  value = output_payload<T>{};
}

template <auto Member>
auto& member_of(const PortRow<Member>&, member_class<Member>& object) {
  return object.*Member;
}

// ---- the box --------------------------------------------------------------------------------

template <class S>
class StageBox final : public AnyStage {
 public:
  StageBox(const typename S::Params& params, StageSetup& setup) : stage_(params, setup) {
    input_rows(), output_rows();  // made here, since a run may not allocate
  }

  Outcome run(StageRun& run) override {
    const Clear clear{*this, run};
    in_.stamp = run.stamp;
    in_.sequence = run.sequence;
    in_.born = run.born;
    std::size_t p = 0;
    each_input([&](auto& member) {
      using T = std::remove_reference_t<decltype(member)>;
      const std::size_t first = run.first_edge[p], last = run.first_edge[p + 1];
      Binder<T>::bind(member, run, run.edges.subspan(first, last - first));
      ++p;
    });
    out_.stamp = run.stamp;
    out_.end_reason = {};
    std::size_t o = 0;
    each_output([&](auto& member) { prepare_output(member, run.outputs[o++]); });
    Outcome outcome;
    if constexpr (SourceStage<S>)
      outcome = stage_.next(in_, out_);
    else
      outcome = stage_.process(in_, out_);
    run.out_stamp = out_.stamp;
    run.end_reason = out_.end_reason;
    o = 0;
    if (outcome == Outcome::kEmit)
      each_output([&](auto& member) { collect_output(member, run.outputs[o++]); });
    return outcome;
  }

  void finish() override {
    if constexpr (requires { stage_.finish(); }) stage_.finish();
  }
  void reset() override {
    if constexpr (requires { stage_.reset(); }) stage_.reset();
  }
  Time next_stamp() override {
    if constexpr (requires { stage_.next_stamp(); })
      return stage_.next_stamp();
    else
      return kTimeMin;
  }
  int wait_fd() override {
    if constexpr (requires { stage_.wait_fd(); })
      return stage_.wait_fd();
    else
      return -1;
  }
  void call(int command, const std::string& argument) override {
    if constexpr (requires { S::commands(); })
      std::apply(
          [&](const auto&... row) {
            int i = 0;
            ((i++ == command ? (stage_.*row.call)(argument) : void()), ...);
          },
          S::commands());
    else
      (void)command, (void)argument;
  }

 private:
  /// Lets go of every payload, whatever way the run ends.
  struct Clear {
    StageBox& box;
    StageRun& run;
    ~Clear() {
      std::size_t o = 0;
      box.each_output([&](auto& member) { clear_output(member, run.outputs[o++]); });
      box.each_input(
          [](auto& member) { Binder<std::remove_reference_t<decltype(member)>>::clear(member); });
    }
  };

  static const auto& input_rows() {
    static const auto rows = S::In::describe();
    return rows;
  }
  static const auto& output_rows() {
    static const auto rows = S::Out::describe();
    return rows;
  }

  template <class F>
  void each_input(F&& f) {
    std::apply([&](const auto&... row) { (f(member_of(row, in_)), ...); }, input_rows());
  }
  template <class F>
  void each_output(F&& f) {
    std::apply([&](const auto&... row) { (f(member_of(row, out_)), ...); }, output_rows());
  }

  typename S::In in_;
  typename S::Out out_;
  S stage_;
};

/// A row of Stage::commands(): command<&Slam::save_map>("doc"); the member takes a const string&.
template <class S>
struct CommandRow {
  std::string_view name, doc;
  void (S::*call)(const std::string& argument);
};
template <auto Member>
CommandRow<member_class<Member>> command(std::string_view doc) {
  return {member_name<Member>(), doc, Member};
}

template <class Ports>
std::vector<PortInfo> port_infos(const std::vector<PortInfo>& inputs) {
  const auto rows = Ports::describe();
  static_assert(member_count<Ports>() == std::tuple_size_v<decltype(Ports::describe())> + 1,
                "every port needs a row in describe()");
  std::vector<PortInfo> infos;
  const auto add = [&](const auto& row) {
    PortInfo info = row.info;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (!row.alias.empty() && inputs[i].name == row.alias) info.aliases = static_cast<int>(i);
    infos.push_back(std::move(info));
  };
  std::apply([&](const auto&... row) { (add(row), ...); }, rows);
  return infos;
}

template <StageType S>
StageEntry make_stage_entry(std::string_view name, std::string_view doc) {
  static_assert(ProcessingStage<S> != SourceStage<S>,
                "a stage has either process(const In&, Out&) or next(const In&, Out&)");
  using Params = typename S::Params;
  StageEntry entry;
  entry.name = name;
  entry.doc = doc;
  entry.params = param_infos<Params>();
  entry.inputs = port_infos<typename S::In>({});
  entry.outputs = port_infos<typename S::Out>(entry.inputs);
  entry.is_source = SourceStage<S>;
  if constexpr (requires { S::kLive; }) entry.is_live = S::kLive;
  entry.has_next_stamp = requires(S & s) {
    { s.next_stamp() } -> std::same_as<Time>;
  };
  if constexpr (requires { S::commands(); })
    std::apply(
        [&](const auto&... row) {
          (entry.commands.push_back({std::string(row.name), std::string(row.doc)}), ...);
        },
        S::commands());
  entry.make_params = [] { return std::static_pointer_cast<void>(std::make_shared<Params>()); };
  if constexpr (requires(const Params& p, Problems& problems, const Mark& m) {
                  p.check(problems, m, std::string());
                })
    entry.check_params = [](const void* p, Problems& problems, const Mark& mark,
                            const std::string& where) {
      static_cast<const Params*>(p)->check(problems, mark, where);
    };
  entry.plan = [](const void* params, const Shapes& inputs) -> Shapes {
    if constexpr (requires { S::plan(std::declval<const Params&>(), inputs); })
      return S::plan(*static_cast<const Params*>(params), inputs);
    else
      return (void)params, (void)inputs, Shapes();
  };
  entry.make = [](const void* params, StageSetup& setup) -> std::unique_ptr<AnyStage> {
    return std::make_unique<StageBox<S>>(*static_cast<const Params*>(params), setup);
  };
  return entry;
}

}  // namespace sinew
