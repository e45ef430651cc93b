// surface: clues about how a token is written (surface_clues.hpp lists them).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct SurfaceOptions {
  std::string column = kWordColumn;
  Index window = 0;
  std::string group = "surface";
  Json clues = nullptr;
};

OptionDeclaration<SurfaceOptions> surface_extractor_options() {
  OptionDeclaration<SurfaceOptions> options;
  options.text("column", &SurfaceOptions::column, "the column to take")
      .integer("window", &SurfaceOptions::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also those of the tokens at positions -w to w")
      .text("group", &SurfaceOptions::group, "their group, for named views")
      .json("clues", &SurfaceOptions::clues,
            or_null(list_form(fmt::format("list of clues: {}", fmt::join(clue_names(), ", ")),
                              one_value_of(clue_names()), {.at_least = 1, .is_distinct = true})),
            "which clues to take; null: all");
  return options;
}

class SurfaceExtractor : public Extractor {
 public:
  SurfaceExtractor(const SurfaceOptions& options, Index column)
      : Extractor(options.group, options.window, name_prefix("surface", options.column)),
        column_(column) {
    wanted_.fill(options.clues.is_null());
    if (!options.clues.is_null()) {
      for (const Json& clue : options.clues) {
        const auto at =
            std::find(clue_names().begin(), clue_names().end(), clue.get<std::string>());
        wanted_[static_cast<std::size_t>(at - clue_names().begin())] = true;
      }
    }
    for (const std::string& attribute : surface_attributes()) attributes_.intern(attribute);
  }

  void grow(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch) override {
    look_up(sentence, rows, scratch);
  }

  void look_up(const Sentence& sentence, AttributeRows& rows,
               ExtractorScratch& scratch) const override {
    rows.clear();
    const bool enclosed = wanted_[static_cast<std::size_t>(Clue::kInBracketsOrQuotes)];
    if (enclosed) {
      scratch.tokens.clear();
      for (Index t = 0; t < sentence.length; ++t) scratch.tokens.push_back(sentence.at(t, column_));
      find_enclosed(scratch.tokens, scratch.enclosed);
    }
    for (Index t = 0; t < sentence.length; ++t) {
      append_text_clues(sentence.at(t, column_), wanted_, rows.ids);
      if (enclosed && scratch.enclosed.enclosed[static_cast<std::size_t>(t)]) {
        rows.ids.push_back(first_attribute(Clue::kInBracketsOrQuotes));
      }
      if (t == 0 && wanted_[static_cast<std::size_t>(Clue::kInitialToken)]) {
        rows.ids.push_back(first_attribute(Clue::kInitialToken));
      }
      rows.end_token();
    }
  }

  bool fixed_attributes() const override { return true; }

 private:
  std::array<bool, kNumClues> wanted_{};
  Index column_;
};

}  // namespace

ExtractorKind surface_extractor() {
  ExtractorKind kind;
  kind.name = "surface";
  kind.summary =
      "how a token is written: capitals, digits, symbols ... (Brefeld 2008, Tables 5.3 and 5.4)";
  kind.options = surface_extractor_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    check_column(surface_extractor_options().parse(json).column, columns, path + ".column", errors);
  };
  kind.make = [](const Json& json,
                 const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const SurfaceOptions options = surface_extractor_options().parse(json);
    return std::make_unique<SurfaceExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
