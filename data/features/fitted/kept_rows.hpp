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

/// The rows of a file of word vectors that are kept, by their word in the file. Set `dimensions`
/// first, then add rows.
class KeptRows {
 public:
  using Numbers = std::vector<float>;
  Index dimensions = 0;  ///< numbers in a row
  StringTable words;     ///< the word of each row

  /// The numbers of all rows, row by row.
  const Numbers& numbers() const { return *numbers_; }
  /// Replaces the numbers of all rows.
  void set_numbers(Numbers numbers) { numbers_ = std::make_shared<Numbers>(std::move(numbers)); }
  /// The numbers of the rows so far. They stay valid and the same if rows are added later, because
  /// add() then copies them.
  std::shared_ptr<const Numbers> shared_numbers() const { return numbers_; }

  /// The row of a word by its number in `words`. Valid until the next add().
  std::span<const float> row(Index word) const {
    return std::span(numbers()).subspan(static_cast<std::size_t>(word * dimensions),
                                        static_cast<std::size_t>(dimensions));
  }
  /// Adds a row for a new word. Returns its numbers, which the caller sets before the next add().
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
  /// Counts a row.
  void count(Index line, std::string_view word) {
    if (count_++ > 0) return;
    line_ = line;
    word_ = word;
  }
  /// Appends a note if there are such rows, for example "2 rows without a word are left out, the
  /// first in line 7".
  /// @param what  the kind of row, for example "without a word"
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
