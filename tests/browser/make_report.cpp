// Writes the reports that the browser test opens: make_report FOLDER.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "costruct/core/random.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/report/charts/figures.hpp"
#include "costruct/report/collection_report.hpp"
#include "costruct/report/report.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {
namespace {

struct Demo {
  std::string name;
  std::vector<std::string> learners;
  std::vector<Index> labeled, unlabeled;
  Index repetitions = 10;
};

/// Errors that fall with both sizes, a little differently for each learner and repetition.
double error_of(std::size_t learner, Index labeled, Index unlabeled, RandomStream& noise) {
  const double start = 0.42 + 0.015 * static_cast<double>(learner % 3);
  const double gain =
      0.004 * static_cast<double>(learner) * std::log1p(static_cast<double>(unlabeled));
  return start * std::pow(static_cast<double>(labeled), -0.3) - gain * 0.5 +
         0.02 * (noise.uniform() - 0.5) + 0.1;
}

/// Two views, each worse alone, that agree more the more unlabeled examples there are.
void add_views(CellResult& cell, RandomStream& noise) {
  const double error = cell.metrics.at("token_error");
  cell.view_errors = {1.1 * error, 1.2 * error};
  if (cell.unlabeled == 0) return;
  cell.disagreement =
      0.3 * std::pow(static_cast<double>(cell.unlabeled), -0.2) + 0.01 * noise.uniform();
}

RunResults demo_run(const Demo& demo) {
  RunResults results;
  results.name = demo.name;
  results.source = "Made up for the test of the report";
  results.learners = demo.learners;
  results.metrics = {"token_error", "chunk_f1"};
  for (std::size_t k = 0; k < demo.learners.size(); ++k) {
    for (const Index n : demo.labeled) {
      for (const Index m : demo.unlabeled) {
        for (Index r = 0; r < demo.repetitions; ++r) {
          const bool sees =
              demo.learners[k].starts_with("co_") || demo.learners[k] == "self_training";
          RandomStream noise(1, static_cast<std::uint64_t>(r),
                             std::to_string(k * 1000000 + n * 1000 + (sees ? m : 0)));
          CellResult cell;
          cell.learner = demo.learners[k];
          cell.labeled = n;
          cell.unlabeled = m;
          cell.repetition = r;
          const double error = error_of(k, n, sees ? m : 0, noise);
          cell.metrics = {{"token_error", error}, {"chunk_f1", 1 - 1.4 * error}};
          const double work = static_cast<double>(k == 0 ? n : n + m);
          cell.train_seconds = 0.002 * static_cast<double>(k + 1) * std::pow(work, 1.2) *
                               (0.9 + 0.2 * noise.uniform());
          cell.predict_seconds = 0.01 * (0.9 + 0.2 * noise.uniform());
          cell.oracle_calls = 10 * (n + m);
          cell.iterations = 10;
          cell.peak_memory = (200 + n + m) << 20;
          if (demo.learners[k].starts_with("co_")) add_views(cell, noise);
          cell.converged = true;
          cell.stopped_because = "epochs";
          cell.split_hash = std::to_string(n * 100000 + m * 100 + r);
          results.cells.push_back(cell);
        }
      }
    }
  }
  results.config = {
      {"name", demo.name},
      {"learners", demo.learners},
      {"metrics", results.metrics},
      {"sweep", {{"labeled", demo.labeled}, {"unlabeled", demo.unlabeled}, {"holdout", 300}}}};
  results.config["description"] =
      "Made-up errors that fall with both sizes, to see how a report looks.";
  results.pool = 3100;
  results.holdout = 300;
  for (const std::string& learner : demo.learners) {
    if (!learner.starts_with("co_") && learner != "self_training")
      results.supervised.push_back(learner);
  }
  results.provenance = {{"version", "0.1.0"},
                        {"compiler", "g++ 12"},
                        {"revision", "v0.1.0-3-gabcdef0-dirty"},
                        {"processor", "made up"},
                        {"hardware_threads", 2},
                        {"jobs", 2},
                        {"seed", 1},
                        {"wall_seconds", 12.345},
                        {"data", Json::parse(R"([
                          {"path": "train.txt", "bytes": 12345, "fnv1a": "0123456789abcdef"},
                          {"path": "test.txt", "bytes": 2345, "fnv1a": "fedcba9876543210"}])")}};
  return results;
}

void add_claims(RunResults& results) {
  results.claims = Json::parse(R"([
    {"less": ["co_perceptron", "perceptron"], "metric": "token_error", "allow": 1, "source": "Figure 1, left",
     "text": "co-learning beats supervised learning at all points but one"},
    {"greater": ["co_perceptron", "perceptron"], "metric": "train_seconds", "at": {"unlabeled": 400, "labeled": 5},
     "source": "Figure 3", "text": "co-learning takes longer"},
    {"less": ["hmm", "perceptron"], "metric": "token_error", "at": {"labeled": 10}},
    {"growth": "co_perceptron", "along": "unlabeled", "between": [1, 2], "source": "Figure 3, left"}])");
  for (const Index m : {0, 25, 100, 400}) {
    for (const double value : {0.0, 0.01, 0.1, 0.25, 1.0}) {
      const double mean = 0.3 + 0.02 * std::abs(value - 0.001 * static_cast<double>(m));
      const bool chosen = value == (m == 0 ? 0.0 : m == 25 ? 0.01 : m == 100 ? 0.1 : 0.25);
      results.selection.push_back(
          {"co_perceptron", 10, m, {{"Cu", value}}, "token_error", mean, 0.004, 5, chosen});
    }
    for (const double value : {1.0, 10.0, 100.0}) {
      results.selection.push_back({"hmm",
                                   10,
                                   m,
                                   {{"smoothing", value}},
                                   "token_error",
                                   0.3 + 0.01 * std::log10(value),
                                   0.004,
                                   5,
                                   value == 1.0});
    }
  }
  results.cells[3].error = "out of memory";
}

/// Outputs of one learner, one of them wider than any window.
void add_outputs(RunResults& results) {
  const std::string wide(400, 'w');
  for (CellResult& cell : results.cells) {
    if (cell.repetition > 0 || cell.learner != "hmm") continue;
    cell.extremes = std::make_shared<const ExtremeOutputs>(
        ExtremeOutputs{{"a/long/way/to/a/file/" + std::string(60, 'x') + "/test.mrg:17", 12,
                        wide + "\n", "short\n"},
                       {"test.mrg:3", 0, "short\n", "short\n"}});
  }
}

std::string wide_drawing(std::string_view text, std::string_view /*reference*/) {
  return fmt::format(
      "<svg role=\"img\" width=\"{0}\" height=\"60\" viewBox=\"0 0 {0} 60\" "
      "fill=\"currentColor\"><title>{1}</title><text x=\"5\" y=\"30\">{1}</text></svg>\n",
      10 * text.size(), text);
}

void draw(const std::filesystem::path& folder, const std::vector<Chart>& charts) {
  const FiguresOutcome figures = write_figures(folder / "figures", charts);
  if (!figures.reason.empty()) std::fprintf(stderr, "make_report: %s\n", figures.reason.c_str());
}

void write_demo(const std::filesystem::path& folder, const std::filesystem::path& file,
                const RunResults& results) {
  write_report(folder / file, results, wide_drawing);
  // Figures take a second a chart, so not of every report.
  if (file == "middle.html" || file == "hostile.html")
    draw(folder / file.stem(), all_charts(results));
  std::printf("%s\n", (folder / file).c_str());
}

/// Three learners on many data sets, the last without results.
CollectionResults demo_collection() {
  CollectionResults results;
  results.name = "a collection of 33 data sets";
  results.source = "Made up for the test of the report";
  results.learners = {"rlsr", "nonparametric", "semiparametric"};
  results.metrics = {"rmse_scaled"};
  results.claims = Json::parse(R"([
    {"less": ["nonparametric", "rlsr"], "over": "collection", "test": "count", "text": "lower on most sets"},
    {"less": ["nonparametric", "rlsr"], "over": "collection", "alpha": 0.005, "source": "Figure 4"},
    {"less": ["semiparametric", "rlsr"], "over": "collection", "alpha": 0.005},
    {"less": ["semiparametric", "nonparametric"], "over": "collection", "test": "sign"}])");
  for (Index i = 0; i < 33; ++i) {
    RandomStream noise(2, static_cast<std::uint64_t>(i), "collection");
    MemberResults member;
    member.name = "set-" + std::to_string(i + 1);
    const double hard = 0.05 + 0.4 * noise.uniform();
    for (std::size_t k = 0; k < 3; ++k) {
      const double mean =
          hard * (1 - 0.06 * static_cast<double>(k == 1 ? 2 : k) + 0.1 * noise.uniform());
      member.points.push_back(
          {results.learners[k], 10 + i, 90 + 9 * i, "rmse_scaled", {20, mean, 0.05 * hard}});
    }
    member.sizes = {{10 + i, 90 + 9 * i}};
    member.planned = member.finished = 60;
    results.members.push_back(member);
  }
  results.members.back() = MemberResults();
  results.members.back().name = "set-33";
  results.members.back().error = "set-33.csv:7: 4 fields, but the header has 5";
  results.config = {{"name", "demo"}, {"metrics", results.metrics}};
  results.provenance = {{"version", "0.1.0"}, {"jobs", 2}, {"seed", 1}};
  return results;
}

void write_demo(const std::filesystem::path& folder, const std::filesystem::path& file,
                const CollectionResults& results) {
  write_file(folder / file, collection_report_html(results));
  draw(folder / file.stem(), all_charts(results));
  std::printf("%s\n", (folder / file).c_str());
}

void write_demos(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  write_demo(folder, "one.html", demo_run({"one learner, one cell", {"perceptron"}, {5}, {0}, 1}));
  write_demo(
      folder, "single.html",
      demo_run(
          {"three learners, one cell", {"perceptron", "co_perceptron", "hmm"}, {5}, {25}, 10}));
  write_demo(folder, "once.html",
             demo_run({"three learners, one draw",
                       {"perceptron", "co_perceptron", "hmm"},
                       {5, 10},
                       {0, 25},
                       1}));
  RunResults middle = demo_run({"three learners, ten cells",
                                {"perceptron", "co_perceptron", "hmm"},
                                {5, 10},
                                {0, 25, 100, 200, 400},
                                10});
  add_claims(middle);
  for (CellResult& cell : middle.cells) {  // two draws that have collapsed, in one panel of two
    if (cell.labeled == 5 && cell.unlabeled == 100 && cell.learner == "co_perceptron" &&
        cell.repetition % 6 == 2)
      cell.metrics = {{"token_error", 0.92}, {"chunk_f1", 0.01}};
  }
  add_outputs(middle);
  write_demo(folder, "middle.html", middle);
  RunResults pairs = demo_run({"a list of pairs",
                               {"perceptron", "co_perceptron"},
                               {5, 10, 20, 40},
                               {25, 50, 100, 200, 400},
                               10});
  std::erase_if(pairs.cells, [](const CellResult& cell) {
    return cell.unlabeled != 5 * cell.labeled && cell.labeled != 10;
  });
  write_demo(folder, "pairs.html", pairs);
  write_demo(folder, "large.html",
             demo_run({"eight learners, sixty cells",
                       {"perceptron", "co_perceptron", "hmm", "structural_svm", "co_svm",
                        "gradient_svm", "crf", "self_training"},
                       {5, 10, 20, 40, 60, 80, 100, 200, 400, 800},
                       {0, 25, 50, 100, 200, 400},
                       5}));
  const std::string hostile =
      "</script><script>window.hostile=1</script><!--<img src=x onerror=window.hostile=1>\"'&";
  RunResults bad = demo_run({hostile, {hostile, "co_perceptron"}, {5, 10}, {0}, 3});
  bad.source = hostile;
  bad.claims = Json::array({{{"less", Json::array({hostile, "co_perceptron"})},
                             {"text", hostile},
                             {"source", hostile}}});
  bad.provenance = {{hostile, hostile}};
  bad.cells[0].error = hostile;
  write_demo(folder, "hostile.html", bad);
  write_demo(folder, "collection.html", demo_collection());
}

}  // namespace
}  // namespace costruct::experiments

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_report FOLDER\n");
    return 2;
  }
  costruct::experiments::write_demos(argv[1]);
  return 0;
}
