// The results of a collection: one experiment over many data sets, one run for each member.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/means_table.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"

namespace costruct::experiments {

/// Two learners that have the same models (are_the_same()) at a pair of sizes.
struct SameLearners {
  Sizes sizes;
  std::string first, second;  ///< in the order of the config
};

/// The results of a member (a data set): the means of its run, or the reason why it has none.
struct MemberResults {
  std::string name;
  std::vector<Sizes> sizes;        ///< of all its cells, failed ones included; ascending
  std::vector<CurvePoint> points;  ///< as in RunSummary::curves
  /// The learners of this member compared with each other by the first metric, at those of `sizes`
  /// where a learner has a result. The tests are over the repetitions. Holm's correction is over
  /// all pairs at all sizes of this member.
  std::vector<Standing> standings;
  /// twin_gains() by the first metric: each learner with unlabeled examples against its supervised
  /// twin.
  std::vector<UnlabeledGain> twins;
  std::vector<SameLearners> same;               ///< pairs that no test compares
  std::vector<std::string> without_unlabeled;   ///< learners that get no unlabeled examples
  Index planned = 0, finished = 0, failed = 0;  ///< numbers of cells
  Index far = 0;                                ///< number of far draws in all metrics
  Index estimated_gaps = 0;                     ///< number of cells whose gap is an estimate
  std::string error;                            ///< why the member did not run at all, or empty

  /// Whether cells are missing. The same command computes them.
  bool unfinished() const { return error.empty() && (planned == 0 || finished < planned); }
};

/// Copies what a collection reports from the summary of a member's run.
MemberResults member_of(const std::string& name, const RunSummary& summary);

/// The results of all members, with the config that they share.
struct CollectionResults {
  std::string name, source;
  std::vector<std::string> learners, metrics;  ///< in the order of the config
  Json claims = Json::array();  ///< as in the config; passed check_collection_claims()
  Json config;                  ///< the effective config
  Json provenance = Json::object();
  std::vector<MemberResults> members;  ///< in the order of the config
};

/// The mean of a learner's metric at member.sizes[place], or null if there is none. A `place` is a
/// position in the list of pairs of sizes, from 0. The data can decide the sizes, for example if
/// they are a fold of each data set. The sizes then differ from member to member, and only their
/// place is common.
const CurvePoint* point_at(const MemberResults& member, const std::string& learner,
                           const std::string& metric, std::size_t place);

/// The values of point_at() of all learners; nullopt for null.
Means means_at(const MemberResults& member, const std::vector<std::string>& learners,
               const std::string& metric, std::size_t place);

/// Whether two learners have the same models at a place of a member.
bool are_the_same_at(const MemberResults& member, const std::string& learner,
                     const std::string& other, std::size_t place);

/// The standing of a member's learners at a place, or null if no learner has a result.
const Standing* standing_at(const MemberResults& member, std::size_t place);

/// The largest number of pairs of sizes that a member has.
std::size_t num_places(const CollectionResults& results);

/// The sizes of a place in words: "19 labeled, 171 unlabeled"; "5 to 417 labeled, 45 to 3760
/// unlabeled" if members differ.
std::string place_text(const CollectionResults& results, std::size_t place);

/// CSV in the format of curves_csv(), one line for each mean. It has no measured times. The columns
/// are:
///   member, learner, labeled, unlabeled, metric, mean, standard_error, count
std::string collection_csv(const CollectionResults& results);

/// CSV with one line for each contender of each member's standings. The columns are:
///   member, labeled, unlabeled, metric, learner, mean, best, test, p_holm, behind
/// `best` is the learner that the contender is compared with. p_holm is "nan" without a test.
/// behind is 0 or 1.
std::string collection_tests_csv(const CollectionResults& results);

/// The text at the end of `run`: a table for each metric, with a row for each member and pair of
/// sizes, and a * at the best mean. The verdicts follow, and then what is missing or far off.
/// @param width  of the terminal, in characters
std::string collection_table(const CollectionResults& results, Index width = 100);

}  // namespace costruct::experiments
