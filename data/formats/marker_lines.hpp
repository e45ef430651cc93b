// Lines of column files that are written like a sentence and are none: borders of documents,
// comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// A sentence of this token alone is the border between two documents, as CoNLL-2003 has them.
inline constexpr std::string_view kDocumentBorder = "-DOCSTART-";
/// A comment begins with it; so may a sentence.
inline constexpr std::string_view kCommentSign = "#";
/// What a comment begins with, and no token like "#tag" does.
inline constexpr std::string_view kCommentStart = "# ";
/// The option that leaves such lines out.
inline constexpr const char* kSkipOption = "skip";

/// Counts the sentences of a file that look like such lines.
class MarkerLines {
 public:
  void look_at(const RawExample& sentence);
  /// What was found, behind the file's name; nothing where nothing was.
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
