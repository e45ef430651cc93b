// A query with its candidate documents, as a line of JSON:
//
//   {"id": "17", "query": "robots in use", "candidates": [
//      {"id": "d4", "title": "...", "text": "...", "subtopics": ["space", "medicine"]}, ...]}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The largest number of candidates of a query, because features of all pairs are kept in memory.
inline constexpr Index kMostCandidates = 500;

struct CandidateDocument {
  std::string id;
  std::vector<std::string> words;  ///< words of the text in lower case, in order, with repetitions
  std::vector<std::string> title;  ///< the same for the title; the text does not repeat the title
  std::vector<std::string> subtopics;
};

struct CandidateQuery {
  std::string id;  ///< id of the query; the query itself if the line has no id
  std::string query;
  std::vector<CandidateDocument> documents;  ///< at least one; ids are unique
  bool has_subtopics = false;  ///< whether all documents have a list of subtopics, perhaps empty
  std::optional<std::vector<Index>> chosen;  ///< places of the chosen documents, ascending
};

/// Words of a text: runs of two or more letters. ASCII letters are lower-cased. Bytes of other
/// letters (UTF-8) count as letters.
std::vector<std::string> words_of_text(std::string_view text);

/// Reads a line. If `outputs` is false, subtopics and the chosen documents are ignored. Throws
/// DataError("what is wrong"), also for repeated keys and for JSON nested deeper than kDeepestJson.
CandidateQuery parse_candidates(std::string_view line, bool outputs);

}  // namespace costruct::experiments
