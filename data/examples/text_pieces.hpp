// Cuts plain text into sentences and words, at the boundaries of the Unicode standard.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// The bytes begin..end-1 of a text.
struct TextPiece {
  std::size_t begin = 0, end = 0;
  bool operator==(const TextPiece&) const = default;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The words of a text in UTF-8. They are the pieces between word boundaries (Unicode Standard
/// Annex 29, root locale) that are not white space or control characters alone. A punctuation mark
/// is a word. Bytes that are not UTF-8 count as letters. Cost: linear.
std::vector<TextPiece> words_in(std::string_view text);

/// The sentences of a text, by the sentence boundaries of the same annex, without the white space
/// around them. Cost: linear.
std::vector<TextPiece> sentences_in(std::string_view text);

}  // namespace costruct::experiments
