#include "costruct/contract/learner_options.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct::contract {
namespace {

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

/// Whether an option is given, by its dotted path.
bool is_given(const Json& options, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string key = path.substr(0, dot);
  if (!options.contains(key)) return false;
  return dot == std::string::npos || is_given(options.at(key), path.substr(dot + 1));
}

bool go_together(const LearnerEntry& learner, const Json& options) {
  try {
    (void)learner.make(options);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// The values that a flag, a choice or an integer of a short range can have.
std::vector<Json> all_values(const OptionInfo& info) {
  std::vector<Json> values;
  if (info.type == OptionType::kBoolean) values = {false, true};
  if (info.type == OptionType::kChoice) values.assign(info.choices.begin(), info.choices.end());
  if (info.type == OptionType::kInteger && info.range.at_least && info.range.at_most &&
      *info.range.at_most - *info.range.at_least < 4) {
    for (double value = *info.range.at_least; value <= *info.range.at_most; ++value)
      values.push_back(static_cast<Index>(value));
  }
  return values;
}

std::vector<Json> types_of_blocks(const LearnerEntry& learner) {
  std::vector<Json> all = {Json::object()};
  for (const OptionInfo& info : learner.options) {
    if (info.type != OptionType::kBlock) continue;
    std::vector<Json> typed;
    for (const Json& options : all) {
      for (const BlockTypes::Type& type : info.block->types()) {
        typed.push_back(options);
        typed.back()[info.name] = {{"type", type.name}};
      }
    }
    all = std::move(typed);
  }
  return all;
}

/// Each of `all` with every value of the option of that name.
std::vector<Json> with_each_value(const LearnerEntry& learner, const std::vector<Json>& all,
                                  const std::string& name) {
  std::vector<Json> varied;
  for (const Json& options : all) {
    const OptionInfo* info = find_option(learner.options, options, path_of(learner, options, name));
    const std::vector<Json> values = info != nullptr ? all_values(*info) : std::vector<Json>{};
    for (const Json& value : values)
      varied.push_back(with_options(learner, options, {{name, value}}));
    if (values.empty()) varied.push_back(options);
  }
  return varied;
}

}  // namespace

std::string path_of(const LearnerEntry& learner, const Json& options, const std::string& name) {
  const std::vector<std::string> paths = option_paths(learner.options, options);
  if (std::find(paths.begin(), paths.end(), name) != paths.end()) return name;
  for (const std::string& path : paths) {
    if (last_part(path) == name) return path;
  }
  return "";
}

Json with_options(const LearnerEntry& learner, Json options, const Json& others) {
  for (const auto& [name, value] : others.items()) {
    const std::string path = path_of(learner, options, name);
    if (path.empty()) continue;
    const std::string block = path.substr(0, path.find('.'));
    if (block != path && !options.contains(block)) {
      options[block] = find_option(learner.options, options, block)->default_value;
    }
    value_at(options, path) = value;
  }
  return options;
}

Json value_of(const LearnerEntry& learner, const Json& options, const std::string& name) {
  const std::string path = path_of(learner, options, name);
  if (path.empty()) return nullptr;
  Json all = with_defaults(learner.options, options);
  return value_at(all, path);
}

std::vector<Json> objective_variants(const LearnerEntry& learner) {
  std::vector<Json> all = types_of_blocks(learner);
  for (const char* name : {"rescaling", "slack_norm"}) all = with_each_value(learner, all, name);
  if (find_option(learner.options, Json::object(), "solver") != nullptr)
    all = with_each_value(learner, all, "solver");
  std::erase_if(all, [&](const Json& options) { return !go_together(learner, options); });
  return all;
}

std::vector<Json> changed_options(const LearnerEntry& learner) {
  std::vector<Json> all;
  for (const Json& defaults : types_of_blocks(learner)) {
    all.push_back(defaults);
    if (all.size() > 1) continue;  // of who holds another one: with the first type of those alone
    for (const OptionInfo& info :
         learner.options) {  // those of a learner within are changed on its own
      for (const Json& value : all_values(info)) {
        if (value == info.default_value) continue;
        Json options = defaults;
        options[info.name] = value;
        if (go_together(learner, options)) all.push_back(std::move(options));
      }
    }
  }
  const std::size_t supervised = all.size();
  for (std::size_t i = 0; i < supervised; ++i) {
    for (const std::string& weight : learner.unlabeled_weights) {
      Json options = all[i];
      options[weight] = 0.5;
      if (go_together(learner, options)) all.push_back(std::move(options));
    }
  }
  return all;
}

Json brief_options(const LearnerEntry& learner, const Json& options, const Json& more) {
  Json others = {{"gap", 0.1},     {"epochs", 4}, {"C_epochs", 1},
                 {"Cu_epochs", 2}, {"rounds", 2}, {"r_max", 2}};
  others.update(more);
  for (const std::string& path : option_paths(learner.options, options)) {
    if (is_given(options, path)) others.erase(last_part(path));
  }
  return with_options(learner, options, others);
}

}  // namespace costruct::contract
