#include "costruct/experiments/report/charts/figures.hpp"

#include <chrono>

#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/report/charts/child_process.hpp"
#include "costruct/experiments/report/charts/run_charts.hpp"
#include "costruct/experiments/report/html/report_assets.hpp"

namespace costruct::experiments {
namespace {

constexpr std::chrono::seconds kLimit{60};

std::vector<Chart> all_of(const RunCharts& charts) {
  std::vector<Chart> all;
  const auto add = [&](const std::vector<Chart>& some) { all.insert(all.end(), some.begin(), some.end()); };
  add(charts.answer);
  for (const auto& metric : charts.metrics) add(metric);
  add(charts.times);
  add(charts.disagreement);
  add(charts.selection);
  return all;
}

/// An object of SVG texts by id.
Json drawn(const std::string& output) {
  const Json figures = Json::parse(output, nullptr, false);
  return figures.is_object() ? figures : Json::object();
}

Index write_all(const std::filesystem::path& folder, const Json& figures, const std::vector<Chart>& charts) {
  Index count = 0;
  for (const Chart& chart : charts) {
    const auto figure = figures.find(chart.id);
    if (figure == figures.end() || !figure->is_string()) continue;
    if (count == 0) make_folder(folder);
    write_file(folder / (chart.id + ".svg"), figure->get<std::string>());
    ++count;
  }
  return count;
}

}  // namespace

FiguresOutcome write_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts) {
  if (charts.empty()) return {};
  Json list = Json::array();
  for (const Chart& chart : charts) {
    list.push_back({{"id", chart.id}, {"title", chart.title}, {"spec", chart.spec}});
  }
  const ReportAssets assets = report_assets();
  const Json request = {{"libraries", {assets.vega, assets.vega_lite}}, {"charts", list}};
  const ProgramOutcome outcome =
      run_program({"node", "-e", std::string(assets.figures)},
                  request.dump(-1, ' ', false, Json::error_handler_t::replace), kLimit);
  if (outcome.end != ProgramOutcome::End::kDone) return {0, outcome.message};
  try {
    const Index count = write_all(folder / "figures", drawn(outcome.output), charts);
    return {count, count == 0 ? "node: drew nothing" : ""};
  } catch (const OutputError& error) {
    return {0, error.what()};
  }
}

FiguresOutcome write_figures(const std::filesystem::path& folder, const RunSummary& summary) {
  return write_figures(folder, all_of(charts_of_run(summary)));
}

}  // namespace costruct::experiments
