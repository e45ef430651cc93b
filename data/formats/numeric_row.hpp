// A row `label [qid:N] number:value ... # comment`, shared by the formats svmlight and svmhmm.
#pragma once

#include <optional>
#include <string_view>

#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// Reads rows. Skips lines that are blank or have only a comment. Feature numbers lie in [0, 2^64),
/// in any order, each at most once in a row. The first number 0 of a file causes a note. Values are
/// finite. Entries with value 0 are left out.
class NumericRowReader {
 public:
  NumericRowReader(const std::filesystem::path& file, LabelUse labels)
      : lines_(file), labels_(labels) {}

  /// Reads the next row; returns false at the end of the file. Call add_to() to use the row.
  bool next_row();
  /// The label of the row; empty if labels are ignored.
  std::string_view label() const { return label_; }
  /// The N of the row's qid:N; nullopt if the row has no qid.
  std::optional<std::uint64_t> qid() const { return qid_; }
  /// Appends the row to an example, as its next part. The label is copied to `arena`, which must
  /// keep it as long as the example is used. Throws DataError, with file and line, for a malformed
  /// entry.
  void add_to(RawExample& example, TextArena& arena);

  Index line() const { return lines_.line(); }
  [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const {
    lines_.fail_at(line, what);
  }

 private:
  LineReader lines_;
  LabelUse labels_;
  std::string_view line_, label_, entries_;
  std::string record_;  // the lines of the example if labels are ignored
  std::optional<std::uint64_t> qid_;
  bool has_comment_ = false;           // since the row before
  bool has_zero_ = false;              // whether the file has the number 0
  std::vector<std::uint64_t> sorted_;  // scratch memory of the check for repeated numbers
};

/// How such rows are written, with qid:N for chains.
RowWriting numeric_row_writing(bool chains);

/// The rows of a record with other labels; see RowFormat::written.
std::string relabeled_rows(const Json& block, const RelabeledExample& example);

}  // namespace costruct::experiments
