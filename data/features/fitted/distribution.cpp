// distribution: describes words by their neighbours, learned from text without labels.
//
// A word is the field with each digit replaced by 0; case counts. Rare words, with fewer than
// `min_count` occurrences in the fitted inputs, share one row for all rare words of their shape
// (word_shape.hpp). An unknown word has the row of its shape. If there is no such row, it has no
// features.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "costruct/data/features/fitted/text_vectors.hpp"
#include "costruct/data/features/fitted/windowed.hpp"
#include "costruct/data/features/fitted/word_shape.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostClusters = 4096;
constexpr std::size_t kMostSizes = 16;
constexpr double kLongest = 1 + 1e-6;  // a coordinate of a unit vector, with rounding

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
               "w: also the tokens at positions -w to w, where the sentence has them")
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

  /// @param row_of_word, row_of_shape  -1 for words and shapes without a row
  Distribution(Layout layout, std::vector<std::int32_t> row_of_word,
               std::vector<std::int32_t> row_of_shape, WordVectors rows, const StringTable& words,
               const StringTable& shapes)
      : WindowedValues(layout.window, layout.per_token(), 2),
        layout_(std::move(layout)),
        row_of_word_(std::move(row_of_word)),
        row_of_shape_(std::move(row_of_shape)),
        rows_(std::move(rows)),
        words_(words),
        shapes_(shapes) {}

  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>&) const override {
    save_table(model, prefix + ".words", words_, row_of_word_);
    save_table(model, prefix + ".shapes", shapes_, row_of_shape_);
    if (layout_.dimensions > 0) save_vectors(model, prefix, rows_.vectors);
    for (std::size_t cut = 0; cut < rows_.cluster.size(); ++cut)
      model.add(fmt::format("{}.clusters.{}", prefix, cut),
                std::span<const std::int32_t>(rows_.cluster[cut]));
  }

 private:
  std::int32_t row_of(std::int32_t word, std::int32_t shape) const {
    if (word >= 0 && word < std::ssize(row_of_word_) && row_of_word_[word] >= 0)
      return row_of_word_[word];
    return shape >= 0 && shape < std::ssize(row_of_shape_) ? row_of_shape_[shape] : -1;
  }

  void append_word(std::span<const std::int32_t> symbols, std::int32_t feature,
                   std::vector<FittedEntry>& out) const override {
    const std::int32_t row = row_of(symbols[0], symbols[1]);
    if (row < 0) return;
    if (layout_.dimensions > 0) {
      for (const float x : rows_.vector(row)) {
        if (x != 0) out.push_back({feature, layout_.scale * x});
        ++feature;
      }
    }
    for (std::size_t cut = 0; cut < layout_.clusters.size(); ++cut) {
      const std::int32_t cluster = rows_.cluster[cut][row];
      if (cluster >= 0) out.push_back({feature + cluster, 1});
      feature += static_cast<std::int32_t>(layout_.clusters[cut]);
    }
  }

  static void save_table(ModelWriter& model, const std::string& name, const StringTable& table,
                         const std::vector<std::int32_t>& row_of) {
    std::vector<std::string> texts;
    std::vector<std::int32_t> rows;
    for (std::size_t i = 0; i < row_of.size(); ++i) {
      if (row_of[i] < 0) continue;
      texts.emplace_back(table[static_cast<Index>(i)]);
      rows.push_back(row_of[i]);
    }
    model.add_strings(name, texts);
    model.add(name + ".rows", std::span<const std::int32_t>(rows));
  }

  Layout layout_;
  std::vector<std::int32_t> row_of_word_, row_of_shape_;
  WordVectors rows_;
  const StringTable &words_, &shapes_;  // of the extractor, which outlives this
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

  // Each token has two symbols: its word and its shape.
  void grow(const RawExample& example, SymbolList& symbols) override {
    grow(sentence_of(example), column(), symbols.number);
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    number(
        sentence_of(example), column(), symbols.number,
        [this](std::string_view word) { return words_.find(word); },
        [this](std::string_view shape) { return shapes_.find(shape); });
  }

  std::string text() const override {
    return options_.text.is_null() ? "" : options_.text.get<std::string>();
  }

  std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& file) override {
    TextVectors learned = learn_text_vectors(
        std::span(&file, 1), {options_of_vectors(), options_.min_count, omp_get_max_threads()});
    words_ = std::move(learned.rows.words);
    shapes_ = std::move(learned.rows.shapes);
    return std::make_shared<const Distribution>(layout_, std::move(learned.rows.row_of_word),
                                                std::move(learned.rows.row_of_shape),
                                                std::move(learned.vectors), words_, shapes_);
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const override {
    std::vector<Index> count(words_.size(), 0);
    for (const auto& [symbols, unused] : examples) {
      for (std::size_t i = 0; i < symbols.size(); i += 2) {
        if (symbols[i] >= 0) ++count[symbols[i]];
      }
    }
    std::vector<std::int32_t> row_of_word(count.size(), -1), row_of_shape(shapes_.size(), -1);
    std::int32_t rows = 0;
    const auto row_in = [&](std::vector<std::int32_t>& row_of, std::int32_t symbol) {
      if (symbol < 0) return std::int32_t{-1};
      if (row_of[symbol] < 0) row_of[symbol] = rows++;
      return row_of[symbol];
    };
    std::vector<std::int32_t> numbered;
    for (const auto& [symbols, unused] : examples) {
      for (std::size_t i = 0; i < symbols.size(); i += 2) {
        const bool is_rare = symbols[i] < 0 || count[symbols[i]] < options_.min_count;
        numbered.push_back(is_rare ? row_in(row_of_shape, symbols[i + 1])
                                   : row_in(row_of_word, symbols[i]));
      }
    }
    std::vector<std::span<const std::int32_t>> sentences;
    std::size_t begin = 0;
    for (const auto& [symbols, unused] : examples) {
      sentences.push_back(std::span(numbered).subspan(begin, symbols.size() / 2));
      begin += symbols.size() / 2;
    }
    WordVectors vectors = fit_word_vectors(sentences, rows, options_of_vectors());
    return std::make_shared<const Distribution>(layout_, std::move(row_of_word),
                                                std::move(row_of_shape), std::move(vectors), words_,
                                                shapes_);
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    const auto fail = [&](const std::string& what) { fail_damaged(model, prefix, what); };
    const auto load_table = [&](const std::string& name, StringTable& table) {
      load_words(model, prefix, name, table);
      const auto rows = model.integers32(prefix + name + ".rows");
      if (table.size() != std::ssize(rows)) fail("a row for each word was expected");
      return std::vector<std::int32_t>(rows.begin(), rows.end());
    };
    auto row_of_word = load_table(".words", words_);
    auto row_of_shape = load_table(".shapes", shapes_);
    const auto rows = std::ssize(row_of_word) + std::ssize(row_of_shape);
    std::vector<bool> taken(rows, false);
    for (const auto* row_of : {&row_of_word, &row_of_shape}) {
      for (const std::int32_t row : *row_of) {
        if (row < 0 || row >= rows || taken[row]) fail("rows of words are wrong");
        taken[row] = true;
      }
    }
    WordVectors vectors;
    vectors.dimensions = options_.dimensions;
    if (layout_.dimensions > 0)
      vectors.vectors = load_vectors(model, prefix, rows, options_.dimensions, kLongest);
    for (std::size_t cut = 0; cut < layout_.clusters.size(); ++cut) {
      const auto cluster = model.integers32(fmt::format("{}.clusters.{}", prefix, cut));
      if (std::ssize(cluster) != rows) fail("a cluster for each word was expected");
      if (std::any_of(cluster.begin(), cluster.end(),
                      [&](std::int32_t c) { return c < -1 || c >= layout_.clusters[cut]; }))
        fail("a cluster number out of range");
      vectors.cluster.emplace_back(cluster.begin(), cluster.end());
    }
    return std::make_shared<const Distribution>(layout_, std::move(row_of_word),
                                                std::move(row_of_shape), std::move(vectors), words_,
                                                shapes_);
  }

 private:
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

  void grow(const Sentence& sentence, Index column, std::vector<std::int32_t>& symbols) {
    number(
        sentence, column, symbols, [this](std::string_view word) { return words_.intern(word); },
        [this](std::string_view shape) { return shapes_.intern(shape); });
  }

  template <class WordNumber, class ShapeNumber>
  void number(const Sentence& sentence, Index column, std::vector<std::int32_t>& symbols,
              const WordNumber& word_number, const ShapeNumber& shape_number) const {
    std::string shape;
    for (Index t = 0; t < sentence.length; ++t) {
      const std::string word = digits_as_zero(sentence.at(t, column));
      shape.clear();
      append_shape(word, shape);
      symbols.push_back(word_number(word));
      symbols.push_back(shape_number(shape));
    }
  }

  DistributionOptions options_;
  Distribution::Layout layout_;
  StringTable words_, shapes_;
};

}  // namespace

ExtractorKind distribution_extractor() {
  ExtractorKind kind;
  kind.name = "distribution";
  kind.summary =
      "words by the words that they stand beside: vectors and clusters fitted to the inputs at "
      "hand";
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
