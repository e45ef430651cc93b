// attributes: the items of a field that has several, such as Case=Nom|Number=Sing.
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {
namespace {

struct AttributeOptions {
  std::string column = "feats";
  std::string separator = "|";
  Index window = 0;
  std::string group = "attributes";
};

OptionDeclaration<AttributeOptions> attributes_extractor_options() {
  using Options = AttributeOptions;
  OptionDeclaration<Options> options;
  options.text("column", &Options::column, "the column to take")
      .text("separator", &Options::separator, "the text between two items")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also those of the tokens at positions -w to w")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

class AttributeExtractor : public InterningExtractor<AttributeExtractor> {
 public:
  AttributeExtractor(const AttributeOptions& options, Index column)
      : InterningExtractor(options.group, options.window,
                           name_prefix("attributes", options.column)),
        separator_(options.separator),
        column_(column) {}

  template <class IdOf>
  void extract(const Sentence& sentence, AttributeRows& rows, ExtractorScratch&,
               const IdOf& id_of) const {
    rows.clear();
    for (Index t = 0; t < sentence.length; ++t) {
      const std::size_t first = rows.ids.size();
      std::string_view rest = sentence.at(t, column_);
      while (!rest.empty()) {
        const std::size_t end = rest.find(separator_);
        const std::string_view item = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.size(), item.size() + separator_.size()));
        if (item.empty() || item == "_") continue;  // nothing
        const std::int32_t id = id_of(item);
        const auto begin = rows.ids.begin() + static_cast<std::ptrdiff_t>(first);
        if (id >= 0 && std::find(begin, rows.ids.end(), id) == rows.ids.end())
          rows.ids.push_back(id);
      }
      rows.end_token();
    }
  }

 private:
  std::string separator_;
  Index column_;
};

}  // namespace

ExtractorKind attributes_extractor() {
  ExtractorKind kind;
  kind.name = "attributes";
  kind.summary = "the items of a column that has several, as Case=Nom|Number=Sing, as indicators";
  kind.options = attributes_extractor_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const AttributeOptions options = attributes_extractor_options().parse(json);
    check_column(options.column, columns, path + ".column", errors);
    if (options.separator.empty())
      errors.add(path + ".separator", " = \"\": must be the text between two items");
  };
  kind.make = [](const Json& json,
                 const std::vector<std::string>& columns) -> std::unique_ptr<Extractor> {
    const AttributeOptions options = attributes_extractor_options().parse(json);
    return std::make_unique<AttributeExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
