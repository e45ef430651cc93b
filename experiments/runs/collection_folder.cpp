#include "costruct/experiments/runs/collection_folder.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/experiments/config/blocks/collection_block.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/report/collection_report.hpp"
#include "costruct/results/store/run_record.hpp"

namespace costruct::experiments {
namespace {

std::filesystem::path record_file(const std::filesystem::path& folder) {
  return folder / "collection.json";
}

std::vector<std::string> names_of_learners(const Json& config) {
  std::vector<std::string> names;
  for (const Json& learner : config.at("learners")) names.push_back(learner.at("name"));
  return names;
}

// The part of a config that identifies a run, without its name and its number of repetitions.
Json subject_of(const Json& config) {
  Json subject = Json::object();
  for (const char* key : {"problem", "data", "views", "sweep", "learners", "metrics"})
    subject[key] = config.value(key, Json());
  if (subject["sweep"].is_object()) subject["sweep"].erase("repetitions");
  return subject;
}

MemberResults load_member(const std::filesystem::path& folder, const CollectionEntry& entry,
                          const std::vector<std::string>& learners) {
  MemberResults member;
  member.name = entry.name;
  member.error = entry.error;
  if (!member.error.empty() || !ResultStore::exists(folder / entry.name)) return member;
  const ResultStore store(folder / entry.name, ResultStore::Mode::kReadOnly);
  if (!has_record(store)) return member;
  const RunResults run = with_cells(read_record(store), store);
  if (subject_of(run.config) != subject_of(entry.config) || run.learners != learners) return member;
  return member_of(entry.name, run);
}

}  // namespace

bool is_collection(const std::filesystem::path& folder) {
  std::error_code failed;
  return std::filesystem::is_regular_file(record_file(folder), failed);
}

CollectionRecord read_collection(const std::filesystem::path& folder) {
  const std::filesystem::path file = record_file(folder);
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  try {
    const Json json = Json::parse(text.str());
    CollectionRecord record{
        json.at("name"), json.at("source"), json.at("config"), json.at("provenance"), {}};
    bool sound = true;  // all names of members are valid folder names
    for (const Json& member : json.at("members")) {
      record.members.push_back({member.at("name"), member.at("config"), member.value("error", "")});
      sound = sound && is_folder_name(record.members.back().name);
    }
    if (sound) return record;
  } catch (const Json::exception&) {
  }
  throw DataError(file.string() + ": is damaged, or no record of a collection");
}

void save_collection(const std::filesystem::path& folder, const CollectionRecord& record) {
  Json members = Json::array();
  for (const CollectionEntry& entry : record.members) {
    members.push_back({{"name", entry.name}, {"config", entry.config}});
    if (!entry.error.empty()) members.back()["error"] = entry.error;
  }
  write_file(record_file(folder), config_text({{"name", record.name},
                                               {"source", record.source},
                                               {"config", record.config},
                                               {"provenance", record.provenance},
                                               {"members", members}}));
}

CollectionResults load_collection(const std::filesystem::path& folder) {
  const CollectionRecord record = read_collection(folder);
  CollectionResults results;
  results.name = record.name;
  results.source = record.source;
  results.config = record.config;
  results.provenance = record.provenance;
  try {
    results.learners = names_of_learners(record.config);
    results.metrics = record.config.at("metrics").get<std::vector<std::string>>();
    results.claims = record.config.value("claims", Json::array());
    for (const auto& names : {results.learners, results.metrics}) {
      if (!std::all_of(names.begin(), names.end(), is_visible)) throw DataError("");
    }
  } catch (const std::exception&) {
    throw DataError(record_file(folder).string() + ": is damaged, or no record of a collection");
  }
  for (const CollectionEntry& entry : record.members)
    results.members.push_back(load_member(folder, entry, results.learners));
  return results;
}

void publish_collection(const std::filesystem::path& folder) {
  const ReportLock held(folder);
  const CollectionResults results = load_collection(folder);
  write_file(folder / "collection.csv", collection_csv(results));
  write_file(folder / "collection_tests.csv", collection_tests_csv(results));
  write_file(folder / "config.json", config_text(results.config));
  write_file(folder / "report.html", collection_report_html(results));
  print_to_stdout(collection_table(results));
  say("report in " + (folder / "report.html").string());
}

}  // namespace costruct::experiments
