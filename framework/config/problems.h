// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A place in a file of the user. Line and column count from 1; line 0 is the file as a whole.
struct Mark {
  std::string file;
  int line = 0;
  int column = 0;
};

/// Gathers everything that is wrong with a graph, so that the user sees it at once.
class Problems {
 public:
  /// `where` is the path of keys ("stages.slam.with.gain"), `what` one sentence without a full
  /// stop; control characters in them are replaced. Line 0 leaves out line and column, an empty
  /// file the whole place.
  void add(const Mark& mark, const std::string& where, const std::string& what);

  void add_all(const Problems& others) {
    lines_.insert(lines_.end(), others.lines_.begin(), others.lines_.end());
  }

  bool empty() const { return lines_.empty(); }

  /// "file:line:col: where: what", sorted by place, one a line, no duplicates.
  std::string text() const;

  /// @throws Error with text() unless empty
  void throw_if_any() const;

 private:
  struct Line {
    Mark mark;
    std::string text;
  };
  std::vector<Line> lines_;
};

/// A word of the user for a message: in quotes, cut after 60 bytes.
std::string in_quotes(const std::string& text);

/// "; did you mean 'x'?" for the nearest of the known names, or "" where none is near (more than a
/// third of the letters would change). Of equally near names the first.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

}  // namespace sinew
