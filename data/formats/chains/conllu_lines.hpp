// The lines of CoNLL-U: ten columns separated by TABs. A line is a token, a range of tokens or an
// empty node. Comments begin with #, and a blank line ends a sentence.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "costruct/core/json/value_form.hpp"

namespace costruct::experiments {

inline constexpr std::size_t kConlluColumns = 10;
using ConlluFields = std::array<std::string_view, kConlluColumns>;

/// The mark of a field without a value.
inline constexpr std::string_view kNoConlluValue = "_";

/// Splits a line at TABs. Returns the number of fields, also of those behind the tenth, which are
/// not stored. The fields are views of the line.
std::size_t split_conllu(std::string_view line, ConlluFields& fields);
/// The error message for a line with another number of fields than ten.
std::string wrong_conllu_columns(std::string_view line, std::size_t count);

/// The kind of a line: a token (id 3), a range of tokens (3-4), an empty node (3.1), or an error.
enum class ConlluLine { kToken, kRange, kEmptyNode, kOther };
/// The kind of a line with this id. Ids of tokens count from 1 without gaps. An empty node may
/// stand before the first token.
/// @param tokens  number of tokens of the sentence before this line
ConlluLine conllu_line(std::string_view id, std::uint64_t tokens);
/// The error message for a line that is kOther.
std::string wrong_conllu_id(std::string_view id, std::uint64_t tokens);

/// The option `documents`, which the formats of CoNLL-U share.
inline constexpr const char* kConlluDocuments = "documents";
/// The meaning of the option, for its declaration.
inline constexpr const char* kConlluDocumentsMeaning =
    "reads the documents whose id (\"# newdoc id = ...\") begins with this; files without labels "
    "are "
    "read whole";
/// The form of the value of the option (value_form.hpp).
Json conllu_documents_form();

/// Tells which sentences of a file the option `documents` selects. Pass it all lines that begin
/// with #, in order, and ask takes_sentence() once at the end of each sentence.
class ConlluDocuments {
 public:
  /// @param start  of the ids of the documents that are read; "": all
  explicit ConlluDocuments(std::string start) : start_(std::move(start)) {}
  /// Looks at a line that begins with #. "# newdoc" begins a new document with the sentence that
  /// the line belongs to.
  void see_comment(std::string_view line);
  /// Whether the sentence that was read last is in a selected document.
  bool takes_sentence();
  /// Call it at the end of a file. An error message if no sentence was selected; else "".
  std::string missing() const;

 private:
  std::string start_;
  bool is_wanted_ = start_.empty(), has_wanted_ = start_.empty();
};

}  // namespace costruct::experiments
