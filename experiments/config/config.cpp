#include "costruct/experiments/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/features/links/linked_graphs.hpp"
#include "costruct/experiments/config/blocks/collection_block.hpp"
#include "costruct/experiments/config/data_reader.hpp"
#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/config/learner_reader.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/training_of_experiment.hpp"
#include "costruct/experiments/config/training_selection_block.hpp"
#include "costruct/experiments/plugins/plugins.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"

namespace costruct::experiments {
namespace {

// The names and sizes that the claims of a config may use.
ClaimScope claim_scope(const Config& config) {
  ClaimScope scope;
  for (const LearnerConfig& learner : config.learners) scope.learners.push_back(learner.name);
  scope.metrics = config.metrics;
  if (config.problem != nullptr) scope.problem = config.problem->name;
  for (const CellSizes& sizes : config.sweep.sizes)
    scope.sizes.emplace_back(sizes.labeled, sizes.unlabeled);
  return scope;
}

constexpr const char* kPlugins = "plugins";

// Reads a parsed config key by key. Every check adds its errors and goes on.
class ConfigReader {
 public:
  ConfigReader(const Json& json, const std::filesystem::path& file, ConfigErrors errors)
      : json_(json), errors_(std::move(errors)) {
    config_.file = file;
  }

  Config read() {
    if (!json_.is_object()) throw ConfigError(config_.file.string() + ": must hold a JSON object");
    load_plugins();
    read_kind();
    read_remarks();
    read_problem();
    if (json_.contains("collection")) {
      read_collection();
    } else {
      const Json* data =
          block("data", "an object with `format` and files, with `dataset`, or with `generate`");
      if (data != nullptr) data_reader().read(*data);
    }
    read_views();
    if (config_.kind == ConfigKind::kTraining) {
      read_seed();
      read_learner_of_training();
      read_metrics_of_training();
      read_selection_of_training();
    } else {
      read_sweep_block();
      read_learners();
      read_reporting();
    }
    data_reader().note_missing_files();
    if (errors_.empty()) {
      const std::vector<std::string> unused = unused_loss_notes(config_);
      config_.notes.insert(config_.notes.end(), unused.begin(), unused.end());
    }
    errors_.throw_if_any(config_.file.string());
    return std::move(config_);
  }

 private:
  // The value of a required block. If it is missing, adds the error and returns null.
  const Json* block(const char* key, const char* expected) {
    const auto at = json_.find(key);
    if (at != json_.end()) return &*at;
    errors_.add(key, fmt::format(" is missing: expected {}", expected));
    return nullptr;
  }

  // Before any name is looked up. What is wrong with the list itself is told with the remarks.
  void load_plugins() {
    const auto files = json_.find(kPlugins);
    if (files == json_.end() || !files->is_array()) return;
    std::vector<std::string> names;
    for (const Json& file : *files) {
      if (file.is_string()) names.push_back(file.get<std::string>());
    }
    try {
      load_plugins_of(config_.file, names);
    } catch (const ConfigError& error) {
      throw ConfigError(config_.file.string() + ": " + error.what());
    }
  }

  void read_kind() {
    const bool experiment =
        json_.contains("sweep") || json_.contains("learners") || json_.contains("collection");
    config_.kind = experiment ? ConfigKind::kExperiment : ConfigKind::kTraining;
    std::vector<std::string> valid = {"problem", "data", "views"};
    for (const OptionInfo& info : remark_options()) valid.push_back(info.name);
    const std::vector<std::string> own =
        experiment ? std::vector<std::string>{"sweep", "learners", "metrics",
                                              "tests", "claims",   "collection"}
                   : std::vector<std::string>{"learner", "selection", "seed", "metrics"};
    valid.insert(valid.end(), own.begin(), own.end());
    for (const auto& [key, value] : json_.items()) {
      if (std::find(valid.begin(), valid.end(), key) != valid.end()) continue;
      const std::string path = path_of_option(key, config_.kind);
      if (path.empty()) continue;
      errors_.add(
          fmt::format("unknown key {}: it stands inside a block, as {}", shown_name(key), path));
      valid.push_back(key);
    }
    check_options({}, json_, "", errors_, valid);
  }

  void read_remarks() {
    Json remarks = Json::object();
    for (const OptionInfo& info : remark_options()) {
      if (json_.contains(info.name)) remarks[info.name] = json_.at(info.name);
    }
    check_options(remark_options(), remarks, "", errors_);
    config_.effective = remarks;
    config_.name = config_.file.stem().string();
    const bool names_folder = is_visible(config_.name) && config_.name.size() <= kLongestName;
    if (!remarks.contains("name") && config_.kind == ConfigKind::kExperiment && !names_folder)
      errors_.add(
          "name",
          fmt::format(" is missing, and the file's name cannot stand for it: expected a folder "
                      "name of at most {} bytes",
                      kLongestName));
    if (remarks.contains("name") && remarks["name"].is_string()) {
      config_.name = remarks["name"].get<std::string>();
      if (!is_folder_name(config_.name)) {
        errors_.add("name", " = " + shown(remarks["name"]) +
                                ": must be letters, digits, '-', '_' and '.', at most 200: it "
                                "names the folder of results");
      }
    }
    config_.effective["name"] = config_.name;
    if (remarks.contains("source") && remarks["source"].is_string())
      config_.source = remarks["source"];
  }

  void read_problem() {
    const Json* problem = block("problem", "an object with `type`");
    if (problem == nullptr) return;
    const BlockTypes types = types_of_catalog("type of problem", problem_catalog);
    const std::size_t before = errors_.messages().size();
    check_block(types, *problem, "problem", errors_);
    const auto type = types.type_of(*problem);
    if (!type) return;
    config_.problem = find_problem(type->name);
    if (errors_.messages().size() == before)
      note_options(config_.problem->options, *problem, "problem", config_);
    config_.problem_options = with_defaults(config_.problem->options, *problem);
    config_.effective["problem"] = config_.problem_options;
    config_.effective["problem"]["type"] = type->name;
  }

  // Replaces "{name}" in paths of split files by the name of the data set.
  static void name_splits(const std::string& name, Json& config) {
    if (!config.contains("sweep") || !config["sweep"].is_object() ||
        !config["sweep"].contains("splits"))
      return;
    const auto put_in = [&](Json& path) {
      if (!path.is_string()) return;
      auto text = path.get<std::string>();
      constexpr std::string_view kPlace = "{name}";
      for (std::size_t at = 0; (at = text.find(kPlace, at)) != std::string::npos; at += name.size())
        text.replace(at, kPlace.size(), name);
      path = text;
    };
    Json& splits = config["sweep"]["splits"];
    if (splits.is_array()) {
      for (Json& path : splits) put_in(path);
    } else {
      put_in(splits);
    }
  }

  void read_collection() {
    const Json shared = json_.contains("data") ? json_.at("data") : Json::object();
    if (!shared.is_object())
      return errors_.add("data", " = " + shown(shared) + ": must be an object");
    for (const NamedBlock& member : read_members(json_.at("collection"), shared, errors_)) {
      if (!data_reader().checked(member.data, member.path)) continue;
      Json config = json_;
      for (const char* of_all : {"collection", "claims", "description", "note"})
        config.erase(of_all);
      config["name"] = member.name;
      config["data"] = member.data;
      name_splits(member.name, config);
      config_.collection.push_back({member.name, std::move(config)});
    }
    config_.effective["data"] = shared;
    config_.effective["collection"] = json_.at("collection");
  }

  void read_views() {
    if (json_.contains("views")) views_ = checked_views(json_.at("views"), "views", errors_);
    config_.effective["views"] = views_.block;
  }

  void read_seed() {
    if (json_.contains("seed")) {
      const std::size_t before = errors_.messages().size();
      check_value(integer_option("seed", 1, {.at_least = 0}, "names all random streams"),
                  json_.at("seed"), "seed", errors_);
      if (errors_.messages().size() > before) return;
      config_.seed = json_.at("seed").get<std::uint64_t>();
    }
    config_.effective["seed"] = config_.seed;
  }

  DataReader data_reader() { return {config_, errors_}; }
  LearnerReader learner_reader() { return {config_, errors_, views_, json_.contains("views")}; }

  void read_learner_of_training() {
    const Json* learner =
        block("learner", "an object with `type`; an experiment has `sweep` and `learners`");
    if (learner != nullptr)
      learner_reader().read(*learner, "learner", config_.effective["learner"]);
  }

  // Reads how the `select` of a training config compares values.
  void read_selection_of_training() {
    const bool selects = !config_.learners.empty() && !config_.learners.front().select.empty();
    if (!selects && !json_.contains("selection")) return;
    read_training_selection(json_.value("selection", Json::object()), config_, errors_,
                            config_.effective["selection"]);
    if (!selects)
      return config_.notes.push_back("selection has no effect: the learner has no `select`");
    const char* why = " compares values on draws of examples in memory, and does not go with ";
    if (!config_.data.sites.empty()) errors_.add("learner.select", std::string(why) + "data.sites");
    if (config_.data.generated && config_.data.generated->streams)
      errors_.add("learner.select", std::string(why) + "data.generate.stream");
  }

  void read_learners() {
    const Json* learners = block("learners", "a list of learners");
    learners_known_ = learners != nullptr && learners->is_array();
    if (learners == nullptr) return;
    if (!learners->is_array() || learners->empty()) {
      return errors_.add("learners",
                         " = " + shown(*learners) + ": must be a list with at least one learner");
    }
    std::set<std::string> names;
    const auto selects = [](const Json& entry) {
      return entry.is_object() && entry.contains("select");
    };
    const bool has_selection = json_.contains("sweep") && json_.at("sweep").is_object() &&
                               json_.at("sweep").contains("selection");
    config_.sweep.selects = std::any_of(learners->begin(), learners->end(), selects);
    if (has_selection && !config_.sweep.selects)
      config_.notes.push_back("sweep.selection has no effect: no learner has a `select`");
    Json& effective = config_.effective["learners"] = Json::array();
    for (std::size_t i = 0; i < learners->size(); ++i) {
      const std::string path = fmt::format("learners.{}", i);
      effective.push_back(Json::object());
      const std::size_t before = config_.learners.size();
      learner_reader().read((*learners)[i], path, effective.back());
      note_meant_names((*learners)[i], config_.learners.size() > before);
      if (config_.learners.size() > before && !names.insert(config_.learners.back().name).second) {
        errors_.add(path + ".name", " = " + shown_name(config_.learners.back().name) +
                                        ": stands twice; give every entry its own");
      }
    }
  }

  // Collects the names that claims may use for a learner. A misspelt type adds the names of similar
  // types, so that it causes one error and not several.
  void note_meant_names(const Json& block, bool read) {
    if (read) return meant_learners_.push_back(config_.learners.back().name);
    const auto text_at = [&](const char* key) {
      const bool is_text = block.is_object() && block.contains(key) && block.at(key).is_string();
      return is_text ? block.at(key).get<std::string>() : "";
    };
    const std::string name = text_at("name"), type = text_at("type");
    learners_known_ = learners_known_ && !(name.empty() && type.empty());
    meant_learners_.push_back(name.empty() ? type : name);
    if (!name.empty()) return;
    for (const std::string& nearest : nearest_names(type, learner_catalog().names()))
      meant_learners_.push_back(nearest);
  }

  void read_sweep_block() {
    const Json* sweep = block("sweep", "an object with labeled, unlabeled, holdout, repetitions");
    if (sweep == nullptr) return;
    if (auto read = read_sweep(*sweep, errors_, config_.effective["sweep"]))
      config_.sweep = std::move(*read);
  }

  void read_reporting() {
    read_metrics();
    read_tests();
    if (!json_.contains("claims")) return;
    ClaimScope scope = claim_scope(config_);
    scope.learners = learners_known_ ? meant_learners_ : std::vector<std::string>();
    scope.metrics.insert(scope.metrics.end(), meant_metrics_.begin(), meant_metrics_.end());
    if (json_.contains("collection")) {
      const std::size_t before = errors_.messages().size();
      check_collection_claims(json_.at("claims"), scope, "claims", errors_);
      if (errors_.messages().size() == before) {
        const auto notes = undecidable_claims(json_.at("claims"), std::ssize(config_.collection));
        config_.notes.insert(config_.notes.end(), notes.begin(), notes.end());
      }
    } else {
      check_claims(json_.at("claims"), scope, "claims", errors_);
    }
    config_.claims = json_.contains("collection")
                         ? json_.at("claims")
                         : with_test_named(json_.at("claims"), test_by_default());
    config_.effective["claims"] = config_.claims;
  }

  void read_metrics() {
    std::vector<std::string> valid;
    if (config_.problem != nullptr) valid = metrics_of(*config_.problem);
    for (const std::string& name : metric_names()) {
      const MetricEntry* entry = find_metric("", name);
      if (config_.problem == nullptr || (entry && entry->of_fit)) valid.push_back(name);
    }
    if (!json_.contains("metrics")) {
      config_.metrics = {kLossMetric};
    } else {
      config_.metrics = names_of(json_.at("metrics"), "metrics", with_foreign_metrics(valid));
      for (const std::string& name : config_.metrics) {
        if (std::find(valid.begin(), valid.end(), name) != valid.end()) continue;
        for (const std::string& nearest : nearest_names(name, valid))
          meant_metrics_.push_back(nearest);
      }
    }
    const MetricEntry* first =
        config_.metrics.empty() ? nullptr : declared(config_.metrics.front());
    if (first && first->of_fit) {
      errors_.add("metrics.0",
                  " = " + first->name +
                      ": not every learner has it; name first a metric of predictions, which "
                      "`select` and claims compare by default");
    }
    for (std::size_t i = 0; i < config_.metrics.size(); ++i) {
      const MetricEntry* metric = declared(config_.metrics[i]);
      if (metric == nullptr) continue;
      const std::string misfit = misfit_of_metric(*metric);
      if (!misfit.empty())
        errors_.add(fmt::format("metrics.{}", i), " = " + metric->name + ": " + misfit);
    }
    config_.effective["metrics"] = config_.metrics;
  }

  void read_metrics_of_training() {
    if (!json_.contains("metrics")) return;
    const auto valid = config_.problem != nullptr ? metrics_of(*config_.problem) : metric_names();
    config_.reported_metrics =
        names_of(json_.at("metrics"), "metrics", with_foreign_metrics(valid));
    config_.effective["metrics"] = config_.reported_metrics;
  }

  const MetricEntry* declared(const std::string& metric) const {
    return find_metric(config_.problem == nullptr ? "" : config_.problem->name, metric);
  }

  // Adds the metrics of other problems to `valid`, and an error for those that the config names.
  std::vector<std::string> with_foreign_metrics(std::vector<std::string> valid) {
    const Json& named = json_.at("metrics");
    if (config_.problem == nullptr || !named.is_array()) return valid;
    std::vector<std::string> all = valid;
    const std::vector<std::string> known = metric_names();
    for (std::size_t i = 0; i < named.size(); ++i) {
      const std::string name = named[i].is_string() ? named[i].get<std::string>() : "";
      if (std::count(known.begin(), known.end(), name) == 0) continue;
      if (std::count(valid.begin(), valid.end(), name) > 0) continue;
      errors_.add(fmt::format("metrics.{}", i),
                  " = " + name + ": " + foreign_metric(*config_.problem));
      all.push_back(name);
    }
    return all;
  }

  // The reason why a metric is not meaningful for this config, if known without data; else "".
  std::string misfit_of_metric(const MetricEntry& metric) const {
    if (!metric.of_fit) return "";
    const auto has_it = [&](const LearnerEntry& entry) { return reports_metric(entry, metric); };
    if (std::any_of(config_.learners.begin(), config_.learners.end(),
                    [&](const LearnerConfig& learner) { return has_it(*learner.entry); }))
      return "";
    std::vector<std::string> having;
    for (const LearnerEntry& entry : learner_catalog()) {
      if (has_it(entry)) having.push_back(entry.name);
    }
    return fmt::format("no learner of this config has it; {} {}", one_of(having),
                       having.size() > 1 ? "have" : "has");
  }

  // The test that the sweep's protocol needs if the config names none.
  std::string test_by_default() const {
    return default_test(protocol_name(config_.sweep.protocol));
  }

  void read_tests() {
    config_.tests = json_.contains("tests")
                        ? names_of(json_.at("tests"), "tests", paired_test_names())
                        : std::vector<std::string>{test_by_default()};
    config_.effective["tests"] = config_.tests;
  }

  // A list of distinct names from `valid`.
  std::vector<std::string> names_of(const Json& list, const std::string& path,
                                    const std::vector<std::string>& valid) {
    if (!list.is_array() || list.empty()) {
      errors_.add(path, " = " + shown(list) + ": must be a list of names");
      return {};
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = fmt::format("{}.{}", path, i);
      if (!list[i].is_string()) {
        errors_.add(place, " = " + shown(list[i]) + ": must be " + one_of(valid));
        continue;
      }
      const auto name = list[i].get<std::string>();
      if (std::find(valid.begin(), valid.end(), name) == valid.end()) {
        errors_.add(place, " = " + shown_name(name) + ": " + suggestion(name, valid));
      } else if (std::find(names.begin(), names.end(), name) != names.end()) {
        errors_.add(place, " = " + shown_name(name) + ": stands twice");
      }
      names.push_back(name);
    }
    return names;
  }

  const Json& json_;
  ConfigErrors errors_;
  Config config_;
  ViewPolicy views_;
  // The names that claims may use: those in the config, and those that a misspelt name may mean.
  bool learners_known_ = true;
  std::vector<std::string> meant_learners_, meant_metrics_;
};

// Whether one of the lines says that the text at a path must be something else.
bool wants_another_type(const std::string& lines, const std::string& path) {
  const std::size_t at = lines.find(path + " = \"");
  return at != std::string::npos &&
         lines.substr(at, lines.find('\n', at) - at).find(": must ") != std::string::npos;
}

// Throws the error again, and adds the remarks that explain one of its lines.
[[noreturn]] void throw_with(const ConfigError& error,
                             const std::vector<std::pair<std::string, std::string>>& remarks) {
  std::istringstream what(error.what());
  std::vector<std::string> lines;
  for (std::string line; std::getline(what, line);) lines.push_back(line);
  for (const auto& [path, remark] : remarks) {
    if (wants_another_type(what.str(), path)) lines.push_back(remark);
  }
  throw ConfigError(lines);
}

// Advice for users who name a data file in place of a config; "" for other files.
std::string advice_on_data_file(const std::filesystem::path& file) {
  if (file.extension() == ".json") return "";
  try {
    const FileSample sample(file);
    const std::vector<RecognisedFormat> found = recognise_file(sample);
    if (found.empty()) return "";
    return fmt::format("{}: that is {}: `costruct init {}` writes a config for it", file.string(),
                       found.front().recognition.kind, file.string());
  } catch (const DataError&) {
    return "";
  }
}

// The JSON of a config.
Json read_config_file(const std::filesystem::path& file, ConfigErrors& errors) {
  try {
    return read_json_file(file, errors);
  } catch (const ConfigError& error) {
    const std::string advice = advice_on_data_file(file);
    if (advice.empty()) throw;
    throw ConfigError(std::vector<std::string>{advice, error.what()});
  }
}

}  // namespace

bool Config::joins_rows() const {
  return problem != nullptr && data.format != nullptr && data.format->input != problem->input &&
         takes_input(problem->input, data.format->input);
}

bool LearnerConfig::uses_unlabeled() const {
  if (joins_rows || known.spreads() || costruct::uses_unlabeled(*entry, options)) return true;
  return std::any_of(entry->unlabeled_weights.begin(), entry->unlabeled_weights.end(),
                     [&](const std::string& weight) {
                       const Json values = select.value(weight, Json::array());
                       return std::any_of(values.begin(), values.end(), [](const Json& value) {
                         return value.is_number() && value > 0;
                       });
                     });
}

const std::vector<OptionInfo>& remark_options() {
  static const std::vector<OptionInfo> options = {
      {"$schema",
       OptionType::kText,
       nullptr,
       {},
       {},
       "the JSON schema that an editor checks the file by"},
      {"name",
       OptionType::kText,
       nullptr,
       {},
       {},
       "names the run and its folder; default: the file's name"},
      {"source",
       OptionType::kText,
       nullptr,
       {},
       {},
       "what the experiment reproduces, as in \"Brefeld 2008, Fig. 5.1\""},
      {"description", OptionType::kText, nullptr, {}, {}, "free text"},
      {"note", OptionType::kText, nullptr, {}, {}, "free text"},
      json_option(kPlugins, nullptr,
                  list_form("list of files", text_form("file"), {.at_least = 1}),
                  "plug-ins that it needs, relative to its folder"),
      {"exploratory", OptionType::kBoolean, nullptr, {}, {}, "true: its results decide no claim"},
  };
  return options;
}

void check_claims_with_sizes(const Config& config) {
  ConfigErrors errors;
  check_claims(config.claims, claim_scope(config), "claims", errors);
  errors.throw_if_any(config.file.string());
}

Config check_config(const Json& json, const std::filesystem::path& file, ConfigErrors errors) {
  return ConfigReader(json, file, std::move(errors)).read();
}

Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                   const std::string& learner) {
  ConfigErrors errors;
  Json json = read_config_file(file, errors);
  std::vector<std::pair<std::string, std::string>> remarks;  // path, remark
  for (const std::string& assignment : overrides) {
    try {
      const std::string remark = apply_override(json, assignment);
      if (!remark.empty()) remarks.emplace_back(assignment.substr(0, assignment.find('=')), remark);
    } catch (const ConfigError& error) {
      errors.add(error.what());
    }
  }
  if (!learner.empty()) {
    for (const std::string& assignment : overrides) {
      const std::string why =
          why_not_carried_over(assignment.substr(0, assignment.find('=')), json, learner);
      if (!why.empty()) errors.add("--set " + why);
    }
    errors.throw_if_any(file.string());
    const Json training = training_of_experiment(json, learner, file.string());
    check_config(json, file, {});  // checks everything, so that every misspelt key is reported
    json = training;
  }
  try {
    return check_config(json, file, std::move(errors));
  } catch (const ConfigError& error) {
    throw_with(error, remarks);
  }
}

}  // namespace costruct::experiments
