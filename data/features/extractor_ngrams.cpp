// ngrams: the sequences of n neighbouring characters in a token, as indicators. Case is kept. There
// is no padding, so a token shorter than n has no n-grams.
#include <algorithm>

#include "costruct/data/features/characters.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kLongestNgram = 20;

struct NgramOptions {
  Json n = Json::array({2, 3, 4});
  std::string column = kWordColumn;
  Index window = 0;
  std::string group = "token";
};

OptionDeclaration<NgramOptions> ngrams_extractor_options() {
  OptionDeclaration<NgramOptions> options;
  options
      .json("n", &NgramOptions::n, lengths_form(kLongestNgram, 1),
            "lengths of the n-grams, in characters")
      .text("column", &NgramOptions::column, "the column to take")
      .integer("window", &NgramOptions::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also those of the tokens at positions -w to w")
      .text("group", &NgramOptions::group, "their group, for named views");
  return options;
}

NgramOptions parse(const Json& json) {
  NgramOptions options = ngrams_extractor_options().parse(json);
  if (options.n.is_null()) options.n = NgramOptions().n;
  return options;
}

class NgramExtractor : public InterningExtractor<NgramExtractor> {
 public:
  NgramExtractor(const NgramOptions& options, Index column)
      : InterningExtractor(options.group, options.window, name_prefix("ngrams", options.column)),
        lengths_(options.n.get<std::vector<std::size_t>>()),
        column_(column) {}

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch&,
               const IdOf& id_of) const {
    rows.clear();
    for (Index t = 0; t < sentence.length; ++t) {
      const std::string_view token = sentence.at(t, column_);
      for (const std::size_t n : lengths_) {
        std::size_t begin = 0, end = 0;
        for (std::size_t i = 0; i < n && end <= token.size(); ++i) end = after(token, end);
        while (end <= token.size()) {
          const std::int32_t id = id_of(token.substr(begin, end - begin));
          if (id >= 0) rows.ids.push_back(id);
          begin = after(token, begin);
          end = after(token, end);
        }
      }
      const auto first = rows.ids.begin() + rows.begin.back();  // indicators occur only once
      std::sort(first, rows.ids.end());
      rows.ids.erase(std::unique(first, rows.ids.end()), rows.ids.end());
      rows.end_token();
    }
  }

 private:
  /// The end of the character at `at`; past the token's end if there is no character.
  static std::size_t after(std::string_view token, std::size_t at) {
    return at < token.size() ? at + first_character(token.substr(at)).bytes : token.size() + 1;
  }

  std::vector<std::size_t> lengths_;
  Index column_;
};

}  // namespace

ExtractorKind ngrams_extractor() {
  ExtractorKind kind;
  kind.name = "ngrams";
  kind.summary = "the character n-grams of a token, as indicators";
  kind.options = ngrams_extractor_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    check_column(parse(json).column, columns, path + ".column", errors);
  };
  kind.make = [](const Json& json,
                 const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const NgramOptions options = parse(json);
    return std::make_unique<NgramExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
