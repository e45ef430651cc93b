// A query with its candidate documents, which is one line of JSON:
//
//   {"id": "17", "query": "robots in use", "candidates": [
//      {"id": "d4", "title": "...", "text": "...", "subtopics": ["space", "medicine"]}, ...]}
//
// In place of subtopics the line may have "chosen", the ids of the chosen documents. Or it has "in"
// and "out", the ids of some that are chosen and of some that are not. In place of "text", a
// candidate may have "words", a list.
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
  std::vector<std::string> title;      ///< words of the title; `words` does not repeat them
  std::vector<std::string> subtopics;  ///< names of the subtopics that the document covers
};

/// A query with its candidates.
struct CandidateQuery {
  std::string id;  ///< the query itself if the line has no id
  std::string query;
  std::vector<CandidateDocument> documents;  ///< at least one; ids are unique
  bool has_subtopics = false;                ///< known for all documents; a document may have none
  /// The places in `documents` of the chosen ones, ascending; nullopt if the line has no "chosen".
  std::optional<std::vector<Index>> chosen;
  /// The places of documents known to be chosen, and of documents known not to be; ascending.
  std::vector<Index> in, out;
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
/// more than 64 deep.
CandidateQuery parse_candidates(std::string_view line, CandidateParts parts);

}  // namespace costruct::experiments
