#include "costruct/experiments/config/blocks/collection_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "costruct/data/data_block.hpp"

namespace costruct::experiments {
namespace {

// Names that are taken in the folder of a collection, beside the members' folders.
const std::set<std::string> kTaken = {"cells.csv",
                                      "collection.csv",
                                      "collection.json",
                                      "collection_tests.csv",
                                      "config.json",
                                      "curves.csv",
                                      "figures",
                                      "report.html",
                                      "report.lock",
                                      "results.lock",
                                      "shards",
                                      "times.csv",
                                      "results.sqlite",
                                      "results.sqlite-wal",
                                      "results.sqlite-shm",
                                      "results.sqlite-journal"};

std::string name_of(const Json& member, const std::string& path, std::set<std::string>& names,
                    ConfigErrors& errors) {
  const auto at = member.find("name");
  if (at == member.end()) {
    errors.add(path,
               ": name is missing: expected one that names the data set and its folder of results");
    return "";
  }
  const std::string name = at->is_string() ? at->get<std::string>() : "";
  if (!is_folder_name(name)) {
    errors.add(path + ".name", " = " + shown(*at) +
                                   ": must be letters, digits, '-', '_' and '.', at most 200: it "
                                   "names a folder of results");
    return "";
  }
  if (kTaken.count(name) != 0) {
    errors.add(path + ".name", " = " + name + ": a file of the collection has this name");
    return "";
  }
  if (!names.insert(name).second) {
    errors.add(path + ".name", " = " + name + ": stands twice; give every data set its own");
    return "";
  }
  return name;
}

// The names of all keys that a data block can have.
Json data_keys() {
  std::set<std::string> keys;
  const Json schema = data_block_schema();
  const auto insert_keys = [&](const Json& block) {
    for (const auto& [key, value] : block.at("properties").items()) keys.insert(key);
  };
  for (const Json& block : schema.at("oneOf")) {
    insert_keys(block);
    if (block.contains("allOf")) {
      for (const Json& part : block.at("allOf")) insert_keys(part);
    }
  }
  return keys;
}

}  // namespace

bool is_folder_name(const std::string& name) {
  return !name.empty() && name.size() <= 200 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
         });
}

std::vector<NamedBlock> read_members(const Json& block, const Json& shared, ConfigErrors& errors) {
  if (!block.is_array() || block.size() < 2) {
    errors.add("collection",
               " = " + shown(block) +
                   ": must be a list of at least two data sets, as in [{\"name\": \"abalone\", "
                   "\"train\": \"abalone.csv\"}, ...]");
    return {};
  }
  std::vector<NamedBlock> members;
  std::set<std::string> names;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::string path = fmt::format("collection.{}", i);
    if (!block[i].is_object()) {
      errors.add(path, " = " + shown(block[i]) + ": must be an object");
      continue;
    }
    const std::string name = name_of(block[i], path, names, errors);
    if (name.empty()) continue;
    Json data = shared;
    for (const auto& [key, value] : block[i].items()) {
      if (key != "name") data[key] = value;
    }
    members.push_back({name, fmt::format("{} ({})", path, name), std::move(data)});
  }
  return members;
}

Json collection_schema() {
  Json keys = data_keys();
  keys.push_back("name");
  const Json name = {{"type", "string"},
                     {"pattern", kFolderNamePattern},
                     {"description", "names the data set and its folder of results"}};
  return {{"type", "array"},
          {"minItems", 2},
          {"description",
           "data sets, each run by itself: keys of a data block, put over those under data"},
          {"items",
           {{"type", "object"},
            {"properties", {{"name", name}}},
            {"propertyNames", {{"enum", keys}}},
            {"required", {"name"}}}}};
}

Json shared_data_schema() {
  return {{"type", "object"},
          {"propertyNames", {{"enum", data_keys()}}},
          {"description", "keys that all data sets of the collection share"}};
}

}  // namespace costruct::experiments
