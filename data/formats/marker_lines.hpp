// Marker lines of column files: borders of documents, and comments. They look like sentences.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// A sentence that consists of this token alone is a border between two documents, as in
/// CoNLL-2003.
inline constexpr std::string_view kDocumentBorder = "-DOCSTART-";
/// A comment begins with this sign, but a sentence may as well.
inline constexpr std::string_view kCommentSign = "#";
/// A comment begins with this text; a token such as "#tag" does not.
inline constexpr std::string_view kCommentStart = "# ";
/// The option that skips such lines.
inline constexpr const char* kSkipOption = "skip";

/// Counts the sentences of a file that look like such lines.
class MarkerLines {
 public:
  void look_at(const RawExample& sentence);
  /// A note on the lines found, after the file's name; nullopt if there are no such lines.
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
