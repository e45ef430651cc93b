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

/// Splits a line at TABs. Returns the number of fields, including those that do not fit.
std::size_t split_conllu(std::string_view line, ConlluFields& fields);
/// The error message for a line with another number of fields than ten.
std::string wrong_conllu_columns(std::string_view line, std::size_t count);

enum class ConlluLine { kToken, kRange, kEmptyNode, kOther };
/// The kind of a line with this id behind so many tokens. An empty node may stand before the first
/// one.
ConlluLine conllu_line(std::string_view id, std::uint64_t tokens);
/// The error message for a line that is kOther.
std::string wrong_conllu_id(std::string_view id, std::uint64_t tokens);

/// The option `documents`, which the formats of CoNLL-U share.
inline constexpr const char* kConlluDocuments = "documents";
inline constexpr const char* kConlluDocumentsMeaning =
    "reads the documents whose id (\"# newdoc id = ...\") begins with this; files without labels "
    "are "
    "read whole";
Json conllu_documents_form();

/// Tells which sentences of a file are read by `documents`.
class ConlluDocuments {
 public:
  /// @param start  of the ids of the documents that are read; "": all
  explicit ConlluDocuments(std::string start) : start_(std::move(start)) {}
  /// Looks at a line that begins with #. The sentence that it belongs to is of a new document if
  /// the line says so.
  void see_comment(std::string_view line);
  /// Whether the sentence that was read last is wanted.
  bool takes_sentence();
  /// An error message at the end of a file without a wanted sentence; else "".
  std::string missing() const;

 private:
  std::string start_;
  bool is_wanted_ = start_.empty(), has_wanted_ = start_.empty();
};

}  // namespace costruct::experiments
