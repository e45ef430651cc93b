// Collections of data sets: claims over them, tables, scatter plots.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "costruct/report/answer/answer_page.hpp"
#include "costruct/report/answer/collection_answer.hpp"
#include "costruct/report/charts/collection_charts.hpp"
#include "costruct/report/collection_report.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/claims/collection_results.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "support/made_up_run.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Json claim(const std::string& form, const std::string& test, double alpha = 0.005) {
  Json claim = {{form, {"new", "old"}}, {"over", "collection"}, {"test", test}};
  if (test != "count") claim["alpha"] = alpha;
  return claim;
}

/// Two learners, `old` at 0.5 everywhere and `new` apart from it by differences[i] in member i, of
/// sizes that differ from member to member.
CollectionResults made_up_collection(const std::vector<double>& differences, const Json& claims) {
  CollectionResults results;
  results.name = "made up";
  results.learners = {"new", "old"};
  results.metrics = {"token_error"};
  results.claims = claims;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    MemberResults member;
    member.name = fmt::format("set-{}", i);
    const Index labeled = 5 + static_cast<Index>(i);
    member.sizes = {{labeled, 9 * labeled}};
    member.planned = member.finished = 20;
    member.points = {{"new", labeled, 9 * labeled, "token_error", {20, 0.5 + differences[i], 0.01}},
                     {"old", labeled, 9 * labeled, "token_error", {20, 0.5, 0.02}}};
    results.members.push_back(member);
  }
  return results;
}

/// n differences of magnitudes 1 ... n (in some unit), those of a greedy choice of ranks adding up
/// to `sum` positive.
std::vector<double> differences_with_positive_ranks(int n, int sum) {
  std::vector<double> differences;
  for (int rank = n; rank >= 1; --rank) {
    const bool positive = rank <= sum;
    if (positive) sum -= rank;
    differences.push_back((positive ? 1 : -1) * rank / 1024.0);
  }
  REQUIRE(sum == 0);
  return differences;
}

ClaimVerdict only_verdict(const CollectionResults& results) {
  const auto verdicts = judge_collection_claims(results);
  REQUIRE(verdicts.size() == 1);
  REQUIRE(verdicts.front().cells.size() == 1);
  return verdicts.front();
}

std::string errors_of(const Json& claims) {
  ConfigErrors errors;
  check_collection_claims(claims, {{"new", "old"}, {"token_error"}, "sequence", {}}, "claims",
                          errors);
  return fmt::format("{}", fmt::join(errors.messages(), "\n"));
}

}  // namespace

TEST_CASE(
    "over 32 data sets the one-sided test at 0.5 % rejects up to a rank sum of 128, as tables have "
    "it",
    "[results][collection]") {
  const int w = GENERATE(54, 63, 66, 127, 128, 129, 140);
  const ClaimVerdict verdict = only_verdict(made_up_collection(
      differences_with_positive_ranks(32, w), Json::array({claim("less", "wilcoxon")})));
  CHECK(verdict.cells.front().statistic == w);
  CHECK((verdict.verdict == Verdict::kReproduced) == (w <= 128));
  CHECK((verdict.cells.front().p <= 0.005) == (w <= 128));
  CHECK(verdict.verdict != Verdict::kRefuted);
}

TEST_CASE("the interval over data sets stays within differences that the metric can have",
          "[results][collection]") {
  const ClaimVerdict verdict =
      only_verdict(made_up_collection({-0.5, 0.5}, Json::array({claim("less", "wilcoxon")})));
  CHECK(verdict.cells.front().low == -1);
  CHECK(verdict.cells.front().high == 1);
}

TEST_CASE("critical values of small samples are those of the tables", "[results][collection]") {
  // One-sided: the largest rank sum that is significant.
  const auto [n, alpha, critical] = GENERATE(table<int, double, int>({{5, 0.05, 0},
                                                                      {6, 0.05, 2},
                                                                      {8, 0.05, 5},
                                                                      {8, 0.01, 1},
                                                                      {10, 0.05, 10},
                                                                      {10, 0.005, 3},
                                                                      {20, 0.025, 52}}));
  for (const int w : {critical, critical + 1}) {
    const ClaimVerdict verdict = only_verdict(made_up_collection(
        differences_with_positive_ranks(n, w), Json::array({claim("less", "wilcoxon", alpha)})));
    INFO(n << " sets, rank sum " << w);
    CHECK((verdict.verdict == Verdict::kReproduced) == (w == critical));
  }
}

TEST_CASE("the p-value over data sets is the share of sign patterns as extreme",
          "[results][collection]") {
  const std::vector<double> differences = {-0.5,   0.25,  -0.125,  -0.375,
                                           0.0625, -0.75, -0.3125, -0.4375};
  std::vector<double> magnitudes;
  for (const double d : differences) magnitudes.push_back(std::abs(d));
  const std::set<double> sorted(magnitudes.begin(), magnitudes.end());
  const auto rank = [&](double m) { return 1 + std::distance(sorted.begin(), sorted.find(m)); };
  const auto positive_sum = [&](unsigned positive) {
    Index sum = 0;
    for (std::size_t i = 0; i < magnitudes.size(); ++i)
      sum += (positive >> i & 1) ? rank(magnitudes[i]) : 0;
    return sum;
  };
  unsigned seen = 0, as_extreme = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) seen |= differences[i] > 0 ? 1U << i : 0U;
  for (unsigned pattern = 0; pattern < 256; ++pattern)
    as_extreme += positive_sum(pattern) <= positive_sum(seen);
  const ClaimVerdict verdict =
      only_verdict(made_up_collection(differences, Json::array({claim("less", "wilcoxon", 0.05)})));
  CHECK(verdict.cells.front().p == Approx(as_extreme / 256.0).epsilon(1e-12));
  CHECK(verdict.cells.front().statistic == static_cast<double>(positive_sum(seen)));
  CHECK_THAT(verdict.cells.front().note, Contains("new is lower in 6, old in 2"));
}

TEST_CASE("the opposite of a claim refutes it, and greater is less the other way round",
          "[results][collection]") {
  const std::vector<double> lower = differences_with_positive_ranks(12, 3);
  std::vector<double> higher = lower;
  for (double& d : higher) d = -d;
  const auto verdict_of = [](const std::vector<double>& differences, const std::string& form,
                             const std::string& test) {
    return only_verdict(made_up_collection(differences, Json::array({claim(form, test, 0.05)})))
        .verdict;
  };
  for (const char* test : {"wilcoxon", "sign", "count"}) {
    INFO(test);
    CHECK(verdict_of(lower, "less", test) == Verdict::kReproduced);
    CHECK(verdict_of(higher, "less", test) == Verdict::kRefuted);
    CHECK(verdict_of(lower, "greater", test) == Verdict::kRefuted);
    CHECK(verdict_of(higher, "greater", test) == Verdict::kReproduced);
  }
}

TEST_CASE("most is more than half: ties and an even score are not", "[results][collection]") {
  const auto [differences, verdict] =
      GENERATE(table<std::vector<double>, Verdict>({{{-1, -1, 1}, Verdict::kReproduced},
                                                    {{-1, -1, 1, 1}, Verdict::kRefuted},
                                                    {{-1, -1, 0, 0}, Verdict::kRefuted},
                                                    {{-1, -1, -1, 0, 1}, Verdict::kReproduced}}));
  CHECK(only_verdict(made_up_collection(differences, Json::array({claim("less", "count")})))
            .verdict == verdict);
}

TEST_CASE("a data set without results is left out and named", "[results][collection]") {
  CollectionResults results = made_up_collection(differences_with_positive_ranks(9, 0),
                                                 Json::array({claim("less", "wilcoxon")}));
  results.members[4].points.pop_back();  // the old learner failed everywhere
  results.members[7] = MemberResults();
  results.members[7].name = "set-7";
  results.members[7].error = "no such file";
  const ClaimVerdict verdict = only_verdict(results);
  CHECK(verdict.cells.front().count == 7);
  CHECK(verdict.cells.front().left_out == 2);
  CHECK(verdict.cells.front().p == Approx(std::ldexp(1.0, -7)));
  CHECK_THAT(verdict.cells.front().note, Contains("no result: set-4, set-7"));
  CHECK(!verdict.unfinished);
  CHECK_THAT(collection_table(results), Contains("set-7: no results: no such file"));
}

TEST_CASE("verdicts are provisional while data sets are unfinished", "[results][collection]") {
  CollectionResults results = made_up_collection(differences_with_positive_ranks(9, 0),
                                                 Json::array({claim("less", "wilcoxon")}));
  results.members[2].finished = 3;
  results.members[3] = MemberResults();  // not begun
  results.members[3].name = "set-3";
  const ClaimVerdict verdict = only_verdict(results);
  CHECK_THAT(verdict_text(verdict), Contains("7 of 9 data sets"));
}

TEST_CASE("sizes that differ from data set to data set are compared place by place",
          "[results][collection]") {
  CollectionResults results =
      made_up_collection({-0.1, -0.1}, Json::array({claim("less", "count")}));
  CHECK(only_verdict(results).cells.front().where == "5 to 6 labeled, 45 to 54 unlabeled");
  for (MemberResults& member : results.members) {
    member.sizes.emplace_back(100, 900);
    member.points.push_back({"new", 100, 900, "token_error", {20, 0.9, 0.01}});
    member.points.push_back({"old", 100, 900, "token_error", {20, 0.5, 0.01}});
  }
  const ClaimVerdict verdict = judge_collection_claims(results).front();
  REQUIRE(verdict.cells.size() == 2);
  CHECK(verdict.cells[0].verdict == Verdict::kReproduced);
  CHECK(verdict.cells[1].verdict == Verdict::kRefuted);
  CHECK(verdict.cells[1].where == "100 labeled, 900 unlabeled");
  CHECK(verdict.verdict == Verdict::kRefuted);
  CHECK(collection_charts(results).size() == 2);
}

TEST_CASE("a wrong claim over a collection is an error that says what to do",
          "[results][collection]") {
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {R"({"less": ["new", "old"]})", "claims.0: the config has a `collection`"},
      {R"({"less": ["new", "old"]})", "add \"over\": \"collection\""},
      {R"({"growth": "new", "over": "collection"})", "must have one of less or greater"},
      {R"({"less": ["new", "odl"], "over": "collection"})",
       "claims.0.less.1 = \"odl\": did you mean old?"},
      {R"({"less": ["new", "new"], "over": "collection"})", "\"new\" stands twice"},
      {R"({"less": ["new", "old"], "over": "colection"})", "did you mean collection?"},
      {R"({"less": ["new", "old"], "over": "collection", "test": "paired_t"})", "claims.0.test"},
      {R"({"less": ["new", "old"], "over": "collection", "metric": "tokn_error"})",
       "did you mean token_error?"},
      {R"({"less": ["new", "old"], "over": "collection", "alpa": 0.1})", "did you mean alpha?"},
      {R"({"less": ["new", "old"], "over": "collection", "test": "count", "alpha": 0.1})",
       "has no level"},
      {R"([])", "must be an object"},
  }));
  INFO(text);
  CHECK_THAT(errors_of(Json::array({Json::parse(text)})), Contains(message));
}

TEST_CASE("a right claim over a collection has no error", "[results][collection]") {
  CHECK(errors_of(Json::array({claim("less", "wilcoxon"), claim("greater", "count"),
                               claim("less", "sign")}))
            .empty());
}

TEST_CASE("claims that so few data sets cannot decide are told", "[results][collection]") {
  const Json claims = {claim("less", "wilcoxon", 0.05), claim("less", "sign", 0.2),
                       claim("less", "count"), claim("greater", "wilcoxon", 0.125)};
  const auto notes = undecidable_claims(claims, 3);
  REQUIRE(notes.size() == 2);
  CHECK_THAT(notes[1], Contains("claims.3 cannot be decided"));  // a verdict needs p < alpha
  CHECK_THAT(
      notes[0],
      Contains("claims.0 cannot be decided: over 3 data sets wilcoxon gives no p below 0.12"));
  CHECK(undecidable_claims(claims, 2).size() == 3);
  CHECK(undecidable_claims(claims, 5).empty());
  // As the verdicts have it: no signs are more alike.
  CHECK(only_verdict(
            made_up_collection({-1, -2, -3, -4}, Json::array({claim("less", "wilcoxon", 0.05)})))
            .verdict == Verdict::kUndecided);
  CHECK(only_verdict(made_up_collection({-1, -2, -3, -4, -5},
                                        Json::array({claim("less", "wilcoxon", 0.05)})))
            .verdict == Verdict::kReproduced);
}

TEST_CASE("collection.csv has a line for each mean of each data set", "[results][collection]") {
  const std::string csv = collection_csv(made_up_collection({-0.25, 0.125}, Json::array()));
  CHECK(csv ==
        "member,learner,labeled,unlabeled,metric,mean,standard_error,count\n"
        "set-0,new,5,45,token_error,0.25,0.01,20\n"
        "set-0,old,5,45,token_error,0.5,0.02,20\n"
        "set-1,new,6,54,token_error,0.625,0.01,20\n"
        "set-1,old,6,54,token_error,0.5,0.02,20\n");
}

TEST_CASE("a scatter plot has a point for each data set, the claim's first learner upwards",
          "[results][collection]") {
  const auto charts = collection_charts(made_up_collection(
      {-0.25, 0.125},
      Json::array({claim("less", "count"), claim("less", "wilcoxon"), claim("greater", "sign")})));
  REQUIRE(charts.size() == 1);  // three claims on one pair of learners
  const Json& values = charts.front().spec.at("data").at("values");
  REQUIRE(values.size() == 2);
  CHECK(values[0].at("member") == "set-0");
  CHECK(values[0].at("first_mean") == 0.25);
  CHECK(values[0].at("second_mean") == 0.5);
  CHECK(values[0].at("first_low").get<double>() == Approx(0.24));
  CHECK(values[0].at("second_high").get<double>() == Approx(0.52));
  CHECK(charts.front().id == "token_error-new-against-old");
  CHECK(charts.front().title == "token error of new against old, a point for each data set");
  CHECK(charts.front().label == "new against old");
  CHECK(values[0].at("name") == "set-0");
  CHECK(values[1].at("name") == "set-1");
}

TEST_CASE("a scatter plot names points where there is room, on either side",
          "[results][collection]") {
  const auto charts = collection_charts(
      made_up_collection({-0.25, -0.25, -0.25, 0.125}, Json::array({claim("less", "count")})));
  REQUIRE(charts.size() == 1);
  const Json& values = charts.front().spec.at("data").at("values");
  CHECK(values[0].at("leftwards") == false);
  CHECK(values[1].at("leftwards") == true);
  CHECK_FALSE(values[2].contains("name"));  // both sides of the one point are taken
  CHECK(values[3].at("name") == "set-3");
}

TEST_CASE("names that have no room on a small scatter plot say from which size on they have it",
          "[results][collection]") {
  CollectionResults results =
      made_up_collection({-0.25, 0.125}, Json::array({claim("less", "count")}));
  const auto side = [&] {
    return collection_charts(results).front().spec.at("data").at("values")[0].value("side",
                                                                                    INFINITY);
  };
  CHECK(side() == 200);
  results.members[0].name = std::string(25, 'x');
  CHECK(side() > 200);
  const Json names = collection_charts(results).front().spec.at("layer").back();
  CHECK(names.at("transform")[0].at("filter") == "datum.side <= width && datum.leftwards");
}

TEST_CASE("the report of a collection marks the best mean and links to each data set",
          "[results][collection]") {
  const std::string page = collection_report_html(
      made_up_collection({-0.25, 0.125}, Json::array({claim("less", "count")})));
  CHECK_THAT(page, Contains("<a href=\"set-1/report.html\">set-1</a>"));
  CHECK_THAT(page, Contains("<span class=\"first\">0.2500"));
  CHECK_THAT(page, !Contains("<span class=\"best\">0.6250"));
  CHECK_THAT(page, Contains("data-chart=\"token_error-new-against-old\" data-rows=\"2\""));
}

TEST_CASE("a data set whose gaps are estimates is named", "[results][collection]") {
  CollectionResults results = made_up_collection({-0.1, -0.1}, Json::array());
  CHECK_THAT(collection_table(results), !Contains("estimate"));
  CHECK_THAT(collection_report_html(results), !Contains("gap is an estimate"));
  results.members[1].estimated_gaps = 2;
  CHECK_THAT(collection_table(results), Contains("set-1: gaps of 2 cells are estimates"));
  CHECK_THAT(collection_report_html(results),
             Contains("<dt>cells whose gap is an estimate</dt><dd>2</dd>"));
}

TEST_CASE("a member is the means of its run, failed cells left out and counted",
          "[results][collection]") {
  RunResults run = test::made_up_run({.repetitions = 4}, [](std::size_t k, Index, Index, Index r) {
    return 0.25 * static_cast<double>(k + 1) + 0.125 * static_cast<double>(r % 2);
  });
  run.planned = 8;
  run.cells[0].error = "out of memory";
  run.cells[1].gap = 0.001;
  run.cells[1].gap_is_estimate = true;
  const MemberResults member = member_of("abalone", run);
  CHECK(member.finished == 8);
  CHECK(member.failed == 1);
  CHECK(member.estimated_gaps == 1);
  CHECK(!member.unfinished());
  REQUIRE(point_at(member, "perceptron", "token_error", 0) != nullptr);
  CHECK(point_at(member, "perceptron", "token_error", 0)->value.count == 3);
  CHECK(point_at(member, "co_perceptron", "token_error", 0)->value.mean == 0.5625);
  CHECK(point_at(member, "perceptron", "token_error", 1) == nullptr);
}

namespace {

/// Three learners in two data sets of eight draws each. In "clear" the second is better in every
/// draw and the third is like the first. In "level" no learner is better than another.
CollectionResults collection_of_runs() {
  CollectionResults results;
  results.name = "made up";
  results.learners = {"one", "two", "three"};
  results.metrics = {"token_error"};
  for (const bool clear : {true, false}) {
    const RunResults run = test::made_up_run(
        {.learners = results.learners, .repetitions = 8},
        [&](std::size_t k, Index, Index, Index r) {
          const double noise = 0.001 * static_cast<double>((3 * r + 5 * static_cast<Index>(k)) % 8);
          return 0.5 + noise + (clear && k == 1 ? -0.25 : 0.0);
        });
    results.members.push_back(member_of(clear ? "clear" : "level", run));
  }
  return results;
}

}  // namespace

TEST_CASE("learners are tested within each data set of a collection", "[results][collection]") {
  const CollectionResults results = collection_of_runs();
  const Standing* clear = standing_at(results.members[0], 0);
  const Standing* level = standing_at(results.members[1], 0);
  REQUIRE(clear);
  REQUIRE(level);
  CHECK(clear->contenders.front().learner == 1);
  CHECK(clear->has_winner());
  CHECK(clear->test == "paired_t");
  CHECK(level->tested);
  CHECK(!level->has_winner());
  CHECK(standing_at(results.members[0], 1) == nullptr);
  const std::string words =
      fmt::format("{}", fmt::join(collection_answer(results).words.best_lines, "\n"));
  CHECK_THAT(words,
             Contains("two on 2 of 2 (on 1 shown by the set's own draws)") && !Contains("0 and 0"));
}

TEST_CASE("over few data sets the best mean is told, and that so few show nothing",
          "[results][collection]") {
  const CollectionAnswer eight =
      collection_answer(made_up_collection(std::vector<double>(8, -0.1), Json::array()));
  CHECK(eight.words.best == "new, over these data sets");  // one comparison: p 0.0078
  const CollectionAnswer seven =
      collection_answer(made_up_collection(std::vector<double>(7, -0.1), Json::array()));
  CHECK(seven.words.best ==
        "new has the best mean on 7 of 7 data sets, but so few data sets cannot show a difference");
  REQUIRE(seven.words.best_lines.size() == 2);
  CHECK(seven.words.best_lines[0] == "Best mean of a data set: new on 7 of 7");
  CHECK(
      seven.words.best_lines[1] ==
      "Even if one were better on all 7, p would be 0.0156, and a difference is shown below 0.01");
  CollectionResults three = made_up_collection(std::vector<double>(8, -0.1), Json::array());
  three.learners.push_back("third");
  for (MemberResults& member : three.members) {
    const auto [labeled, unlabeled] = member.sizes.front();
    member.points.push_back({"third", labeled, unlabeled, "token_error", {20, 0.7, 0.01}});
  }
  CHECK_THAT(collection_answer(three).words.best_lines.at(1),
             Contains("p would be 0.0234 (0.0078 times 3 comparisons)"));
  const CollectionAnswer mixed = collection_answer(
      made_up_collection({-0.1, 0.2, -0.3, 0.4, -0.5, 0.6, -0.7, 0.8, -0.9}, Json::array()));
  CHECK(mixed.words.best ==
        "new has the best mean on 5 of 9 data sets, not shown to be better than the other");
}

TEST_CASE("of three learners over data sets it is told whom the leader is shown to beat",
          "[results][collection]") {
  const auto with_third = [](const std::vector<double>& differences, double third) {
    CollectionResults results = made_up_collection(differences, Json::array());
    results.learners.push_back("third");
    for (MemberResults& member : results.members) {
      const auto [labeled, unlabeled] = member.sizes.front();
      member.points.push_back({"third", labeled, unlabeled, "token_error", {20, third, 0.01}});
    }
    return collection_answer(results);
  };
  const std::vector<double> level = {-0.1, 0.2, -0.3, 0.4, -0.5, 0.6, -0.7, 0.8, -0.9, 1.0, -1.1};
  CHECK(with_third(level, 9).words.best ==
        "new has the best mean on 6 of 11 data sets, shown to be better than 1 of the 2 others");
  // Shown somewhere at the place: it is not said that so few data sets can show nothing.
  CHECK_THAT(fmt::format("{}", fmt::join(with_third(level, 9).words.best_lines, "\n")),
             !Contains("even if") && !Contains("Even if"));
  const std::vector<double> tied(level.begin(), level.end() - 1);
  CHECK(with_third(tied, 9).words.best ==
        "new and old have the best mean on 5 of 10 data sets each, and none is shown to be better "
        "than all "
        "others");
}

TEST_CASE("places of a collection have no capital inside their sentences",
          "[results][collection]") {
  CollectionResults results = made_up_collection({-0.1, 0.1}, Json::array());
  for (MemberResults& member : results.members) {
    member.sizes.emplace_back(100, 900);
    member.points.push_back({"new", 100, 900, "token_error", {20, 0.4, 0.01}});
    member.points.push_back({"old", 100, 900, "token_error", {20, 0.5, 0.01}});
  }
  const Answer words = collection_answer(results).words;
  REQUIRE(words.best_lines.size() == 2);
  CHECK_THAT(
      words.best_lines[0],
      Catch::StartsWith(
          "5 to 6 labeled, 45 to 54 unlabeled: new and old have the best mean on 1 of 2 data "
          "sets each, but so few data sets cannot show a difference; best mean of a data set"));
}

TEST_CASE(
    "data sets in which two learners are the same are in no test over the sets and no verdict",
    "[results][collection][same]") {
  CollectionResults results;
  results.learners = {"svm", "self_training"};
  results.metrics = {"token_error"};
  results.claims = Json::array({claim("less", "wilcoxon"), claim("less", "count")});
  for (Json& each : results.claims) each["less"] = {"self_training", "svm"};
  const auto add = [&](double gain) {  // at 100 unlabeled; without any both are the same
    test::RunShape shape;
    shape.learners = results.learners;
    shape.unlabeled = {0, 100};
    RunResults run = test::made_up_run(shape, [&](std::size_t k, Index, Index m, Index r) {
      return 0.5 - (k == 1 && m > 0 ? gain : 0) + 0.01 * static_cast<double>(r);
    });
    for (CellResult& cell : run.cells) cell.primal = cell.metrics["token_error"];
    run.supervised = run.without_unlabeled = {"svm"};
    results.members.push_back(member_of(fmt::format("set-{}", results.members.size()), run));
  };
  for (const double gain : {0.1, 0.2, 0.3, 0.4, 0.1, 0.2, 0.3, 0.4, 0.0, 0.0}) add(gain);
  CHECK(are_the_same_at(results.members[0], "self_training", "svm", 0));
  CHECK_FALSE(are_the_same_at(results.members[0], "svm", "self_training", 1));
  CHECK(are_the_same_at(results.members[9], "svm", "self_training", 1));

  const std::vector<LearnersOverSets> pairs = compare_learners(results, "token_error");
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].all_same());
  CHECK((pairs[0].same == 10 && std::isnan(pairs[0].p) && std::isnan(pairs[0].p_holm)));
  CHECK((pairs[1].sets == 8 && pairs[1].same == 2));
  CHECK(pairs[1].p_holm == pairs[1].p);  // a family of one
  CHECK(pairs[1].p == Approx(2.0 / 256));

  const std::vector<LearnersOverSets> twins = compare_twins(results, "token_error");
  REQUIRE(twins.size() == 1);
  CHECK((twins[0].sets == 8 && twins[0].same == 2));

  for (const ClaimVerdict& verdict : judge_collection_claims(results)) {
    INFO(verdict.statement);
    REQUIRE(verdict.cells.size() == 2);
    CHECK(verdict.cells[0].same);
    CHECK(verdict.cells[1].count == 8);
    CHECK(verdict.cells[1].left_out == 2);
    CHECK_THAT(verdict.cells[1].note,
               Contains("self_training is lower in 8, svm in 0; the same in 2, left out"));
    CHECK((verdict.verdict == Verdict::kReproduced && verdict.undecided == 0));
  }
  CHECK(standing_at(results.members[0], 0)->contenders.at(1).same);
  CHECK_FALSE(standing_at(results.members[0], 1)->contenders.at(1).same);
  const std::string page = collection_report_html(results);
  CHECK(page.substr(0, page.find("<footer>")).find(">the same</td>") != std::string::npos);

  for (std::size_t i = 0; i < 8; ++i) results.members.erase(results.members.begin());
  const ClaimVerdict none = judge_collection_claims(results).front();
  CHECK(verdict_text(none) == "undecided (all cells are the same)");
  CHECK(collection_answer(results).words.help ==
        "Not tested: with and without them the learners hold the same models");
  CHECK_THAT(collection_answer(results).words.help_lines.at(0),
             Contains("the same as itself without them on all 2 data sets"));
}

TEST_CASE("over data sets learners are compared with what they are without unlabeled examples",
          "[results][collection]") {
  CollectionResults results;
  results.learners = {"perceptron", "co_perceptron"};
  results.metrics = {"token_error"};
  const auto add = [&](double gain) {
    test::RunShape shape;
    shape.unlabeled = {0, 100};
    RunResults run = test::made_up_run(shape, [&](std::size_t k, Index, Index m, Index r) {
      return 0.5 + 0.1 * static_cast<double>(k) - (k == 1 && m > 0 ? gain : 0) +
             0.01 * static_cast<double>(r);
    });
    run.supervised = {"perceptron"};
    run.without_unlabeled = {"perceptron"};
    results.members.push_back(member_of(fmt::format("set-{}", results.members.size()), run));
  };
  for (int i = 1; i <= 6; ++i) add(0.001 * i);
  const CollectionAnswer few = collection_answer(results);
  REQUIRE(few.twins.size() == 1);
  CHECK(few.twins[0].second == "co_perceptron");
  CHECK(few.twins[0].first_better == 6);
  CHECK(few.words.help ==
        "So few data sets cannot show it: they have the better mean with co-perceptron on 6 of 6 "
        "data sets; "
        "even "
        "if one were better on all 6, p would be 0.0312, and a difference is shown below 0.01");
  for (int i = 7; i <= 9; ++i) add(0.001 * i);
  CollectionResults worse = results;
  const CollectionAnswer enough = collection_answer(results);
  CHECK(enough.words.help == "Yes: over these data sets they help co-perceptron");
  CHECK_THAT(enough.words.help_lines.at(0),
             Contains("co-perceptron with them: better than itself without them (better on 9 of 9 "
                      "data sets, p "));
  for (MemberResults& member : worse.members) {
    for (UnlabeledGain& gain : member.twins) std::swap(gain.mean, gain.reference_mean);
  }
  CHECK(collection_answer(worse).words.help ==
        "Not shown to help: they make co-perceptron worse over these data sets");
}

TEST_CASE("the answer of an unfinished run or collection says so on top", "[results][collection]") {
  CollectionResults results = made_up_collection({-0.1, -0.1, -0.1}, Json::array());
  CHECK_THAT(collection_report_html(results), !Contains("Provisional"));
  results.members[0].finished = 3;
  results.members[1].failed = 2;
  results.members[2] = MemberResults();
  results.members[2].error = "no such file";
  CHECK_THAT(
      collection_report_html(results),
      Contains(
          "Provisional: 1 of 3 data sets has no results; 1 of 3 data sets is not finished; 2 cells "
          "failed."));
  RunResults run = test::made_up_run({}, [](std::size_t k, Index, Index, Index r) {
    return 0.1 * static_cast<double>(k) + 0.01 * static_cast<double>(r);
  });
  CHECK_THAT(answer_content(RunSummary(run), ""), !Contains("Provisional"));
  run.planned = 20;
  run.cells[0].error = "boom";
  CHECK_THAT(answer_content(RunSummary(run), ""),
             Catch::StartsWith(
                 "<p class=\"limits\">Provisional: the run is not finished, 10 of 20 cells; 1 of "
                 "10 cells failed and is left out.</p>"));
}

TEST_CASE("p of a data set is Holm's over all its pairs of learners", "[results][collection]") {
  RunResults run = test::made_up_run(
      {.learners = {"one", "two", "three"}, .repetitions = 8},
      [](std::size_t k, Index, Index, Index r) {
        return 0.5 + 0.01 * static_cast<double>((3 * r + 5 * static_cast<Index>(k)) % 8) +
               0.01 * static_cast<double>(k);
      });
  const MemberResults member = member_of("some", run);
  const std::vector<CellGroup> groups = group_cells(run);
  std::vector<double> p;
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
    p.push_back(compare(run, groups[static_cast<std::size_t>(a)],
                        groups[static_cast<std::size_t>(b)], "token_error", "paired_t")
                    .p);
  std::vector<double> sorted = p;
  std::sort(sorted.begin(), sorted.end());
  double before = 0;
  const auto adjusted = [&](double value) {
    for (std::size_t i = 0; i < 3; ++i) {
      before = std::max(before, std::min(1.0, sorted[i] * static_cast<double>(3 - i)));
      if (sorted[i] == value) break;
    }
    return before;
  };
  REQUIRE(member.standings.size() == 1);
  REQUIRE(member.standings[0].find(2));
  REQUIRE(member.standings[0].contenders.front().learner == 0);
  CHECK(member.standings[0].find(2)->p == Approx(adjusted(p[1])).epsilon(1e-12));
}

TEST_CASE("collection_tests.csv has a line for each learner of each data set",
          "[results][collection]") {
  CollectionResults results = collection_of_runs();
  const std::string csv = collection_tests_csv(results);
  CHECK_THAT(csv, Catch::StartsWith(
                      "member,labeled,unlabeled,metric,learner,mean,best,test,p_holm,behind\n"
                      "clear,5,0,token_error,two,"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 7);
  CHECK_THAT(csv, Contains(",two,paired_t,nan,0\n"));  // the best itself
  CHECK_THAT(
      csv,
      Catch::Matches("[\\s\\S]*\nclear,5,0,token_error,one,[^,]*,two,paired_t,[^,]*,1\n[\\s\\S]*"));
  CHECK_THAT(csv, !Catch::Matches("[\\s\\S]*\nlevel,[^\n]*,1\n[\\s\\S]*"));
  results.metrics.clear();
  CHECK(std::ranges::count(collection_tests_csv(results), '\n') == 1);
}

TEST_CASE(
    "the report of a collection has p beside each mean, and bold where a set's draws show the best",
    "[results][collection]") {
  CollectionResults results = collection_of_runs();
  std::string page = collection_report_html(results);
  CHECK_THAT(page, Contains("<span class=\"best\">0.25"));
  CHECK_THAT(page, Contains("<span class=\"first\">0.50"));
  CHECK_THAT(page, Contains(" <span class=\"mark aside\">p "));
  CHECK_THAT(page, Contains("of paired t over paired draws"));
  CHECK_THAT(page, Contains("download=\"collection_tests.csv\""));
  for (MemberResults& member : results.members)
    member.standings.clear();  // one draw: nothing can be tested
  page = collection_report_html(results);
  CHECK_THAT(page, !Contains("<span class=\"best\">") && !Contains("collection_tests.csv"));
}
