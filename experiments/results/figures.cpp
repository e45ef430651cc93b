#include "costruct/experiments/results/figures.hpp"

#include <chrono>

#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/child_process.hpp"
#include "costruct/experiments/results/report_assets.hpp"
#include "costruct/experiments/results/run_charts.hpp"

namespace costruct::experiments {
namespace {

constexpr std::chrono::seconds kLimit{60};

Json request_of(const RunCharts& charts) {
  Json list = Json::array();
  const auto add = [&](const std::vector<Chart>& some) {
    for (const Chart& chart : some) {
      list.push_back({{"id", chart.id}, {"title", chart.title}, {"spec", chart.spec}});
    }
  };
  for (const auto& metric : charts.metrics) add(metric);
  add(charts.times);
  add(charts.disagreement);
  add(charts.selection);
  return list;
}

/// An object of SVG texts by id.
Json drawn(const std::string& output) {
  const Json figures = Json::parse(output, nullptr, false);
  return figures.is_object() ? figures : Json::object();
}

Index write_all(const std::filesystem::path& folder, const Json& figures, const Json& charts) {
  Index count = 0;
  for (const Json& chart : charts) {
    const std::string id = chart.at("id").get<std::string>();
    const auto figure = figures.find(id);
    if (figure == figures.end() || !figure->is_string()) continue;
    if (count == 0) make_folder(folder);
    write_file(folder / (id + ".svg"), figure->get<std::string>());
    ++count;
  }
  return count;
}

}  // namespace

FiguresOutcome write_figures(const std::filesystem::path& folder, const RunSummary& summary) {
  const ReportAssets assets = report_assets();
  const Json charts = request_of(charts_of_run(summary));
  if (charts.empty()) return {};
  const Json request = {{"libraries", {assets.vega, assets.vega_lite}}, {"charts", charts}};
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

}  // namespace costruct::experiments
