#include "costruct/experiments/config/learner_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/config/selection.hpp"

namespace costruct::experiments {
namespace {

// The keys of an entry that are not options of the learner.
const std::vector<std::string> kEntryKeys = {"type", "name",   "select", "views", "problem",
                                             "loss", "kernel", "known",  "choice"};
const std::vector<std::string> kTrainingKeys = {"type", "kernel", "select"};

// Whether an object has the key of a dotted path, in itself or in a nested object.
bool stands_in(const Json& object, const std::string& path) {
  const std::size_t dot = path.find('.');
  const auto at = object.find(path.substr(0, dot));
  if (at == object.end()) return false;
  return dot == std::string::npos || stands_in(*at, path.substr(dot + 1));
}

// Removes the value at a dotted path.
void erase_at(Json& object, const std::string& path) {
  const std::size_t dot = path.find('.');
  const auto at = object.find(path.substr(0, dot));
  if (at == object.end()) return;
  if (dot == std::string::npos) {
    object.erase(at);
  } else if (at->is_object()) {
    erase_at(*at, path.substr(dot + 1));
  }
}

// Removes the keys from a learner of a training config that only an experiment's learner has. The
// errors say where a training config has them, for users who copy a learner from an experiment.
Json without_entry_keys(Json block, const std::string& path, ConfigErrors& errors) {
  for (const char* key : {"views", "problem"}) {
    if (block.erase(key) > 0)
      errors.add(path + "." + key,
                 fmt::format(": in a training config `{}` stands beside `learner`", key));
  }
  if (block.erase("loss") > 0)
    errors.add(path + ".loss", ": in a training config this is problem.loss");
  if (block.erase("name") > 0)
    errors.add(path + ".name", ": the learner of a training config has no name");
  return block;
}

bool says_what_is_measured(const ProblemEntry& problem, const std::string& option) {
  return std::count(problem.metric_options.begin(), problem.metric_options.end(), option) > 0;
}

// The message for a learner whose needs kernels do not meet.
std::string no_kernel_text(const LearnerEntry& learner, const Needs& needs) {
  return fmt::format(": learner {} takes no kernel but linear: it needs {}", learner.name,
                     need_name(*need_without_kernels(needs)));
}

}  // namespace

void note_options(const std::vector<OptionInfo>& options, const Json& block,
                  const std::string& path, Config& config, const std::vector<std::string>& open) {
  const std::vector<std::string> notes = without_effect(options, block, path, open);
  config.notes.insert(config.notes.end(), notes.begin(), notes.end());
  for (const OptionInfo& info : options) {
    if (!info.is_label || !block.contains(info.name)) continue;
    const Json& label = block.at(info.name);
    if (label != info.default_value && label != "")
      config.named_labels.emplace_back(path + "." + info.name, label.get<std::string>());
  }
}

ViewPolicy checked_views(const Json& views, const std::string& path, ConfigErrors& errors) {
  const std::size_t before = errors.messages().size();
  check_views(views, path, errors);
  return errors.messages().size() > before ? ViewPolicy() : read_views(views);
}

std::string text_of(const Json& object, const std::string& path, const char* key,
                    const char* expected, ConfigErrors& errors) {
  const auto at = object.find(key);
  if (at == object.end()) {
    errors.add(path + "." + key, fmt::format(" is missing: expected {}", expected));
  } else if (!at->is_string() || at->get<std::string>().empty()) {
    errors.add(path + "." + key, " = " + shown(*at) + ": must be " + expected);
  } else {
    return at->get<std::string>();
  }
  return "";
}

void LearnerReader::move_kernels_out(const LearnerEntry& entry, const std::string& path,
                                     Json& options) {
  for (const OptionInfo& info : entry.options) {
    if (info.type != OptionType::kBlock || !stands_in(options, info.name + ".kernel") ||
        find_option(entry.options, options, info.name + ".kernel") != nullptr)
      continue;
    erase_at(options, info.name + ".kernel");
    errors_.add(
        fmt::format("{}.{}.kernel", path, info.name),
        fmt::format(" belongs to the outer learner: write `kernel` beside `{}`, as {}.kernel",
                    info.name, path));
  }
}

void LearnerReader::read(const Json& block, const std::string& path, Json& effective) {
  if (!block.is_object()) return errors_.add(path, " = " + shown(block) + ": must be an object");
  const std::string type = text_of(block, path, "type", "the name of a learner", errors_);
  if (type.empty()) return;
  LearnerConfig learner;
  learner.entry = find_learner(type);
  if (learner.entry == nullptr) {
    return errors_.add(path + ".type", " = " + shown_name(type) + ": " +
                                           suggestion(type, learner_catalog().names()));
  }
  const std::size_t errors_before = errors_.messages().size();
  check_target(*learner.entry, path);
  const bool entry = config_.kind == ConfigKind::kExperiment;
  Json options = entry ? block : without_entry_keys(block, path, errors_);
  for (const OptionInfo& info : kernel_entry(KernelType::kLinear).options) {
    if (!options.contains(info.name) ||
        find_option(learner.entry->options, options, info.name) != nullptr)
      continue;
    errors_.add(path + "." + info.name,
                fmt::format(" belongs into the kernel: \"kernel\": {{\"{}\": {}}}", info.name,
                            shown(options.at(info.name))));
    options.erase(info.name);
  }
  move_kernels_out(*learner.entry, path, options);
  check_options(learner.entry->options, options, path, errors_, entry ? kEntryKeys : kTrainingKeys);
  learner.options = with_defaults(learner.entry->options, block);
  effective = learner.options;
  effective["type"] = type;
  learner.problem = config_.problem_options;
  learner.views = views_;
  learner.joins_rows = config_.joins_rows();
  learner.name = type;
  if (entry && block.contains("name")) {
    const std::string name = text_of(block, path, "name", "a text", errors_);
    if (!name.empty()) learner.name = name;
    if (!is_visible(name)) {
      errors_.add(path + ".name",
                  " = " + shown(block.at("name")) +
                      ": must not hold control characters, or others that cannot be seen");
    }
    if (name.size() > kLongestName)
      errors_.add(path + ".name", fmt::format(" = {}: must be at most {} bytes long, and has {}",
                                              shown(block.at("name")), kLongestName, name.size()));
  }
  if (entry) effective["name"] = learner.name;
  if (entry && block.contains("views")) {
    learner.views = checked_views(block.at("views"), path + ".views", errors_);
    effective["views"] = learner.views.block;
  }
  if (block.contains("kernel") && !learner.entry->has_own_kernel) {
    if (kernel_is_right(block.at("kernel"), path + ".kernel", *learner.entry))
      learner.kernel = read_kernel(block.at("kernel"));
    effective["kernel"] = learner.kernel.block;
  }
  if (entry && block.contains("problem")) {
    read_problem_overrides(block.at("problem"), path + ".problem", learner);
    effective["problem"] = block.at("problem");
  }
  if (entry && block.contains("loss")) {
    read_loss(block.at("loss"), path, learner);
    effective["loss"] = block.at("loss");
  }
  if (entry && block.contains("known")) {
    read_known(block.at("known"), path + ".known", learner);
    effective["known"] = learner.known.block;
  }
  if (entry && block.contains("choice")) {
    read_choice(block.at("choice"), path + ".choice", learner);
    effective["choice"] = learner.choice ? learner.choice->block : block.at("choice");
  }
  if (block.contains("select")) {
    read_select(block, path, learner);
    effective["select"] = block.at("select");
    if (learner.choice && config_.sweep.selection_scope == SelectionScope::kCell) {
      errors_.add(path + ".choice",
                  ": a chain of sizes has one choice of options: \"selection\": {\"per\": "
                  "\"learner\"} in sweep");
    }
    // Options in `select` have no default, so that the effective config means the same as this one.
    for (const auto& [key, values] : learner.select.items()) erase_at(effective, key);
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

// Notes options of the learner without effect, or with another effect than their names suggest.
void LearnerReader::note_learner(const LearnerConfig& learner, const Json& block,
                                 const std::string& path) {
  const LearnerEntry& entry = *learner.entry;
  Json tried = block;  // with the first value of each `select` list
  std::vector<std::string> chosen;
  for (const auto& [key, values] : learner.select.items()) {
    chosen.push_back(key);
    if (key.find('.') == std::string::npos) tried[key] = values.front();
  }
  note_options(entry.options, tried, path, config_, chosen);
  const bool sites = !config_.data.sites.empty();  // each has one view
  if (entry.uses_views && !sites && learner.views.count == 1)
    config_.notes.push_back(one_view_note(learner));
  const bool own_views =
      block.contains("views") || (config_.kind == ConfigKind::kTraining && views_are_given_);
  if (!entry.uses_views && own_views && learner.views.parts_all)
    config_.notes.push_back(fmt::format(
        "views of {} have no effect: it trains on all features together", learner.name));
}

// Checks that the learner predicts the kind of output that the problem has.
void LearnerReader::check_target(const LearnerEntry& learner, const std::string& path) {
  if (config_.problem == nullptr) return;
  const bool numbers = config_.problem->predicts_numbers;
  if (learner.predicts_numbers == numbers) return;
  std::vector<std::string> fitting;
  for (const LearnerEntry& other : learner_catalog()) {
    if (other.predicts_numbers == numbers) fitting.push_back(other.name);
  }
  errors_.add(path + ".type",
              fmt::format(" = {}: predicts {}, but problem {} asks for {}: use {}", learner.name,
                          numbers ? "outputs" : "numbers", config_.problem->name,
                          numbers ? "numbers" : "outputs", one_of(fitting)));
}

// Checks combinations of options, each valid by itself, for all values that `select` can choose.
void LearnerReader::check_together(const LearnerConfig& learner, const std::string& path) {
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
      if (learner.entry->predicts_numbers) {
        (void)learner.entry->make_regressor(options);
      } else {
        (void)learner.entry->make(options);
        if (errors_.empty())
          check_needs(*learner.entry, options,
                      config_.problem->blank(problem_with(chosen, learner)));
        const Needs needs = needs_of(*learner.entry, options);
        if (!learner.entry->has_own_kernel && !kernel_with(chosen, learner).leaves_features() &&
            !takes_kernels(needs))
          return errors_.add(path + ".kernel", no_kernel_text(*learner.entry, needs));
      }
    } catch (const ConfigError& error) {
      const std::string_view what = error.what();
      if (what.starts_with("problem.")) return errors_.add(error.what());
      return errors_.add(path + (what.starts_with("learner ") ? ": " : "."), error.what());
    }
  }
}

// Adds the errors of a kernel for this learner; false if there are any.
bool LearnerReader::kernel_is_right(const Json& kernel, const std::string& path,
                                    const LearnerEntry& learner) {
  const std::size_t before = errors_.messages().size();
  check_kernel(kernel, path, errors_);
  if (errors_.messages().size() > before) return false;
  if (read_kernel(kernel).leaves_features()) return true;
  const bool single = config_.problem == nullptr || !config_.problem->has_sets();
  if (config_.problem != nullptr && (!config_.problem->has_parts() || !single)) {
    errors_.add(path, fmt::format(" = {}: problem {} takes no kernel but linear: its inputs are {}",
                                  shown(kernel), config_.problem->name,
                                  single ? config_.problem->input : "made of several examples"));
    return false;
  }
  if (takes_kernels({learner.needs})) return true;
  errors_.add(path, " = " + shown(kernel) + no_kernel_text(learner, {learner.needs}));
  return false;
}
// Reads options of the problem that this learner overrides.
void LearnerReader::read_problem_overrides(const Json& overrides, const std::string& path,
                                           LearnerConfig& learner) {
  if (!overrides.is_object()) {
    return errors_.add(path, " = " + shown(overrides) + ": must be an object, as in {\"eta\": 0}");
  }
  if (config_.problem == nullptr || !learner.problem.is_object()) return;
  const std::size_t before = errors_.messages().size();
  check_options(config_.problem->options, overrides, path, errors_);
  if (errors_.messages().size() == before)
    note_options(config_.problem->options, overrides, path, config_);
  for (const auto& [key, value] : overrides.items()) {
    const Format* format = config_.data.format;
    const bool is_read_by = format != nullptr && std::count(format->problem_options.begin(),
                                                            format->problem_options.end(), key) > 0;
    if (is_read_by && learner.problem.value(key, Json()) != value)
      errors_.add(path + "." + key,
                  " = " + shown(value) + ": the data are read as problem." + key + " says");
    if (says_what_is_measured(*config_.problem, key) &&
        learner.problem.value(key, Json()) != value) {
      errors_.add(path + "." + key,
                  " = " + shown(value) +
                      ": says what is measured, and that is one for all learners: problem." + key);
    }
    learner.problem[key] = value;
  }
}

void LearnerReader::read_loss(const Json& loss, const std::string& path, LearnerConfig& learner) {
  if (config_.problem == nullptr) return;
  for (const OptionInfo& info : config_.problem->options) {
    if (info.name != "loss") continue;
    check_value(info, loss, path + ".loss", errors_);
    learner.problem["loss"] = loss;
    return;
  }
  errors_.add(path + ".loss", ": problem " + config_.problem->name + " has one loss");
}

void LearnerReader::read_known(const Json& known, const std::string& path, LearnerConfig& learner) {
  const std::size_t before = errors_.messages().size();
  check_options(known_declaration().list(), known, path, errors_);
  if (errors_.messages().size() > before) return;
  note_options(known_declaration().list(), known, path, config_);
  learner.known = experiments::read_known(known);
  if (!learner.known.spreads() || config_.problem == nullptr) return;
  const Views blank = config_.problem->blank(config_.problem_options);
  const auto read_known_parts = [] {
    return experiments::read_known(Json{{"which", "parts"}}).block;
  };
  const bool is_of_rows = config_.problem->has_sets() && !config_.problem->joined;
  if (is_of_rows || config_.joins_rows() || offered<PartialOutputs>(blank.joint()) == nullptr)
    errors_.add(path, ": problem " + config_.problem->name + " takes no examples labeled in part");
  if (config_.problem->has_sets() && learner.known.block != read_known_parts())
    errors_.add(path, " = " + shown(known) + ": problem " + config_.problem->name +
                          " takes {\"which\": \"parts\"} alone, which are pairs");
  if (config_.sweep.score_unlabeled)
    errors_.add(path, ": labels are spread over the unlabeled examples, which this sweep scores");
}

void LearnerReader::read_choice(const Json& choice, const std::string& path,
                                LearnerConfig& learner) {
  const std::size_t before = errors_.messages().size();
  check_options(choice_declaration().list(), choice, path, errors_);
  if (errors_.messages().size() > before) return;
  learner.choice = experiments::read_choice(choice);
  if (config_.sweep.score_unlabeled)
    errors_.add(path, ": examples are chosen from the unlabeled ones, which this sweep scores");
  if (learner.known.spreads()) errors_.add(path, " stands beside known: give one or the other");
  if (learner.kernel.is_transductive())
    errors_.add(path,
                ": examples are chosen by a learner that predicts others, and the kernel "
                "graph predicts those at hand alone");
  if (config_.problem != nullptr &&
      (config_.problem->predicts_numbers || config_.problem->has_sets() || config_.joins_rows()))
    errors_.add(path, ": problem " + config_.problem->name + " has no rating of single examples");
}

// The options of the problem that are not read from files, and that change neither how data are
// read nor what is measured.
std::vector<OptionInfo> LearnerReader::selectable_of_problem() const {
  if (config_.problem == nullptr) return {};
  std::vector<OptionInfo> options = config_.problem->options;
  const Format* format = config_.data.format;
  std::erase_if(options, [&](const OptionInfo& info) {
    const auto is_file = [&](const FileOption& file) { return file.name == info.name; };
    return says_what_is_measured(*config_.problem, info.name) ||
           std::any_of(config_.problem->files.begin(), config_.problem->files.end(), is_file) ||
           (format != nullptr && std::count(format->problem_options.begin(),
                                            format->problem_options.end(), info.name) > 0);
  });
  return options;
}

void LearnerReader::read_select(const Json& block, const std::string& path,
                                LearnerConfig& learner) {
  const Json& select = block.at("select");
  if (!select.is_object() || select.empty()) {
    return errors_.add(
        path + ".select",
        " = " + shown(select) + ": must be an object of lists, as in {\"Cu\": [0.1, 1]}");
  }
  std::vector<std::string> valid = option_paths(learner.entry->options, block);
  if (!learner.entry->has_own_kernel) valid.push_back("kernel");
  const std::vector<OptionInfo> of_problem = selectable_of_problem();
  for (const OptionInfo& info : of_problem) valid.push_back(std::string(kOfProblem) + info.name);
  double grid = 1;
  for (const auto& [key, values] : select.items()) {
    const std::string place = path + ".select." + key;
    const OptionInfo* info =
        key.starts_with(kOfProblem)
            ? find_option(of_problem, learner.problem, key.substr(kOfProblem.size()))
            : find_option(learner.entry->options, block, key);
    if (info == nullptr && key != "kernel") {
      errors_.unknown_key(path + ".select", key, valid);
      continue;
    }
    if (const std::size_t dot = key.find('.');
        dot != std::string::npos && stands_in(select, key.substr(0, dot)))
      errors_.add(place, " stands beside " + path + ".select." + key.substr(0, dot) +
                             ": give one or the other");
    if (stands_in(block, key))
      errors_.add(place, " stands beside " + path + "." + key + ": give one or the other");
    if (!values.is_array() || values.empty()) {
      errors_.add(place, " = " + shown(values) + ": must be a list of values");
      continue;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Json& value = values[i];
      if (key == "kernel" && !learner.entry->has_own_kernel) {
        kernel_is_right(value, fmt::format("{}.{}", place, i), *learner.entry);
      } else {
        const bool block_of_its_own = info->type == OptionType::kBlock;
        check_value(*info, value, block_of_its_own ? fmt::format("{}.{}", place, i) : place,
                    errors_);
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

}  // namespace costruct::experiments
