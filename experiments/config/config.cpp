#include "costruct/experiments/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/visible_text.hpp"
#include "costruct/experiments/claims/claims.hpp"
#include "costruct/experiments/claims/collection_claims.hpp"
#include "costruct/experiments/config/collection_block.hpp"
#include "costruct/experiments/config/kernel_block.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/training_selection_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/data/data_block.hpp"
#include "costruct/experiments/data/encoder.hpp"
#include "costruct/experiments/data/formats/format.hpp"
#include "costruct/experiments/data/generators/generator.hpp"
#include "costruct/experiments/files/json_file.hpp"
#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/statistics/paired_tests.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestName = 200;  // bytes; of folders and learners
const std::vector<std::string> kEntryKeys = {"type", "name", "select", "views", "problem", "loss", "kernel"};

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : problem_catalog()) names.push_back(entry.name);
  return names;
}

std::vector<std::string> learner_names() {
  std::vector<std::string> names;
  for (const LearnerEntry& entry : learner_catalog()) names.push_back(entry.name);
  return names;
}

// Whether an object, or one inside of it, has the key that a dotted path leads to.
bool stands_in(const Json& object, const std::string& path) {
  const std::size_t dot = path.find('.');
  const auto at = object.find(path.substr(0, dot));
  if (at == object.end()) return false;
  return dot == std::string::npos || stands_in(*at, path.substr(dot + 1));
}

// What the claims of a config may speak of.
ClaimScope claim_scope(const Config& config) {
  ClaimScope scope;
  for (const LearnerConfig& learner : config.learners) scope.learners.push_back(learner.name);
  scope.metrics = config.metrics;
  for (const CellSizes& sizes : config.sweep.sizes) scope.sizes.emplace_back(sizes.labeled, sizes.unlabeled);
  return scope;
}

// Reads a parsed config key by key; every check notes its errors and goes on.
class ConfigReader {
 public:
  ConfigReader(const Json& json, const std::filesystem::path& file, ConfigErrors errors)
      : json_(json), errors_(std::move(errors)) {
    config_.file = file;
  }

  Config read() {
    if (!json_.is_object()) throw ConfigError(config_.file.string() + ": must hold a JSON object");
    read_kind();
    read_remarks();
    read_problem();
    if (json_.contains("collection")) {
      read_collection();
    } else {
      read_data();
    }
    read_views();
    if (config_.kind == ConfigKind::kTraining) {
      read_seed();
      read_learner_of_training();
      read_selection_of_training();
    } else {
      read_sweep_block();
      read_learners();
      read_reporting();
    }
    errors_.throw_if_any(config_.file.string());
    return std::move(config_);
  }

 private:
  // The value of a block that must be there, or null with the error noted.
  const Json* block(const char* key, const char* expected) {
    const auto at = json_.find(key);
    if (at != json_.end()) return &*at;
    errors_.add(key, fmt::format(" is missing: expected {}", expected));
    return nullptr;
  }

  void read_kind() {
    const bool experiment =
        json_.contains("sweep") || json_.contains("learners") || json_.contains("collection");
    config_.kind = experiment ? ConfigKind::kExperiment : ConfigKind::kTraining;
    std::vector<std::string> valid = {"problem", "data", "views"};
    for (const OptionInfo& info : remark_options()) valid.push_back(info.name);
    const std::vector<std::string> own =
        experiment ? std::vector<std::string>{"sweep", "learners", "metrics", "tests", "claims", "collection"}
                   : std::vector<std::string>{"learner", "selection", "seed"};
    valid.insert(valid.end(), own.begin(), own.end());
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
      errors_.add("name",
                  fmt::format(" is missing, and the file's name cannot stand for it: expected a folder "
                              "name of at most {} bytes",
                              kLongestName));
    if (remarks.contains("name") && remarks["name"].is_string()) {
      config_.name = remarks["name"].get<std::string>();
      if (!is_folder_name(config_.name)) {
        errors_.add(
            "name",
            " = " + shown(remarks["name"]) +
                ": must be letters, digits, '-', '_' and '.', at most 200: it names the folder of results");
      }
    }
    config_.effective["name"] = config_.name;
    if (remarks.contains("source") && remarks["source"].is_string()) config_.source = remarks["source"];
  }

  void read_problem() {
    const Json* problem = block("problem", "an object with `type`");
    if (problem == nullptr) return;
    if (!problem->is_object()) return errors_.add("problem", " = " + shown(*problem) + ": must be an object");
    const std::string type = text_of(*problem, "problem", "type", "the name of a problem");
    if (type.empty()) return;
    config_.problem = find_problem(type);
    if (config_.problem == nullptr) {
      return errors_.add("problem.type", " = " + shown_name(type) + ": " + suggestion(type, problem_names()));
    }
    const std::size_t before = errors_.messages().size();
    check_options(config_.problem->options, *problem, "problem", errors_, {"type"});
    if (errors_.messages().size() == before) note_options(config_.problem->options, *problem, "problem");
    config_.problem_options = with_defaults(config_.problem->options, *problem);
    config_.effective["problem"] = config_.problem_options;
    config_.effective["problem"]["type"] = type;
  }

  // Notes options that have no effect, and labels that options name: not defaults, which stand in the
  // config.json of a run, from which it may go on.
  void note_options(const std::vector<OptionInfo>& options, const Json& block, const std::string& path) {
    const std::vector<std::string> notes = without_effect(options, block, path);
    config_.notes.insert(config_.notes.end(), notes.begin(), notes.end());
    for (const OptionInfo& info : options) {
      if (info.is_label && block.contains(info.name) && block.at(info.name) != info.default_value)
        config_.named_labels.emplace_back(path + "." + info.name, block.at(info.name).get<std::string>());
    }
  }

  void read_data() {
    const Json* data = block("data", "an object with `format` and files, with `dataset`, or with `generate`");
    if (data == nullptr) return;
    if (!check_data(*data, "data")) return;
    if (data->contains("dataset")) config_.dataset = data->at("dataset").get<std::string>();
    config_.data = resolve_dataset(*data);
    config_.effective["data"] = config_.data;
    if (config_.kind == ConfigKind::kExperiment && data->contains("test")) {
      config_.notes.push_back("data.test is not used: a sweep draws its holdout from data.train");
    }
  }

  // Only `train` of a regressor takes sites, or unlabeled examples that are not in memory.
  void check_streams(const Json& data, const std::string& path) {
    const bool trains_numbers = config_.kind == ConfigKind::kTraining && config_.problem != nullptr &&
                                config_.problem->target == Target::kNumber;
    if (trains_numbers) return;
    const char* who = ": only training configs (`learner`) of problem regression have that";
    if (has_sites(resolve_dataset(data))) errors_.add(path + ".sites", who);
    const auto generate = data.find(kGenerate);
    if (generate != data.end() && generate->value("stream", false))
      errors_.add(path + ".generate.stream", who);
  }

  // Whether a data block that stands at `path` is right; its errors are noted.
  bool check_data(const Json& data, const std::string& path) {
    const std::size_t before = errors_.messages().size();
    check_data_block(data, path, errors_);
    const bool sound = errors_.messages().size() == before;
    if (sound) check_streams(data, path);
    check_shape(data, path, sound);
    return errors_.messages().size() == before;
  }

  void read_collection() {
    const Json shared = json_.contains("data") ? json_.at("data") : Json::object();
    if (!shared.is_object()) return errors_.add("data", " = " + shown(shared) + ": must be an object");
    for (const NamedBlock& member : read_members(json_.at("collection"), shared, errors_)) {
      if (!check_data(member.data, member.path)) continue;
      Json config = json_;
      for (const char* of_all : {"collection", "claims", "description", "note"}) config.erase(of_all);
      config["name"] = member.name;
      config["data"] = member.data;
      config_.collection.push_back({member.name, std::move(config)});
    }
    config_.effective["data"] = shared;
    config_.effective["collection"] = json_.at("collection");
  }

  // Whether the problem takes what the data hold, as far as a block tells that may have other errors.
  void check_shape(const Json& data, const std::string& place, bool sound) {
    if (config_.problem == nullptr || !data.is_object()) return;
    const auto check = [&](Shape shape, const std::string& path, const Json& name) {
      if (shape == config_.problem->shape) return;
      errors_.add(
          path, fmt::format(" = {}: holds {}, but problem {} takes {}", name.get<std::string>(),
                            examples_of(shape), config_.problem->name, examples_of(config_.problem->shape)));
    };
    if (data.contains(kGenerate)) {
      const Json& generate = data.at(kGenerate);
      if (sound) check(generator_of(generate).shape, place + ".generate.type", generate.at("type"));
      return;
    }
    const char* key = data.contains("dataset") ? "dataset" : "format";
    const std::string name =
        data.contains(key) && data.at(key).is_string() ? data.at(key).get<std::string>() : "";
    const DatasetEntry* dataset = find_dataset(name);
    const Format* format = find_format(name);
    if (dataset != nullptr && data.contains("dataset")) check(dataset->shape, place + ".dataset", name);
    if (format != nullptr && !data.contains("dataset")) check(format->shape, place + ".format", name);
  }

  static const char* examples_of(Shape shape) {
    return shape == Shape::kSequence ? "sequences" : "single examples";
  }

  void read_views() {
    views_ = Json::object();
    if (json_.contains("views")) views_ = checked_views(json_.at("views"), "views");
    views_ = views_with_defaults(views_);
    config_.effective["views"] = views_;
  }

  // The block if it is right, else an empty one with the errors noted.
  Json checked_views(const Json& views, const std::string& path) {
    const std::size_t before = errors_.messages().size();
    check_views(views, path, errors_);
    return errors_.messages().size() > before ? Json::object() : views;
  }

  void read_seed() {
    OptionInfo info{"seed", OptionType::kInteger, 1, {.at_least = 0}, {}, ""};
    if (json_.contains("seed")) {
      if (const auto wrong = check_option(info, json_.at("seed"))) {
        return errors_.add("seed", " = " + shown(json_.at("seed")) + ": " + *wrong);
      }
      config_.seed = json_.at("seed").get<std::uint64_t>();
    }
    config_.effective["seed"] = config_.seed;
  }

  // A text that must stand in an object; "" with the error noted where it does not.
  std::string text_of(const Json& object, const std::string& path, const char* key, const char* expected) {
    const auto at = object.find(key);
    if (at == object.end()) {
      errors_.add(path + "." + key, fmt::format(" is missing: expected {}", expected));
    } else if (!at->is_string() || at->get<std::string>().empty()) {
      errors_.add(path + "." + key, " = " + shown(*at) + ": must be " + expected);
    } else {
      return at->get<std::string>();
    }
    return "";
  }

  void read_learner_of_training() {
    const Json* learner = block("learner", "an object with `type`; an experiment has `sweep` and `learners`");
    if (learner != nullptr)
      read_learner(*learner, "learner", {"type", "kernel", "select"}, config_.effective["learner"]);
  }

  // How the `select` of a training config compares values.
  void read_selection_of_training() {
    const bool selects = !config_.learners.empty() && !config_.learners.front().select.empty();
    if (!selects && !json_.contains("selection")) return;
    read_training_selection(json_.value("selection", Json::object()), config_, errors_,
                            config_.effective["selection"]);
    if (!selects) return config_.notes.push_back("selection has no effect: the learner has no `select`");
    if (!config_.data.is_object()) return;
    const char* why = " compares values on draws of examples in memory, and does not go with ";
    if (has_sites(config_.data)) errors_.add("learner.select", std::string(why) + "data.sites");
    if (config_.data.contains(kGenerate) && config_.data.at(kGenerate).value("stream", false))
      errors_.add("learner.select", std::string(why) + "data.generate.stream");
  }

  void read_learners() {
    const Json* learners = block("learners", "a list of learners");
    learners_known_ = learners != nullptr && learners->is_array();
    if (learners == nullptr) return;
    if (!learners->is_array() || learners->empty()) {
      return errors_.add("learners", " = " + shown(*learners) + ": must be a list with at least one learner");
    }
    std::set<std::string> names;
    const auto selects = [](const Json& entry) { return entry.is_object() && entry.contains("select"); };
    const bool has_selection =
        json_.contains("sweep") && json_.at("sweep").is_object() && json_.at("sweep").contains("selection");
    if (has_selection && std::none_of(learners->begin(), learners->end(), selects))
      config_.notes.push_back("sweep.selection has no effect: no learner has a `select`");
    Json& effective = config_.effective["learners"] = Json::array();
    for (std::size_t i = 0; i < learners->size(); ++i) {
      const std::string path = fmt::format("learners.{}", i);
      effective.push_back(Json::object());
      const std::size_t before = config_.learners.size();
      read_learner((*learners)[i], path, kEntryKeys, effective.back());
      note_meant_names((*learners)[i], config_.learners.size() > before);
      if (config_.learners.size() > before && !names.insert(config_.learners.back().name).second) {
        errors_.add(path + ".name", " = " + shown_name(config_.learners.back().name) +
                                        ": stands twice; give every entry its own");
      }
    }
  }

  // What claims may call a learner: one cause, a type misspelt, is told once.
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
    for (const std::string& nearest : nearest_names(type, learner_names()))
      meant_learners_.push_back(nearest);
  }

  void read_learner(const Json& block, const std::string& path, const std::vector<std::string>& keys,
                    Json& effective) {
    if (!block.is_object()) return errors_.add(path, " = " + shown(block) + ": must be an object");
    const std::string type = text_of(block, path, "type", "the name of a learner");
    if (type.empty()) return;
    LearnerConfig learner;
    learner.entry = find_learner(type);
    if (learner.entry == nullptr) {
      return errors_.add(path + ".type", " = " + shown_name(type) + ": " + suggestion(type, learner_names()));
    }
    const std::size_t errors_before = errors_.messages().size();
    check_target(*learner.entry, path);
    check_options(learner.entry->options, block, path, errors_, keys);
    learner.options = with_defaults(learner.entry->options, block);
    effective = learner.options;
    effective["type"] = type;
    learner.problem = config_.problem_options;
    learner.views = views_;
    learner.name = type;
    const bool entry = keys == kEntryKeys;
    if (entry && block.contains("name")) {
      const std::string name = text_of(block, path, "name", "a text");
      if (!name.empty()) learner.name = name;
      if (!is_visible(name)) {
        errors_.add(path + ".name", " = " + shown(block.at("name")) +
                                        ": must not hold control characters, or others that cannot be seen");
      }
      if (name.size() > kLongestName)
        errors_.add(path + ".name", fmt::format(" = {}: must be at most {} bytes long, and has {}",
                                                shown(block.at("name")), kLongestName, name.size()));
    }
    if (entry) effective["name"] = learner.name;
    if (entry && block.contains("views")) {
      learner.views = views_with_defaults(checked_views(block.at("views"), path + ".views"));
      effective["views"] = learner.views;
    }
    learner.kernel = kernel_with_defaults(Json::object());
    if (block.contains("kernel") && !has_own_kernel(*learner.entry)) {
      if (kernel_is_right(block.at("kernel"), path + ".kernel", *learner.entry))
        learner.kernel = kernel_with_defaults(block.at("kernel"));
      effective["kernel"] = learner.kernel;
    }
    if (entry && block.contains("problem")) {
      read_problem_overrides(block.at("problem"), path + ".problem", learner);
      effective["problem"] = block.at("problem");
    }
    if (entry && block.contains("loss")) {
      read_loss(block.at("loss"), path, learner);
      effective["loss"] = block.at("loss");
    }
    if (block.contains("select")) {
      read_select(block, path, learner);
      effective["select"] = block.at("select");
    }
    if (learner.problem.is_object() && errors_.messages().size() == errors_before) {
      const Json overrides = problem_overrides(*learner.entry, learner.options);
      for (const auto& [key, value] : overrides.items()) {
        if (learner.problem.contains(key)) learner.problem[key] = value;
      }
    }
    if (errors_.messages().size() == errors_before) check_together(learner, path);
    if (errors_.messages().size() == errors_before) note_learner(learner, block, path);
    config_.learners.push_back(std::move(learner));
  }

  // Notes what of a learner has no effect, or not the one that its name promises.
  void note_learner(const LearnerConfig& learner, const Json& block, const std::string& path) {
    const LearnerEntry& entry = *learner.entry;
    note_options(entry.options, block, path);
    for (const auto& [key, values] : learner.select.items()) {
      const OptionInfo* info = find_option(entry.options, block, key);
      if (info == nullptr || info->only_with.empty() || key.find('.') != std::string::npos) continue;
      if (learner.select.contains(info->only_with)) continue;
      Json tried = block;
      tried[key] = values.front();
      const auto notes =
          without_effect({*info, *find_option(entry.options, block, info->only_with)}, tried, path);
      config_.notes.insert(config_.notes.end(), notes.begin(), notes.end());
    }
    const bool sites = config_.data.is_object() && has_sites(config_.data);  // a view each
    if (entry.uses_views && !sites && known_view_count(learner.views) == 1)
      config_.notes.push_back(one_view_note(learner));
    const bool own_views =
        block.contains("views") || (config_.kind == ConfigKind::kTraining && json_.contains("views"));
    const auto split = learner.views.at("split").get<std::string>();
    if (!entry.uses_views && own_views && (split == "random" || split == "odd_even"))
      config_.notes.push_back(
          fmt::format("views of {} have no effect: it trains on all features together", learner.name));
  }

  // Whether the learner predicts what the problem asks for.
  void check_target(const LearnerEntry& learner, const std::string& path) {
    if (config_.problem == nullptr) return;
    const bool numbers = config_.problem->target == Target::kNumber;
    if (is_regressor(learner) == numbers) return;
    std::vector<std::string> fitting;
    for (const LearnerEntry& other : learner_catalog()) {
      if (is_regressor(other) == numbers) fitting.push_back(other.name);
    }
    errors_.add(path + ".type",
                fmt::format(" = {}: predicts {}, but problem {} asks for {}: use {}", learner.name,
                            numbers ? "labels" : "numbers", config_.problem->name,
                            numbers ? "numbers" : "labels", one_of(fitting)));
  }

  // What a learner says of options that are right one by one, whatever `select` chooses.
  void check_together(const LearnerConfig& learner, const std::string& path) {
    const Json sets = problem_overrides(*learner.entry, learner.options);
    for (const Json& chosen : selection_grid(learner.select)) {
      try {
        const Json options = options_with(chosen, learner);
        if (problem_overrides(*learner.entry, options) != sets) {
          return errors_.add(path + ".select",
                             fmt::format(": {} asks for another problem than the others; give "
                                         "it an entry of its own",
                                         shown(chosen)));
        }
        if (is_regressor(*learner.entry)) {
          (void)learner.entry->make_regressor(options);
        } else {
          (void)learner.entry->make(options);
          if (errors_.empty()) check_needs(*learner.entry, options, problem_without_data(learner));
          const bool own_kernel = has_own_kernel(*learner.entry) || !chosen.contains("kernel");
          if (!is_linear(own_kernel ? learner.kernel : chosen.at("kernel")) &&
              !takes_kernels(*learner.entry, options))
            return errors_.add(path + ".kernel", no_kernel_text(*learner.entry));
        }
      } catch (const ConfigError& error) {
        const std::string_view what = error.what();
        if (what.starts_with("problem.")) return errors_.add(error.what());
        return errors_.add(path + (what.starts_with("learner ") ? ": " : "."), error.what());
      }
    }
  }

  // The problem of a learner over no examples: what depends on no data can be asked of it.
  Views problem_without_data(const LearnerConfig& learner) const {
    auto none = std::make_shared<PartData>();
    none->views.resize(1);
    const Json costs = learner.problem.value("costs", Json());  // one row per label
    const std::size_t labels = costs.is_array() ? costs.size() : 2;
    for (std::size_t k = 0; k < labels; ++k) none->labels.push_back(std::to_string(k));
    return config_.problem->make(learner.problem, std::move(none));
  }

  // Notes what is wrong with a kernel for this learner.
  bool kernel_is_right(const Json& kernel, const std::string& path, const LearnerEntry& learner) {
    const std::size_t before = errors_.messages().size();
    check_kernel(kernel, path, errors_);
    if (errors_.messages().size() > before) return false;
    if (takes_kernels(learner) || is_linear(kernel)) return true;
    errors_.add(path, " = " + shown(kernel) + no_kernel_text(learner));
    return false;
  }
  static std::string no_kernel_text(const LearnerEntry& learner) {
    return fmt::format(": learner {} takes no kernel but linear: it needs {}", learner.name,
                       need_name(Need::kIndicatorFeatures));
  }

  // Options that this learner's problem has instead of those of the problem block.
  void read_problem_overrides(const Json& overrides, const std::string& path, LearnerConfig& learner) {
    if (!overrides.is_object()) {
      return errors_.add(path, " = " + shown(overrides) + ": must be an object, as in {\"eta\": 0}");
    }
    if (config_.problem == nullptr || !learner.problem.is_object()) return;
    const std::size_t before = errors_.messages().size();
    check_options(config_.problem->options, overrides, path, errors_);
    if (errors_.messages().size() == before) note_options(config_.problem->options, overrides, path);
    for (const auto& [key, value] : overrides.items()) learner.problem[key] = value;
  }

  void read_loss(const Json& loss, const std::string& path, LearnerConfig& learner) {
    if (config_.problem == nullptr) return;
    for (const OptionInfo& info : config_.problem->options) {
      if (info.name != "loss") continue;
      if (const auto wrong = check_option(info, loss))
        errors_.add(path + ".loss", " = " + shown(loss) + ": " + *wrong);
      learner.problem["loss"] = loss;
      return;
    }
    errors_.add(path + ".loss", ": problem " + config_.problem->name + " has one loss");
  }

  void read_select(const Json& block, const std::string& path, LearnerConfig& learner) {
    const Json& select = block.at("select");
    if (!select.is_object() || select.empty()) {
      return errors_.add(path + ".select",
                         " = " + shown(select) + ": must be an object of lists, as in {\"Cu\": [0.1, 1]}");
    }
    std::vector<std::string> valid = option_paths(learner.entry->options, block);
    if (!has_own_kernel(*learner.entry)) valid.push_back("kernel");
    double grid = 1;
    for (const auto& [key, values] : select.items()) {
      const std::string place = path + ".select." + key;
      const OptionInfo* info = find_option(learner.entry->options, block, key);
      if (info == nullptr && key != "kernel") {
        errors_.unknown_key(path + ".select", key, valid);
        continue;
      }
      if (const std::size_t dot = key.find('.');
          dot != std::string::npos && stands_in(select, key.substr(0, dot)))
        errors_.add(place,
                    " stands beside " + path + ".select." + key.substr(0, dot) + ": give one or the other");
      if (stands_in(block, key))
        errors_.add(place, " stands beside " + path + "." + key + ": give one or the other");
      if (!values.is_array() || values.empty()) {
        errors_.add(place, " = " + shown(values) + ": must be a list of values");
        continue;
      }
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Json& value = values[i];
        if (key == "kernel" && !has_own_kernel(*learner.entry)) {
          kernel_is_right(value, fmt::format("{}.{}", place, i), *learner.entry);
        } else {
          const bool block_of_its_own = info->type == OptionType::kBlock;
          check_value(*info, value, block_of_its_own ? fmt::format("{}.{}", place, i) : place, errors_);
        }
        if (std::count(values.begin(), values.end(), value) > 1) {
          errors_.add(place, " = " + shown(values) + ": " + shown(value) + " stands twice");
          break;
        }
      }
      grid *= static_cast<double>(values.size());
    }
    constexpr double kLargestGrid = 10000;
    if (grid > kLargestGrid)
      errors_.add(path + ".select", fmt::format(": {} combinations, at most {}", grid, kLargestGrid));
    learner.select = select;
  }

  void read_sweep_block() {
    const Json* sweep = block("sweep", "an object with labeled, unlabeled, holdout, repetitions");
    if (sweep == nullptr) return;
    if (auto read = read_sweep(*sweep, errors_, config_.effective["sweep"])) config_.sweep = std::move(*read);
  }

  void read_reporting() {
    read_metrics();
    read_tests();
    if (!json_.contains("claims")) return;
    ClaimScope scope = claim_scope(config_);
    scope.learners = learners_known_ ? meant_learners_ : std::vector<std::string>();
    scope.metrics.insert(scope.metrics.end(), meant_metrics_.begin(), meant_metrics_.end());
    if (json_.contains("collection")) {
      check_collection_claims(json_.at("claims"), scope, "claims", errors_);
    } else {
      check_claims(json_.at("claims"), scope, "claims", errors_);
    }
    config_.claims = json_.contains("collection") ? json_.at("claims")
                                                  : with_test_named(json_.at("claims"), test_by_default());
    config_.effective["claims"] = config_.claims;
  }

  void read_metrics() {
    const bool numbers = config_.problem != nullptr && config_.problem->target == Target::kNumber;
    std::vector<std::string> valid;
    for (const MetricEntry& entry : metric_catalog()) {
      if (config_.problem == nullptr || entry.of_fit || entry.of_numbers == numbers)
        valid.push_back(entry.name);
    }
    if (!json_.contains("metrics")) {
      config_.metrics = {default_metric(numbers)};
    } else {
      config_.metrics = names_of(json_.at("metrics"), "metrics", valid);
      for (const std::string& name : config_.metrics) {
        if (std::find(valid.begin(), valid.end(), name) != valid.end()) continue;
        for (const std::string& nearest : nearest_names(name, valid)) meant_metrics_.push_back(nearest);
      }
    }
    const MetricEntry* first = config_.metrics.empty() ? nullptr : find_metric(config_.metrics.front());
    if (first && first->of_fit) {
      errors_.add("metrics.0", " = " + first->name +
                                   ": not every learner has it; name first a metric of predictions, which "
                                   "`select` and claims compare by default");
    }
    for (std::size_t i = 0; i < config_.metrics.size(); ++i) {
      const MetricEntry* metric = find_metric(config_.metrics[i]);
      if (metric == nullptr) continue;
      const std::string misfit = misfit_of_metric(*metric);
      if (!misfit.empty()) errors_.add(fmt::format("metrics.{}", i), " = " + metric->name + ": " + misfit);
    }
    config_.effective["metrics"] = config_.metrics;
  }

  // Why a metric would say nothing of this config, as far as that is known without data; or "".
  std::string misfit_of_metric(const MetricEntry& metric) const {
    if (!metric.of_fit)
      return config_.problem != nullptr ? misfit_of(metric, config_.problem->shape, nullptr) : "";
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

  // What the sweep's protocol asks for where no test is named.
  std::string test_by_default() const { return default_test(protocol_name(config_.sweep.protocol)); }

  void read_tests() {
    config_.tests = json_.contains("tests") ? names_of(json_.at("tests"), "tests", paired_test_names())
                                            : std::vector<std::string>{test_by_default()};
    config_.effective["tests"] = config_.tests;
  }

  // A list of different names out of `valid`.
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
  Json views_;
  // What claims may name: names as they stand, and those that a misspelt one may stand for.
  bool learners_known_ = true;
  std::vector<std::string> meant_learners_, meant_metrics_;
};

// Whether a line says of the text at a path that it must be something else.
bool wants_another_type(const std::string& lines, const std::string& path) {
  const std::size_t at = lines.find(path + " = \"");
  return at != std::string::npos &&
         lines.substr(at, lines.find('\n', at) - at).find(": must ") != std::string::npos;
}

// Throws the error again, with those remarks behind it that explain a line.
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

}  // namespace

const std::vector<OptionInfo>& remark_options() {
  static const std::vector<OptionInfo> options = {
      {"$schema", OptionType::kText, nullptr, {}, {}, "the JSON schema that an editor checks the file by"},
      {"name", OptionType::kText, nullptr, {}, {}, "names the run and its folder; default: the file's name"},
      {"source",
       OptionType::kText,
       nullptr,
       {},
       {},
       "what the experiment reproduces, as in \"Brefeld 2008, Fig. 5.1\""},
      {"description", OptionType::kText, nullptr, {}, {}, "free text"},
      {"note", OptionType::kText, nullptr, {}, {}, "free text"},
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

Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  ConfigErrors errors;
  Json json = read_json_file(file, errors);
  std::vector<std::pair<std::string, std::string>> remarks;  // of a path
  for (const std::string& assignment : overrides) {
    try {
      const std::string remark = apply_override(json, assignment);
      if (!remark.empty()) remarks.emplace_back(assignment.substr(0, assignment.find('=')), remark);
    } catch (const ConfigError& error) {
      errors.add(error.what());
    }
  }
  try {
    return check_config(json, file, std::move(errors));
  } catch (const ConfigError& error) {
    throw_with(error, remarks);
  }
}

}  // namespace costruct::experiments
