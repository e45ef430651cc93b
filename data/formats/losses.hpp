// Losses: what a format cannot hold of the examples of another one.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Counts losses by kind, with the place of the first one.
class Losses {
 public:
  /// Sets the place of the example that is written next: "line 3".
  void begin_example(std::string place) { place_ = std::move(place); }
  /// Adds losses of a kind.
  /// @param kind  a sentence without its end: "comments are left out"
  void add(std::string_view kind, Index count = 1);
  /// A sentence for each kind: "comments are left out: 12, the first in line 3".
  std::vector<std::string> sentences() const;

 private:
  struct Kind {
    std::string text;
    Index count = 0;
    std::string place;
  };
  std::vector<Kind> kinds_;
  std::string place_;
};

}  // namespace costruct::experiments
