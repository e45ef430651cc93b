// Judgments of documents in the format of TREC, with lines "query subtopic document judgment".
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "costruct/data/diversification/candidate_query.hpp"

namespace costruct::experiments {

/// The subtopics that documents cover, query by query: those with a judgment > 0.
///
/// Judgments and candidates may name documents differently. Then no candidate would cover anything,
/// and all choices would be equally good. So the class checks that judged documents occur among the
/// candidates.
class Qrels {
 public:
  Qrels() = default;
  /// Reads a file (plain, gzip, xz). Throws DataError with file and line.
  explicit Qrels(const std::filesystem::path& file);

  /// Gives the candidates their subtopics if the query is judged; other queries stay unlabeled. If
  /// all judgments > 0 of a query are of other documents, the query stays unlabeled and is counted
  /// as missed. Throws DataError if the line has its own outputs.
  void label(CandidateQuery& query);

  /// The number of missed queries: other documents have a judgment > 0, but no candidate has one.
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
  std::string first_query_, first_candidate_;  // first ones that label() met
};

}  // namespace costruct::experiments
