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

OptionDeclaration<SubstitutionOptions> substitution_options() {
  using Options = SubstitutionOptions;
  const Json columns = or_null(list_form(
      fmt::format("list of 1 to {} columns", kMostColumnsJoined), one_value_of(code_columns()),
      {.at_least = 1, .at_most = kMostColumnsJoined, .is_distinct = true}));
  OptionDeclaration<Options> options;
  options.json(
      "columns", &Options::columns, columns,
      "columns whose joined letters describe a position of the first sequence; null: residue");
  options.json("with", &Options::with, columns,
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

std::optional<std::string> wrong_description(const PairDescription& description) {
  if (description.by_level && !(is_residue(description.first) && is_residue(description.second)))
    return "levels are those of pairs of residues: expected columns [\"residue\"]";
  if (description.num_entries() > kMostPairEntries) {
    return fmt::format("{} has {} features: at most {}", description.name,
                       description.num_entries(), kMostPairEntries);
  }
  return std::nullopt;
}

// An extractor as the user sees it.
struct PairExtractor {
  std::string name, summary;
  std::vector<OptionInfo> options;
};

const Catalog<PairExtractor>& extractors() {
  static const Catalog<PairExtractor> all(
      "extractor of pairs of positions",
      {{kSubstitution, "the joined letters of both positions", substitution_options().list()},
       {kProfileExtractor, "the letters that the profiles of both positions expect",
        profile_options().list()}});
  return all;
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

BlockTypes pair_extractors() {
  BlockTypes types = types_of_catalog("extractor of pairs of positions", extractors);
  types.key = kExtractor;
  return types;
}

std::optional<std::string> wrong_pair_extractors(const Json& list) {
  std::vector<std::string> names;
  for (const PairDescription& description : pair_descriptions(list)) {
    const std::size_t i = names.size();
    if (const auto wrong = wrong_description(description))
      return fmt::format("extractor {}: {}", i, *wrong);
    const auto same = std::find(names.begin(), names.end(), description.name);
    if (same != names.end())
      return fmt::format("extractors {} and {} make the same features: {}", same - names.begin(), i,
                         description.name);
    names.push_back(description.name);
  }
  return std::nullopt;
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
