// Extractors that a program, a plug-in or Python adds: a function gives the attributes of each
// word.
#include <fmt/format.h>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct OwnOptions {
  std::string column = kWordColumn;
  Index window = 0;
  std::string group = "token";
};

OptionDeclaration<OwnOptions> options_of_own() {
  using Options = OwnOptions;
  OptionDeclaration<Options> options;
  options.text("column", &Options::column, "the column whose words the function gets")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also the attributes of the tokens at positions -w to w")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

class OwnExtractor final : public InterningExtractor<OwnExtractor> {
 public:
  OwnExtractor(const std::string& name, const OwnOptions& options, Index column,
               TokenAttributes attributes)
      : InterningExtractor(options.group, options.window, name_prefix(name, options.column)),
        name_(name),
        column_(column),
        attributes_of_(std::move(attributes)) {}

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch,
               const IdOf& id_of) const {
    rows.clear();
    scratch.tokens.clear();
    for (Index t = 0; t < sentence.length; ++t) scratch.tokens.push_back(sentence.at(t, column_));
    const std::vector<std::vector<std::string>> of_tokens = attributes_of_(scratch.tokens);
    if (std::ssize(of_tokens) != sentence.length) {
      throw ConfigError(fmt::format(
          "extractor {}: returned attributes of {} tokens for a sentence of {}: expected "
          "one list for each token",
          name_, of_tokens.size(), sentence.length));
    }
    for (const std::vector<std::string>& attributes : of_tokens) {
      for (const std::string& attribute : attributes) {
        if (const std::int32_t id = id_of(attribute); id >= 0) rows.ids.push_back(id);
      }
      rows.end_token();
    }
  }

 private:
  std::string name_;
  Index column_;
  TokenAttributes attributes_of_;
};

}  // namespace

ExtractorKind extractor_of(std::string name, std::string summary, TokenAttributes attributes) {
  ExtractorKind kind;
  kind.name = name;
  kind.summary = std::move(summary);
  kind.options = options_of_own().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    check_column(options_of_own().parse(json).column, columns, path + ".column", errors);
  };
  kind.make = [name = std::move(name), attributes = std::move(attributes)](
                  const Json& json,
                  const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const OwnOptions options = options_of_own().parse(json);
    return std::make_unique<OwnExtractor>(name, options, column_index(options.column, columns),
                                          attributes);
  };
  return kind;
}

}  // namespace costruct::experiments
