// The warnings of learners that use unlabeled inputs, checked by their definitions.
#include "costruct/learners/safeguards.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/learners/learners.hpp"
#include "support/delegating_problem.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

using Texts = std::vector<std::string>;
using Outputs = std::vector<Output>;

// Predictions of one label each: counts[k] inputs get label k.
Outputs with_counts(const std::vector<Index>& counts) {
  Outputs outputs;
  for (std::size_t k = 0; k < counts.size(); ++k)
    outputs.insert(outputs.end(), static_cast<std::size_t>(counts[k]),
                   Output{{static_cast<int>(k)}});
  return outputs;
}

Outputs copies_of(const Output& y, Index count) {
  return {static_cast<std::size_t>(count), y};
}

Sample known_as(const Outputs& truth) {
  return split(truth, std::ssize(truth), 0);
}

// A problem over labels; what inputs look like does not matter.
Views problem_over(const std::string& name, const Texts& labels) {
  Dice dice(1);
  TinySpec spec;
  spec.lengths.assign(100, 1);
  spec.labels = labels;
  return make_views(name, Json::object(), tiny_data(spec, dice));
}

const char* const kTwin = "its twin";

// The findings where the twin gets all `count` labeled examples right, and the learner misses some.
Texts overruled(Index missed, Index count) {
  const Views views = problem_over("multiclass", {"a", "b"});
  const Outputs truth = copies_of({{0}}, count);
  Predictions learner{truth, {}};
  std::fill_n(learner.labeled.begin(), missed, Output{{1}});
  return warn_of_harm(views.joint(), known_as(truth), learner, {truth, {}}, kTwin);
}

// The standard errors between the shares of a label: a of n labeled and b of m predicted parts. One
// more of each part and of all others is counted, so that the error is never 0.
double standard_errors(double a, double n, double b, double m) {
  const double share = (a + b + 1) / (n + m + 2);
  return std::abs(a / n - b / m) / std::sqrt(share * (1 - share) * (1 / n + 1 / m));
}

std::string shares_text(const std::string& label, Index a, Index n, Index b, Index m) {
  return fmt::format(
      "label {} makes up {:.3g} % of the labels predicted for unlabeled examples, but {:.3g} % of "
      "those in the training data",
      label, 100.0 * static_cast<double>(b) / static_cast<double>(m),
      100.0 * static_cast<double>(a) / static_cast<double>(n));
}

// Checks the finding on shares against its definition, in whole numbers where it is one of ratios.
// Returns whether there is one.
bool check_shares(const std::vector<Index>& labeled, const std::vector<Index>& predicted) {
  const Texts names = {"few", "some", "many"};
  const Views views =
      problem_over("multiclass", {names.begin(), names.begin() + std::ssize(labeled)});
  const Outputs truth = with_counts(labeled), found = with_counts(predicted);
  const Texts texts =
      warn_of_harm(views.joint(), known_as(truth), {truth, found}, {truth, found}, kTwin);
  const Index n = std::ssize(truth), m = std::ssize(found);
  double farthest = 0;
  Texts right;
  for (std::size_t k = 0; k < labeled.size(); ++k) {
    const Index a = labeled[k], b = predicted[k];
    if (b * n < 2 * a * m && a * m < 2 * b * n) continue;
    const double z = standard_errors(a, n, b, m);
    if (z > farthest + 1e-9) right.clear();
    if (z >= farthest - 1e-9) right.push_back(shares_text(names[k], a, n, b, m));
    farthest = std::max(farthest, z);
  }
  INFO("labeled " << Json(labeled) << ", predicted " << Json(predicted) << ", z " << farthest);
  CHECK(std::abs(farthest - 5) > 1e-9);  // else rounding decides
  if (farthest < 5) {
    CHECK(texts == Texts{});
    return false;
  }
  REQUIRE(texts.size() == 1);
  CHECK(std::count(right.begin(), right.end(), texts[0]) == 1);
  return true;
}

// The findings on unlabeled inputs alone, in a problem with labels and in one without.
Texts findings_of_labels(const Outputs& learner, const Outputs& twin) {
  const Views views = problem_over("sequence", {"a", "b"});
  return warn_of_harm(views.joint(), {}, {{}, learner}, {{}, twin}, kTwin);
}
Texts findings_without_labels(const Outputs& learner, const Outputs& twin) {
  const Views views = problem_over("sequence", {"a", "b"});
  return warn_of_harm(DelegatingProblem(views.joint()), {}, {{}, learner}, {{}, twin}, kTwin);
}

std::string far_text(const std::string& percent) {
  return percent +
         " % of the labels predicted for unlabeled examples differ from those of its twin";
}

std::string no_parse_text(Index empty, Index all) {
  return fmt::format("{} of {} unlabeled inputs have no parse, so nothing is learned from them",
                     empty, all);
}

}  // namespace

TEST_CASE("labeled examples count as overruled from two of them and a tenth of all on",
          "[learners][safeguards]") {
  for (const Index count : {1, 2, 3, 10, 19, 20, 21, 29, 30, 31, 99}) {
    for (Index missed = 0; missed <= std::min<Index>(count, 12); ++missed) {
      INFO(missed << " of " << count);
      const Texts found = overruled(missed, count);
      if (missed < 2 || 10 * missed < count) {
        CHECK(found == Texts{});
      } else {
        CHECK(found == Texts{fmt::format("with the unlabeled inputs, {} of {} labeled "
                                         "examples come out wrong that its twin gets right",
                                         missed, count)});
      }
    }
  }
}

TEST_CASE("examples that the twin does not get right either are not overruled",
          "[learners][safeguards]") {
  const Views views = problem_over("multiclass", {"a", "b", "c"});
  const Outputs truth = copies_of({{0}}, 4), wrong = copies_of({{1}}, 4),
                other = copies_of({{2}}, 4);
  const Sample sample = known_as(truth);
  const auto findings = [&](const Outputs& learner, const Outputs& twin) {
    return warn_of_harm(views.joint(), sample, {learner, {}}, {twin, {}}, kTwin);
  };
  CHECK(findings(wrong, wrong) == Texts{});
  CHECK(findings(wrong, other) == Texts{});
  CHECK(findings(truth, wrong) == Texts{});
  CHECK(findings(wrong, truth).size() == 1);
  const Outputs half = {{{0}}, {{0}}, {{1}}, {{1}}};
  CHECK_THAT(findings(wrong, half).at(0), Contains("2 of 4 labeled examples come out wrong"));
  CHECK(findings(half, wrong) == Texts{});
}

TEST_CASE("one wrong part overrules a labeled sequence", "[learners][safeguards]") {
  Dice dice(1);
  TinySpec spec;
  spec.lengths = {3, 3, 0};
  const Views views =
      make_views("sequence", {{"loss", "hamming_normalized"}}, tiny_data(spec, dice));
  const Outputs truth = {{{0, 1, 2}}, {{0, 1, 2}}, {}};
  const Outputs learner = {{{0, 1, 1}}, {{1, 1, 2}}, {}};
  const Texts found = warn_of_harm(views.joint(), known_as(truth), {learner, {}}, {truth, {}}, "x");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], Contains("2 of 3 labeled examples come out wrong that x gets right"));
}

TEST_CASE("shares of labels are far where both their ratio and their standard errors are",
          "[learners][safeguards]") {
  int far = 0, near = 0;
  const auto count = [&](bool is_far) { ++(is_far ? far : near); };
  for (const std::vector<Index>& labeled : std::vector<std::vector<Index>>{
           {1, 0}, {1, 1}, {3, 3}, {5, 5}, {1, 9}, {20, 20}, {10, 30}, {33, 66}, {0, 40}}) {
    for (const Index m : {1, 2, 10, 100, 1000}) {
      for (Index b = 0; b <= m; b += m > 100 ? 25 : 1) count(check_shares(labeled, {b, m - b}));
    }
  }
  for (const Index b : {0, 10, 33, 50, 66, 70, 90, 100}) {
    for (const Index c : {0, 5, 10}) {
      if (b + c > 100) continue;
      count(check_shares({30, 30, 30}, {b, c, 100 - b - c}));
      count(check_shares({5, 10, 75}, {c, b, 100 - b - c}));
    }
  }
  CHECK(far > 100);
  CHECK(near > 100);
}

TEST_CASE("three labeled examples of each class say little of the shares",
          "[learners][safeguards]") {
  CHECK(!check_shares({3, 3}, {38, 112}));  // about a half of a half
  CHECK(check_shares({20, 20}, {0, 200}));
  CHECK(!check_shares({1, 1}, {0, 20}));
  CHECK(!check_shares({500, 500}, {4000, 6000}));  // far in standard errors, not as a ratio
  CHECK(standard_errors(500, 1000, 4000, 10000) > 5);
}

TEST_CASE("shares count parts, not inputs, and only problems with labels have them",
          "[learners][safeguards]") {
  Dice dice(1);
  TinySpec spec;
  spec.lengths = {40, 1, 1, 1, 100};
  spec.labels = {"a", "b"};
  const Views views = make_views("sequence", Json::object(), tiny_data(spec, dice));
  const Outputs truth = {{std::vector<int>(40, 0)}, {{1}}, {{1}}, {{1}}};
  const Outputs found = {{std::vector<int>(100, 1)}};
  Sample sample = split(truth, 4, 0);
  sample.unlabeled = {4};
  const Predictions same{truth, found};
  const Texts texts = warn_of_harm(views.joint(), sample, same, same, kTwin);
  REQUIRE(texts.size() == 1);
  // Both labels are as far from their shares.
  CHECK((texts[0] == shares_text("a", 40, 43, 0, 100) ||
         texts[0] == shares_text("b", 3, 43, 100, 100)));
  CHECK(warn_of_harm(DelegatingProblem(views.joint()), sample, same, same, kTwin) == Texts{});
}

TEST_CASE("a fit is far from its twin from half of the unlabeled parts on",
          "[learners][safeguards]") {
  for (const Index count : {1, 2, 3, 10, 11}) {
    for (Index differ = 0; differ <= count; ++differ) {
      INFO(differ << " of " << count);
      const Texts found =
          findings_of_labels(with_counts({differ, count - differ}), with_counts({0, count}));
      if (2 * differ < count) {
        CHECK(found == Texts{});
      } else {
        const double percent = 100.0 * static_cast<double>(differ) / static_cast<double>(count);
        CHECK(found == Texts{far_text(fmt::format("{:.3g}", percent))});
      }
    }
  }
}

TEST_CASE("inputs without a parse are told from half of them on", "[learners][safeguards]") {
  for (const Index count : {1, 2, 3, 4, 5, 100}) {
    for (Index empty = 0; empty <= count; ++empty) {
      INFO(empty << " of " << count);
      Outputs outputs = copies_of({{0}}, count);
      std::fill_n(outputs.begin(), empty, Output{});
      const Texts found = findings_without_labels(outputs, outputs);
      CHECK(findings_of_labels(outputs, outputs) == Texts{});  // an empty sentence has no parts
      CHECK(found == (2 * empty < count ? Texts{} : Texts{no_parse_text(empty, count)}));
    }
  }
  // What the twin parses does not matter, nor how parts without labels differ.
  CHECK(findings_without_labels(copies_of({}, 2), copies_of({{0}}, 2)) ==
        Texts{no_parse_text(2, 2)});
  CHECK(findings_without_labels({{{0}}, {{0}}, {{0}}}, {{{1}}, {{1}}, {}}) == Texts{});
}

TEST_CASE("without examples and inputs there are no findings, and three may come together",
          "[learners][safeguards]") {
  const Views views = problem_over("multiclass", {"a", "b"});
  CHECK(warn_of_harm(views.joint(), {}, {}, {}, kTwin) == Texts{});
  const Outputs truth = with_counts({20, 20});
  CHECK(warn_of_harm(views.joint(), known_as(truth), {truth, {}}, {truth, {}}, kTwin) == Texts{});
  CHECK(warn_of_harm(views.joint(), {}, {{}, truth}, {{}, truth}, kTwin) == Texts{});
  Predictions learner{copies_of({{1}}, 40), copies_of({{1}}, 200)};
  Predictions twin{truth, copies_of({{0}}, 200)};
  const Texts found = warn_of_harm(views.joint(), known_as(truth), learner, twin, kTwin);
  REQUIRE(found.size() == 3);
  CHECK_THAT(found[0], Contains("20 of 40 labeled examples come out wrong"));
  CHECK((found[1] == shares_text("a", 20, 40, 0, 200) ||
         found[1] == shares_text("b", 20, 40, 200, 200)));
  CHECK(found[2] == far_text("100"));
}
