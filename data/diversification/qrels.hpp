// Judgments of documents in the form of TREC: "query subtopic document judgment" a line.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "costruct/data/diversification/candidate_query.hpp"

namespace costruct::experiments {

/// Which subtopics the documents of queries cover: those with a judgment > 0. Judgments and
/// candidates may name documents in unlike ways. Then no candidate would cover anything, and every
/// choice be as good as any other; so what was judged of a query must meet its candidates.
class Qrels {
 public:
  Qrels() = default;
  /// Reads a file (plain, gzip, xz). Throws DataError, naming file and line.
  explicit Qrels(const std::filesystem::path& file);

  /// Gives the candidates of a query their subtopics, where the query is judged; others stay
  /// unlabeled. So does a query with judgments > 0 none of which is of a candidate, which is
  /// counted. Throws DataError where the line has outputs of its own.
  void label(CandidateQuery& query);

  /// Queries that are judged, but of whose candidates none has a judgment > 0 though other
  /// documents have.
  Index num_missed() const { return num_missed_; }
  const std::string& file() const { return file_; }
  /// Throws DataError where no candidate of any query so far was judged, whatever the judgment.
  void check_met() const;

 private:
  void add(std::string_view line);

  using Subtopics =
      std::map<std::string, std::vector<std::string>, std::less<>>;  // of each judged document
  std::string file_;
  std::map<std::string, Subtopics, std::less<>> queries_;
  Index num_missed_ = 0;
  bool any_met_ = false;
  std::string first_query_, first_candidate_;  // to be labeled
};

}  // namespace costruct::experiments
