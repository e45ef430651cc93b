// affixes: the first and the last characters of a token, as indicators. Case is kept. A token that
// is shorter than an affix does not have the affix. A token of the same length is both its own
// prefix and its own suffix.
#include <algorithm>

#include "costruct/data/features/characters.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct AffixOptions {
  Index prefixes = 3, suffixes = 3;
  std::string column = kWordColumn;
  Index window = 0;
  std::string group = "token";
};

OptionDeclaration<AffixOptions> affixes_extractor_options() {
  using Options = AffixOptions;
  OptionDeclaration<Options> options;
  options
      .integer("prefixes", &Options::prefixes, {.at_least = 0, .at_most = 20},
               "prefixes of 1 to so many characters")
      .integer("suffixes", &Options::suffixes, {.at_least = 0, .at_most = 20},
               "suffixes of 1 to so many characters")
      .text("column", &Options::column, "the column to take")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also those of the tokens at positions -w to w")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

class AffixExtractor : public InterningExtractor<AffixExtractor> {
 public:
  AffixExtractor(const AffixOptions& options, Index column)
      : InterningExtractor(options.group, options.window, name_prefix("affixes", options.column)),
        prefixes_(options.prefixes),
        suffixes_(options.suffixes),
        column_(column) {}

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch,
               const IdOf& id_of) const {
    rows.clear();
    std::vector<std::size_t> begins;  // begin of each character of a token, and the token's end
    for (Index t = 0; t < sentence.length; ++t) {
      const std::string_view token = sentence.at(t, column_);
      begins.clear();
      for (std::size_t at = 0; at < token.size(); at += first_character(token.substr(at)).bytes)
        begins.push_back(at);
      begins.push_back(token.size());
      const Index length = std::ssize(begins) - 1;
      const auto add = [&](std::string_view text) {
        if (const std::int32_t id = id_of(text); id >= 0) rows.ids.push_back(id);
      };
      for (Index n = 1; n <= std::min(prefixes_, length); ++n) {
        scratch.text.assign("prefix=").append(token.substr(0, begins[n]));
        add(scratch.text);
      }
      for (Index n = 1; n <= std::min(suffixes_, length); ++n) {
        scratch.text.assign("suffix=").append(token.substr(begins[length - n]));
        add(scratch.text);
      }
      rows.end_token();
    }
  }

 private:
  Index prefixes_, suffixes_, column_;
};

}  // namespace

ExtractorKind affixes_extractor() {
  ExtractorKind kind;
  kind.name = "affixes";
  kind.summary = "the first and the last characters of a token, as indicators";
  kind.options = affixes_extractor_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const AffixOptions options = affixes_extractor_options().parse(json);
    check_column(options.column, columns, path + ".column", errors);
    if (options.prefixes + options.suffixes == 0)
      errors.add(path + ".prefixes", " = 0: without suffixes there is no affix");
  };
  kind.make = [](const Json& json,
                 const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const AffixOptions options = affixes_extractor_options().parse(json);
    return std::make_unique<AffixExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
