// What laws are not obeyed: collected, so that a test can ask for violations as well as for none.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct::test {

/// Lines "law: where and what", the first few of each law in full.
class Violations {
 public:
  /// Stands before all lines that follow.
  void set_where(std::string where) { where_ = std::move(where); }

  void add(const std::string& law, const std::string& what) {
    if (++count_[law] <= kShown) lines_.push_back(law + ": " + where_ + what);
  }
  /// add() unless the law holds; for where it costs nothing to say what happened.
  void expect(bool holds, const std::string& law, const std::string& what) {
    if (!holds) add(law, what);
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all = lines_;
    for (const auto& [law, count] : count_) {
      if (count > kShown) all.push_back(fmt::format("{}: and {} more", law, count - kShown));
    }
    return all;
  }

 private:
  static constexpr int kShown = 3;
  std::string where_;
  std::map<std::string, int> count_;
  std::vector<std::string> lines_;
};

/// Whether one of the violations is of this law.
inline bool violated(const std::vector<std::string>& violations, const std::string& law) {
  return std::any_of(violations.begin(), violations.end(),
                     [&](const std::string& line) { return line.starts_with(law + ":"); });
}

inline std::string text_of(const Output& y) {
  return fmt::format("({})", fmt::join(y.parts, " "));
}

inline std::string text_of(const Decoded& found) {
  return fmt::format("{} of {}", text_of(found.output), found.value);
}

}  // namespace costruct::test
