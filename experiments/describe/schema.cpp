#include "costruct/experiments/describe/schema.hpp"

#include <algorithm>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/experiments/config/blocks/collection_block.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/training_selection_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/describe/schema_definitions.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"

namespace costruct::experiments {
namespace {

// An object that may have further properties.
Json open_object_of(Json properties, Json required) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

Json object_of(Json properties, Json required) {
  Json schema = open_object_of(std::move(properties), std::move(required));
  schema["additionalProperties"] = false;
  return schema;
}

Json reference(const char* name) {
  return {{"$ref", std::string("#/$defs/") + name}};
}

Json kernel_of_learner(const LearnerEntry& entry) {
  if (takes_kernels({entry.needs})) return reference("kernel");
  return object_of({{"type", {{"const", "linear"}}}}, Json::array());
}

// Adds the value schemas of each option. Options within blocks have dotted names ("learner.C").
// Each name has an array of schemas, because several types of a block can have an option with the
// same name.
void add_values(const std::vector<OptionInfo>& options, const std::string& prefix, Json& values) {
  for (const OptionInfo& info : options) {
    Json& schemas = values[prefix + info.name];
    const Json schema = option_schema(info);
    if (std::find(schemas.begin(), schemas.end(), schema) == schemas.end())
      schemas.push_back(schema);
    if (info.type != OptionType::kBlock) continue;
    for (const BlockTypes::Type& type : info.block->types())
      add_values(type.options, prefix + info.name + ".", values);
  }
}

Json nonempty(Json schema) {
  schema["minProperties"] = 1;
  return schema;
}

// The values that `select` may try: lists of values of the learner's options and the problem's.
Json select_schema(const LearnerEntry& entry) {
  Json values = Json::object();
  add_values(entry.options, "", values);
  Json properties = Json::object();
  for (const auto& [name, schemas] : values.items()) {
    const Json items = schemas.size() == 1 ? schemas.front() : Json{{"anyOf", schemas}};
    properties[name] = {
        {"type", "array"}, {"items", items}, {"minItems", 1}, {"uniqueItems", true}};
  }
  if (!entry.has_own_kernel) {
    properties["kernel"] = {{"type", "array"},
                            {"items", kernel_of_learner(entry)},
                            {"minItems", 1},
                            {"uniqueItems", true}};
  }
  Json schema = nonempty(object_of(std::move(properties), Json::array()));
  schema["patternProperties"]["^problem\\."] = {
      {"type", "array"}, {"minItems", 1}, {"uniqueItems", true}};
  return schema;
}

Json loss_schema() {
  Json names = Json::array();
  for (const ProblemEntry& entry : problem_catalog()) {
    for (const std::string& loss : entry.losses) {
      if (std::find(names.begin(), names.end(), loss) == names.end()) names.push_back(loss);
    }
  }
  return {{"enum", names}};
}

// The options of the problem that an entry may override.
Json problem_overrides_schema() {
  Json choices = Json::array();
  for (const ProblemEntry& entry : problem_catalog()) choices.push_back(object_form(entry.options));
  return {{"anyOf", choices}};
}

// The keys that every entry of an experiment has besides those of its learner.
Json entry_schema() {
  return {{"properties",
           {{"name",
             {{"type", "string"},
              {"minLength", 1},
              {"maxLength", 200},
              {"description", "default: its type"}}},
            {"views", reference("views")},
            {"problem", problem_overrides_schema()},
            {"known", reference("known")},
            {"choice", reference("choice")},
            {"loss", loss_schema()}}}};
}

Json learner_schema(bool entry_of_experiment) {
  Json choices = Json::array();
  for (const LearnerEntry& entry : learner_catalog()) {
    Json properties = options_schema(entry.options);
    properties["type"] = {{"const", entry.name}, {"description", entry.summary}};
    if (!entry.has_own_kernel) properties["kernel"] = kernel_of_learner(entry);
    properties["select"] = select_schema(entry);
    Json parts = {open_object_of(std::move(properties), Json::array({"type"}))};
    if (entry_of_experiment) parts.push_back(entry_schema());
    choices.push_back({{"allOf", std::move(parts)}, {"unevaluatedProperties", false}});
  }
  return {{"oneOf", choices}};
}

Json list_of_names(Json names) {
  return {{"type", "array"},
          {"items", {{"enum", std::move(names)}}},
          {"minItems", 1},
          {"uniqueItems", true}};
}

Json metrics_schema() {
  Json names = Json::array();
  for (const std::string& name : metric_names()) names.push_back(name);
  return list_of_names(std::move(names));
}

// The protocols, each with its keys. Sizes are given by `pairs`, or by `labeled` and `unlabeled`.
Json sweep_schema() {
  const Json sizes = {{{"required", {"labeled"}}}, {{"required", {"unlabeled"}}}};
  const Json has_pairs = {{"required", {"pairs"}}};
  const BlockTypes types = protocol_types();
  Json schema = block_schema(types);
  for (Json& choice : schema["oneOf"]) {
    choice["not"] = {{"required", {"pairs"}}, {"anyOf", sizes}};
    if (choice["properties"][types.key]["const"] == types.default_type)
      choice["anyOf"] = {sizes[0], has_pairs};
  }
  return schema;
}

Json common_properties() {
  Json properties = options_schema(remark_options());
  properties["name"]["pattern"] = kFolderNamePattern;
  properties["problem"] = reference("problem");
  properties["data"] = reference("data");
  properties["views"] = reference("views");
  return properties;
}

Json training_schema() {
  Json properties = common_properties();
  properties["learner"] = reference("learner");
  properties["selection"] = object_form(training_selection_options());
  properties["seed"] = {{"type", "integer"}, {"minimum", 0}, {"default", 1}};
  properties["metrics"] = metrics_schema();
  properties["metrics"]["description"] = "what train and evaluate report; absent: all that suit";
  Json schema = object_of(std::move(properties), {"problem", "data", "learner"});
  schema["title"] = "training config: one learner, for `costruct train`";
  return schema;
}

Json experiment_schema() {
  Json properties = common_properties();
  properties["sweep"] = reference("sweep");
  properties["learners"] = {
      {"type", "array"}, {"items", reference("learners_entry")}, {"minItems", 1}};
  properties["metrics"] = metrics_schema();
  properties["tests"] = list_of_names(paired_test_names());
  properties["tests"]["description"] =
      "tests of the significance table; absent: corrected_resampled_t under resample and folds, "
      "else "
      "paired_t";
  properties["claims"] = claims_schema();
  Json schema = object_of(std::move(properties), {"problem", "data", "sweep", "learners"});
  schema["title"] = "experiment: a sweep over learners, for `costruct run`";
  return schema;
}

// An experiment on several data sets, with claims over all of them.
Json collection_experiment_schema() {
  Json schema = experiment_schema();
  schema["properties"]["data"] = shared_data_schema();
  schema["properties"]["collection"] = collection_schema();
  schema["properties"]["claims"] = collection_claims_schema();
  schema["required"] = {"problem", "collection", "sweep", "learners"};
  schema["title"] = "experiment over a collection of data sets, for `costruct run`";
  return schema;
}

}  // namespace

Json config_schema() {
  return with_definitions(
      {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
       {"title", "costruct config"},
       {"oneOf", {training_schema(), experiment_schema(), collection_experiment_schema()}},
       {"$defs",
        {{"problem", block_schema(types_of_catalog("type of problem", problem_catalog))},
         {"data", data_block_schema()},
         {"views", block_schema(view_policy_types())},
         {"known", object_form(known_declaration().list())},
         {"choice", object_form(choice_declaration().list())},
         {"kernel", block_schema(kernel_types())},
         {"learner", learner_schema(false)},
         {"learners_entry", learner_schema(true)},
         {"sweep", sweep_schema()}}}});
}

}  // namespace costruct::experiments
