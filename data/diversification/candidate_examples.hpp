// Examples for the problem `diversification`: queries with candidate documents, one JSON line each.
#pragma once

#include <set>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/diversification/candidate_features.hpp"
#include "costruct/data/diversification/qrels.hpp"
#include "costruct/data/record_examples.hpp"

namespace costruct::experiments {

/// How the documents that cover most subtopics are found, as the reference output: by exact search
/// or greedily.
enum class ReferenceChoice { kExact, kGreedy };

/// The options of the format. Each member has the name of its option.
struct CandidateOptions {
  Index documents = 5;  ///< number of documents to choose, >= 1; the problem has the same option
  ReferenceChoice reference = ReferenceChoice::kExact;
  std::string qrels;            ///< a file of judgments (qrels.hpp); "": none
  std::optional<Index> chance;  ///< the seed of the feature `chance`; nullopt: no such feature
};

/// Declares these options.
OptionDeclaration<CandidateOptions> candidate_options();

/// The set of queries with candidates. The output of a query with subtopics is the choice that
/// covers most of them, followed by the subtopics of all candidates
/// (problems/diversification/chosen_documents.hpp). For a line with "chosen", the output is that
/// choice. A line with "in" or "out" is known in part.
///
/// With exact search, reading throws DataError for a query whose search would take more than about
/// two seconds.
class CandidateExamples final : public RecordExamples {
 public:
  /// An empty set for a checked data block.
  explicit CandidateExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit CandidateExamples(const ModelReader& model);

  std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& find) override;

  /// Throws DataError if judgments (qrels) and candidates have no document in common, and if no
  /// query has a choice or a part of one.
  void finish_training() override;
  std::vector<std::string> notes() const override;

  Index num_features() const override { return std::ssize(features_); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return groups_; }
  InputData inputs(const InputRequest& request) const override;
  Index num_parts(Index example) const override {
    return candidates_[static_cast<std::size_t>(example)]->size();
  }

  /// {"chosen": [1, 4]}: the places of the chosen documents, from 1.
  std::string text_of(const Output& output) const override;
  /// The same with the ids of the query and of its documents.
  std::string text_of_example(Index example, const Output& output) const override;

 private:
  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override;
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  bool says_what_is_known() const override { return true; }
  void set_features(std::vector<std::int32_t> features);
  Output reference_of(const CandidateQuery& query) const;
  Index size_of_choice(const CandidateQuery& query) const {
    return std::min<Index>(options_.documents, std::ssize(query.documents));
  }
  void check_chosen(const CandidateQuery& query) const;
  Known known_of(const CandidateQuery& query) const;
  diversification::RuleFeatures rules_of(Index view, const ViewAssignment& views,
                                         const std::vector<std::int32_t>& features) const;

  /// The names of a query and its documents.
  struct Names {
    std::string query;
    std::vector<std::string> documents;
  };

  CandidateOptions options_;
  std::optional<Qrels> qrels_;
  std::vector<std::int32_t> features_;   // places in candidate_features(), ascending
  std::vector<std::int32_t> number_of_;  // the inverse of features_; -1: not a feature
  std::vector<std::string> groups_;
  FeatureTable table_;
  std::vector<std::shared_ptr<const diversification::Candidates>> candidates_;
  std::vector<Names> names_;
  std::set<std::string> ids_in_file_;  // ids of queries
};

}  // namespace costruct::experiments
