// SPDX-License-Identifier: Apache-2.0
#include "tests/support/flow_stages.h"

#include <chrono>

#include "framework/stage/stage.h"

// Stages that do nothing but let messages flow: sources with periods, skips and faults, joins of
// every role, and sinks that record.

namespace sinew {

namespace test {

void Recorder::add(const std::string& stage, Seen seen) {
  const std::lock_guard lock(mutex_);
  seen_[stage].push_back(seen);
}

std::map<std::string, std::vector<Seen>> Recorder::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(seen_, {});
}

Recorder& recorder() {
  static Recorder instance;
  return instance;
}

}  // namespace test

namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2);
  return a * 0xff51afd7ed558ccdu;
}

/// Keeps the lane's thread busy: a stage that works.
void work(int us) {
  const Time until = now() + std::chrono::microseconds(us);
  while (now() < until) {
  }
}

struct FlowParams {
  int skip_every = 0;
  int fault_every = 0;
  int work_us = 0;

  static auto describe() {
    return std::tuple{
        param<&FlowParams::skip_every>("Skips where stamp / 1 ms is a multiple; 0: never.")
            .range(0, 1000),
        param<&FlowParams::fault_every>("Throws where stamp / 1 ms is a multiple; 0: never.")
            .range(0, 1000),
        param<&FlowParams::work_us>("Time that a run takes.").range(0, 1'000'000)};
  }

  /// @return whether this stamp is let through. @throws Error for a fault
  bool passes(Time stamp) const {
    work(work_us);
    const auto ms = to_ns(stamp) / 1'000'000;
    if (fault_every > 0 && ms % fault_every == 0) throw Error("a fault, as asked");
    return skip_every == 0 || ms % skip_every != 0;
  }
};

struct ParcelOut : Outputs {
  Parcel parcel;
  ParcelList list;
  static auto describe() {
    return std::tuple{port<&ParcelOut::parcel>("a hash"), port<&ParcelOut::list>("a list")};
  }
};

Shapes plan_parcels() { return Shapes().set<&ParcelOut::list>(ParcelList::shape(4)); }

class Source {
 public:
  struct Params {
    int period_ms = 10;
    int offset_ms = 0;
    int count = 20;
    int fault_at = -1;

    static auto describe() {
      return std::tuple{
          param<&Params::period_ms>("Between stamps.").range(1, 10000),
          param<&Params::offset_ms>("Of the first stamp.").range(0, 10000),
          param<&Params::count>("Messages.").range(0, 1'000'000),
          param<&Params::fault_at>("Throws once at this message; -1: never.").range(-1, 1e6)};
    }
  };
  struct In : Inputs {
    Latest<Parcel> back;
    static auto describe() { return std::tuple{port<&In::back>("feedback").optional()}; }
  };
  using Out = ParcelOut;

  static Shapes plan(const Params&, const Shapes&) { return plan_parcels(); }
  Source(const Params& params, StageSetup&) : params_(params) {}

  Time next_stamp() const {
    if (index_ >= params_.count) return kTimeMax;
    return Time(std::chrono::milliseconds(params_.offset_ms + index_ * params_.period_ms));
  }

  Outcome next(const In& in, Out& out) {
    out.stamp = next_stamp();
    const int index = index_++;
    if (index == params_.fault_at) throw Error("the source failed, as asked");
    out.parcel.value = mix(static_cast<std::uint64_t>(index), in.back ? in.back->value : 1);
    out.list.push_back(out.parcel.value);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
  int index_ = 0;
};

class Pass {
 public:
  using Params = FlowParams;
  struct In : Inputs {
    Parcel parcel;
    static auto describe() { return std::tuple{port<&In::parcel>("any")}; }
  };
  using Out = ParcelOut;

  static Shapes plan(const Params&, const Shapes&) { return plan_parcels(); }
  Pass(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (!params_.passes(in.stamp)) return Outcome::kSkip;
    out.parcel.value = mix(in.parcel.value, 2);
    out.list.push_back(out.parcel.value);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

/// A trigger with partners of every waiting role.
class Join {
 public:
  using Params = FlowParams;
  struct In : Inputs {
    Parcel parcel;
    Matched<Parcel> matched;
    Matched<ParcelList> list;
    Since<Parcel> since;
    Latest<Parcel> latest;
    static auto describe() {
      return std::tuple{port<&In::parcel>("the trigger"),
                        port<&In::matched>("same stamp").optional(),
                        port<&In::list>("same stamp, with bulk").optional(),
                        port<&In::since>("since the last").optional(),
                        port<&In::latest>("the newest").optional()};
    }
  };
  using Out = ParcelOut;

  static Shapes plan(const Params&, const Shapes&) { return plan_parcels(); }
  Join(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (!params_.passes(in.stamp)) return Outcome::kSkip;
    std::uint64_t value = mix(in.parcel.value, 3);
    if (in.matched) value = mix(value, in.matched->value);
    if (in.list) value = mix(value, in.list->view()[0]);
    for (std::size_t i = 0; i < in.since.size(); ++i) value = mix(value, in.since[i].value);
    if (in.latest) value = mix(value, in.latest->value);
    out.parcel.value = value;
    out.list.push_back(value);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

class Gather {
 public:
  using Params = FlowParams;
  struct In : Inputs {
    Group<Parcel> parcels;
    static auto describe() { return std::tuple{port<&In::parcels>("a set")}; }
  };
  using Out = ParcelOut;

  static Shapes plan(const Params&, const Shapes&) { return plan_parcels(); }
  Gather(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (!params_.passes(in.stamp)) return Outcome::kSkip;
    std::uint64_t value = 4;
    for (std::size_t i = 0; i < in.parcels.size(); ++i)
      value = mix(value, in.parcels[i] ? in.parcels[i]->value : i);
    out.parcel.value = value;
    out.list.push_back(value);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

/// Merges any number of edges; keeps the last two.
class Merge {
 public:
  using Params = FlowParams;
  struct In : Inputs {
    List<ParcelList> lists;
    static auto describe() { return std::tuple{port<&In::lists>("any of them").keeps(2)}; }
  };
  using Out = ParcelOut;

  static Shapes plan(const Params&, const Shapes&) { return plan_parcels(); }
  Merge(const Params& params, StageSetup& setup)
      : params_(params), last_(setup.retired), before_(setup.retired) {}

  Outcome process(const In& in, Out& out) {
    if (!params_.passes(in.stamp)) return Outcome::kSkip;
    std::uint64_t value = mix(in.lists->view()[0], in.lists.entry());
    if (before_) value = mix(value, before_->view()[0]);
    before_ = std::move(last_);
    last_ = *in.lists;
    out.parcel.value = value;
    out.list.push_back(value);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
  Kept<ParcelList> last_, before_;
};

class Sink {
 public:
  using Params = FlowParams;
  using Out = NoOutputs;
  struct In : Inputs {
    Parcel parcel;
    static auto describe() { return std::tuple{port<&In::parcel>("any")}; }
  };

  Sink(const Params& params, StageSetup& setup) : params_(params), name_(setup.name) {}

  Outcome process(const In& in, Out&) {
    if (!params_.passes(in.stamp)) return Outcome::kSkip;
    test::recorder().add(name_, {to_ns(in.stamp), in.parcel.value});
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
  const std::string name_;
};

}  // namespace

SINEW_STAGE(Source, "flow_test.source", "Numbers with a period.")
SINEW_STAGE(Pass, "flow_test.pass", "Passes numbers on.")
SINEW_STAGE(Join, "flow_test.join", "Joins in every role.")
SINEW_STAGE(Gather, "flow_test.gather", "Gathers sets.")
SINEW_STAGE(Merge, "flow_test.merge", "Merges edges.")
SINEW_STAGE(Sink, "flow_test.sink", "Records.")

}  // namespace sinew
