#include "costruct/report/report_provenance.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>
#include <vector>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/training_command.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"

namespace costruct::experiments {
namespace {

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

void flatten(const Json& json, const std::string& path, Table& table) {
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items())
      flatten(value, path.empty() ? key : path + "." + key, table);
    return;
  }
  table.add({path, plain(json)});
}

Table origin_table(const RunResults& results, Json rest) {
  Table table{{text_column("what"), text_column("value")}, "Where the numbers come from"};
  table.scrolls = false;
  const auto add = [&](const char* what, TableCell value) {
    if (!value.text.empty()) table.add({what, std::move(value)});
  };
  add("program", html_cell(program_text(rest)));
  const std::string compiler = taken(rest, "compiler"), flags = taken(rest, "flags");
  add("built by", joined(compiler, ", ", flags));
  const std::string threads = taken(rest, "hardware_threads");
  add("processor",
      joined(taken(rest, "processor"), ", ", threads.empty() ? "" : threads + " threads"));
  add("jobs", taken(rest, "jobs"));
  add("date", taken(rest, "date"));
  if (const auto wall = rest.find("wall_seconds"); wall != rest.end() && wall->is_number()) {
    add("wall time", fmt::format("{:.1f} s", wall->get<double>()));
    rest.erase(wall);
  }
  add("seed", taken(rest, "seed"));
  if (!results.cells.empty()) add("splits", html_cell(splits_text(results)));
  if (!results.cells.empty())
    add("one cell again", html_cell("<code>costruct run config.json --reproduce ROW</code>, where "
                                    "ROW is the first column of "
                                    "cells.csv"));
  rest.erase(kTrainingEntry);  // the answer shows the command
  if (!rest.empty()) flatten(rest, "", table);
  return table;
}

/// A table of the files with their facts, if the entry is a list of files.
std::string data_table(const Json& data) {
  if (!data.is_array() || data.empty()) return "";
  for (const Json& file : data) {
    if (!file.is_object() || !file.contains("path")) return "";
  }
  std::vector<std::string> keys = {"path"};
  for (const auto& [key, value] : data.front().items()) {
    if (key != "path") keys.push_back(key);
  }
  Table table{{keys.begin(), keys.end()}, "Data files with their checksums"};
  for (std::size_t i = 0; i < keys.size(); ++i)
    table.columns[i].numeric = data.front().at(keys[i]).is_number();
  for (const Json& file : data) {
    TableRow row;
    for (const std::string& key : keys)
      row.push_back(file.contains(key) ? plain(file.at(key)) : "–");
    table.add(std::move(row));
  }
  return html_table(table);
}

}  // namespace

std::string provenance_content(const RunResults& results) {
  Json rest = results.provenance.is_object() ? results.provenance : Json::object();
  const std::string data = data_table(rest.value("data", Json()));
  if (!data.empty()) rest.erase("data");
  const std::string config = results.config.dump(2, ' ', false, Json::error_handler_t::replace);
  return html_table(origin_table(results, std::move(rest))) + data +
         "<h3>Config, defaults filled in</h3>\n<pre tabindex=\"0\">" + html(config) + "</pre>\n";
}

}  // namespace costruct::experiments
