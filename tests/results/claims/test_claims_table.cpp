// The table of claims of several runs, in the terminal, as CSV and in the report.
#include <fmt/format.h>
#include <algorithm>

#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "costruct/report/report_claims.hpp"
#include "costruct/results/claims/claim_options.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/text/terminal_text.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

RunResults run_with(const std::string& name, const std::string& claims) {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 25};
  RunResults run = made_up_run(
      shape,
      [](std::size_t k, Index n, Index m, Index r) {
        const double advantage =
            k == 0 ? 0 : 0.001 * static_cast<double>(m + n) + (r % 2 ? 0.01 : 0);
        return 0.5 + 0.001 * static_cast<double>(r) - advantage;
      },
      [](std::size_t k, Index, Index m, Index r) {
        return (k + 1.0) * (m + 1.0) * (1 + 0.01 * (r % 3));
      });
  run.name = name;
  run.claims = Json::parse(claims);
  return run;
}

/// One claim of each form.
const char* kAllForms = R"json([
  {"less": ["co_perceptron", "perceptron"], "source": "Brefeld 2008, Fig. 5.1 left (B5.1b)",
           "text" : "co helps"
},
  {"greater": ["co_perceptron", "perceptron"], "at": {"labeled": 5, "unlabeled": 0}},
  {"no_difference": ["co_perceptron", "perceptron"], "at": {"labeled": 5, "unlabeled": 0}},
  {"ratio": ["co_perceptron", "perceptron"], "at_least": 1.5, "at": {"labeled": 5, "unlabeled": 25}},
  {"monotone": "co_perceptron", "at": {"labeled": 5}},
  {"growth": "co_perceptron", "along": "labeled", "between": "linear", "at": {"unlabeled": 25}},
  {"value": "perceptron", "between": [0.4, 0.6], "at": {"labeled": 5, "unlabeled": 0}},
  {"advantage_grows": ["co_perceptron", "perceptron"], "at": {"labeled": 5}, "versus": {"unlabeled": 0}}])json";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The column `unfinished` of the CSV, which five columns of words and one number without commas
/// follow.
std::set<std::string> unfinished_fields(const std::vector<RunResults>& runs) {
  std::vector<std::string> lines = lines_of(claims_csv(judged(runs)));
  std::set<std::string> values;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    for (int field = 0; field < 5; ++field) lines[i].erase(lines[i].rfind(','));
    values.insert(lines[i].substr(lines[i].rfind(',') + 1));
  }
  return values;
}

}  // namespace

TEST_CASE("the table counts verdicts and names run, source and numbers", "[claims]") {
  const std::vector<RunResults> runs = {run_with("tagging", kAllForms),
                                        run_with("entities", kAllForms)};
  const std::string table = claims_table(judged(runs));
  const auto verdicts = judge_claims(runs[0]);
  const auto count = [&](Verdict verdict) {
    return 2 * std::count_if(verdicts.begin(), verdicts.end(),
                             [&](const ClaimVerdict& claim) { return claim.verdict == verdict; });
  };
  const auto lines = lines_of(table);
  CHECK(lines.front() == fmt::format("claims: {} reproduced, {} refuted, {} undecided",
                                     count(Verdict::kReproduced), count(Verdict::kRefuted),
                                     count(Verdict::kUndecided)));
  for (const char* part :
       {"run tagging", "run entities", "Brefeld 2008, Fig. 5.1", "co helps", "pairs", "ratio 2 [",
        "p at most ", "exponent ", "mean 0.5", ", power "}) {
    INFO(part << "\n" << table);
    CHECK(table.find(part) != std::string::npos);
  }
}

TEST_CASE("the table keeps to its width and starts every claim with a verdict", "[claims]") {
  const std::vector<RunResults> runs = {run_with("tagging", kAllForms),
                                        run_with("entities", kAllForms)};
  for (const Index width : {100, 80}) {
    const auto lines = lines_of(claims_table(judged(runs), width));
    std::size_t claims = 0;
    for (const std::string& line : lines) {
      CHECK(text_width(line) <= width);
      for (const char* verdict : {"reproduced ", "refuted ", "undecided "})
        claims += line.find(verdict) == 0;
    }
    CHECK(claims == 16);
  }
}

TEST_CASE("folded claims have a line each, of the width of the terminal", "[claims]") {
  std::vector<RunResults> runs = {run_with("tagging", kAllForms), run_with("entities", kAllForms)};
  runs[0].config["exploratory"] = true;
  runs[0].pool = 100;  // some claims have a corrected test
  runs[0].config["sweep"]["holdout"] = 5;
  for (const Index width : {100, 40}) {
    const std::string text = claims_lines(judged(runs), width);
    INFO(text);
    const auto lines = lines_of(text);
    // the counts, 2 names, a limit of all claims of each run, 2 times 8 claims, the pointer
    REQUIRE(lines.size() == 1 + 2 + 2 + 16 + 1);
    CHECK(lines[0] == lines_of(claims_table(judged(runs)))[0]);
    CHECK(lines[1] == "tagging:");
    CHECK(lines[2] == "exploratory: decides no claim");
    CHECK_THAT(lines[3], Catch::EndsWith("co helps"));
    CHECK(lines[11] == "entities:");
    CHECK(lines[12] == "no corrected test");
    for (const std::size_t first : {3, 13}) {
      for (std::size_t i = first; i < first + 8; ++i) {
        CHECK(text_width(lines[i]) <= width);
        CHECK(lines[i].starts_with("  "));
      }
    }
    CHECK(lines.back() == "numbers: report.html, or costruct claims DIR --details");
  }
  const std::string one = claims_lines(judged(std::span(runs).first(1)));
  CHECK(one.find("tagging:") == std::string::npos);
  CHECK(one.find("\nno corrected test\n") == std::string::npos);
  CHECK(one.find("  (no corrected test) ") != std::string::npos);
}

TEST_CASE("a run without claims adds nothing, and none at all gives no table", "[claims]") {
  CHECK(claims_lines({}).empty());
  CHECK(claims_table({}).empty());
  const std::vector<RunResults> runs = {run_with("tagging", "[]")};
  CHECK(claims_table(judged(runs)).empty());
  CHECK(claims_lines(judged(runs)).empty());
  CHECK(lines_of(claims_csv(judged(runs))).size() == 1);
}

TEST_CASE("control characters of a claim do not reach the terminal", "[claims]") {
  const std::vector<RunResults> runs = {run_with(
      "tagging",
      R"([{"less": ["co_perceptron", "perceptron"], "text": "red \u001b[31m", "source": "a\u0007b"}])")};
  const std::string table = claims_table(judged(runs));
  CHECK(table.find('\x1b') == std::string::npos);
  CHECK(table.find("a\\u0007b") != std::string::npos);
}

TEST_CASE("an exploratory run is marked in every table", "[claims]") {
  std::vector<RunResults> runs = {run_with("tagging", kAllForms)};
  runs[0].config["exploratory"] = true;
  CHECK(claims_table(judged(runs)).find("exploratory: decides no claim") != std::string::npos);
  CHECK(claims_csv(judged(runs)).find(",true,") != std::string::npos);
  CHECK(claims_content(judge_claims(runs[0])).find("(exploratory: decides no claim;") !=
        std::string::npos);
}

TEST_CASE("verdicts of an unfinished run are marked as provisional in every table", "[claims]") {
  std::vector<RunResults> runs = {run_with("tagging", kAllForms)};
  const char* mark = "provisional, the run is not finished: 60 of 7200 cells";
  REQUIRE(runs[0].cells.size() == 60);
  for (const Index planned : {0, 60}) {  // not known; all there
    runs[0].planned = planned;
    CHECK(claims_table(judged(runs)).find("provisional") == std::string::npos);
    CHECK(unfinished_fields(runs) == std::set<std::string>{"false"});
    CHECK(claims_content(judge_claims(runs[0])).find("provisional") == std::string::npos);
  }
  runs[0].planned = 7200;
  CHECK(claims_table(judged(runs)).find(mark) != std::string::npos);
  CHECK(unfinished_fields(runs) == std::set<std::string>{"true"});
  CHECK(claims_content(judge_claims(runs[0])).find(mark) != std::string::npos);
  runs[0].config["exploratory"] = true;
  CHECK_THAT(
      verdict_text(judge_claims(runs[0]).front()),
      Catch::Contains("(exploratory: decides no claim; provisional, the run is not finished"));
}

TEST_CASE("the CSV has a line for each cell and as many fields as its header", "[claims]") {
  const std::vector<RunResults> runs = {run_with("tagging", kAllForms)};
  const auto lines = lines_of(claims_csv(judged(runs)));
  std::size_t cells = 0;
  for (const ClaimVerdict& verdict : judge_claims(runs[0])) cells += verdict.cells.size();
  CHECK(lines.size() == cells + 1);
  const auto fields = [](const std::string& line) {
    bool quoted = false;
    Index count = 1;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      count += c == ',' && !quoted;
    }
    return count;
  };
  for (const std::string& line : lines) CHECK(fields(line) == 32);
}

TEST_CASE("of many cells the refuted ones stand first, and the rest is counted", "[claims]") {
  RunShape shape;
  shape.labeled = {5, 10, 20, 40, 80, 160};
  RunResults run = made_up_run(shape, [](std::size_t k, Index n, Index, Index r) {
    const double noise = k == 1 && r % 2 ? 0.01 : 0.005 * static_cast<double>(k == 0);
    return k == 1 && n == 160 ? 0.9 + 0.001 * static_cast<double>(r) : 0.5 + noise;
  });
  run.claims = Json::parse(R"([{"less": ["co_perceptron", "perceptron"]}])");
  const std::string table = claims_table(judged(std::vector<RunResults>{run}));
  INFO(table);
  REQUIRE(table.find("undecided at") != std::string::npos);
  CHECK(table.find("refuted at 160 labeled") < table.find("undecided at"));
  CHECK(table.find("and 2 more that are not reproduced") != std::string::npos);
}

TEST_CASE("a claim that fits no cell of the results has a line that says so", "[claims]") {
  const std::vector<RunResults> runs = {
      run_with("tagging", R"([{"value": "perceptron", "between": [0, 1], "at": {"labeled": 7}}])")};
  CHECK(claims_table(judged(runs)).find("no cell of the results fits") != std::string::npos);
  CHECK(lines_of(claims_csv(judged(runs))).size() == 2);
}

TEST_CASE("the report shows the numbers of every form", "[claims]") {
  const RunResults run = run_with("tagging", kAllForms);
  const std::string section = claims_content(judge_claims(run));
  std::size_t claims = 0;
  for (std::size_t at = 0; (at = section.find("<details class=\"claim ", at)) != std::string::npos;
       ++at)
    ++claims;
  CHECK(claims == claim_forms().size());
  for (const char* part :
       {"effect size", "power to see 0.01 at level 0.01", "first (geom.)", "smallest size",
        "advantage", "exponent", "95 % intervals", "99 % intervals"}) {
    INFO(part);
    CHECK(section.find(part) != std::string::npos);
  }
}

}  // namespace costruct::experiments
