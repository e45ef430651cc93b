// A query with its candidate documents, as a line of JSON has it:
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

/// So many candidates may a query have: features of all pairs are in memory.
inline constexpr Index kMostCandidates = 500;

struct CandidateDocument {
  std::string id;
  std::vector<std::string>
      words;  ///< of the text, in their order, as often as they occur; in lower case
  std::vector<std::string>
      title;  ///< the same of the title, which the text does not have once more
  std::vector<std::string> subtopics;
};

struct CandidateQuery {
  std::string id;  ///< the query itself, where the line gives none
  std::string query;
  std::vector<CandidateDocument> documents;  ///< at least one; no id twice
  bool has_subtopics = false;                ///< of all documents, which may have none of them
  std::optional<std::vector<Index>> chosen;  ///< places of documents, ascending
};

/// Words of a text: runs of two or more letters, lower-cased where they are ASCII; bytes of other
/// letters (UTF-8) count as letters.
std::vector<std::string> words_of_text(std::string_view text);

/// Reads a line. `outputs`: else subtopics and what is chosen are not looked at, whatever stands
/// there. Throws DataError("what is wrong"), also for keys that stand twice and for JSON nested
/// deeper than kDeepestJson.
CandidateQuery parse_candidates(std::string_view line, bool outputs);

}  // namespace costruct::experiments
