// token: the field itself.
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct TokenOptions {
  std::string column = kWordColumn;
  Index window = 0;
  std::string group = "token";
};

OptionDeclaration<TokenOptions> token_extractor_options() {
  OptionDeclaration<TokenOptions> options;
  options.text("column", &TokenOptions::column, "the column to take")
      .integer("window", &TokenOptions::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also the tokens at positions -w to w of the sentence")
      .text("group", &TokenOptions::group, "their group, for named views");
  return options;
}

class TokenExtractor : public InterningExtractor<TokenExtractor> {
 public:
  TokenExtractor(const TokenOptions& options, Index column)
      : InterningExtractor(options.group, options.window, name_prefix("token", options.column)),
        column_(column) {}

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch&,
               const IdOf& id_of) const {
    rows.clear();
    for (Index t = 0; t < sentence.length; ++t) {
      const std::int32_t id = id_of(sentence.at(t, column_));
      if (id >= 0) rows.ids.push_back(id);
      rows.end_token();
    }
  }

 private:
  Index column_;
};

}  // namespace

ExtractorKind token_extractor() {
  ExtractorKind kind;
  kind.name = "token";
  kind.summary = "the token of a column itself, as an indicator";
  kind.options = token_extractor_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    check_column(token_extractor_options().parse(json).column, columns, path + ".column", errors);
  };
  kind.make = [](const Json& json,
                 const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const TokenOptions options = token_extractor_options().parse(json);
    return std::make_unique<TokenExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
