// The rows that the extractor `vectors` keeps of a file, and those that it leaves out.
#pragma once

#include <fmt/format.h>

#include <memory>
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
  using Numbers = std::vector<float>;
  Index dimensions = 0;
  StringTable words;

  const Numbers& numbers() const { return *numbers_; }
  void set_numbers(Numbers numbers) { numbers_ = std::make_shared<Numbers>(std::move(numbers)); }
  /// The numbers of all rows at hand, which do not change if rows are added.
  std::shared_ptr<const Numbers> shared_numbers() const { return numbers_; }

  std::span<const float> row(Index word) const {
    return std::span(numbers()).subspan(static_cast<std::size_t>(word * dimensions),
                                        static_cast<std::size_t>(dimensions));
  }
  /// Adds a row and returns its numbers, which are to be set.
  std::span<float> add(std::string_view word) {
    if (numbers_.use_count() > 1) set_numbers(*numbers_);
    words.intern(word);
    numbers_->resize(numbers_->size() + static_cast<std::size_t>(dimensions));
    return std::span(*numbers_).last(static_cast<std::size_t>(dimensions));
  }

 private:
  std::shared_ptr<Numbers> numbers_ = std::make_shared<Numbers>();
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
