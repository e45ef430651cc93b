#include "costruct/results/claims/collection_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/results/claims/claim_options.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

const std::vector<std::string> kForms = {"less", "greater"};
const std::vector<std::string> kTests = {"wilcoxon", "sign", "count"};
constexpr double kAlpha = 0.01;

/// The options of a claim of a form.
std::vector<OptionInfo> options_of(const std::string& form) {
  OptionInfo metric = not_null(
      text_option("metric", nullptr, "quantity: a metric of the experiment; absent: the first"));
  Json learners = two_learners_form();
  learners["uniqueItems"] = true;
  std::vector<OptionInfo> options{
      json_option(form, nullptr, std::move(learners),
                  "the mean of the first learner is " + form +
                      " than that of the second, over the data sets"),
      choice_option("over", "collection", {"collection"}, "each data set is one pair of means"),
      std::move(metric),
      choice_option("test", kTests.front(), kTests,
                    "one-sided test over the data sets; count: more than half of them, untested"),
      number_option("alpha", kAlpha, {.greater_than = 0.0, .at_most = 0.5},
                    "significance level of the test")};
  for (OptionInfo& info : citation_options()) options.push_back(std::move(info));
  return options;
}

struct CollectionClaim {
  std::string form;
  ComparedLearners learners;
  std::string test, source, text;
  double alpha = kAlpha;
};

const std::string& form_of(const Json& claim) {
  return claim.contains(kForms[0]) ? kForms[0] : kForms[1];
}

CollectionClaim read(const Json& claim, const std::vector<std::string>& metrics) {
  const std::string& form = form_of(claim);
  CollectionClaim read;
  read.form = form;
  read.learners = {claim.at(form)[0], claim.at(form)[1],
                   claim.value("metric", metrics.empty() ? "" : metrics.front())};
  read.test = claim.value("test", kTests.front());
  read.source = claim.value("source", "");
  read.text = claim.value("text", "");
  read.alpha = claim.value("alpha", kAlpha);
  return read;
}

void check_name(const std::string& path, const Json& name, const std::vector<std::string>& valid,
                ConfigErrors& errors) {
  if (valid.empty()) return;  // the list has an error of its own
  const auto text = name.get<std::string>();
  if (std::find(valid.begin(), valid.end(), text) == valid.end())
    errors.add(path, " = " + shown(name) + ": " + suggestion(name, valid));
}

void check_claim(const Json& claim, const ClaimScope& scope, const std::string& path,
                 ConfigErrors& errors) {
  if (!claim.is_object()) return errors.add(path, " = " + shown(claim) + ": must be an object");
  if (!claim.contains("over")) {
    return errors.add(
        path,
        ": the config has a `collection`: its claims compare means over the data sets; add "
        "\"over\": \"collection\"");
  }
  if (claim.contains("less") == claim.contains("greater"))
    return errors.add(
        path, ": must have one of less or greater: claims over a collection have no other form");
  const std::string& form = form_of(claim);
  const std::size_t before = errors.messages().size();
  check_options(options_of(form), claim, path, errors);
  if (errors.messages().size() > before) return;
  for (const int i : {0, 1}) {
    check_name(fmt::format("{}.{}.{}", path, form, i), claim.at(form)[static_cast<std::size_t>(i)],
               scope.learners, errors);
  }
  if (claim.contains("metric"))
    check_name(path + ".metric", claim.at("metric"), scope.metrics, errors);
  if (claim.contains("alpha") && claim.value("test", kTests.front()) == "count")
    errors.add(path + ".alpha",
               ": a count is no test and has no level: leave it out, or name a test");
}

/// How many members each learner wins; the others are equal.
struct Wins {
  Index first_lower = 0, second_lower = 0, equal = 0;
};

Wins wins_of(const MemberPairs& pairs) {
  Wins wins;
  const std::vector<double> firsts = pairs.tested(pairs.first),
                            seconds = pairs.tested(pairs.second);
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const double first = firsts[i], second = seconds[i];
    ++(first < second ? wins.first_lower : second < first ? wins.second_lower : wins.equal);
  }
  return wins;
}

std::string note_of(const CollectionClaim& claim, const Wins& wins, const MemberPairs& pairs,
                    double statistic) {
  std::string note;
  if (claim.test == "wilcoxon") note = fmt::format("W = {:g}, ", statistic);
  note += fmt::format("{} is lower in {}, {} in {}", claim.learners.first, wins.first_lower,
                      claim.learners.second, wins.second_lower);
  if (wins.equal > 0) note += fmt::format(", equal in {}", wins.equal);
  if (pairs.num_same() > 0) note += fmt::format("; {} in {}, left out", kTheSame, pairs.num_same());
  if (!pairs.missing.empty())
    note += fmt::format("; no result: {}", fmt::join(pairs.missing, ", "));
  return note;
}

/// Sets the verdict by the test and its opposite.
void settle_by_test(const CollectionClaim& claim, const PairedResult& test, ClaimCell& cell) {
  const bool less = claim.form == "less";
  cell.p = less ? test.p_less : test.p_greater;
  cell.effect_size = test.effect_size;
  cell.statistic = test.statistic;
  const double ranks = static_cast<double>(test.count - test.zeros);
  if (claim.test == "wilcoxon")
    cell.statistic = std::min(test.statistic, ranks * (ranks + 1) / 2 - test.statistic);
  if (claim.test == "sign" && less) cell.statistic = ranks - test.statistic;
  if (cell.p < claim.alpha) cell.verdict = Verdict::kReproduced;
  if ((less ? test.p_greater : test.p_less) < claim.alpha) cell.verdict = Verdict::kRefuted;
}

void settle_by_count(const CollectionClaim& claim, const Wins& wins, ClaimCell& cell) {
  const Index claimed = claim.form == "less" ? wins.first_lower : wins.second_lower;
  cell.statistic = static_cast<double>(claimed);
  cell.verdict = 2 * claimed > cell.count ? Verdict::kReproduced : Verdict::kRefuted;
}

ClaimCell judge_place(const CollectionResults& results, const CollectionClaim& claim,
                      std::size_t place) {
  ClaimCell cell;
  cell.where = place_text(results, place);
  const MemberPairs pairs = pair_members(results, claim.learners, place);
  const std::vector<double> first = pairs.tested(pairs.first), second = pairs.tested(pairs.second);
  cell.count = static_cast<Index>(first.size());
  cell.left_out = static_cast<Index>(pairs.missing.size()) + pairs.num_same();
  if (first.empty()) {
    cell.same = pairs.num_same() > 0;
    cell.note = cell.same ? kTheSame : "no data set has results of both learners";
    return cell;
  }
  cell.first = mean_and_error(first).mean;
  cell.second = mean_and_error(second).mean;
  const auto test = claim.test == "sign" ? sign_test(first, second) : wilcoxon_test(first, second);
  cell.difference = test->mean_difference;
  cell.standard_error = test->standard_error;
  if (const auto interval =
          t_interval(cell.difference, cell.standard_error, cell.count - 1, 0.95)) {
    const Interval cut = difference_within_range(
        *interval, find_metric_of_run(results.config, claim.learners.metric));
    cell.low = cut.low;
    cell.high = cut.high;
  }
  const Wins wins = wins_of(pairs);
  if (claim.test == "count") {
    settle_by_count(claim, wins, cell);
  } else {
    settle_by_test(claim, *test, cell);
  }
  cell.note = note_of(claim, wins, pairs, cell.statistic);
  return cell;
}

std::string statement_of(const CollectionClaim& claim) {
  const std::string how = claim.test == "count" ? std::string("on more than half of the data sets")
                                                : fmt::format("{} over the data sets, alpha {}",
                                                              claim.test, claim.alpha);
  return fmt::format("{} {} {} in {} ({})", claim.learners.first, claim.form == "less" ? "<" : ">",
                     claim.learners.second, claim.learners.metric, how);
}

ClaimVerdict judge_over_sets(const CollectionResults& results, const CollectionClaim& claim) {
  ClaimVerdict verdict;
  verdict.form = claim.form;
  verdict.statement = statement_of(claim);
  verdict.source = claim.source;
  verdict.text = claim.text;
  verdict.test = claim.test;
  verdict.alpha = claim.test == "count" ? ClaimCell::kNone : claim.alpha;
  verdict.exploratory = results.config.is_object() && results.config.value("exploratory", false);
  verdict.counted = "data sets";
  verdict.planned = static_cast<Index>(results.members.size());
  for (const MemberResults& member : results.members) verdict.finished += !member.unfinished();
  verdict.unfinished = verdict.finished < verdict.planned;
  const std::size_t places = num_places(results);
  for (std::size_t place = 0; place < places; ++place)
    verdict.cells.push_back(judge_place(results, claim, place));
  Index compared = 0;
  for (const ClaimCell& cell : verdict.cells) {
    if (cell.same) continue;
    ++compared;
    verdict.reproduced += cell.verdict == Verdict::kReproduced;
    verdict.refuted += cell.verdict == Verdict::kRefuted;
    verdict.undecided += cell.verdict == Verdict::kUndecided;
  }
  if (verdict.refuted > 0) verdict.verdict = Verdict::kRefuted;
  if (verdict.reproduced > 0 && verdict.reproduced == compared)
    verdict.verdict = Verdict::kReproduced;
  return verdict;
}

}  // namespace

void check_collection_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                             ConfigErrors& errors) {
  if (!claims.is_array())
    return errors.add(path, " = " + shown(claims) + ": must be a list of claims");
  for (std::size_t i = 0; i < claims.size(); ++i)
    check_claim(claims[i], scope, fmt::format("{}.{}", path, i), errors);
}

std::vector<std::string> undecidable_claims(const Json& claims, Index sets) {
  std::vector<std::string> notes;
  const double least = std::ldexp(1.0, -static_cast<int>(std::min<Index>(sets, 1000)));
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const CollectionClaim claim = read(claims[i], {});
    if (claim.test == "count" || least < claim.alpha) continue;
    notes.push_back(fmt::format(
        "claims.{} cannot be decided: over {} {} gives no p below {:.2g}, and alpha is {:g}", i,
        counted(sets, "data set"), claim.test, least, claim.alpha));
  }
  return notes;
}

Json collection_claims_schema() {
  Json forms = Json::array();
  for (const std::string& form : kForms) {
    forms.push_back({{"type", "object"},
                     {"properties", options_schema(options_of(form))},
                     {"required", {form, "over"}},
                     {"additionalProperties", false}});
  }
  return {{"type", "array"},
          {"description", "claims of the source on all data sets together, judged by the run"},
          {"items", {{"oneOf", forms}}}};
}

std::vector<ComparedLearners> compared_learners(const CollectionResults& results) {
  std::vector<ComparedLearners> all;
  for (const Json& claim : results.claims) {
    const ComparedLearners learners = read(claim, results.metrics).learners;
    if (std::find(all.begin(), all.end(), learners) == all.end()) all.push_back(learners);
  }
  return all;
}

MemberPairs pair_members(const CollectionResults& results, const ComparedLearners& learners,
                         std::size_t place) {
  MemberPairs pairs;
  for (const MemberResults& member : results.members) {
    const CurvePoint* first = point_at(member, learners.first, learners.metric, place);
    const CurvePoint* second = point_at(member, learners.second, learners.metric, place);
    if (!first || !second || !std::isfinite(first->value.mean) ||
        !std::isfinite(second->value.mean)) {
      pairs.missing.push_back(member.name);
      continue;
    }
    pairs.members.push_back(&member);
    pairs.first.push_back(first->value);
    pairs.second.push_back(second->value);
    pairs.same.push_back(are_the_same_at(member, learners.first, learners.second, place));
  }
  return pairs;
}

std::vector<double> MemberPairs::tested(const std::vector<MeanAndError>& means) const {
  std::vector<double> values;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (!same[i]) values.push_back(means[i].mean);
  }
  return values;
}

std::vector<ClaimVerdict> judge_collection_claims(const CollectionResults& results) {
  std::vector<ClaimVerdict> verdicts;
  for (const Json& claim : results.claims)
    verdicts.push_back(judge_over_sets(results, read(claim, results.metrics)));
  return verdicts;
}

}  // namespace costruct::experiments
