#include "costruct/experiments/runs/file_roles.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/words/text_vectors_file.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/store/result_store.hpp"

namespace costruct::experiments {
namespace {

// The place of a path after its links, even if it does not exist. Unchanged if the place is
// unknown.
std::filesystem::path final_place(const std::filesystem::path& file) {
  std::error_code failed;
  const auto place =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file, failed), failed);
  return failed ? file.lexically_normal() : place;
}

// The store that a file is, or belongs to; "" without a store.
std::filesystem::path store_around(const std::filesystem::path& file) {
  if (ResultStore::is_store(file)) return file;
  const std::filesystem::path place = final_place(file),
                              of_folder = place.parent_path() / "results.sqlite";
  for (const char* end : {"-wal", "-shm", "-journal"}) {
    if (place.filename() == "results.sqlite" + std::string(end) && ResultStore::is_store(of_folder))
      return of_folder;
  }
  return place.extension() == ".lock" && ResultStore::is_store(of_folder) ? of_folder : "";
}

// The JSON of a file that can be a config or a report. Discarded if the file is larger or not JSON.
Json json_in(const std::filesystem::path& file) {
  constexpr std::uintmax_t kLargest = 64u << 20;
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
  if (failed || bytes > kLargest) return Json(Json::value_t::discarded);
  std::ifstream in(file, std::ios::binary);
  return Json::parse(in, nullptr, false, true);
}

bool is_config(const Json& json) {
  return json.is_object() && json.contains("problem") && json.contains("data");
}

std::string beginning_of(const std::filesystem::path& file, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

// Whether a file is in a folder of results and has the name of a result file.
bool is_of_results(const std::filesystem::path& file) {
  const std::filesystem::path place = final_place(file), folder = place.parent_path();
  const std::vector<std::string>& names = result_file_names();
  if (std::find(names.begin(), names.end(), place.filename().string()) == names.end()) return false;
  std::error_code none;
  return ResultStore::exists(folder) || std::filesystem::exists(folder / "results.lock", none) ||
         std::filesystem::exists(folder / "collection.json", none);
}

constexpr std::string_view kPageBegins = "<!DOCTYPE html>";
constexpr const char* kGenerator = "<meta name=\"generator\" content=\"costruct\">";
constexpr const char* kOlderPage =
    "<link rel=\"icon\" href=\"data:,\">";  // of builds without the former
constexpr std::string_view kClaimsBegin = "run,source,text,claim,form,";
constexpr std::string_view kCurvesBegin = "learner,labeled,unlabeled,";

bool is_own_page(std::string_view text) {
  const std::string_view head = text.substr(0, text.find("</head>"));
  return text.starts_with(kPageBegins) && (head.find(kGenerator) != std::string_view::npos ||
                                           head.find(kOlderPage) != std::string_view::npos);
}

// The first line of a text that has several fields and is neither a label nor JSON; empty if there
// is none.
std::string line_of_fields(std::string_view text, const std::vector<std::string>& labels) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '{' || line[first] == '<') continue;
    const bool several = line.find_first_of(" \t,;", first) != std::string_view::npos;
    if (several && std::find(labels.begin(), labels.end(), line) == labels.end())
      return std::string(line);
  }
  return "";
}

// The reason why a file of this kind may not replace an existing file; "" if it may.
std::string other_kind(const std::filesystem::path& file, FileRoles::Kind kind,
                       const std::vector<std::string>& labels) {
  using Kind = FileRoles::Kind;
  constexpr std::size_t kLookedAt = 1 << 16;
  if (is_of_results(file)) return "a file of the results in its folder";
  const bool is_model = looks_like_model(file);
  const bool has_vectors = model_has_fact(file, kVectorFact);
  if (kind == Kind::kVectors) return has_vectors ? "" : "a file that has no word vectors";
  if (has_vectors) return "a file of word vectors";
  if (kind == Kind::kModel) return is_model ? "" : "a file that is no model";
  if (is_model) return "a model";
  const std::string text = beginning_of(file, kLookedAt);
  if (kind == Kind::kPage) return is_own_page(text) ? "" : "a file that is no page of a report";
  if (kind == Kind::kClaims)
    return text.starts_with(kClaimsBegin) ? "" : "a file that is no table of claims";
  const Json json = json_in(file);
  if (is_config(json)) return "a config";
  if (kind == Kind::kReport) return json.is_object() ? "" : "a file that is no report";
  if (is_own_page(text)) return "a page of a report";
  if (text.starts_with(kClaimsBegin) || text.starts_with(kCurvesBegin)) return "a table of results";
  if (labels.empty()) return "";
  // A line that the limit truncates is left out.
  const std::string whole = text.size() < kLookedAt ? text : text.substr(0, text.rfind('\n') + 1);
  const std::string line = line_of_fields(whole, labels);
  return line.empty() ? "" : "a file that holds no predictions (" + shown_name(line) + ")";
}

// Whether outputs of this kind may have been edited by hand, or took long to compute.
bool needs_force(FileRoles::Kind kind) {
  return kind == FileRoles::Kind::kExamples || kind == FileRoles::Kind::kVectors;
}

bool is_empty_file(const std::filesystem::path& file) {
  std::error_code failed;
  return std::filesystem::file_size(file, failed) == 0 || failed;
}

bool has_content(const std::filesystem::path& file, const std::string& content) {
  std::error_code failed;
  if (std::filesystem::file_size(file, failed) != content.size() || failed) return false;
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str() == content;
}

}  // namespace

const std::vector<std::string>& result_file_names() {
  static const std::vector<std::string> names = {
      "config.json", "curves.csv",     "times.csv",       "cells.csv",
      "report.html", "collection.csv", "collection.json", "collection_tests.csv"};
  return names;
}

std::string config_text(const Json& config) {
  return visible_text(config.dump(2, ' ', false, Json::error_handler_t::replace) + "\n", "\n");
}

std::optional<FileRoles::FileId> FileRoles::id_of(const std::filesystem::path& file) {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return FileId{facts.st_dev, facts.st_ino};
}

void FileRoles::reads(const std::filesystem::path& file, const std::string& what) {
  inputs_.push_back({file, what, id_of(file)});
  std::error_code none;
  for (std::filesystem::directory_iterator at(file, none), end; !none && at != end;
       at.increment(none))
    inputs_.push_back({at->path(), what, id_of(at->path())});
}

void FileRoles::reads_data_of(const Config& config, const DataPaths& paths) {
  const auto read_all = [&](const std::vector<std::string>& names, const char* what) {
    for (const std::string& name : names) {
      if (const auto file = paths.look_up(name)) reads(*file, what);
    }
  };
  const auto& sites = config.data.sites;
  for (const DataConfig& data : sites.empty() ? std::vector{config.data} : sites) {
    for (const auto* names : {&data.train, &data.unlabeled, &data.test})
      read_all(*names, "the data file");
    read_all(texts_of_features(data.block), "the text");
  }
  read_all(config.sweep.split_files, "the split file");
  for (const auto& [option, file] : config.option_files) read_all({file}, "the data file");
}

void FileRoles::trained_on(const Json& origin) {
  const Json data = origin.is_object() ? origin.value("data", Json()) : Json();
  for (const Json& file : data.is_array() ? data : Json::array()) {
    if (file.is_object() && file.value("bytes", Json()).is_number() &&
        file.value("fnv1a", Json()).is_string() && file.value("path", Json()).is_string())
      trained_on_.push_back(file);
  }
}

void FileRoles::writes(const std::filesystem::path& file, const std::string& what, Kind kind) {
  if (file.empty()) return;
  outputs_.push_back({file, what, id_of(file)});
  outputs_.back().kind = kind;
  outputs_.back().had_content = outputs_.back().id && !is_empty_file(file);
}

void FileRoles::writes_results(const std::filesystem::path& folder,
                               const std::optional<Json>& config) {
  // The lock is created before the store, which --fresh creates again.
  std::error_code none;
  const bool ours = std::filesystem::exists(folder / "results.lock", none) ||
                    ResultStore::exists(folder) ||
                    std::filesystem::exists(folder / "collection.json", none);
  for (const std::string& name : result_file_names()) {
    Use use{folder / name, "the results'", id_of(folder / name)};
    if (name == "config.json" && config) use.content = config_text(*config);
    use.must_be_new = !ours;
    outputs_.push_back(std::move(use));
  }
}

void FileRoles::writes_stdout() {
  struct stat facts {};
  if (::fstat(STDOUT_FILENO, &facts) == 0 && S_ISREG(facts.st_mode))
    outputs_.push_back({"", "standard output", FileId{facts.st_dev, facts.st_ino}});
}

void FileRoles::refuse(const Use& output, const std::string& why) {
  throw ConfigError(fmt::format("{} {}: {}", output.what, output.file.string(), why));
}

bool FileRoles::same(const Use& a, const Use& b) {
  if (a.id || b.id) return a.id == b.id;
  std::error_code failed;  // devices and pipes can be named twice
  return !std::filesystem::exists(a.file, failed) && final_place(a.file) == final_place(b.file);
}

bool FileRoles::was_trained_on(const std::filesystem::path& file) const {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && training_file(file) != nullptr;
}

const Json* FileRoles::training_file(const std::filesystem::path& file) const {
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
  if (failed) return nullptr;
  for (const Json& each : trained_on_) {
    if (each.at("bytes") == bytes && each.at("fnv1a") == file_facts(file).checksum) return &each;
  }
  return nullptr;
}

void FileRoles::check_what_is_there(const Use& output, bool force) const {
  const bool lacks_force = output.kind && needs_force(*output.kind) && !force;
  std::error_code none;  // a link to a file that does not exist may be meant for another one
  const bool is_link = std::filesystem::is_symlink(output.file, none);
  if (lacks_force && is_link && !std::filesystem::exists(output.file, none))
    refuse(output, "exists: --force replaces it");
  if (!output.had_content) return;
  if (const Json* file = training_file(output.file)) {
    refuse(output,
           fmt::format("would replace {}, which the model was trained on: choose another file",
                       shown_name(file->at("path").get<std::string>())));
  }
  const std::string other = other_kind(output.file, *output.kind, labels_);
  if (!other.empty())
    refuse(output, "would replace " + other + ": choose another file, or remove this one");
  if (lacks_force) refuse(output, "exists: --force replaces it");
}

void FileRoles::tell_replaced() const {
  for (const Use& output : outputs_) {
    // A file that is written has a new inode.
    if (output.had_content && id_of(output.file) != output.id)
      say("Replaced: " + output.file.string());
  }
}

void FileRoles::check(bool force) const {
  for (const Use& output : outputs_) {
    if (output.content && output.id && has_content(output.file, *output.content))
      continue;  // the file does not change
    for (const Use& input : inputs_) {
      if (input.id && same(output, input))
        refuse(output, fmt::format("would replace {} {}: choose another file", input.what,
                                   input.file.string()));
    }
    for (const Use* other = outputs_.data(); other != &output; ++other) {
      if (same(output, *other))
        refuse(output, fmt::format("is the same file as {} {}: choose another", other->what,
                                   other->file.string()));
    }
    if (const auto store = store_around(output.file); !store.empty())
      refuse(output,
             fmt::format("would replace the result store {}: choose another file", store.string()));
    if (output.must_be_new && output.id)
      refuse(output,
             "is there already, and no run here wrote it: move it away or choose another folder");
    check_what_is_there(output, force);
  }
}

}  // namespace costruct::experiments
