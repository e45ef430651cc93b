// Programs that are run, and figures drawn by one of them.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "costruct/report/charts/child_process.hpp"
#include "costruct/report/charts/figures.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using End = ProgramOutcome::End;
using namespace std::chrono_literals;

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

RunResults small_run() {
  test::RunShape shape;
  shape.labeled = {5, 10, 20};
  return test::made_up_run(shape, [](std::size_t k, Index n, Index, Index r) {
    return 1.0 / static_cast<double>(n) + 0.01 * static_cast<double>(k) +
           0.001 * static_cast<double>(r);
  });
}

struct PageSize {
  double width = 0, height = 0;
};

/// In points.
PageSize page_of(const std::filesystem::path& pdf) {
  const std::string text = content(pdf);
  const std::size_t at = text.find("/MediaBox");
  PageSize page;
  if (at == std::string::npos) return page;
  std::istringstream numbers(text.substr(text.find('[', at) + 1, 80));
  double left = 0, bottom = 0;
  numbers >> left >> bottom >> page.width >> page.height;
  return page;
}

/// Two learners on data sets with long names, one set far from the others.
CollectionResults scattered_sets() {
  CollectionResults results;
  results.learners = {"nonparametric", "rlsr"};
  results.metrics = {"rmse_scaled"};
  results.claims = Json::parse(R"([{"less": ["nonparametric", "rlsr"], "over": "collection"}])");
  for (std::size_t i = 0; i < 8; ++i) {
    MemberResults member;
    member.name = "a_rather_long_data_set_name_" + std::to_string(i);
    for (std::size_t k = 0; k < 2; ++k) {
      const double mean = 0.1 + 0.05 * static_cast<double>(i) * (k == 0 ? 1 : 0.8);
      member.points.push_back({results.learners[k], 10, 90, "rmse_scaled", {20, mean, 0.01}});
    }
    member.sizes = {{10, 90}};
    results.members.push_back(member);
  }
  return results;
}

}  // namespace

TEST_CASE("a program gets its whole input, and its whole output comes back", "[child]") {
  const std::string input(3 << 20, 'x');
  const ProgramOutcome outcome = run_program({"cat"}, input, 60s);
  CHECK(outcome.end == End::kDone);
  CHECK((outcome.output == input));
  CHECK(run_program({"true"}, input, 60s).end == End::kDone);  // does not read it
}

TEST_CASE("a program that is missing, fails or does not end gives a reason", "[child]") {
  const ProgramOutcome missing = run_program({"no-such-program-anywhere"}, "", 60s);
  CHECK(missing.end == End::kNotFound);
  CHECK(missing.message == "no-such-program-anywhere: not found on the PATH");
  const ProgramOutcome failed =
      run_program({"sh", "-c", "echo out; echo why >&2; echo more >&2; exit 3"}, "", 60s);
  CHECK(failed.end == End::kFailed);
  CHECK(failed.message == "sh: failed: why");
  CHECK(failed.output == "out\n");
  const ProgramOutcome endless = run_program({"sleep", "1000"}, "", 50ms);
  CHECK(endless.end == End::kTooLate);
  CHECK(endless.message == "sleep: not done, and silent for 50 ms");
  CHECK(run_program({"sh", "-c", "exec >&-; exec sleep 1000"}, "", 300ms).end == End::kTooLate);
}

TEST_CASE("a program may take its time while it writes, and what it has written stays", "[child]") {
  const char* slow = "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.2; done";
  const ProgramOutcome writing = run_program({"sh", "-c", slow}, "", 1500ms);
  CHECK(writing.end == End::kDone);
  CHECK(writing.output == "1\n2\n3\n4\n5\n6\n7\n8\n");
  const ProgramOutcome silent = run_program({"sh", "-c", "echo 1; exec sleep 1000"}, "", 1s);
  CHECK(silent.end == End::kTooLate);
  CHECK(silent.output == "1\n");
  CHECK(silent.message == "sh: not done, and silent for 1 s");
}

TEST_CASE("charts that were drawn before drawing stopped are kept, the others named", "[figures]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("costruct-stopped-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::vector<Chart> charts = all_charts(small_run());
  REQUIRE(charts.size() == 4);
  // Draws the second chart, half of the third, and then nothing.
  const auto program = folder / "node";
  std::ofstream(program) << "#!/bin/sh\necho '{\"key\": \"1\", \"files\": {\"b.svg\": \"YWJj\"}}'\n"
                            "printf '{\"key\": \"2\", \"fi'\nexec sleep 1000\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  const FiguresOutcome outcome = write_figures(folder / "figures", charts, 2s);
  ::setenv("PATH", path.c_str(), 1);
  CHECK(outcome.drawn == 1);
  CHECK(content(folder / "figures" / "b.svg") == "abc");
  CHECK(outcome.reason == "node: not done, and silent for 2 s; not drawn, of 4 charts: " +
                              charts[0].id + ", " + charts[2].id + ", " + charts[3].id);
  std::filesystem::remove_all(folder);
}

TEST_CASE("every chart becomes SVG and PDF of two widths, once, or there is a reason",
          "[figures]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("costruct-figures-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  RunResults run = small_run();
  run.learners[1] = "a < b & c";
  for (CellResult& cell : run.cells) {
    if (cell.learner == "co_perceptron") cell.learner = run.learners[1];
  }
  const std::vector<Chart> charts = all_charts(run);
  REQUIRE(charts.size() == 4);
  const FiguresOutcome outcome = write_figures(folder / "figures", charts);
  const auto is_missing = [](const char* program) {
    return run_program({program, "--version"}, "", 60s).end == End::kNotFound;
  };
  if (is_missing("node")) {
    CHECK(outcome.drawn == 0);
    CHECK(outcome.reason == "node: not found on the PATH");
  } else if (is_missing("rsvg-convert")) {
    CHECK(outcome.drawn == 4);
    CHECK_THAT(outcome.reason, Catch::Contains("rsvg-convert: not found on the PATH"));
  } else {
    INFO(outcome.reason);
    CHECK(outcome.drawn == 4);
    CHECK(outcome.reason.empty());
    for (const Chart& chart : charts) {
      for (const char* width : {"", "-column"}) {
        const std::string svg = content(folder / "figures" / (chart.id + width + ".svg"));
        CHECK(svg.find("<title>") != std::string::npos);
        CHECK(svg.find("<text") == std::string::npos);
        CHECK(svg.find("NaN") == std::string::npos);
        const std::string pdf = content(folder / "figures" / (chart.id + width + ".pdf"));
        CHECK(pdf.starts_with("%PDF"));
        CHECK(pdf.find("/FontFile") != std::string::npos);
      }
    }
    // Nothing has changed, then one chart has, then one of its files is gone.
    CHECK(write_figures(folder / "figures", charts).unchanged == 4);
    std::vector<Chart> changed = charts;
    changed[1].title += ", again";
    const FiguresOutcome again = write_figures(folder / "figures", changed);
    CHECK((again.drawn == 1 && again.unchanged == 3));
    std::filesystem::remove(folder / "figures" / (changed[1].id + "-column.pdf"));
    CHECK(write_figures(folder / "figures", changed).drawn == 1);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("figures are exactly one and two columns wide, and plots with one scale square",
          "[figures]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("costruct-widths-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  test::RunShape shape;
  shape.labeled = {5, 10, 20, 40, 80};
  std::vector<Chart> charts =
      all_charts(test::made_up_run(shape, [](std::size_t k, Index n, Index m, Index r) {
        return 1.0 / static_cast<double>(n + m) + 0.01 * static_cast<double>(k) +
               0.001 * static_cast<double>(r);
      }));
  for (Chart& chart : all_charts(scattered_sets())) charts.push_back(std::move(chart));
  const FiguresOutcome outcome = write_figures(folder / "figures", charts);
  if (outcome.reason.find("not found on the PATH") == std::string::npos)
    CHECK(outcome.reason == "");
  Index squares = 0;
  for (std::size_t i = 0; i < charts.size() && outcome.reason.empty(); ++i) {
    for (const auto& [ending, width] : {std::pair{"", 493.2}, std::pair{"-column", 238.1}}) {
      INFO(charts[i].id << ending);
      const PageSize page = page_of(folder / "figures" / (charts[i].id + ending + ".pdf"));
      CHECK(page.width == Approx(width).margin(1));
      CHECK(page.height < 700);
      if (charts[i].id.find("-against-") == std::string::npos) continue;
      CHECK(page.height == Approx(page.width).epsilon(0.1));  // axes take a little more at one side
      ++squares;
    }
  }
  if (outcome.reason.empty()) CHECK(squares == 2);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a run without results has no figures and no reason to complain", "[figures]") {
  const RunResults nothing;
  const FiguresOutcome outcome = write_figures("nowhere", all_charts(nothing));
  CHECK(outcome.drawn == 0);
  CHECK(outcome.reason.empty());
}

}  // namespace costruct::experiments
