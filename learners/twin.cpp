#include "costruct/learners/twin.hpp"

#include "costruct/learners/catalog.hpp"

namespace costruct {

TwinOf twin_named(std::string type) {
  return [type = std::move(type)](const LearnerEntry& entry, const Json& options) {
    const Json all = with_defaults(entry.options, options);
    Json twin = Json::object();
    for (const OptionInfo& info : find_learner(type)->options) {
      if (all.contains(info.name)) twin[info.name] = all[info.name];
    }
    twin["type"] = type;
    return twin;
  };
}

TwinOf twin_without(std::vector<std::string> weights) {
  return [weights = std::move(weights)](const LearnerEntry& entry, Json options) {
    for (const std::string& weight : weights) options[weight] = 0;
    options["type"] = entry.name;
    return options;
  };
}

TwinOf twin_inside() {
  return [](const LearnerEntry& entry, const Json& options) {
    return with_defaults(entry.options, options).at("learner");
  };
}

std::string twin_name(const LearnerEntry& entry, const Json& options) {
  return entry.twin(entry, options).at("type").get<std::string>();
}

namespace {

struct TypeAndOptions {
  const LearnerEntry& learner;
  Json options;
};

TypeAndOptions twin_in(const LearnerEntry& entry, const Json& options) {
  Json twin = entry.twin(entry, options);
  const LearnerEntry& learner = *find_learner(twin.at("type").get_ref<const std::string&>());
  twin.erase("type");
  return {learner, std::move(twin)};
}

}  // namespace

std::optional<std::string> twin_misfit(const LearnerEntry& entry, const Json& options,
                                       const Views& views) {
  const auto [learner, of_twin] = twin_in(entry, options);
  try {
    check_needs(learner, of_twin, views.together());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::unique_ptr<Learner> make_twin(const LearnerEntry& entry, const Json& options) {
  const auto [learner, of_twin] = twin_in(entry, options);
  return learner.make(of_twin);
}

}  // namespace costruct
