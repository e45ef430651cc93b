#include "costruct/report/report_provenance.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>
#include <vector>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"

namespace costruct::experiments {
namespace {

/// Rows of HTML: name, value.
using Rows = std::vector<std::pair<std::string, std::string>>;

std::string plain(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Removes an entry from the provenance and returns it; "" if it is missing.
std::string taken(Json& provenance, const char* key) {
  const auto entry = provenance.find(key);
  if (entry == provenance.end()) return "";
  std::string text = plain(*entry);
  provenance.erase(entry);
  return text;
}

/// The revision as `git describe --dirty` gives it, with an explanation.
std::string program_text(Json& provenance) {
  const std::string version = taken(provenance, "version"),
                    revision = taken(provenance, "revision");
  std::string text = version.empty() ? "" : "costruct " + html(version);
  if (revision.empty()) return text;
  text += (text.empty() ? "revision " : ", revision ") + html(revision);
  return text + (revision.ends_with("-dirty") ? ", <strong>built from uncommitted changes</strong>"
                                              : ", nothing uncommitted");
}

std::string joined(const std::string& first, const char* between, const std::string& second) {
  if (first.empty() || second.empty()) return first + second;
  return first + between + second;
}

std::string splits_text(const RunResults& results) {
  std::unordered_set<std::string_view> splits;
  for (const CellResult& cell : results.cells) {
    if (!cell.split_hash.empty()) splits.insert(cell.split_hash);
  }
  return fmt::format(
      "{} in {}. Their hashes are in cells.csv, their examples in results.sqlite, "
      "table "
      "<code>splits</code>",
      counted(std::ssize(splits), "different split"), counted(std::ssize(results.cells), "cell"));
}

void flatten(const Json& json, const std::string& path, Rows& rows) {
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items())
      flatten(value, path.empty() ? key : path + "." + key, rows);
    return;
  }
  rows.push_back({html(path), html(plain(json))});
}

Rows rows_of(const RunResults& results, Json rest) {
  Rows rows;
  const auto add = [&](const char* what, const std::string& value) {
    if (!value.empty()) rows.push_back({what, value});
  };
  add("program", program_text(rest));
  const std::string compiler = taken(rest, "compiler"), flags = taken(rest, "flags");
  add("built by", html(joined(compiler, ", ", flags)));
  const std::string threads = taken(rest, "hardware_threads");
  add("processor",
      html(joined(taken(rest, "processor"), ", ", threads.empty() ? "" : threads + " threads")));
  add("jobs", html(taken(rest, "jobs")));
  add("date", html(taken(rest, "date")));
  if (const auto wall = rest.find("wall_seconds"); wall != rest.end() && wall->is_number()) {
    add("wall time", fmt::format("{:.1f} s", wall->get<double>()));
    rest.erase(wall);
  }
  add("seed", html(taken(rest, "seed")));
  if (!results.cells.empty()) add("splits", splits_text(results));
  if (!results.cells.empty())
    add("one cell again",
        "<code>costruct run config.json --reproduce ROW</code>, where ROW is the first column of "
        "cells.csv");
  if (!rest.empty()) flatten(rest, "", rows);
  return rows;
}

/// A table of the files with their facts, if the entry is a list of files.
std::string data_table(const Json& data) {
  if (!data.is_array() || data.empty()) return "";
  for (const Json& file : data) {
    if (!file.is_object() || !file.contains("path")) return "";
  }
  std::vector<std::string> columns = {"path"};
  for (const auto& [key, value] : data.front().items()) {
    if (key != "path") columns.push_back(key);
  }
  std::vector<bool> numeric(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    numeric[i] = data.front().at(columns[i]).is_number();
  HtmlTable table("Data files with their checksums", columns, numeric, data.size());
  for (const Json& file : data) {
    if (table.full()) break;
    table.begin_row();
    for (const std::string& column : columns)
      table.text(file.contains(column) ? plain(file.at(column)) : "–");
    table.end_row();
  }
  return table.finish(data.size());
}

}  // namespace

std::string provenance_content(const RunResults& results) {
  Json rest = results.provenance.is_object() ? results.provenance : Json::object();
  const std::string data = data_table(rest.value("data", Json()));
  if (!data.empty()) rest.erase("data");
  const Rows rows = rows_of(results, std::move(rest));
  HtmlTable table("Where the numbers come from", {"what", "value"}, {false, false}, 0);
  for (const auto& [what, value] : rows) {
    if (table.full()) break;
    table.begin_row();
    table.cell(what);
    table.cell(value);
    table.end_row();
  }
  const std::string config = results.config.dump(2, ' ', false, Json::error_handler_t::replace);
  return table.finish(rows.size()) + data +
         "<h3>Config, defaults filled in</h3>\n<pre tabindex=\"0\">" + html(config) + "</pre>\n";
}

}  // namespace costruct::experiments
