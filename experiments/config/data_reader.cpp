#include "costruct/experiments/config/data_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/links/linked_graphs.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/experiments/config/notes.hpp"

namespace costruct::experiments {

void DataReader::read(const Json& data) {
  auto read = checked(data, "data");
  if (!read) return;
  config_.data = std::move(*read);
  config_.effective["data"] = config_.data.block;
  for (const FileOption& file : option_files()) {
    if (!data.contains(file.name)) continue;
    config_.option_files[file.name] = data.at(file.name).get<std::string>();
    config_.effective["data"][file.name] = data.at(file.name);
  }
  if (config_.kind == ConfigKind::kExperiment && data.contains("test")) {
    config_.notes.push_back("data.test is not used: a sweep draws its holdout from data.train");
  }
  check_scheme(data);
  note_columns_and_features(data);
}

void DataReader::check_scheme(const Json& data) {
  const Json scheme = data.value(kSchemeOption, Json());
  if (config_.problem_options.is_object() &&
      config_.problem_options.value("transitions", Json()) == "scheme" &&
      (scheme == "iob1" || scheme == "ioe1"))
    errors_.add("problem.transitions",
                " = \"scheme\": labels are learned in " + scheme.get<std::string>() +
                    ", whose tags are also those of another scheme: set data.scheme to "
                    "\"iob2\" or \"iobes\"");
}

void DataReader::note_columns_and_features(const Json& data) {
  const Format* format = config_.data.format;
  if (format == nullptr) return;
  if (format->has_columns() && data.contains("columns")) {
    const auto note = note_on_columns(data, format->columns(data), "data");
    if (note) config_.notes.push_back(*note);
  }
  if (extractor_input(*format) && data.contains("features") && data.at("features").is_array()) {
    const auto notes = notes_on_features(data, "data");
    config_.notes.insert(config_.notes.end(), notes.begin(), notes.end());
  }
}

void DataReader::check_streams(const DataConfig& data, const std::string& path) {
  const bool trains_numbers = config_.kind == ConfigKind::kTraining && config_.problem != nullptr &&
                              config_.problem->predicts_numbers;
  if (trains_numbers) return;
  const char* who = ": only training configs (`learner`) of problem regression have that";
  if (!data.sites.empty()) errors_.add(path + ".sites", who);
  if (data.generated && data.generated->streams) errors_.add(path + ".generate.stream", who);
}

const std::vector<FileOption>& DataReader::option_files() const {
  static const std::vector<FileOption> none;
  return config_.problem != nullptr ? config_.problem->files : none;
}

void DataReader::note_missing_files() {
  for (const FileOption& file : option_files()) {
    const auto has_none = [&](const LearnerConfig& learner) {
      return learner.problem.is_object() && learner.problem.value(file.name, Json()).is_null();
    };
    if (!config_.option_files.contains(file.name) && config_.collection.empty() &&
        std::any_of(config_.learners.begin(), config_.learners.end(), has_none))
      config_.notes.push_back(fmt::format("data.{} names no file: {}", file.name, file.without));
  }
}

Json DataReader::without_option_files(Json data) const {
  for (const FileOption& file : option_files()) data.erase(file.name);
  return data;
}

void DataReader::check_option_files(const Json& data, const std::string& path) {
  for (const FileOption& file : option_files()) {
    const auto at = data.find(file.name);
    if (at == data.end()) continue;
    const std::string place = path + "." + file.name;
    if (!at->is_string() || at->get_ref<const std::string&>().empty())
      errors_.add(place, " = " + shown(*at) + ": must be the path of a file");
    if (!config_.problem_options.value(file.name, Json()).is_null())
      errors_.add(place, " stands beside problem." + file.name + ": give one or the other");
  }
}

std::optional<DataConfig> DataReader::checked(const Json& block, const std::string& path) {
  const std::size_t before = errors_.messages().size();
  if (block.is_object()) check_option_files(block, path);
  Json data = block.is_object() ? without_option_files(block) : block;
  take_format(data);
  check_data_block(data, path, errors_);
  std::optional<DataConfig> read;
  if (errors_.messages().size() == before) read = read_data_config(data);
  if (read) check_streams(*read, path);
  if (read) take_problem_options(*read, path);
  check_shape(data, path, read);
  return errors_.messages().size() == before ? read : std::nullopt;
}

void DataReader::take_format(Json& data) const {
  if (config_.problem == nullptr || !data.is_object() || !data.contains("format")) return;
  if (!data["format"].is_string()) return;
  const Format* format = find_format_for(data["format"].get<std::string>(), config_.problem->input);
  if (format != nullptr) data["format"] = format->name;
}

void DataReader::take_problem_options(DataConfig& data, const std::string& path) {
  if (data.format == nullptr || config_.problem == nullptr) return;
  for (const std::string& name : data.format->problem_options) {
    const auto at = config_.problem_options.find(name);
    if (at == config_.problem_options.end()) continue;
    const auto given = data.block.find(name);
    if (given != data.block.end() && *given != *at) {
      errors_.add(path + "." + name, fmt::format(" = {}: problem.{} is {}: say it there alone",
                                                 shown(*given), name, shown(*at)));
    }
    data.block[name] = *at;
  }
}

void DataReader::check_shape(const Json& data, const std::string& place,
                             const std::optional<DataConfig>& read) {
  if (config_.problem == nullptr || !data.is_object()) return;
  const auto check = [&](const std::string& input, const std::string& path,
                         const std::string& name) {
    if (takes_input(config_.problem->input, input)) return;
    errors_.add(path, fmt::format(" = {}: holds {}, but problem {} takes {}", name, input,
                                  config_.problem->name, config_.problem->input));
  };
  if (data.contains(kGenerate)) {
    if (read)
      check(read->generated->generator->input, place + ".generate.type",
            read->generated->generator->name);
    return;
  }
  if (read && read->format != nullptr && read->format->input != config_.problem->input &&
      takes_input(config_.problem->input, read->format->input)) {
    const std::string why = why_no_edges(read->block);
    if (!why.empty()) return errors_.add(place + ".features", ": " + why);
  }
  const char* key = data.contains("dataset") ? "dataset" : "format";
  const std::string name =
      data.contains(key) && data.at(key).is_string() ? data.at(key).get<std::string>() : "";
  const DatasetEntry* dataset = find_dataset(name);
  const Format* format = find_format(name);
  if (dataset != nullptr && data.contains("dataset"))
    check(dataset->input(), place + ".dataset", name);
  if (format != nullptr && !data.contains("dataset")) check(format->input, place + ".format", name);
}

}  // namespace costruct::experiments
