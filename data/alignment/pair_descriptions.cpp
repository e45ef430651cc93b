#include "costruct/data/alignment/pair_descriptions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr const char* kExtractor = "extractor";
constexpr const char* kSubstitution = "substitution";
constexpr const char* kProfileExtractor = "profile";
constexpr Index kMostPairEntries = 1'000'000;
constexpr std::size_t kMostColumnsJoined = 4;

struct SubstitutionOptions {
  Json columns = Json::array({"residue"});
  Json with;
  bool levels = false;
  Index offset = 0, window = CodeColumn().window, bins = CodeColumn().bins;
  std::string group;
};

struct ProfileOptions {
  Index offset = 0;
  std::string group;
};

std::optional<std::string> wrong_columns(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_array() || value.empty() || value.size() > kMostColumnsJoined)
    return fmt::format("must be a list of 1 to {} columns", kMostColumnsJoined);
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::vector<std::string>& all = code_columns();
    const Json& name = value[i];
    if (!name.is_string() ||
        std::find(all.begin(), all.end(), name.get<std::string>()) == all.end())
      return shown(name) + ": " + suggestion(name, all);
    if (std::find(value.begin(), value.begin() + static_cast<Index>(i), name) !=
        value.begin() + static_cast<Index>(i))
      return "column " + name.get<std::string>() + " stands twice";
  }
  return std::nullopt;
}

OptionDeclaration<SubstitutionOptions> substitution_options() {
  using Options = SubstitutionOptions;
  const auto schema = [](const char* title, Json type) {
    Json names = Json::array();
    for (const std::string& name : code_columns()) names.push_back(name);
    return Json{{"title", title},      {"type", std::move(type)},
                {"minItems", 1},       {"maxItems", kMostColumnsJoined},
                {"uniqueItems", true}, {"items", {{"enum", names}}}};
  };
  OptionDeclaration<Options> options;
  options.json(
      "columns", &Options::columns, wrong_columns, schema("list of columns", {"array", "null"}),
      "columns whose joined letters describe a position of the first sequence; null: residue");
  options.json("with", &Options::with, wrong_columns, schema("list of columns", {"array", "null"}),
               "the same of the second sequence; null: as the first");
  options.boolean(
      "levels", &Options::levels,
      "pairs of residues of equal score in BLOSUM62 share a feature; takes columns [\"residue\"] "
      "alone");
  options.integer("offset", &Options::offset, {.at_least = -100, .at_most = 100},
                  "describe a position by the one that is so many further on");
  options.integer(
      "window", &Options::window, {.at_least = 0, .at_most = 100},
      "means of hydrophobicity, helix and strand are over positions up to so many away");
  options.integer("bins", &Options::bins, {.at_least = 2, .at_most = 9}, "levels of these means");
  options.text("group", &Options::group, "the group of the features; empty: named by the columns");
  return options;
}

OptionDeclaration<ProfileOptions> profile_options() {
  OptionDeclaration<ProfileOptions> options;
  options.integer("offset", &ProfileOptions::offset, {.at_least = -100, .at_most = 100},
                  "describe a position by the one that is so many further on");
  options.text("group", &ProfileOptions::group,
               "the group of the features; empty: named by the extractor");
  return options;
}

PositionCode position_code(const Json& columns, const SubstitutionOptions& options) {
  const std::vector<std::string>& all = code_columns();
  PositionCode code{{}, options.offset};
  for (const Json& name : columns) {
    const auto kind = std::find(all.begin(), all.end(), name.get<std::string>()) - all.begin();
    code.columns.push_back({static_cast<ColumnKind>(kind), options.window, options.bins});
  }
  return code;
}

bool is_profile(const Json& extractor) {
  return extractor.at(kExtractor) == kProfileExtractor;
}

PairDescription profile_description(const Json& extractor) {
  const ProfileOptions options = profile_options().parse(extractor);
  CodeColumn column;
  column.kind = ColumnKind::kProfile;
  const PositionCode code{{column}, options.offset};
  return {code, code, code.name(), options.group.empty() ? code.name() : options.group, false};
}

PairDescription pair_description(Json extractor) {
  const bool of_profile = is_profile(extractor);
  extractor.erase(kExtractor);
  if (of_profile) return profile_description(extractor);
  const SubstitutionOptions options = substitution_options().parse(extractor);
  const Json columns = options.columns.is_null() ? Json::array({"residue"}) : options.columns;
  const PositionCode first = position_code(columns, options);
  const PositionCode second =
      position_code(options.with.is_null() ? columns : options.with, options);
  std::string name = pair_name(first, second);
  if (options.levels) name.replace(0, std::string_view("residue").size(), "blosum62");
  return {first, second, name, options.group.empty() ? name : options.group, options.levels};
}

bool is_residue(const PositionCode& code) {
  return code.columns.size() == 1 && code.columns.front().kind == ColumnKind::kResidue;
}

std::optional<std::string> wrong_extractor(const Json& extractor) {
  if (!extractor.is_object()) return "must be an object";
  const auto name = extractor.find(kExtractor);
  if (name == extractor.end() || (*name != kSubstitution && *name != kProfileExtractor)) {
    return fmt::format("must have \"{}\": \"{}\" or \"{}\"", kExtractor, kSubstitution,
                       kProfileExtractor);
  }
  ConfigErrors errors;
  check_options(is_profile(extractor) ? profile_options().list() : substitution_options().list(),
                extractor, "", errors, {kExtractor});
  if (!errors.empty()) return errors.messages().front();
  const PairDescription description = pair_description(extractor);
  if (description.by_level && !(is_residue(description.first) && is_residue(description.second)))
    return "levels are those of pairs of residues: expected columns [\"residue\"]";
  if (description.num_entries() > kMostPairEntries) {
    return fmt::format("{} has {} features: at most {}", description.name,
                       description.num_entries(), kMostPairEntries);
  }
  return std::nullopt;
}

Json substitution(Json columns) {
  return {{kExtractor, kSubstitution}, {"columns", std::move(columns)}};
}

Json substitution_of(Json columns, Json with) {
  Json extractor = substitution(std::move(columns));
  extractor["with"] = std::move(with);
  return extractor;
}

Json neighbour(const char* column, Index offset) {
  Json extractor = substitution({column});
  extractor["offset"] = offset;
  return extractor;
}

void add_simple(Json& list, KnownColumns known) {
  list.push_back(substitution({"residue"}));
  if (known.structure) list.push_back(substitution({kStructureColumn}));
  if (known.accessibility) list.push_back(substitution({kAccessibilityColumn}));
  if (!known.structure) return;
  list.push_back(substitution_of({"residue"}, {kStructureColumn}));
  list.push_back(substitution_of({kStructureColumn}, {"residue"}));
}

void add_joined(Json& list, PairModel model, KnownColumns known) {
  const std::string structure = known.structure ? kStructureColumn : "helix";
  const std::string accessibility = known.accessibility ? kAccessibilityColumn : "hydrophobicity";
  if (model == PairModel::kAnova2 || model == PairModel::kWindow) {
    list.push_back(substitution({"residue", structure}));
    list.push_back(substitution({"residue", accessibility}));
    list.push_back(substitution({structure, accessibility}));
  }
  if (model == PairModel::kTensor || model == PairModel::kWindow)
    list.push_back(substitution({"residue", structure, accessibility}));
}

// Adds the neighbourhoods. `simple` already describes the position itself.
void add_neighbourhoods(Json& list, KnownColumns known) {
  list.push_back(substitution({"hydrophobicity"}));
  if (known.structure) {
    for (const Index offset : {-2, -1, 1, 2}) list.push_back(neighbour(kStructureColumn, offset));
  } else {
    for (const char* propensity : {"helix", "strand"}) list.push_back(substitution({propensity}));
  }
  if (known.accessibility) {
    for (const Index offset : {-1, 1}) list.push_back(neighbour(kAccessibilityColumn, offset));
  }
  for (const Index offset : {-1, 1}) list.push_back(neighbour("residue", offset));
  for (const Index offset : {-2, -1, 0, 1, 2}) list.push_back(neighbour("class", offset));
}

}  // namespace

const std::vector<std::string>& pair_model_names() {
  static const std::vector<std::string> names{"simple", "anova2",  "tensor",        "simple_window",
                                              "window", "profile", "simple_profile"};
  return names;
}

Json extractors_of(PairModel model, KnownColumns known) {
  if (model == PairModel::kProfile || model == PairModel::kSimpleProfile) {
    Json list = extractors_of(
        model == PairModel::kProfile ? PairModel::kWindow : PairModel::kSimpleWindow, known);
    list.push_back({{kExtractor, kProfileExtractor}});
    return list;
  }
  const bool has_window = model == PairModel::kSimpleWindow || model == PairModel::kWindow;
  Json list = Json::array();
  if (model == PairModel::kSimple || has_window) add_simple(list, known);
  add_joined(list, model, known);
  if (has_window) add_neighbourhoods(list, known);
  return list;
}

std::optional<std::string> wrong_extractors(const Json& list) {
  if (list.is_null()) return std::nullopt;
  if (!list.is_array() || list.empty()) return "must be a list of extractors";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (const auto wrong = wrong_extractor(list[i]))
      return fmt::format("extractor {}: {}", i, *wrong);
    std::string name = pair_description(list[i]).name;
    const auto same = std::find(names.begin(), names.end(), name);
    if (same != names.end())
      return fmt::format("extractors {} and {} make the same features: {}", same - names.begin(), i,
                         name);
    names.push_back(std::move(name));
  }
  return std::nullopt;
}

Json extractors_schema() {
  const auto schema_of = [](const char* name, const std::vector<OptionInfo>& options) {
    Json properties = options_schema(options);
    properties[kExtractor] = {{"const", name}};
    return Json{{"type", "object"},
                {"properties", std::move(properties)},
                {"required", {kExtractor}},
                {"additionalProperties", false}};
  };
  return {{"title", "list of extractors"},
          {"type", {"array", "null"}},
          {"minItems", 1},
          {"items",
           {{"oneOf",
             {schema_of(kSubstitution, substitution_options().list()),
              schema_of(kProfileExtractor, profile_options().list())}}}}};
}

bool takes_profiles(const Json& extractors) {
  return std::any_of(extractors.begin(), extractors.end(), is_profile);
}

std::vector<PairDescription> pair_descriptions(const Json& extractors) {
  std::vector<PairDescription> descriptions;
  for (const Json& extractor : extractors) descriptions.push_back(pair_description(extractor));
  return descriptions;
}

}  // namespace costruct::experiments
