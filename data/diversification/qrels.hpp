// Relevance judgments in TREC format, "query subtopic document judgment" on each line.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "costruct/data/diversification/candidate_query.hpp"

namespace costruct::experiments {

/// The subtopics that the documents of queries cover: those with a judgment > 0.
///
/// If judgments and candidates name documents differently, no candidate covers anything, and all
/// choices are equally good. So at least some judged documents of a query must be candidates.
class Qrels {
 public:
  Qrels() = default;
  /// Reads a file (plain, gzip, xz). Throws DataError, naming file and line.
  explicit Qrels(const std::filesystem::path& file);

  /// Gives the candidates of a judged query their subtopics; other queries stay unlabeled. A query
  /// also stays unlabeled if documents have judgments > 0 but none of them is a candidate; such
  /// queries are counted. Throws DataError if the line already has outputs.
  void label(CandidateQuery& query);

  /// Number of judged queries that stay unlabeled because none of their relevant documents is a
  /// candidate.
  Index num_missed() const { return num_missed_; }
  const std::string& file() const { return file_; }
  /// Throws DataError if no candidate of any query so far was judged, whatever the judgment.
  void check_met() const;

 private:
  void add(std::string_view line);

  using Subtopics =
      std::map<std::string, std::vector<std::string>, std::less<>>;  // by judged document
  std::string file_;
  std::map<std::string, Subtopics, std::less<>> queries_;
  Index num_missed_ = 0;
  bool any_met_ = false;
  std::string first_query_, first_candidate_;  // the first query to label, for the message
};

}  // namespace costruct::experiments
