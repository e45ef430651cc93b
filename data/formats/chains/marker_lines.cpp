#include "costruct/data/formats/chains/marker_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {

void MarkerLines::look_at(const RawExample& sentence) {
  ++sentences_;
  const auto token = std::find_if(
      sentence.fields.begin(), sentence.fields.end(),
      [](std::string_view field) { return !field.empty(); });  // the label's field is ""
  if (token == sentence.fields.end()) return;
  if (sentence.length == 1 && *token == kDocumentBorder) borders_.add(sentence.line);
  if (*token == kCommentSign) comments_.add(sentence.line);
}

std::optional<std::string> MarkerLines::note(const std::string& file) const {
  constexpr Index kMost = 10;  // sentences for each one that begins with # by chance
  const auto told = [&](const Found& found, std::string_view mark, const std::string& what) {
    return fmt::format(
        "{}: {} of {} sentences {} (the first in line {}), and {} data like others: \"{}\": "
        "[\"{}\"] leaves "
        "such lines out",
        file, found.count, sentences_, what, found.first_line, found.count == 1 ? "is" : "are",
        kSkipOption, mark);
  };
  if (borders_.count > 0)
    return told(borders_, kDocumentBorder,
                fmt::format("{} a line -DOCSTART- alone", borders_.count == 1 ? "is" : "are"));
  if (comments_.first_line == 1 || comments_.count * kMost > sentences_)
    return told(comments_, kCommentStart,
                fmt::format("{} with a line \"# ...\", as comments do",
                            comments_.count == 1 ? "begins" : "begin"));
  return std::nullopt;
}

}  // namespace costruct::experiments
