// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "framework/core/error.h"
#include "framework/messages/message.h"
#include "framework/messages/payload.h"

namespace sinew {

/// A message as a stage sees it: present or not, its payload and its stamp. Valid during `process`.
template <class T>
class Received {
 public:
  explicit operator bool() const { return message_ != nullptr; }
  const T& operator*() const { return *static_cast<const T*>(message_->payload); }
  const T* operator->() const { return static_cast<const T*>(message_->payload); }
  Time stamp() const { return message_->stamp; }
  std::uint64_t sequence() const { return message_->sequence; }

  void bind(const Message* message) { message_ = message; }

 private:
  const Message* message_ = nullptr;
};

/// Port role: the message with the trigger's stamp, within the edge's `tolerance`. Absent only with
/// `on_missing: run`.
template <class T>
class Matched : public Received<T> {};

/// Port role: the newest message. Absent before the first one, or when older than `max_age`; stays
/// when its writer has ended.
template <class T>
class Latest : public Received<T> {
 public:
  /// The trigger's stamp minus this message's.
  Duration age() const { return trigger_stamp_ - this->stamp(); }

  void bind(const Message* message, Time trigger_stamp) {
    Received<T>::bind(message);
    trigger_stamp_ = trigger_stamp;
  }

 private:
  Time trigger_stamp_{};
};

/// Port role: every message since the last run up to the trigger's stamp, oldest first, and one
/// beyond it where the port asks for it.
template <class T>
class Since {
 public:
  std::size_t size() const { return messages_.size(); }
  bool empty() const { return messages_.empty(); }
  const T& operator[](std::size_t i) const { return messages_[i].payload<T>(); }
  Time stamp(std::size_t i) const { return messages_[i]->stamp; }

  void bind(std::span<const MessageRef> messages) { messages_ = messages; }

 private:
  std::span<const MessageRef> messages_;
};

/// Port role: the trigger is a set, one message of each of its edges within `tolerance`, at least
/// `at_least` of them. Entries are in the order of the YAML; a missing one is absent.
template <class T>
class Group {
 public:
  std::size_t size() const { return entries_.size(); }  ///< number of edges
  const Received<T>& operator[](std::size_t entry) const { return entries_[entry]; }

  std::vector<Received<T>>& entries() { return entries_; }

 private:
  std::vector<Received<T>> entries_;
};

/// Port role: any number of edges, each in the role R (List<Latest<Image>>). List<T> of a payload
/// is a trigger: one run per message of any entry.
template <class R>
class List {
 public:
  std::size_t size() const { return entries_.size(); }
  const R& operator[](std::size_t entry) const { return entries_[entry]; }

  std::vector<R>& entries() { return entries_; }

 private:
  std::vector<R> entries_;
};

template <class T>
requires requires { MessageTraits<T>::kName; }
class List<T> {
 public:
  std::size_t size() const { return size_; }    ///< number of edges
  std::size_t entry() const { return entry_; }  ///< the edge that this run's message came by
  const T& operator*() const { return *message_; }
  const T* operator->() const { return &*message_; }
  /// The message itself, to pass on.
  const MessageRef& message() const { return *ref_; }

  void bind(std::size_t size, std::size_t entry, const MessageRef& message) {
    size_ = size;
    entry_ = entry;
    ref_ = &message;
    message_.bind(message.get());
  }

 private:
  std::size_t size_ = 0, entry_ = 0;
  const MessageRef* ref_ = nullptr;
  Received<T> message_;
};

/// A payload of whatever type the edge carries. As an output it passes the input's message on: its
/// type is that of the stage's first Any input.
struct Any {
  MessageRef message;
};

SINEW_MESSAGE(Any)

}  // namespace sinew
