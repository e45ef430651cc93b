#include "costruct/report/charts/figures.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>

#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/report/charts/child_process.hpp"
#include "costruct/report/charts/collection_charts.hpp"
#include "costruct/report/charts/distance_chart.hpp"
#include "costruct/report/charts/run_charts.hpp"
#include "costruct/report/html/report_assets.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kHashes = "hashes.json";

std::string dumped_spec(const Json& spec) {
  return spec.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The hash of everything that a figure is drawn from.
std::string hash_of(const Chart& chart) {
  std::string all = chart.title + '\n' + dumped_spec(chart.spec);
  for (const std::string_view part :
       {embedded::vega(), embedded::vega_lite(), embedded::figures_script()})
    all += fmt::format("\n{:016x}", hash_bytes(part));
  return fmt::format("{:016x}", hash_bytes(all));
}

/// The hashes of the figures in a folder; empty if they cannot be read.
Json known_hashes(const std::filesystem::path& figures) {
  std::ifstream stream(figures / kHashes, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const Json hashes = Json::parse(text, nullptr, false);
  return hashes.is_object() ? hashes : Json::object();
}

bool is_drawn(const std::filesystem::path& figures, const Json& hashes, const Chart& chart,
              const std::string& hash) {
  const auto known = hashes.find(chart.id);
  if (known == hashes.end() || *known != hash) return false;
  for (const char* ending : {".svg", ".pdf", "-column.svg", "-column.pdf"}) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(figures / (chart.id + ending), failed)) return false;
  }
  return true;
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    int digit = 0;
    if (c >= 'A' && c <= 'Z')
      digit = c - 'A';
    else if (c >= 'a' && c <= 'z')
      digit = c - 'a' + 26;
    else if (c >= '0' && c <= '9')
      digit = c - '0' + 52;
    else if (c == '+')
      digit = 62;
    else if (c == '/')
      digit = 63;
    else
      break;  // '=' at the end
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

/// A chart to draw.
struct Task {
  const Chart* chart = nullptr;
  std::string hash;
};

std::vector<Task> open_tasks(const std::filesystem::path& figures, const std::vector<Chart>& charts,
                             Index& unchanged) {
  std::vector<Task> tasks;
  const Json hashes = known_hashes(figures);
  for (const Chart& chart : charts) {
    const std::string hash = hash_of(chart);
    if (is_drawn(figures, hashes, chart, hash)) {
      ++unchanged;
    } else {
      tasks.push_back({&chart, hash});
    }
  }
  return tasks;
}

std::string request_for(const std::vector<Task>& tasks) {
  Json list = Json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Chart& chart = *tasks[i].chart;
    list.push_back({{"key", std::to_string(i)},
                    {"id", chart.id},
                    {"title", chart.title},
                    {"spec", chart.spec}});
  }
  return dumped_spec(
      {{"libraries", {embedded::vega(), embedded::vega_lite()}}, {"charts", std::move(list)}});
}

/// The output of the process: a line for each chart that it has drawn, and a last line.
struct Drawings {
  std::map<std::string, Json> files;  ///< by the keys of the charts
  std::string reason;

  explicit Drawings(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const Json line = Json::parse(text.substr(0, end), nullptr, false);
      if (!line.is_object()) return;  // the line is truncated
      if (line.contains("key")) files[line.at("key").get<std::string>()] = line.at("files");
      reason = line.value("reason", "");
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
  }
  bool has(std::size_t task) const {
    const auto found = files.find(std::to_string(task));
    return found != files.end() && !found->second.empty();
  }
};

/// Writes the files of the tasks that were drawn, and their hashes. Returns how many.
Index write_drawn(const std::filesystem::path& figures, const std::vector<Task>& tasks,
                  const Drawings& drawings) {
  Json hashes = known_hashes(figures);
  Index count = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!drawings.has(i)) continue;
    make_folder(figures);
    for (const auto& [name, content] : drawings.files.at(std::to_string(i)).items())
      write_file(figures / name, from_base64(content.get<std::string>()));
    hashes[tasks[i].chart->id] = tasks[i].hash;
    ++count;
  }
  if (count > 0) write_file(figures / kHashes, hashes.dump(1) + "\n");
  return count;
}

/// "; not drawn, of 4 charts: loss, times"; empty if all were drawn.
std::string text_of_missing(const std::vector<Task>& tasks, const Drawings& drawings) {
  constexpr Index kMostNamed = 10;
  Index count = 0;
  std::string names;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (drawings.has(i)) continue;
    if (++count <= kMostNamed)
      names += (names.empty() ? "" : ", ") + shown_name(tasks[i].chart->id);
  }
  if (count == 0) return "";
  return fmt::format("; not drawn, of {}: {}{}", counted(std::ssize(tasks), "chart"), names,
                     count > kMostNamed ? fmt::format(" and {} more", count - kMostNamed) : "");
}

}  // namespace

FiguresOutcome write_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts,
                             std::chrono::milliseconds patience) {
  FiguresOutcome outcome;
  const std::vector<Task> tasks = open_tasks(folder, charts, outcome.unchanged);
  if (tasks.empty()) return outcome;
  if (embedded::vega().empty()) {
    outcome.reason = "figures need Vega, without which this program was built";
    return outcome;
  }
  const ProgramOutcome program = run_program(
      {"node", "-e", std::string(embedded::figures_script())}, request_for(tasks), patience);
  outcome.reason = program.message;
  if (program.end == ProgramOutcome::End::kNotFound) return outcome;
  try {
    const Drawings drawings(program.output);
    outcome.drawn = write_drawn(folder, tasks, drawings);
    if (program.end == ProgramOutcome::End::kDone) outcome.reason = drawings.reason;
    const std::string missing = text_of_missing(tasks, drawings);
    if (!missing.empty())
      outcome.reason = (outcome.reason.empty() ? "node: it ended early" : outcome.reason) + missing;
  } catch (const OutputError& error) {
    outcome.reason = error.what();
  } catch (const Json::exception&) {
    outcome.reason = "node: what it wrote cannot be read";
  }
  return outcome;
}

std::vector<Chart> all_charts(const RunSummary& summary) {
  const RunCharts charts = charts_of_run(summary);
  std::vector<Chart> all = charts.answer;
  const auto add = [&](const std::vector<Chart>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  for (const auto& metric : charts.metrics) add(metric);
  add(charts.times);
  add(charts.disagreement);
  add(charts.selection);
  add(charts.labeled);
  return all;
}

std::vector<Chart> all_charts(const CollectionResults& results) {
  std::vector<Chart> all = distance_chart(results);
  for (Chart& chart : collection_charts(results)) all.push_back(std::move(chart));
  return all;
}

}  // namespace costruct::experiments
