// distribution: describes words by their neighbours, learned from text without labels.
//
// A word is the field with each digit replaced by 0; case counts. Rare words, with fewer than
// `min_count` occurrences in the fitted inputs, share one row for all rare words of their shape
// (word_shape.hpp). An unknown word has the row of its shape. If there is no such row, it has no
// features.
#include <fmt/format.h>
#include <omp.h>

#include "costruct/data/features/fitted/windowed.hpp"
#include "costruct/data/features/words/fitted_words.hpp"
#include "costruct/data/features/words/text_vectors.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostClusters = 4096;
constexpr std::size_t kMostSizes = 16;

struct DistributionOptions {
  std::string column = kWordColumn;
  Index window = 1;
  std::string group = "context";
  Index dimensions = 100;
  bool vectors = true;
  double scale = 2;
  Json clusters = Json::array();
  Index contexts = 1500;
  Index reach = 2;
  Index min_count = 5;
  Json text;
};

OptionDeclaration<DistributionOptions> distribution_options() {
  using Options = DistributionOptions;
  OptionDeclaration<Options> options;
  options.text("column", &Options::column, "the column to take")
      .integer("window", &Options::window, {.at_least = 0, .at_most = kWidestWindow},
               "w: also the tokens at positions -w to w of the sentence")
      .text("group", &Options::group, "their group, for named views")
      .integer("dimensions", &Options::dimensions, {.at_least = 1, .at_most = 1000},
               "numbers in the vector of a word")
      .boolean("vectors", &Options::vectors, "the vectors themselves, as real features")
      .number("scale", &Options::scale, {.greater_than = 0}, "length of a vector")
      .only_with("vectors", true)
      .json("clusters", &Options::clusters,
            or_null(list_form(
                fmt::format("list of at most {} numbers of clusters, ascending, 2 to {}",
                            kMostSizes, kMostClusters),
                integer_form({.at_least = 2, .at_most = kMostClusters}), {.at_most = kMostSizes})),
            "numbers of clusters, ascending: an indicator of the word's cluster for each, all cuts "
            "of one tree",
            wrong_order)
      .integer("contexts", &Options::contexts, {.at_least = 1, .at_most = 100'000},
               "the commonest words that count as neighbours")
      .integer(
          "reach", &Options::reach, {.at_least = 1, .at_most = 10},
          "how many places away, on either side, a neighbour may stand; each place counts apart")
      .integer("min_count", &Options::min_count, {.at_least = 1},
               "words that occur less often share the place of rare words of their shape")
      .json("text", &Options::text, or_null(text_form("name of a file")),
            "a text file to learn from in place of the examples at hand: tokens between "
            "blanks, a sentence a line");
  return options;
}

/// The vectors and clusters of words and shapes, and the features made from them.
class Distribution final : public WindowedValues {
 public:
  /// The features of a word, in their order.
  struct Layout {
    Index window, dimensions;  // dimensions of vectors that are features; 0 if they are not
    double scale;
    std::vector<Index> clusters;
    Index per_token() const {
      Index count = dimensions;
      for (const Index size : clusters) count += size;
      return count;
    }
  };

  /// @param symbols  of the extractor, which outlives the object
  Distribution(Layout layout, FittedWords words, const WordSymbols& symbols)
      : WindowedValues(layout.window, layout.per_token(), 2),
        layout_(std::move(layout)),
        words_(std::move(words)),
        symbols_(symbols) {}

  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>&) const override {
    words_.save(model, prefix, symbols_, layout_.dimensions > 0);
  }

 private:
  SharedRow row_of(std::span<const std::int32_t> symbols) const override {
    SharedRow shared;
    const std::int32_t row = words_.row_of(symbols[0], symbols[1]);
    if (row < 0 || layout_.dimensions == 0) return shared;
    shared.columns = static_cast<std::int32_t>(layout_.dimensions);
    shared.factor = layout_.scale;
    shared.floats = words_.rows().vector(row).data();
    return shared;
  }
  void append_behind_row(std::span<const std::int32_t> symbols, std::int32_t feature,
                         std::vector<FittedEntry>& out) const override {
    const std::int32_t row = words_.row_of(symbols[0], symbols[1]);
    if (row < 0) return;
    feature += static_cast<std::int32_t>(layout_.dimensions);
    for (std::size_t cut = 0; cut < layout_.clusters.size(); ++cut) {
      const std::int32_t cluster = words_.rows().cluster[cut][row];
      if (cluster >= 0) out.push_back({feature + cluster, 1});
      feature += static_cast<std::int32_t>(layout_.clusters[cut]);
    }
  }

  Layout layout_;
  FittedWords words_;
  const WordSymbols& symbols_;
};

class DistributionExtractor final : public WindowedExtractor {
 public:
  DistributionExtractor(const DistributionOptions& options, Index column)
      : WindowedExtractor(options.group, name_prefix("distribution", options.column), column,
                          options.window),
        options_(options),
        layout_{options.window, options.vectors ? options.dimensions : 0, options.scale,
                options.clusters.is_null() ? std::vector<Index>()
                                           : options.clusters.get<std::vector<Index>>()} {}

  void grow(const RawExample& example, SymbolList& symbols) override {
    const Sentence sentence = sentence_of(example);
    for (Index t = 0; t < sentence.length; ++t)
      symbols_.grow(sentence.at(t, column()), symbols.number);
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    const Sentence sentence = sentence_of(example);
    for (Index t = 0; t < sentence.length; ++t)
      symbols_.look_up(sentence.at(t, column()), symbols.number);
  }

  std::string text() const override {
    return options_.text.is_null() ? "" : options_.text.get<std::string>();
  }

  std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& file) override {
    TextVectors learned = learn_text_vectors(
        std::span(&file, 1), {options_of_vectors(), options_.min_count, omp_get_max_threads()});
    symbols_ = {std::move(learned.rows.words), std::move(learned.rows.shapes)};
    return values_of({std::move(learned.rows.row_of_word), std::move(learned.rows.row_of_shape),
                      std::move(learned.vectors)});
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const override {
    return values_of(
        FittedWords::fit(examples, symbols_, options_of_vectors(), options_.min_count));
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    return values_of(
        FittedWords::load(model, prefix, options_of_vectors(), layout_.dimensions > 0, symbols_));
  }

 private:
  std::shared_ptr<const FittedValues> values_of(FittedWords words) const {
    return std::make_shared<const Distribution>(layout_, std::move(words), symbols_);
  }
  WordVectorOptions options_of_vectors() const {
    return {options_.dimensions, options_.contexts, layout_.clusters, options_.reach};
  }
  Index per_token() const override { return layout_.per_token(); }
  std::string name_in_word(Index feature) const override {
    if (feature < layout_.dimensions) return fmt::format(".{}", feature + 1);
    feature -= layout_.dimensions;
    std::size_t cut = 0;
    while (feature >= layout_.clusters[cut]) feature -= layout_.clusters[cut++];
    return fmt::format("={}/{}", feature + 1, layout_.clusters[cut]);
  }
  bool is_indicator_of_word(Index feature) const override { return feature >= layout_.dimensions; }

  DistributionOptions options_;
  Distribution::Layout layout_;
  WordSymbols symbols_;
};

}  // namespace

ExtractorKind distribution_extractor() {
  ExtractorKind kind;
  kind.name = "distribution";
  kind.summary = "words by their neighbours: vectors and clusters fitted to the inputs at hand";
  kind.options = distribution_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const DistributionOptions options = distribution_options().parse(json);
    check_column(options.column, columns, path + ".column", errors);
    if (!options.vectors && options.clusters.empty())
      errors.add(path + ".vectors", " = false: without clusters there is no feature");
  };
  kind.make_fitted =
      [](const Json& json,
         const std::vector<std::string>& columns) -> std::unique_ptr<FittedExtractor> {
    const DistributionOptions options = distribution_options().parse(json);
    return std::make_unique<DistributionExtractor>(options, column_index(options.column, columns));
  };
  return kind;
}

}  // namespace costruct::experiments
