// Lines of column files that look like a sentence but are a document border or a comment.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// A sentence with only this token is the border between two documents, as in CoNLL-2003.
inline constexpr std::string_view kDocumentBorder = "-DOCSTART-";
/// Comments begin with this sign; sentences may, too.
inline constexpr std::string_view kCommentSign = "#";
/// The start of a comment. A token like "#tag" does not begin like this.
inline constexpr std::string_view kCommentStart = "# ";
/// The option that skips such lines.
inline constexpr const char* kSkipOption = "skip";

/// Counts the sentences of a file that look like such lines. Call look_at() for each sentence, then
/// note().
class MarkerLines {
 public:
  void look_at(const RawExample& sentence);
  /// A message on what was found, beginning with the file's name. It says how the option `skip`
  /// leaves such lines out. Nullopt if nothing was found, or if only a few sentences begin with #.
  std::optional<std::string> note(const std::string& file) const;

 private:
  struct Found {
    Index count = 0, first_line = 0;
    void add(Index line) {
      if (count++ == 0) first_line = line;
    }
  };
  Index sentences_ = 0;
  Found borders_, comments_;
};

}  // namespace costruct::experiments
