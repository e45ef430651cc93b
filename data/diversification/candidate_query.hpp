// A query with its candidate documents, which is one line of JSON:
//
//   {"id": "17", "query": "robots in use", "candidates": [
//      {"id": "d4", "title": "...", "text": "...", "subtopics": ["space", "medicine"]}, ...]}
//
// In place of subtopics it may have "chosen", the documents of a choice. With "in" and "out" it has
// some documents of a choice, and some that are not chosen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Maximum number of candidates of a query. The features of all pairs are in memory.
inline constexpr Index kMostCandidates = 500;

/// A candidate document.
struct CandidateDocument {
  std::string id;
  std::vector<std::string>
      words;  ///< words of the text in their order, with repetitions, in lower case
  std::vector<std::string> title;  ///< words of the title; `words` does not repeat them
  std::vector<std::string> subtopics;
};

/// A query with its candidates.
struct CandidateQuery {
  std::string id;  ///< the query itself if the line has no id
  std::string query;
  std::vector<CandidateDocument> documents;  ///< at least one; ids are unique
  bool has_subtopics = false;                ///< known for all documents; a document may have none
  std::optional<std::vector<Index>> chosen;  ///< places of documents, ascending
  std::vector<Index> in, out;                ///< those known to be chosen, and not to be
  bool is_known_in_part() const { return !in.empty() || !out.empty(); }
};

/// The words of a text: runs of two or more letters. ASCII letters are converted to lower case.
/// Bytes of other UTF-8 characters count as letters.
std::vector<std::string> words_of_text(std::string_view text);

/// What is read of a line. Other parts are ignored, whatever they contain.
enum class CandidateParts {
  kInput,  ///< the query and its candidates
  kKnown,  ///< chosen documents too, all or some
  kAll     ///< these and subtopics
};

/// Parses a line. Throws DataError("what is wrong"), also for repeated keys and for JSON nested
/// deeper than kDeepestJson.
CandidateQuery parse_candidates(std::string_view line, CandidateParts parts);

}  // namespace costruct::experiments
