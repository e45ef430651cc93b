#include "costruct/data/data_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/example_filter.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/sites.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

OptionInfo paths_option(const char* name, const char* meaning) {
  return json_option(name, nullptr, or_null(paths_form()), meaning);
}

OptionInfo count_option(const char* name, const char* meaning) {
  return integer_option(name, nullptr, {.at_least = 1}, meaning);
}

OptionInfo window_option() {
  return integer_option(
      "window", nullptr, {.at_least = 0, .at_most = kWidestWindow},
      "window of the data set's standard features: positions -w to w; null: the set's own");
}

bool given(const Json& data, const char* key) {
  const auto at = data.find(key);
  return at != data.end() && !at->is_null();
}

Json without_wrong_values(const std::vector<OptionInfo>& options, Json data) {
  for (const OptionInfo& info : options) {
    ConfigErrors wrong;
    if (data.contains(info.name)) check_value(info, data.at(info.name), "", wrong);
    if (!wrong.empty()) data.erase(info.name);
  }
  return data;
}

using Columns = std::vector<std::string>;

/// The columns that extractors of a block may take; none if they are not known before reading.
Columns known_columns(const Format& format, const Json& block) {
  return format.has_rows(RowKind::kTexts) ? text_fields(block) : format.columns(block);
}

/// Checks a block whose format is known.
/// @param also_valid  keys of the data set that the block stands for
void check_block(const Format& format, const Json& data, const std::string& path,
                 ConfigErrors& errors, const std::vector<std::string>& also_valid) {
  const std::size_t before = errors.messages().size();
  const std::vector<OptionInfo> options = block_options(format);
  check_options(options, data, path, errors, also_valid);
  // A wrong or misspelt option is reported only once. Checks that depend on it are skipped.
  const bool all_sound = errors.messages().size() == before;
  const Json sound = all_sound ? data : without_wrong_values(options, data);
  if (!given(data, kSites)) {
    if (!given(data, "train"))
      errors.add(path + ".train", ": missing: must be a path or a list of paths");
  } else if (format.input == kRows) {
    for (const char* key : {"train", "unlabeled"}) {
      if (given(data, key)) {
        errors.add(
            path + "." + kSites,
            fmt::format(" stands beside {}, which each site has of its own: leave one of them out",
                        key));
      }
    }
  }
  if (format.has_rows(RowKind::kTable) && !given(data, kTargetOption))
    errors.add(path + "." + kTargetOption, ": missing: must be the name of the column to predict");
  if (format.has_rows(RowKind::kTable)) check_table_options(sound, path, errors);
  if (format.has_rows(RowKind::kTexts)) {
    const std::vector<std::string> texts = text_fields(sound);
    const Json label = sound.value("label", Json(kLabelColumn));
    if (std::find(texts.begin(), texts.end(), label) != texts.end())
      errors.add(path + ".label", " = " + shown(label) + ": is a text, too: name another field");
  }
  if (given(sound, "min_length") && given(sound, "max_length") &&
      sound["min_length"] > sound["max_length"]) {
    errors.add(path + ".min_length",
               fmt::format(" = {}: must be <= max_length = {}", sound["min_length"].dump(),
                           sound["max_length"].dump()));
  }
  const auto input = extractor_input(format);
  if (input && given(data, "features") && data.at("features").is_array()) {
    const std::size_t before_features = errors.messages().size();
    Json beside = data;
    beside.erase("features");
    ConfigErrors in_others;  // which are told already
    check_options(options, beside, path, in_others, also_valid);
    check_features(data.at("features"), *input,
                   in_others.empty() ? known_columns(format, beside) : Columns(),
                   path + ".features", errors);
    if (all_sound && errors.messages().size() == before_features)
      check_links(sound, format.has_rows(RowKind::kNumeric), path, errors);
  }
  if (errors.messages().size() == before && unlabeled_text_of(data)) {
    const std::vector<std::string> columns = format.columns(data);
    const Json features =
        given(data, "features") ? data.at("features") : default_token_features(columns);
    const std::string why = why_no_plain_text(features, columns);
    if (!why.empty()) errors.add(path + "." + kUnlabeledTextOption, ": " + why);
    if (!given(data, "unlabeled"))
      errors.add(path + "." + kUnlabeledTextOption, " is given, but unlabeled names no file");
  }
  if (format.has_rows(RowKind::kNumeric) && all_sound) check_required_groups(data, path, errors);
}

void check_named(const Json& data, const std::string& path, ConfigErrors& errors) {
  const Json& name = data["dataset"];
  const DatasetEntry* entry = name.is_string() ? find_dataset(name.get<std::string>()) : nullptr;
  if (entry == nullptr) {
    errors.add(path + ".dataset",
               fmt::format(" = {}: {}", shown(name), suggestion(name, dataset_names())));
    return;
  }
  if (data.contains("format")) {
    errors.add(path + ".format",
               " stands beside dataset, which has its format: leave one of them out");
    return;
  }
  if (given(data, "window")) {
    const std::size_t before = errors.messages().size();
    check_value(window_option(), data["window"], path + ".window", errors);
    if (errors.messages().size() > before) return;
    if (given(data, "features")) {
      errors.add(path + ".window", " stands beside features: give each extractor its own window");
    } else if (!entry->block.contains("features")) {
      errors.add(path + ".window",
                 " = " + shown(data["window"]) + ": the features of " + entry->name + " have none");
    }
  }
  const Format* format = find_format(entry->block["format"].get<std::string>());
  check_block(*format, resolve_dataset(data), path, errors, {"format"});
}

/// Adds the keys for files that are options of the problems that take the format's examples.
void add_option_files(const Format& format, Json& properties) {
  for (const ProblemEntry& problem : problem_catalog()) {
    for (const FileOption& file : problem.files) {
      if (problem.input != format.input) continue;
      properties[file.name] = {{"type", "string"},
                               {"minLength", 1},
                               {"description", "problem " + problem.name + ": " + file.meaning}};
    }
  }
}

/// Whether a key belongs to blocks with files.
bool is_file_key(const std::string& key) {
  if (key == "format" || key == "dataset" || key == "window") return true;
  return std::any_of(formats().begin(), formats().end(), [&](const Format& format) {
    const auto options = block_options(format);
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionInfo& o) { return o.name == key; });
  });
}

void check_generated(const Json& data, const std::string& path, ConfigErrors& errors) {
  const std::vector<std::string> valid{kGenerate};
  for (const auto& [key, value] : data.items()) {
    if (key == kGenerate) {
      check_generate(value, path + "." + key, errors);
    } else if (is_file_key(key)) {
      errors.add(path + "." + key,
                 " stands beside generate, which makes all examples: leave one of them out");
    } else {
      errors.unknown_key(path, key, valid);
    }
  }
}

// The options that the blocks of all formats have, which stand once in the schema.
Json shared_options_schema() {
  Json shared = options_schema(block_options(*formats().begin()));
  for (const Format& format : formats()) {
    const Json options = options_schema(block_options(format));
    Json both = Json::object();
    for (const auto& [name, option] : shared.items()) {
      if (options.contains(name) && options.at(name) == option) both[name] = option;
    }
    shared = std::move(both);
  }
  return shared;
}

}  // namespace

std::vector<OptionInfo> block_options(const Format& format) {
  std::vector<OptionInfo> options{
      paths_option("train",
                   "files that examples and the alphabets of features and labels come from"),
      paths_option("unlabeled", "files of further examples, whose labels are not looked at"),
      paths_option("test", "files to evaluate on")};
  if (format.input == kChains) {
    options.push_back(count_option(
        "min_length", "leave out training and unlabeled sequences of fewer parts; null: none"));
    options.push_back(count_option(
        "max_length", "leave out training and unlabeled sequences of more parts; null: none"));
  }
  if (format.input == kRows) {
    options.push_back(sites_option());
    options.push_back(keep_labels_option());
  }
  if (format.has_rows(RowKind::kNumeric)) options.push_back(require_groups_option());
  options.push_back(
      count_option("limit", "take only so many training examples, the first; null: all"));
  options.insert(options.end(), format.options.begin(), format.options.end());
  return options;
}

void check_data_block(const Json& data, const std::string& path, ConfigErrors& errors) {
  if (!data.is_object()) {
    errors.add(path, " = " + shown(data) + ": must be an object");
    return;
  }
  if (data.contains(kGenerate)) {
    check_generated(data, path, errors);
    return;
  }
  if (data.contains("dataset")) {
    check_named(data, path, errors);
    return;
  }
  if (!data.contains("format")) {
    errors.add(path, " has neither format nor dataset nor generate: add a format (" +
                         one_of(formats().names()) + "), the name of a data set, or a generator");
    return;
  }
  const Json& name = data["format"];
  const Format* format = name.is_string() ? find_format(name.get<std::string>()) : nullptr;
  if (format == nullptr) {
    errors.add(path + ".format",
               fmt::format(" = {}: {}", shown(name), suggestion(name, formats().names())));
    return;
  }
  if (data.contains("window")) {
    errors.add(path + ".window",
               " belongs to a named data set: give each extractor in features its own window");
    Json rest = data;
    rest.erase("window");
    check_block(*format, rest, path, errors, {"format"});
    return;
  }
  check_block(*format, data, path, errors, {"format"});
}

const Format* stored_format(const ModelReader& model) {
  const auto damaged = [&](const std::string& what) {
    return DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  };
  const Json facts = model.get("encoder");
  if (!facts.is_object() || !facts.contains("format") || !facts["format"].is_string() ||
      !facts.contains("options")) {
    throw damaged("the encoder has no format");
  }
  const Format* format = find_format(facts["format"].get<std::string>());
  if (format == nullptr) throw damaged("unknown format " + shown(facts["format"]));
  return format;
}

Json stored_block(const ModelReader& model) {
  const Format& format = *stored_format(model);
  Json block = model.get("encoder").at("options");
  ConfigErrors errors;
  check_options(format.options, block, "encoder.options", errors);
  const auto input = extractor_input(format);
  if (errors.empty() && input && given(block, "features")) {
    check_features(block["features"], *input, known_columns(format, block),
                   "encoder.options.features", errors);
    if (errors.empty())
      check_links(block, format.has_rows(RowKind::kNumeric), "encoder.options", errors);
  }
  if (!errors.empty())
    throw DataError(fmt::format("{}: damaged model: {}", model.file(), errors.messages()[0]));
  block["format"] = format.name;
  return block;
}

Json data_block_schema() {
  Json choices = Json::array();
  const std::vector<DatasetEntry> datasets = dataset_catalog();
  const Json of_all = shared_options_schema();
  for (const Format& format : formats()) {
    Json options = options_schema(block_options(format));
    add_option_files(format, options);
    for (const auto& [name, option] : of_all.items()) options.erase(name);
    // A block of the format, with these keys besides the options.
    const auto block = [&](Json properties, Json required) {
      return Json{{"allOf",
                   {{{"type", "object"}, {"properties", of_all}},
                    {{"type", "object"}, {"properties", options}}}},
                  {"properties", std::move(properties)},
                  {"required", std::move(required)},
                  {"unevaluatedProperties", false}};
    };
    Json required = {"format"};
    if (format.input != kRows) required.push_back("train");
    if (format.has_rows(RowKind::kTable)) required.push_back(kTargetOption);
    choices.push_back(
        block({{"format", {{"const", format.name}, {"description", format.summary}}}}, required));
    if (format.input == kRows)
      choices.back()["oneOf"] = {{{"required", {"train"}}}, {{"required", {kSites}}}};
    for (const bool has_window : {false, true}) {
      Json names = Json::array();
      for (const DatasetEntry& entry : datasets) {
        if (entry.block["format"] == format.name && entry.block.contains("features") == has_window)
          names.push_back({{"const", entry.name}, {"description", entry.summary}});
      }
      if (names.empty()) continue;
      Json properties = {{"dataset", {{"oneOf", std::move(names)}}}};
      if (has_window) properties["window"] = option_schema(window_option());
      choices.push_back(block(std::move(properties), {"dataset"}));
    }
  }
  choices.push_back({{"type", "object"},
                     {"properties", {{kGenerate, option_schema(generate_option())}}},
                     {"required", {kGenerate}},
                     {"additionalProperties", false}});
  return {
      {"oneOf", choices},
      {"description", "source of examples: a format and files, a named data set, or a generator"}};
}

std::vector<FormatEntry> format_catalog() {
  std::vector<FormatEntry> entries;
  for (const Format& format : formats())
    entries.push_back({format.name, format.summary, block_options(format)});
  return entries;
}

std::vector<FormatEntry> extractor_catalog() {
  std::vector<FormatEntry> entries;
  for (const ExtractorKind& kind : extractor_kinds())
    entries.push_back({kind.name, kind.summary, kind.options});
  return entries;
}

std::vector<FormatEntry> generator_catalog() {
  std::vector<FormatEntry> entries;
  for (const Generator& generator : generators())
    entries.push_back({generator.name, generator.summary, generator.options});
  return entries;
}

}  // namespace costruct::experiments
