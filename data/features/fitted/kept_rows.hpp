// The rows that the extractor `vectors` keeps of a file, and those that it leaves out.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

/// The rows of a file that are kept, by their word in the file.
class KeptRows {
 public:
  Index dimensions = 0;
  StringTable words;
  std::vector<float> numbers;

  std::span<const float> row(Index word) const {
    return std::span(numbers).subspan(static_cast<std::size_t>(word * dimensions),
                                      static_cast<std::size_t>(dimensions));
  }
  /// Adds a row and returns its numbers, which are to be set.
  std::span<float> add(std::string_view word) {
    words.intern(word);
    numbers.resize(numbers.size() + static_cast<std::size_t>(dimensions));
    return std::span(numbers).last(static_cast<std::size_t>(dimensions));
  }
};

/// Counts one kind of row in a file that is left out, for a note that names the first.
class LeftOut {
 public:
  void count(Index line, std::string_view word) {
    if (count_++ > 0) return;
    line_ = line;
    word_ = word;
  }
  void note(std::string_view what, std::vector<std::string>& notes) const {
    if (count_ == 0) return;
    notes.push_back(fmt::format(
        "{} left out, the first in line {}{}",
        counted(count_, fmt::format("row {} is", what), fmt::format("rows {} are", what)), line_,
        word_.empty() ? "" : " (" + shown_name(word_) + ")"));
  }

 private:
  Index count_ = 0, line_ = 0;
  std::string word_;
};

}  // namespace costruct::experiments
