#include "costruct/data/diversification/candidate_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

const std::vector<std::string> kQueryKeys = {"id", "query", "candidates", "chosen", "in", "out"};
const std::vector<std::string> kDocumentKeys = {"id", "title", "text", "words", "subtopics"};

std::string text_at(const Json& object, const char* key, const std::string& where) {
  const Json& value = object.at(key);
  if (!value.is_string())
    throw DataError(fmt::format("{}\"{}\" is {}: expected a text", where, key, shown(value)));
  return value.get<std::string>();
}

std::vector<std::string> texts_at(const Json& object, const char* key, const std::string& where) {
  const Json& value = object.at(key);
  const auto is_text = [](const Json& each) {
    return each.is_string() && !each.get_ref<const std::string&>().empty();
  };
  if (!value.is_array() || !std::all_of(value.begin(), value.end(), is_text))
    throw DataError(
        fmt::format("{}\"{}\" is {}: expected a list of texts", where, key, shown(value)));
  return value.get<std::vector<std::string>>();
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Converts ASCII letters only.
void lower_case(std::string& word) {
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
}

/// The words of a list in lower case, so that words of queries and titles match them.
std::vector<std::string> listed_words(const Json& object, const std::string& where) {
  std::vector<std::string> words = texts_at(object, "words", where);
  for (std::string& word : words) lower_case(word);
  return words;
}

CandidateDocument document_of(const Json& json, Index place, bool outputs, bool& has_subtopics) {
  std::string where = fmt::format("candidate {}: ", place + 1);
  if (!json.is_object()) throw DataError(where + shown(json) + " is no object");
  check_json_keys(json, kDocumentKeys, where);
  CandidateDocument document;
  if (!json.contains("id")) throw DataError(where + "no \"id\"");
  document.id = text_at(json, "id", where);
  if (document.id.empty()) throw DataError(where + "\"id\" is empty");
  where = fmt::format("candidate {}: ", shown_text(document.id));
  if (json.contains("text") == json.contains("words"))
    throw DataError(where + "expected either \"text\" or \"words\"");
  document.words = json.contains("text") ? words_of_text(text_at(json, "text", where))
                                         : listed_words(json, where);
  if (json.contains("title")) document.title = words_of_text(text_at(json, "title", where));
  has_subtopics = outputs && json.contains("subtopics");
  if (has_subtopics) document.subtopics = texts_at(json, "subtopics", where);
  return document;
}

// The places of the documents in a list of the line; none if it has no such list.
std::vector<Index> places_at(const Json& json, const char* key, const CandidateQuery& query) {
  std::vector<Index> places;
  if (!json.contains(key)) return places;
  for (const std::string& id : texts_at(json, key, "")) {
    const auto found = std::find_if(query.documents.begin(), query.documents.end(),
                                    [&](const CandidateDocument& each) { return each.id == id; });
    if (found == query.documents.end())
      throw DataError(fmt::format("\"{}\" has {}, which is no candidate", key, shown_text(id)));
    places.push_back(found - query.documents.begin());
  }
  std::sort(places.begin(), places.end());
  if (std::adjacent_find(places.begin(), places.end()) != places.end())
    throw DataError(fmt::format("\"{}\" has a candidate twice", key));
  return places;
}

void read_choice(const Json& json, CandidateQuery& query) {
  const bool is_whole = json.contains("chosen");
  // Subtopics of a file to predict are not read, but here they are an error as in training.
  const bool has_subtopics = std::ranges::any_of(
      json["candidates"], [](const Json& each) { return each.contains("subtopics"); });
  if (is_whole && has_subtopics)
    throw DataError("\"chosen\" beside \"subtopics\": expected one of them");
  for (const char* key : {"in", "out"}) {
    if (!json.contains(key) || !(is_whole || has_subtopics)) continue;
    throw DataError(fmt::format("\"{}\" beside \"{}\", which says all: expected one of them", key,
                                is_whole ? "chosen" : "subtopics"));
  }
  if (is_whole) query.chosen = places_at(json, "chosen", query);
  query.in = places_at(json, "in", query);
  query.out = places_at(json, "out", query);
  for (const Index place : query.in) {
    if (!std::binary_search(query.out.begin(), query.out.end(), place)) continue;
    throw DataError(fmt::format("{} is both in \"in\" and in \"out\"",
                                shown_text(query.documents[static_cast<std::size_t>(place)].id)));
  }
}

void read_documents(const Json& candidates, bool outputs, CandidateQuery& query) {
  if (!candidates.is_array() || candidates.empty())
    throw DataError(
        fmt::format("\"candidates\" is {}: expected a list of documents", shown(candidates)));
  if (std::ssize(candidates) > kMostCandidates)
    throw DataError(fmt::format("{} candidates: at most {}", candidates.size(), kMostCandidates));
  std::set<std::string> ids;
  for (const Json& candidate : candidates) {
    bool has_subtopics = false;
    query.documents.push_back(
        document_of(candidate, std::ssize(query.documents), outputs, has_subtopics));
    const std::string& id = query.documents.back().id;
    if (!ids.insert(id).second)
      throw DataError(fmt::format("candidate {} stands twice", shown_text(id)));
    if (query.documents.size() == 1) query.has_subtopics = has_subtopics;
    if (query.has_subtopics != has_subtopics)
      throw DataError(
          fmt::format("candidate {} has {}\"subtopics\", unlike those before it: expected them of "
                      "all candidates ([] where there are none), or of none",
                      shown_text(id), has_subtopics ? "" : "no "));
  }
}

}  // namespace

std::vector<std::string> words_of_text(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end - at > 1) {
      words.emplace_back(text.substr(at, end - at));
      lower_case(words.back());
    }
    at = end;
  }
  return words;
}

CandidateQuery parse_candidates(std::string_view line, CandidateParts parts) {
  const Json json = parse_json_line(line);
  if (!json.is_object())
    throw DataError(shown(json) +
                    ": expected a JSON object, {\"query\": ..., \"candidates\": [...]}");
  check_json_keys(json, kQueryKeys, "");
  for (const char* key : {"query", "candidates"}) {
    if (!json.contains(key)) throw DataError(fmt::format("no \"{}\"", key));
  }
  CandidateQuery query;
  query.query = text_at(json, "query", "");
  query.id = json.contains("id") ? text_at(json, "id", "") : query.query;
  read_documents(json["candidates"], parts == CandidateParts::kAll, query);
  if (parts != CandidateParts::kInput) read_choice(json, query);
  return query;
}

}  // namespace costruct::experiments
