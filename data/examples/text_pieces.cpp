#include "costruct/data/examples/text_pieces.hpp"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <memory>
#include <string>

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

struct CloseIterator {
  void operator()(UBreakIterator* iterator) const { ubrk_close(iterator); }
};
using Iterator = std::unique_ptr<UBreakIterator, CloseIterator>;

void check(UErrorCode status) {
  if (U_FAILURE(status))
    throw DataError(std::string("ICU cannot find boundaries in the text: ") + u_errorName(status));
}

Iterator opened(UBreakIteratorType type) {
  UErrorCode status = U_ZERO_ERROR;
  Iterator iterator(ubrk_open(type, "", nullptr, 0, &status));
  check(status);
  return iterator;
}

// The piece without the white space at its ends.
TextPiece without_blank_ends(std::string_view text, TextPiece piece) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto is_space = [](UChar32 c) {
    return c >= 0 && (u_isUWhiteSpace(c) || u_charType(c) == U_CONTROL_CHAR);
  };
  while (piece.begin < piece.end) {
    std::size_t next = piece.begin;
    UChar32 c = 0;
    U8_NEXT(bytes, next, piece.end, c);
    if (!is_space(c)) break;
    piece.begin = next;
  }
  while (piece.begin < piece.end) {
    auto before = static_cast<std::int32_t>(piece.end);
    UChar32 c = 0;
    U8_PREV(bytes, static_cast<std::int32_t>(piece.begin), before, c);
    if (!is_space(c)) break;
    piece.end = static_cast<std::size_t>(before);
  }
  return piece;
}

// Whether a boundary stands beside a byte that is not UTF-8, and no mark or symbol on its other
// side. Such a byte is most likely a letter of another encoding.
bool is_in_other_encoding(std::string_view text, std::size_t boundary) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto before = static_cast<std::int32_t>(boundary);
  std::size_t after = boundary;
  UChar32 left = 0, right = 0;
  U8_PREV(bytes, 0, before, left);
  U8_NEXT(bytes, after, text.size(), right);
  const auto is_letter = [](UChar32 c) { return c < 0 || u_isalnum(c); };
  return (left < 0 || right < 0) && is_letter(left) && is_letter(right);
}

std::vector<TextPiece> pieces_of(std::string_view text, UBreakIterator* iterator) {
  UErrorCode status = U_ZERO_ERROR;
  UText* open = utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status);
  check(status);
  const std::unique_ptr<UText, decltype(&utext_close)> closes(open, utext_close);
  ubrk_setUText(iterator, open, &status);
  check(status);
  std::vector<TextPiece> pieces;
  std::size_t begin = 0;
  for (int32_t at = ubrk_next(iterator); at != UBRK_DONE; at = ubrk_next(iterator)) {
    const TextPiece piece = without_blank_ends(text, {begin, static_cast<std::size_t>(at)});
    if (piece.begin < piece.end) pieces.push_back(piece);
    begin = static_cast<std::size_t>(at);
  }
  return pieces;
}

}  // namespace

std::vector<TextPiece> words_in(std::string_view text) {
  thread_local const Iterator of_thread = opened(UBRK_WORD);
  std::vector<TextPiece> words;
  for (const TextPiece& piece : pieces_of(text, of_thread.get())) {
    if (!words.empty() && words.back().end == piece.begin &&
        is_in_other_encoding(text, piece.begin))
      words.back().end = piece.end;
    else
      words.push_back(piece);
  }
  return words;
}

std::vector<TextPiece> sentences_in(std::string_view text) {
  thread_local const Iterator of_thread = opened(UBRK_SENTENCE);
  return pieces_of(text, of_thread.get());
}

}  // namespace costruct::experiments
