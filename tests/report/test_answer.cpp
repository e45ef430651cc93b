// The answer on top of a report, on made-up runs whose answer is known.
#include <catch2/catch.hpp>

#include "costruct/report/answer/answer.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/report/answer/training_command.hpp"
#include "costruct/report/charts/run_charts.hpp"
#include "costruct/report/html/difference_marks.hpp"
#include "costruct/report/report.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"
#include "costruct/results/text/readable_names.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using Catch::Contains;
using Catch::EndsWith;
using test::made_up_run;
using test::RunShape;

RunShape three_learners() {
  RunShape shape;
  shape.learners = {"hmm", "perceptron", "co_perceptron"};
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 100};
  shape.repetitions = 12;
  return shape;
}

/// Repetitions differ a little, learners not by the same.
double jitter(std::size_t k, Index repetition) {
  return 0.001 * static_cast<double>((repetition * (static_cast<Index>(k) + 2)) % 5);
}

/// Errors that alternate in sign about a common mean: nothing to be shown.
double see_saw(std::size_t k, Index repetition) {
  return k == 0 ? 0 : 0.02 * ((repetition + static_cast<Index>(k)) % 2 == 0 ? 1 : -1);
}

Answer answer_to(const RunResults& run) {
  return answer_of(RunSummary(run), run.metrics.front());
}

}  // namespace

TEST_CASE("a clear winner is named with its sizes", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    return 1.0 / static_cast<double>(n) + 0.1 * static_cast<double>(k) + jitter(k, r);
  });
  run.supervised = run.learners;
  const Answer answer = answer_to(run);
  CHECK(answer.best == "HMM, at all 3 labeled sizes");
  REQUIRE(answer.best_lines.size() == 1);
  CHECK_THAT(answer.best_lines[0],
             Contains("With 5, 10 and 20 labeled (means with 20): HMM (0.05") &&
                 Contains("is best, next perceptron (0.15") && Contains("p at most"));
  CHECK(answer.help == "Not asked: no learner of this run is given any");
  CHECK(answer.help_lines.empty());
}

TEST_CASE("where draws show nothing no learner is called best", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index m, Index r) {
    return 0.3 + see_saw(k, r) * (m > 0 ? -1 : 1);
  });
  run.supervised = {"hmm", "perceptron"};
  const Answer answer = answer_to(run);
  CHECK_THAT(answer.best, Catch::StartsWith("No significant difference. ") &&
                              EndsWith("the lowest mean token error at all 3 labeled sizes"));
  CHECK(answer.help == "No significant difference");
  REQUIRE(answer.help_lines.size() == 1);
  CHECK_THAT(answer.help_lines[0],
             Contains("co-perceptron with 100 unlabeled examples: against itself "
                      "without them, no significant difference"));
  CHECK_THAT(answer.help_lines[0], Contains(", with 20 labeled its token error is the same"));
  CHECK_THAT(answer.help_lines[0],
             !Contains("as good as"));  // nothing is shown, so nothing is worth it
}

TEST_CASE("without a winner the best mean is named, with how many it is shown to beat",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index, Index r) {
    return 0.3 + (k == 2 ? 0.2 + jitter(k, r) : see_saw(k, r)) + (k == 1 ? 0.001 : 0);
  });
  run.supervised = run.learners;
  const Answer answer = answer_to(run);
  CHECK(answer.best ==
        "No learner is significantly better than all others. HMM has the lowest mean token error "
        "at all 3 "
        "labeled sizes. It is significantly better than 1 of the 2 others");
  REQUIRE(answer.best_lines.size() == 1);
  CHECK(answer.best_lines[0] ==
        "With 5, 10 and 20 labeled (means with 20): HMM (0.3000) has the lowest mean and is "
        "significantly "
        "better than 1 of the 2 others; not significantly worse: perceptron (0.3010)");
}

TEST_CASE("how many others the best mean is shown to beat may depend on the size", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    const bool is_far = k == 2 && n == 20;
    return 0.3 + (is_far ? 0.2 + jitter(k, r) : see_saw(k, r)) + 0.001 * static_cast<double>(k);
  });
  run.supervised = run.learners;
  CHECK_THAT(answer_to(run).best,
             EndsWith("at all 3 labeled sizes. It is significantly better than "
                      "up to 1 of the 2 others, depending on the size"));
}

TEST_CASE("a noisy learner far behind is not called level with the best, nor ahead", "[answer]") {
  RunShape shape = three_learners();
  shape.labeled = {20};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index, Index r) {
    if (k == 0) return 0.01 + jitter(k, r);
    return k == 1 ? 0.1 + jitter(k, r)
                  : 0.4 + (r % 2 == 0 ? 0.39 : -0.39);  // co_perceptron: worse, too noisy
  });
  run.supervised = run.learners;
  const Answer answer = answer_to(run);
  CHECK(answer.best ==
        "No learner is significantly better than all others. HMM has the lowest mean token error. "
        "It is "
        "significantly better than 1 of the 2 others");
  CHECK_THAT(answer.best_lines.at(0), Contains("not significantly worse: co-perceptron (0.4000)"));
  for (const std::string& text : {answer.best, answer.best_lines.at(0)})
    CHECK_THAT(text, !Contains("ahead") && !Contains("level") && !Contains("no difference"));
}

TEST_CASE("who has the best mean at most sizes is named with their number", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    return 0.3 + (k == 2 ? 0.1 : 0) + (k == (n == 20 ? 0u : 1u) ? 0.001 : 0) + 10 * see_saw(k, r);
  });
  run.supervised = run.learners;
  CHECK_THAT(answer_to(run).best,
             EndsWith(". HMM has the lowest mean token error at 2 of 3 labeled sizes"));
}

TEST_CASE("what was not tested is not told as no difference", "[answer]") {
  const RunShape shape = three_learners();
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return 0.3 + 0.05 * static_cast<double>(k) - (k == 2 && m > 0 ? 0.2 : 0) + jitter(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  for (CellResult& cell : run.cells) {  // drawn otherwise than the others: no pair
    if (cell.learner == "perceptron") cell.drawn_by = 1, cell.split_hash += "p";
  }
  const Answer answer = answer_to(run);
  CHECK_THAT(answer.best, EndsWith("; 1 not tested"));
  CHECK_THAT(answer.best_lines.at(0), EndsWith("; 1 not tested"));
  // One of the learners that see the unlabeled inputs is drawn apart at every size, and is not
  // tested against the best learner without them.
  run.learners[1] = "self";
  for (CellResult& cell : run.cells) {
    if (cell.learner == "perceptron") cell.learner = "self";
  }
  run.supervised = {"hmm"};
  std::erase_if(run.cells, [](const CellResult& cell) {
    return cell.learner == "self" && cell.unlabeled == 0;
  });
  CHECK_THAT(answer_to(run).help, Contains("; self not tested"));
  const std::vector<std::string> sentences = gain_sentences(unlabeled_gains(run, "token_error"));
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0] ==
        "self with 100 unlabeled examples is not tested against the best learner without any (no "
        "pair "
        "of finished repetitions)");
}

TEST_CASE("a best mean that was tested against no other is told beside tests among the others",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    return 0.3 + (n == 5 && k == 0 ? 0.2 : 0) + 0.05 * static_cast<double>(k) + jitter(k, r);
  });
  run.supervised = run.learners;
  for (CellResult& cell : run.cells) {
    if (cell.learner == "hmm" && cell.labeled > 5) cell.drawn_by = 1, cell.split_hash += "h";
  }
  const Answer answer = answer_to(run);
  CHECK(answer.best ==
        "perceptron with 5 labeled; elsewhere no learner is significantly better than all others");
  CHECK_THAT(answer.best_lines.at(1), Contains("HMM (") && Contains("has the lowest mean; ") &&
                                          EndsWith("it could not be tested against any other"));
  std::erase_if(run.cells, [](const CellResult& cell) { return cell.labeled == 5; });
  CHECK(answer_to(run).best ==
        "No learner is significantly better than all others. HMM has the lowest mean token error "
        "at both "
        "labeled sizes. It could not be tested against any other");
  for (CellResult& cell : run.cells)
    cell.drawn_by = cell.learner == "hmm" ? 1 : cell.learner == "perceptron" ? 2 : 3;
  for (CellResult& cell : run.cells) cell.split_hash += cell.learner;
  CHECK_THAT(answer_to(run).best, Contains("Not known: nothing could be tested"));
}

TEST_CASE("sizes at which a learner beats the best without, and is worse, are both told",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index m, Index r) {
    const double with = n == 5 ? 0.2 : n == 10 ? 0.5 : 0.7;
    return (k == 2 ? (m > 0 ? with : 0.9) : 0.5) + jitter(k == 2 ? 1 : k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  CHECK(answer_to(run).help ==
        "Partly: co-perceptron with them beats the best learner without them at 1 of 3 labeled "
        "sizes, and is "
        "worse than it at 1 of 3 labeled sizes");
  for (CellResult& cell : run.cells) {  // with 20 labeled now worse than itself without
    if (cell.learner == "co_perceptron" && cell.labeled == 20 && cell.unlabeled > 0)
      cell.metrics["token_error"] += 0.5;
  }
  CHECK(answer_to(run).help ==
        "They help co-perceptron at 2 of 3 labeled sizes, and harm it at 1 of 3 labeled sizes");
}

TEST_CASE("where nothing is shown it is said how many draws that is", "[answer]") {
  RunResults run = made_up_run(
      three_learners(), [](std::size_t k, Index, Index, Index r) { return 0.3 + see_saw(k, r); });
  run.supervised = run.learners;
  CHECK(answer_to(run).best_hint ==
        "The comparison has 12 draws. More repetitions or labeled examples can show smaller "
        "differences");
  // Draws of 5 examples that score 10: t of 11 degrees times sqrt(1/12 + 2) is 4.48, and 3.64 for
  // draws without end. Draws of 50 examples have 1.66 and 1.15.
  run.config["sweep"]["holdout"] = 10;
  run.pool = 15;
  CHECK_THAT(answer_to(run).best_hint, Contains("More repetitions change little"));
  run.pool = 60;
  CHECK_THAT(answer_to(run).best_hint, Contains("More repetitions or labeled examples"));
  for (CellResult& cell : run.cells) cell.metrics["token_error"] += cell.learner == "hmm" ? 0.5 : 0;
  CHECK(answer_to(run).best_hint.empty());
}

TEST_CASE("the best may change with the number of labeled examples", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    const double step = 0.1 * static_cast<double>(k);
    return 0.5 + (n == 20 ? -step : step) + jitter(k, r);
  });
  run.supervised = run.learners;
  CHECK(answer_to(run).best == "HMM with 5 and 10 labeled; co-perceptron with 20 labeled");
}

TEST_CASE("what unlabeled examples add is told against the twin and against the best without",
          "[answer]") {
  // co_perceptron: 0.09 better than itself without, and still 0.11 behind hmm.
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index m, Index r) {
    const double base = n == 5 ? 0.6 : n == 10 ? 0.5 : 0.4;
    return base + (k == 0 ? 0 : k == 1 ? 0.3 : m == 0 ? 0.2 : 0.11) + jitter(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  const Answer answer = answer_to(run);
  CHECK(answer.help ==
        "They help co-perceptron at all 3 labeled sizes, but it is not significantly better than "
        "the best "
        "learner "
        "without "
        "them");
  REQUIRE(answer.help_lines.size() == 1);
  CHECK_THAT(answer.help_lines[0],
             Contains("against itself without them, better at all 3 labeled sizes") &&
                 Contains("with 20 labeled its token error is 0.0900 lower; against the best") &&
                 Contains("against the best learner without them, worse at all 3 labeled sizes") &&
                 Contains("with 20 labeled its token error is 0.11") &&
                 Contains(" higher; with 10 labeled") &&
                 Contains("with 10 labeled as good as without them with 19"));
  // With 20 labeled it is better than without them at any size of the curve.
  const auto gains = twin_gains(run, "token_error");
  REQUIRE(gains.size() == 3);
  REQUIRE(gains[2].worth);
  CHECK(gains[2].worth->on_curve == OnCurve::kBeyondEnd);
  CHECK(gains[2].worth->labeled_equivalent == 20);
}

TEST_CASE("unlabeled examples are worth what a curve tells, and nothing where it has ended",
          "[answer]") {
  // Better than itself without at any size: at the largest one "at least 20" would say nothing.
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index m, Index r) {
    return 0.6 - 0.01 * static_cast<double>(n) - (k == 2 && m > 0 ? 0.3 : 0) + jitter(k, r);
  });
  std::erase_if(run.cells, [](const CellResult& cell) { return cell.labeled == 5; });
  run.supervised = {"hmm", "perceptron"};
  const auto gains = twin_gains(run, "token_error");
  REQUIRE(gains.size() == 2);
  REQUIRE((gains[0].worth && gains[1].worth));
  CHECK(gains[0].worth->tells());
  CHECK_FALSE(gains[1].worth->tells());
  CHECK(equivalent_text(*gains[0].worth, "{:.0f}") == "at least 20");
  CHECK(worth_text(*gains[0].worth, "{:.0f}") == "at least 10");
  CHECK(equivalent_text(*gains[1].worth, "{:.0f}") == "more than tested");
  CHECK(worth_text(*gains[1].worth, "{:.0f}") == "–");
  CHECK(most_telling({&gains[0], &gains[1]}) == &gains[0]);
  CHECK(most_telling({&gains[1]}) == nullptr);
  CHECK_THAT(
      answer_to(run).help_lines.at(0),
      Contains("with 10 labeled as good as without them with more than 20, the largest size"));
  CHECK_THAT(gain_sentences(unlabeled_gains(run, "token_error")).at(0),
             EndsWith("With 10 labeled examples it is at least as good as hmm with 20 labeled and "
                      "no unlabeled ones"));
}

TEST_CASE("a learner that is best at some sizes is named with its labeled and unlabeled examples",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index m, Index r) {
    return 0.3 + (k < 2 ? 0 : n == 5 && m > 0 ? -0.2 : 0.1) + see_saw(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  CHECK(answer_to(run).best ==
        "co-perceptron with 5 labeled and 100 unlabeled; elsewhere no learner is significantly "
        "better than all others");
}

TEST_CASE("sizes at which other learners have the same mean are counted in a sentence of their own",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index n, Index, Index r) {
    return 0.3 + (k == 2 ? 0.1 : k == 1 && n == 20 ? 0.001 : 0) + see_saw(k, r);
  });
  run.supervised = run.learners;
  const std::string best = answer_to(run).best;
  CHECK_THAT(best, Contains("HMM has the lowest mean token error at all 3 labeled sizes. "));
  CHECK_THAT(best, EndsWith(". At 2 of these sizes other learners have the same mean"));
}

TEST_CASE("learners that beat the best without, and harm, have headlines of their own",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index m, Index r) {
    return 0.5 + (k == 2 && m > 0 ? -0.2 : 0.05 * static_cast<double>(k)) + jitter(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  CHECK(answer_to(run).help ==
        "Yes: co-perceptron with them beats the best learner without them at all 3 labeled sizes");
  for (CellResult& cell : run.cells) {
    if (cell.learner == "co_perceptron" && cell.unlabeled > 0) cell.metrics["token_error"] += 0.5;
  }
  CHECK(answer_to(run).help ==
        "Not shown to help: they make co-perceptron worse at all 3 labeled sizes");
}

TEST_CASE("help and harm are told with the number of labeled sizes at which they are shown",
          "[answer]") {
  RunShape shape = three_learners();
  shape.labeled = {5, 10, 20, 40, 80};
  double gain = -0.2;
  const auto help = [&] {
    RunResults run = made_up_run(shape, [&](std::size_t k, Index n, Index m, Index r) {
      return 0.5 + (k == 2
                        ? jitter(0, r) + (m > 0 && n == 5 ? gain : 0) + (m > 0 ? see_saw(k, r) : 0)
                        : 0.1);
    });
    run.supervised = {"hmm", "perceptron"};
    return answer_to(run).help;
  };
  CHECK(help() ==
        "Yes: co-perceptron with them beats the best learner without them at 1 of 5 labeled sizes");
  gain = 0.2;
  CHECK(help() == "Not shown to help: they make co-perceptron worse at 1 of 5 labeled sizes");
}

TEST_CASE("a learner that the run does not have without unlabeled examples proves nothing of them",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index m, Index r) {
    return 0.5 + (k == 2 && m > 0 ? -0.2 : 0.05 * static_cast<double>(k)) + jitter(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  std::erase_if(run.cells, [](const CellResult& cell) {
    return cell.learner == "co_perceptron" && cell.unlabeled == 0;
  });
  const Answer answer = answer_to(run);
  CHECK(answer.help ==
        "Not known: co-perceptron with them beats the best learner without them at all 3 labeled "
        "sizes; but "
        "without them it is not in this run, so that may be the method alone");
  CHECK_THAT(answer.help_lines.at(0),
             Contains("without them it is not in this run; against the best learner"));
}

TEST_CASE("where a learner is the best without, the comparison with itself is told once",
          "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index m, Index r) {
    return 0.5 - (k == 2 ? 0.2 : 0) - (k == 2 && m > 0 ? 0.1 : 0) + jitter(k, r);
  });
  run.supervised = {"hmm", "perceptron"};
  const std::string line = answer_to(run).help_lines.at(0);
  CHECK_THAT(
      line,
      Contains("against itself without them, which is the best learner without them, better at"));
  CHECK_THAT(line, !Contains("; against the best"));
}

TEST_CASE("help that only fewer comparisons show does not contradict the answer above",
          "[answer]") {
  // Eight learners make 28 pairs; co_perceptron against the best without is one of three
  // comparisons.
  RunShape shape = three_learners();
  shape.labeled = {10};
  shape.learners = {"hmm", "a", "b", "c", "d", "e", "f", "co_perceptron"};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    const double noise = 0.02 * static_cast<double>((r * 5) % 12 - 5) * (k % 2 == 0 ? 1 : -1);
    return 0.5 + (k == 7 ? (m > 0 ? -0.035 : 0.0) : 0.0) + (k == 7 ? 0.1 : 1) * noise;
  });
  run.supervised = {"hmm", "a", "b", "c", "d", "e", "f"};
  const RunSummary summary(run);
  const bool differs = standings_by_labeled(run, summary.groups, "token_error").front().some_differ;
  const Answer answer = answer_to(run);
  INFO(answer.best << " | " << answer.help);
  REQUIRE_FALSE(differs);
  REQUIRE_THAT(answer.help, Contains("they") || Contains("them"));
  CHECK_THAT(answer.help, EndsWith("fewer comparisons than the one above)"));
}

TEST_CASE("of draws that only one learner finished no comparison tells", "[answer]") {
  RunShape shape = three_learners();
  shape.labeled = {10};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    if (k == 2 && m > 0) return 0.25 + jitter(k, r);
    return 0.3 + jitter(k, r) +
           (k == 2 && r < 3 ? -0.9 : 0);  // easy draws, which it fails with unlabeled ones
  });
  run.supervised = {"hmm", "perceptron"};
  for (CellResult& cell : run.cells) {
    if (cell.learner == "co_perceptron" && cell.unlabeled > 0 && cell.repetition < 3)
      cell.error = "memory";
  }
  const UnlabeledGain gain = twin_gains(run, "token_error").at(0);
  CHECK(gain.comparison.count == 9);
  CHECK(gain.comparison.difference == Approx(gain.mean - gain.reference_mean));
  CHECK(gain.better);
  CHECK(gain.reference_mean == Approx(0.3).margin(0.01));
}

TEST_CASE("where higher is better the best is the highest", "[answer]") {
  RunResults run = made_up_run(three_learners(), [](std::size_t k, Index, Index m, Index r) {
    return 0.5 + 0.1 * static_cast<double>(k) + (k == 2 && m > 0 ? 0.1 : 0) + jitter(k, r);
  });
  for (CellResult& cell : run.cells) cell.metrics = {{"accuracy", cell.metrics.begin()->second}};
  run.metrics = {"accuracy"};
  run.supervised = {"hmm", "perceptron"};
  const Answer answer = answer_to(run);
  CHECK(answer.best == "co-perceptron with 100 unlabeled, at all 3 labeled sizes");
  CHECK(answer.help ==
        "Yes: co-perceptron with them beats the best learner without them at all 3 labeled sizes");
  REQUIRE(answer.help_lines.size() == 1);
  CHECK_THAT(answer.help_lines[0], Contains("with 20 labeled its accuracy is 0.1000 higher"));
}

/// Five unlabeled examples for each labeled one, and 10 labeled ones with 400, where co-learning
/// fails.
static RunResults run_of_pairs() {
  RunShape shape = three_learners();
  shape.unlabeled = {25, 50, 100, 400};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return (k == 2 ? (m == 400 ? 0.7 : 0.2) : 0.4 + 0.1 * static_cast<double>(k)) + jitter(k, r);
  });
  std::erase_if(run.cells, [](const CellResult& cell) {
    return cell.unlabeled != 5 * cell.labeled && !(cell.labeled == 10 && cell.unlabeled == 400);
  });
  run.supervised = {"hmm", "perceptron"};
  return run;
}

TEST_CASE("labeled sizes that form no grid are told with unlabeled sizes of their own",
          "[answer]") {
  const RunResults run = run_of_pairs();
  const Answer answer = answer_to(run);
  CHECK(answer.best == "co-perceptron with 25 to 100 unlabeled, at all 3 labeled sizes");
  CHECK_THAT(answer.best_lines.at(0),
             Contains("co-perceptron (0.20") && Contains(" with 100 unlabeled)"));
  CHECK_THAT(answer.help_lines.at(0),
             Catch::StartsWith("co-perceptron with unlabeled examples: ") &&
                 Contains("with 20 labeled and 100 unlabeled its token error is"));
  CHECK_THAT(gain_sentences(unlabeled_gains(run, "token_error")).at(0),
             Catch::StartsWith("co_perceptron with 25 to 400 unlabeled examples is "));
}

TEST_CASE("the figure of sizes that form no grid has no curve through different proportions",
          "[answer]") {
  const std::vector<Chart> charts = charts_of_run(RunSummary(run_of_pairs())).answer;
  REQUIRE(charts.size() == 2);
  CHECK(charts[0].id == "answer-over-labeled-5-to-1");
  CHECK(charts[1].id == "answer-over-unlabeled");
  for (const Json& point : charts[0].spec["data"]["values"])
    CHECK(point["unlabeled"] == 5 * point["labeled"].get<Index>());
  CHECK_THAT(charts[0].spec.dump(), Contains("datum.value == 10 ? ['10', '+ 50']"));
  for (const Json& point : charts[1].spec["data"]["values"]) CHECK(point["labeled"] == 10);
}

TEST_CASE("the first contender has the best mean of all cells of its labeled size", "[answer]") {
  const RunResults run = run_of_pairs();
  const RunSummary summary(run);
  const auto best = best_means_by_labeled(run, summary.groups, "token_error");
  for (const Standing& standing : standings_by_labeled(run, summary.groups, "token_error")) {
    double lowest = 1;
    for (const CurvePoint& point : summary.curves) {
      if (point.labeled == standing.labeled) lowest = std::min(lowest, point.value.mean);
    }
    CHECK(best.at(standing.labeled) == lowest);
    CHECK(standing.contenders.front().value.mean == lowest);
    CHECK(standing.contenders.front().unlabeled == 5 * standing.labeled);
  }
}

TEST_CASE("a difference below the last digit of its metric, and none, are told as such",
          "[answer]") {
  double gain = 0.00002;
  const auto line = [&] {
    RunResults run = made_up_run(three_learners(), [&](std::size_t k, Index, Index m, Index r) {
      return 0.3 + 0.1 * static_cast<double>(k) + (m > 0 ? -gain : 0) + jitter(k, r);
    });
    run.supervised = {"hmm", "perceptron"};
    return answer_to(run).help_lines.at(0);
  };
  CHECK_THAT(line(), Contains("with 20 labeled its token error is 2e-05 lower"));
  gain = 0;
  CHECK_THAT(line(), Contains("with 20 labeled its token error is the same"));
}

TEST_CASE("one learner, one repetition and no cell are no contest", "[answer]") {
  RunShape shape = three_learners();
  shape.learners = {"hmm"};
  const auto value = [](std::size_t k, Index n, Index, Index r) {
    return 1.0 / static_cast<double>(n) + 0.1 * static_cast<double>(k) + jitter(k, r);
  };
  RunResults one = made_up_run(shape, value);
  one.supervised = one.learners;
  CHECK(answer_to(one).best == "One learner: there is nothing to compare it with");
  shape = three_learners();
  shape.repetitions = 1;
  const Answer untested = answer_to(made_up_run(shape, value));
  CHECK(untested.best == "Not known: nothing could be tested (one draw: a test needs two)");
  CHECK(untested.help == "Not known: nothing could be tested (one draw: a test needs two)");
  RunResults none;
  none.metrics = {"token_error"};
  const Answer empty = answer_to(none);
  CHECK((empty.best.empty() && empty.best_lines.empty() && empty.help.empty()));
}

TEST_CASE("a winner must be ahead after Holm over all pairs, not only over those with the best",
          "[answer]") {
  // Two more learners make six pairs of one. At most three have a smaller p, so this one is at
  // least tripled.
  RunShape shape;
  shape.learners = {"a", "b"};
  shape.repetitions = 8;
  const auto value = [](std::size_t k, Index, Index, Index r) {
    if (k >= 2) return 0.34 + see_saw(k, r);
    return 0.3 + 0.01 * static_cast<double>(k) + 0.004 * static_cast<double>((r * (3 * k + 2)) % 7);
  };
  const auto p_of = [&] {
    RunResults run = made_up_run(shape, value);
    run.supervised = run.learners;
    const RunSummary summary(run);
    return standings_by_labeled(run, summary.groups, "token_error").front().contenders[1].p;
  };
  const double alone = p_of();
  shape.learners = {"a", "b", "c", "d"};
  CHECK(p_of() >= 3 * alone);
}

// The twin that a learner is compared with, wherever it is.
static std::optional<std::string> twin_in(const RunResults& run, const std::string& learner) {
  for (const UnlabeledGain& gain : twin_gains(run, "token_error")) {
    if (gain.comparison.learner == learner) return gain.comparison.reference;
  }
  return std::nullopt;
}

TEST_CASE("the twin of a learner is itself without, or what its type becomes without", "[answer]") {
  RunShape shape;
  shape.learners = {"svm", "wide", "co"};
  shape.unlabeled = {0, 10};
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.5; });
  run.supervised = {"svm", "wide"};
  run.config["learners"] = Json::parse(R"([{"type": "structural_svm", "name": "svm", "C": 1},
      {"type": "structural_svm", "name": "wide", "C": 10}, {"type": "co_svm", "name": "co", "C": 10}])");
  CHECK(twin_in(run, "co") == "co");
  CHECK(twin_in(run, "svm") == std::nullopt);
  std::erase_if(run.cells, [](const CellResult& cell) { return cell.unlabeled == 0; });
  CHECK(twin_in(run, "co") == "wide");  // shares C
  run.config["learners"][2]["C"] = 1;
  CHECK(twin_in(run, "co") == "svm");
  run.config["learners"][2]["type"] = "of_my_own";
  CHECK(twin_in(run, "co") == std::nullopt);
}

TEST_CASE(
    "the twin of a learner that teaches another is the one inside, of a weighted one its own type",
    "[answer]") {
  RunShape shape;
  shape.learners = {"svm", "crf", "naive", "self", "ova", "weighted"};
  shape.unlabeled = {0, 10};
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.5; });
  run.supervised = {"svm", "crf"};
  run.config["learners"] = Json::parse(R"([{"type": "structural_svm", "name": "svm"},
      {"type": "crf", "name": "crf"}, {"type": "naive_bayes", "name": "naive", "unlabeled_weight": 1},
      {"type": "self_training", "name": "self", "learner": {"type": "naive_bayes"}},
      {"type": "tsvm_ova", "name": "ova"}, {"type": "crf", "name": "weighted", "entropy": 0.5}])");
  std::erase_if(run.cells, [](const CellResult& cell) {
    return cell.unlabeled == 0 &&
           (cell.learner == "self" || cell.learner == "ova" || cell.learner == "weighted");
  });
  CHECK(twin_in(run, "self") == "naive");  // which the run has without unlabeled examples
  CHECK(twin_in(run, "ova") == "svm");
  CHECK(twin_in(run, "weighted") == "crf");
  CHECK(twin_in(run, "naive") == "naive");
  const std::vector<UnlabeledGain> gains = twin_gains(run, "token_error");
  REQUIRE(gains.size() == 4);
  for (const UnlabeledGain& gain : gains) CHECK(gain.comparison.count == shape.repetitions);
  std::erase_if(run.cells, [](const CellResult& cell) {
    return cell.unlabeled == 0 && cell.learner == "naive";
  });
  CHECK(twin_in(run, "self") == std::nullopt);
}

TEST_CASE("names read as words, and stay as they are where they would not differ", "[answer]") {
  CHECK(readable_name("structural_svm") == "structural SVM");
  CHECK(readable_name("co_svm") == "co-SVM");
  CHECK(readable_name("token_error") == "token error");
  CHECK(readable_name("mae") == "MAE");
  CHECK(readable_name("co_svm of eight_b") == "co-SVM of eight_b");
  CHECK(readable_name("My_Own of eight_b") == "My_Own of eight_b");
  CHECK(readable_name("My_Own name") == "My_Own name");
  CHECK(readable_names({"a_b", "c"}) == std::vector<std::string>{"a b", "c"});
  CHECK(readable_names({"a_b", "a__b"}) == std::vector<std::string>{"a_b", "a__b"});
  CHECK(sizes_in_words({5, 10, 20}) == "5, 10 and 20");
  CHECK(sizes_in_words({5, 10, 20, 40, 80}) == "5 to 80 (5 sizes)");
}

TEST_CASE("the tables behind the answer mark differences at the 1 and the 5 % level", "[answer]") {
  CHECK(difference_mark(true, 0.0099) == "▲ better");
  CHECK(difference_mark(false, 0.01) == "▽ worse");
  CHECK(difference_mark(true, 0.0499) == "△ better");
  CHECK(difference_mark(false, 0.05).empty());
  CHECK(difference_mark(false, NAN).empty());
  RunShape shape;
  shape.learners = {"best", "near", "far"};
  shape.repetitions = 10;
  // near is 0.02 worse on average, by 0.06 or -0.02; far is 0.3 worse
  const RunResults run = made_up_run(shape, [](std::size_t k, Index, Index, Index r) {
    const double noise = 0.01 * static_cast<double>(r);
    if (k == 1) return 0.32 + noise + (r % 2 == 0 ? 0.04 : -0.04);
    return (k == 0 ? 0.3 : 0.6) + noise;
  });
  const std::string page = report_html(run, {});
  const std::string answer = page.substr(0, page.find("Learning curves</h2>"));
  CHECK(answer.find("<span class=\"worse clear\">▼ worse</span>") != std::string::npos);
  CHECK(answer.find("▽ worse</span>") == std::string::npos);
  CHECK(answer.find(meaning_of_marks()) != std::string::npos);
}

TEST_CASE("the answer ends with the command that trains the learner with the best mean",
          "[answer]") {
  RunShape shape;
  shape.learners = {"svm", "it's"};
  shape.labeled = {5, 10};
  RunResults run = made_up_run(shape, [](std::size_t k, Index n, Index, Index) {
    return (k == 0) == (n == 5) ? 0.2 : 0.4;  // the second one is better at the largest size
  });
  CHECK_FALSE(training_command(run));
  const Json entry = {{"command", {"costruct", "train", "my file.json"}},
                      {"options", {"--set", "C=[1]"}},
                      {"learners", {"svm", "it's"}}};
  run.provenance[kTrainingEntry] = entry;
  const auto command = training_command(run);
  REQUIRE(command);
  CHECK(command->learner == "it's");
  CHECK(command->command ==
        "costruct train 'my file.json' --learner 'it'\\''s' --set 'C=[1]' "
        "--model 'it'\\''s.safetensors'");
  const std::string page = report_html(run, {});
  CHECK(page.find("<pre tabindex=\"0\">costruct train &#39;my file.json&#39;") !=
        std::string::npos);
  CHECK(page.find("train.command") == std::string::npos);
  run.config["problem"]["type"] = "multiclass";
  run.metrics = {"accuracy"};  // higher is better
  for (CellResult& cell : run.cells) cell.metrics = {{"accuracy", cell.metrics["token_error"]}};
  CHECK(training_command(run)->learner == "svm");
  run.provenance[kTrainingEntry]["learners"] = {"it's"};
  CHECK_FALSE(training_command(run));
  for (const Json& broken : {Json("no"), Json({{"learners", 3}}), Json({{"learners", {1}}})}) {
    run.provenance[kTrainingEntry] = broken;
    CHECK_FALSE(training_command(run));
  }
}

}  // namespace costruct::experiments
