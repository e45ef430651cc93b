// One experiment over many data sets, in numbers: a run for each member of the collection.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/results/claims/claims.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"

namespace costruct::experiments {

/// Two learners that hold the same models (are_the_same()) at a pair of sizes.
struct SameLearners {
  Sizes sizes;
  std::string first, second;  ///< in the order of the config
};

/// What is known of a member: the means of its run, or why there are none.
struct MemberResults {
  std::string name;
  std::vector<Sizes> sizes;        ///< of its cells, ascending, failed ones included
  std::vector<CurvePoint> points;  ///< as in RunSummary::curves
  /// Its learners among each other by the first metric, at those of `sizes` where one has a result:
  /// tested over the repetitions, Holm's correction over all pairs at all sizes of this member.
  std::vector<Standing> standings;
  /// Learners with unlabeled examples against what each is without, by the first metric:
  /// twin_gains().
  std::vector<UnlabeledGain> twins;
  std::vector<SameLearners> same;               ///< pairs that no test compares
  std::vector<std::string> without_unlabeled;   ///< learners given no unlabeled example
  Index planned = 0, finished = 0, failed = 0;  ///< cells
  Index far = 0;             ///< draws far from the others of their cell, of all metrics
  Index estimated_gaps = 0;  ///< cells whose gap is no certificate
  std::string error;         ///< why it could not be run at all, or empty

  /// Whether it waits for the same command to go on.
  bool unfinished() const { return error.empty() && (planned == 0 || finished < planned); }
};

/// Takes over what a collection reports of a member's run.
MemberResults member_of(const std::string& name, const RunSummary& summary);

struct CollectionResults {
  std::string name, source;
  std::vector<std::string> learners, metrics;  ///< in the order of the config
  Json claims = Json::array();  ///< as in the config; passed check_collection_claims()
  Json config;                  ///< the effective config
  Json provenance = Json::object();
  std::vector<MemberResults> members;  ///< in the order of the config
};

/// The mean of a learner's metric at the place-th of the member's pairs of sizes, or null. Sizes
/// that the data decide (a fold of each set) differ from member to member, so that places stand for
/// them.
const CurvePoint* point_at(const MemberResults& member, const std::string& learner,
                           const std::string& metric, std::size_t place);

/// Whether two learners hold the same models at a place of a member.
bool are_the_same_at(const MemberResults& member, const std::string& learner,
                     const std::string& other, std::size_t place);

/// How the learners of a member stand at a place, or null where none has a result.
const Standing* standing_at(const MemberResults& member, std::size_t place);

/// How many pairs of sizes the members have; the most of any.
std::size_t num_places(const CollectionResults& results);

/// "19 labeled, 171 unlabeled"; "5 to 417 labeled, 45 to 3760 unlabeled" where members differ.
std::string place_text(const CollectionResults& results, std::size_t place);

/// CSV as the files of a run: member, learner, labeled, unlabeled, metric, mean, standard_error,
/// count; a line for each mean. Nothing measured by a clock.
std::string collection_csv(const CollectionResults& results);

/// CSV: member, labeled, unlabeled, metric, learner, mean, best, test, p_holm, behind; a line for
/// each contender of each member's standings, `best` the one that it is compared with, p_holm "nan"
/// where there is no test, behind 0 or 1.
std::string collection_tests_csv(const CollectionResults& results);

/// The table at the end of `run`: a row for each member, the best mean marked; then the verdicts,
/// and the members that have no results.
std::string collection_table(const CollectionResults& results, Index width = 100);

}  // namespace costruct::experiments
