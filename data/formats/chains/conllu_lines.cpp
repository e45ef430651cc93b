#include "costruct/data/formats/chains/conllu_lines.hpp"

#include <fmt/format.h>

#include "costruct/core/text/counted.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {

std::size_t split_conllu(std::string_view line, ConlluFields& fields) {
  std::size_t count = 0;
  while (true) {
    const std::size_t end = line.find('\t');
    if (count < fields.size()) fields[count] = line.substr(0, end);
    ++count;
    if (end == std::string_view::npos) return count;
    line.remove_prefix(end + 1);
  }
}

std::string wrong_conllu_columns(std::string_view line, std::size_t count) {
  std::string advice;
  if (count == 1 && line.find(' ') != std::string_view::npos)
    advice =
        ": TABs separate fields. If this is plain text, `costruct convert FILE --plain-text lines "
        "--to conllu` makes CoNLL-U of it; if it has columns with blanks between, its format is "
        "conll";
  return fmt::format("{}, expected the 10 of CoNLL-U{}",
                     counted(static_cast<Index>(count), "field"), advice);
}

ConlluLine conllu_line(std::string_view id, std::uint64_t tokens) {
  if (const auto number = whole_number(id))
    return *number == tokens + 1 ? ConlluLine::kToken : ConlluLine::kOther;
  const std::size_t sign = id.find_first_of("-.");
  if (sign == std::string_view::npos) return ConlluLine::kOther;
  const auto first = whole_number(id.substr(0, sign)), second = whole_number(id.substr(sign + 1));
  if (!first || !second) return ConlluLine::kOther;
  if (id[sign] == '.') return *first == tokens ? ConlluLine::kEmptyNode : ConlluLine::kOther;
  return *first == tokens + 1 && *second >= *first ? ConlluLine::kRange : ConlluLine::kOther;
}

std::string wrong_conllu_id(std::string_view id, std::uint64_t tokens) {
  return fmt::format(
      "the id is {}, expected {}, a range that begins with it such as "
      "{}-{}, or an empty node such as {}.1",
      shown_text(id), tokens + 1, tokens + 1, tokens + 2, tokens);
}

Json conllu_documents_form() {
  return {{"title", "start of ids"}, {"type", "string"}, {"pattern", "^\\S*$"}};
}

void ConlluDocuments::see_comment(std::string_view line) {
  constexpr std::string_view kNewDocument = "# newdoc";
  if (!line.starts_with(kNewDocument) ||
      (line.size() > kNewDocument.size() && line[kNewDocument.size()] != ' '))
    return;
  // "# newdoc id = weblog-1" has an id, "# newdoc" has none.
  const std::size_t at = line.find_first_not_of("= \t", line.find('='));
  const std::string_view id = at == std::string_view::npos ? std::string_view() : line.substr(at);
  is_wanted_ = id.starts_with(start_);
}

bool ConlluDocuments::takes_sentence() {
  has_wanted_ = has_wanted_ || is_wanted_;
  return is_wanted_;
}

std::string ConlluDocuments::missing() const {
  if (has_wanted_) return "";
  return fmt::format(
      "no document has an id that begins with {} (\"documents\"), expected a comment such as "
      "\"# newdoc id = {}1\"",
      shown_text(start_), start_);
}

}  // namespace costruct::experiments
