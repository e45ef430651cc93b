#include "costruct/data/diversification/qrels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// The four fields of a line; throws DataError for other lines.
std::array<std::string_view, 4> four_fields(std::string_view line) {
  std::array<std::string_view, 4> fields;
  std::size_t count = 0, at = 0;
  while ((at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    if (count < fields.size()) fields[count] = line.substr(at, end - at);
    ++count;
    at = end;
  }
  if (count != fields.size())
    throw DataError(fmt::format("{} fields: expected query subtopic document judgment", count));
  return fields;
}

/// Whether some document has a judgment > 0.
bool any_relevant(const std::map<std::string, std::vector<std::string>, std::less<>>& judged) {
  return std::any_of(judged.begin(), judged.end(),
                     [](const auto& each) { return !each.second.empty(); });
}

}  // namespace

Qrels::Qrels(const std::filesystem::path& file) : file_(file.string()) {
  LineReader reader(file);
  for (std::string_view line; reader.next(line);) {
    if (line.find_first_not_of(kBlanks) == std::string_view::npos) continue;
    try {
      add(line);
    } catch (const DataError& error) {
      reader.fail(error.what());
    }
  }
  if (queries_.empty()) throw DataError(file.string() + ": has no judgments");
}

void Qrels::add(std::string_view line) {
  const auto [query, subtopic, document, judgment] = four_fields(line);
  const auto value = finite_number(judgment);
  if (!value || *value != std::floor(*value))
    throw DataError(fmt::format("the judgment {}: expected a whole number", shown_text(judgment)));
  Subtopics& of_query = queries_[std::string(query)];
  std::vector<std::string>& covered = of_query[std::string(document)];
  if (*value > 0) covered.emplace_back(subtopic);
}

void Qrels::label(CandidateQuery& query) {
  if (query.has_subtopics || query.chosen || query.is_known_in_part())
    throw DataError(
        "\"subtopics\", \"chosen\", \"in\" or \"out\" in the line, and judgments (qrels) beside "
        "it: expected one of them");
  if (first_candidate_.empty()) {
    first_query_ = query.id;
    first_candidate_ = query.documents.front().id;
  }
  const auto judged = queries_.find(query.id);
  if (judged == queries_.end()) return;
  bool any_covers = false;
  for (CandidateDocument& document : query.documents) {
    const auto found = judged->second.find(document.id);
    if (found == judged->second.end()) continue;
    any_met_ = true;
    document.subtopics = found->second;
    any_covers = any_covers || !document.subtopics.empty();
  }
  query.has_subtopics = any_covers || !any_relevant(judged->second);
  if (!query.has_subtopics) ++num_missed_;
}

void Qrels::check_met() const {
  if (any_met_) return;
  const auto& [query, documents] = *queries_.begin();
  throw DataError(fmt::format(
      "{}: no judged document is a candidate of its query: judgments have document {} of query {}, "
      "candidates begin with {} of query {}",
      file_, shown_text(documents.begin()->first), shown_text(query), shown_text(first_candidate_),
      shown_text(first_query_)));
}

}  // namespace costruct::experiments
