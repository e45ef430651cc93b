// What `select` chose, and draws that were made again, in words.
#include <catch2/catch.hpp>

#include "costruct/report/answer/choices.hpp"
#include "costruct/report/answer/redraws.hpp"
#include "support/made_up_run.hpp"

using namespace costruct;
using namespace costruct::experiments;
using namespace costruct::experiments::test;

namespace {

SelectionRow tried(const std::string& learner, Index labeled, Json parameters, bool chosen) {
  SelectionRow row;
  row.learner = learner;
  row.labeled = labeled;
  row.parameters = std::move(parameters);
  row.chosen = chosen;
  row.mean = chosen ? 0.1 : 0.2;
  return row;
}

RunResults run_of(std::vector<SelectionRow> rows) {
  RunResults results;
  results.learners = {"svm", "co_svm"};
  results.selection = std::move(rows);
  return results;
}

}  // namespace

TEST_CASE("a choice is told with its learner, and by size where sizes differ",
          "[results][choices]") {
  const auto choices =
      choices_in_words(run_of({tried("co_svm", 10, {{"C", 0.1}, {"Cu", 0.01}}, false),
                               tried("co_svm", 10, {{"C", 1}, {"Cu", 0.01}}, true),
                               tried("co_svm", 10, {{"C", 10}, {"Cu", 0.1}}, false),
                               tried("co_svm", 20, {{"C", 1}, {"Cu", 0.1}}, true),
                               tried("co_svm", 20, {{"C", 1}, {"Cu", 0.001}}, false),
                               tried("co_svm", 20, {{"C", 1}, {"Cu", 1}}, false)}));
  REQUIRE(choices.size() == 1);
  CHECK(choices[0].learner == "co_svm");
  CHECK(choices[0].chosen == "C = 1, Cu = 0.01 to 0.1 by size");
  CHECK(choices[0].at_ends.empty());
}

TEST_CASE("a value at an end of its list is told", "[results][choices]") {
  const auto choices = choices_in_words(
      run_of({tried("svm", 10, {{"C", 0.1}}, true), tried("svm", 10, {{"C", 1}}, false),
              tried("co_svm", 10, {{"C", 0.1}}, false), tried("co_svm", 10, {{"C", 1}}, true)}));
  REQUIRE(choices.size() == 2);
  CHECK(choices[0].at_ends ==
        std::vector<std::string>{"C = 0.1 is the smallest value tried. To try smaller ones, add "
                                 "them to its list under select"});
  CHECK(choices[1].at_ends ==
        std::vector<std::string>{"C = 1 is the largest value tried. To try larger ones, add "
                                 "them to its list under select"});
}

TEST_CASE("the first of equal candidates stands at no end", "[results][choices]") {
  std::vector<SelectionRow> rows = {tried("svm", 10, {{"C", 0.1}}, true),
                                    tried("svm", 10, {{"C", 1}}, false)};
  rows[1].mean = rows[0].mean;
  CHECK(choices_in_words(run_of(rows)).at(0).at_ends.empty());
  CHECK(choices_in_words(run_of(rows)).at(0).chosen == "C = 0.1");
}

TEST_CASE("lists of one value, of words, and zero have no end to go beyond", "[results][choices]") {
  const auto choices = choices_in_words(
      run_of({tried("svm", 10, {{"C", 1}, {"scaling", "none"}, {"Cu", 0}}, true),
              tried("svm", 10, {{"C", 1}, {"scaling", "standardize"}, {"Cu", 0.1}}, false)}));
  REQUIRE(choices.size() == 1);
  CHECK(choices[0].at_ends.empty());
  CHECK(choices[0].chosen == "C = 1, Cu = 0, scaling = none");
}

TEST_CASE("nothing is told where nothing was chosen", "[results][choices]") {
  CHECK(choices_in_words(run_of({})).empty());
  CHECK(choices_in_words(run_of({tried("svm", 10, {{"C", 1}}, false)})).empty());
}

TEST_CASE("draws that were made again are counted once each", "[results][choices]") {
  RunResults results = made_up_run({{"a", "b"}, {"token_error"}, {5, 10}, {0, 7}, 10},
                                   [](std::size_t, Index, Index, Index) { return 0.5; });
  CHECK(redraws_in_words(results).empty());
  for (CellResult& cell : results.cells) cell.redraws = cell.repetition == 3 ? 1 : 0;
  CHECK(redraws_in_words(results) ==
        "1 of 10 draws lacked a label in the smallest training set, and was drawn again until none "
        "did");
  for (CellResult& cell : results.cells) cell.redraws = cell.repetition < 2 ? 4 : 0;
  CHECK(
      redraws_in_words(results) ==
      "2 of 10 draws lacked a label in the smallest training set, and were drawn again until none "
      "did (8 times in total)");
}
