// Judgments of documents in the form of TREC: "query subtopic document judgment" a line.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "costruct/experiments/data/candidates/candidate_query.hpp"

namespace costruct::experiments {

/// Which subtopics the documents of queries cover: those with a judgment > 0.
class Qrels {
 public:
  Qrels() = default;
  /// Reads a file (plain, gzip, xz). Throws DataError, naming file and line.
  explicit Qrels(const std::filesystem::path& file);

  /// Gives the candidates of a query their subtopics, where the query is judged; others stay unlabeled.
  /// Throws DataError where the line has outputs of its own.
  void label(CandidateQuery& query) const;

 private:
  void add(std::string_view line);

  using Subtopics = std::map<std::string, std::vector<std::string>, std::less<>>;  // of each document
  std::map<std::string, Subtopics, std::less<>> queries_;
};

}  // namespace costruct::experiments
