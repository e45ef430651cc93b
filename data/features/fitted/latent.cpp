// latent: describes rows by the directions in which the fitted rows vary most, learned without
// labels.
//
//   fitted rows   a_i = w(x_i) / ||w(x_i)||,  i = 1..n,  w as in row_values.hpp
//   directions    V: right singular vectors of A, the matrix with rows a_i, for its `dimensions`
//                 largest singular values
//   features      z(x) = scale V^T w(x) / ||V^T w(x)||
//
// A row has no features if V^T w(x) keeps a millionth of w(x) or less.
//
// This is latent semantic indexing (Deerwester, Dumais, Furnas, Landauer & Harshman 1990). V^T a_i
// is row i of U S, so leading directions have larger values. For new rows, only those numbers count
// that occur in a fitted row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/core/linear_algebra/truncated_svd.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/examples/number_table.hpp"
#include "costruct/data/features/feature_map.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/rows/row_values.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/features/rows/text_words.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr double kNothing = 1e-6;  // what rounding may leave of a row outside all directions
constexpr double kLongestDirection = 1 + 1e-6;  // a coordinate of a unit vector, with rounding

struct LatentOptions {
  Index dimensions = 50;
  Weighting weighting = Weighting::kTfIdf;
  double scale = 1;
  std::string column = kTextColumn;
  std::string group = "latent";
};

OptionDeclaration<LatentOptions> latent_options() {
  using Options = LatentOptions;
  OptionDeclaration<Options> options;
  options
      .integer("dimensions", &Options::dimensions, {.at_least = 1, .at_most = 1000},
               "numbers that stand for a row")
      .choice("weighting", &Options::weighting, {"none", "log", "tf_idf"},
              "weight of x; log: sign(x) log(1 + |x|); tf_idf: that times log(n / n_j), n_j of n "
              "rows having j")
      .number("scale", &Options::scale, {.greater_than = 0}, "length of these numbers as a vector")
      .text("column", &Options::column, "the column of texts, if there are any")
      .text("group", &Options::group, "their group, for named views");
  return options;
}

/// The directions, and the numbers of the features that they combine.
class Latent final : public FittedValues {
 public:
  struct Columns {
    std::vector<std::int32_t> of_symbol;  ///< -1: no fitted row has it
    std::vector<std::uint64_t> number;    ///< number of each column in files
    std::vector<double> factor;           ///< log(n / n_j); 1 without tf_idf
    Index size() const { return std::ssize(number); }
  };

  Latent(const LatentOptions& options, Columns columns)
      : options_(options), columns_(std::move(columns)) {}

  const Columns& columns() const { return columns_; }

  struct Row {
    std::vector<std::int32_t> columns;
    Vector values;
  };

  /// w(x) scaled to unit length; only entries other than 0.
  Row unit_row(const Symbols& symbols) const {
    Row row;
    for (std::size_t e = 0; e < symbols.number.size(); ++e) {
      const std::int32_t symbol = symbols.number[e];
      if (symbol < 0 || symbol >= std::ssize(columns_.of_symbol)) continue;
      const std::int32_t column = columns_.of_symbol[symbol];
      if (column < 0) continue;
      const double x = symbols.value[e];
      const double weighted = options_.weighting == Weighting::kNone ? x : log_weight(x);
      if (const double value = weighted * columns_.factor[column]; value != 0) {
        row.columns.push_back(column);
        row.values.push_back(value);
      }
    }
    make_unit(row.values);
    return row;
  }

  /// @param right  one direction in each column; at most `dimensions` columns
  void set_directions(const Matrix& right) {
    count_ = right.cols;
    directions_.resize(static_cast<std::size_t>(columns_.size() * count_));
    for (Index k = 0; k < count_; ++k) {
      for (Index column = 0; column < columns_.size(); ++column)
        directions_[column * count_ + k] = right(column, k);
    }
  }
  void set_directions(std::span<const double> by_column) {
    count_ = columns_.size() == 0 ? 0 : std::ssize(by_column) / columns_.size();
    directions_.assign(by_column.begin(), by_column.end());
  }

  void append(const Symbols& symbols, Index, std::vector<FittedEntry>& out) const override {
    const auto [columns, values] = unit_row(symbols);
    Vector z(count_, 0.0);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      const double* const direction = directions_.data() + columns[e] * count_;
      for (Index k = 0; k < count_; ++k) z[k] += values[e] * direction[k];
    }
    double squares = 0;
    for (const double x : z) squares += x * x;
    if (squares <= kNothing * kNothing) return;
    for (Index k = 0; k < count_; ++k) {
      if (z[k] != 0)
        out.push_back({static_cast<std::int32_t>(k), options_.scale * (z[k] / std::sqrt(squares))});
    }
  }

  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>&) const override {
    const std::vector<std::int64_t> numbers(columns_.number.begin(), columns_.number.end());
    model.add(prefix + ".numbers", std::span<const std::int64_t>(numbers));
    model.add(prefix + ".factors", std::span<const double>(columns_.factor));
    model.add(prefix + ".directions", std::span<const double>(directions_),
              {columns_.size(), count_});
  }

 private:
  LatentOptions options_;
  Columns columns_;
  Index count_ = 0;    // number of directions
  Vector directions_;  // [column][direction]
};

class LatentExtractor final : public FittedExtractor {
 public:
  explicit LatentExtractor(const LatentOptions& options)
      : FittedExtractor(options.group), options_(options) {}

  Index size() const override { return options_.dimensions; }
  std::string feature_name(Index feature) const override {
    return fmt::format("{}.{}", options_.group, feature + 1);
  }
  bool is_indicator(Index) const override { return false; }

  // Each entry of a row is a symbol with a value.
  void grow(const RawExample& example, SymbolList& symbols) override {
    for_entries(example, [&](std::uint64_t number, double value) {
      std::int32_t symbol = symbols_.find(number);
      if (symbol < 0) symbol = add(number);
      symbols.number.push_back(symbol);
      symbols.value.push_back(value);
    });
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    for_entries(example, [&](std::uint64_t number, double value) {
      symbols.number.push_back(symbols_.find(number));
      symbols.value.push_back(value);
    });
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const override {
    // Columns are in the order of the fitted rows, so that other rows have no influence.
    Latent::Columns columns;
    columns.of_symbol.assign(numbers_.size(), -1);
    std::vector<Index> rows_with;
    for (const Symbols& symbols : examples) {
      for (const std::int32_t symbol : symbols.number) {
        if (symbol < 0) continue;
        std::int32_t& column = columns.of_symbol[symbol];
        if (column < 0) {
          column = static_cast<std::int32_t>(columns.size());
          columns.number.push_back(numbers_[symbol]);
          rows_with.push_back(0);
        }
        ++rows_with[column];
      }
    }
    const auto n = static_cast<double>(examples.size());
    for (const Index with : rows_with)
      columns.factor.push_back(
          options_.weighting == Weighting::kTfIdf ? std::log(n / static_cast<double>(with)) : 1);
    auto latent = std::make_shared<Latent>(options_, std::move(columns));
    SparseRows rows;
    rows.cols = latent->columns().size();
    for (const Symbols& symbols : examples) {
      const auto [row_columns, values] = latent->unit_row(symbols);
      for (std::size_t e = 0; e < values.size(); ++e)
        rows.add(row_columns[e], static_cast<float>(values[e]));
      rows.end_row();
    }
    latent->set_directions(truncated_svd(rows, options_.dimensions).right);
    return latent;
  }

  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    const auto fail = [&](const std::string& what) {
      throw DataError(fmt::format("{}: damaged model: {}: {}", model.file(), prefix, what));
    };
    Latent::Columns columns;
    for (const std::int64_t stored : model.integers(prefix + ".numbers")) {
      const auto number = static_cast<std::uint64_t>(stored);
      if (symbols_.find(number) >= 0) fail(fmt::format("{} cannot be a feature's number", number));
      columns.of_symbol.push_back(add(number));
      columns.number.push_back(number);
    }
    const auto factors = model.doubles(prefix + ".factors");
    if (factors.size() != columns.number.size()) fail("a factor for each number was expected");
    if (std::any_of(factors.begin(), factors.end(), [](double x) { return !(x >= 0 && x <= 1e3); }))
      fail("a factor outside 0 to 1000");
    columns.factor.assign(factors.begin(), factors.end());
    const auto directions = model.doubles(prefix + ".directions");
    const auto width = std::max<std::size_t>(columns.number.size(), 1);
    if (directions.size() % width != 0 ||
        directions.size() / width > static_cast<std::size_t>(options_.dimensions) ||
        (columns.number.empty() && !directions.empty()))
      fail(fmt::format("at most {} numbers for each feature were expected", options_.dimensions));
    if (std::any_of(directions.begin(), directions.end(),
                    [](double x) { return !(std::abs(x) <= kLongestDirection); }))
      fail("directions are longer than 1");
    auto latent = std::make_shared<Latent>(options_, std::move(columns));
    latent->set_directions(directions);
    return latent;
  }

 private:
  // Calls use(number, value) for the numbers of a row, or for the words of its text. The number of
  // a word is its hash, and the value is how often it occurs.
  template <class Use>
  void for_entries(const RawExample& example, const Use& use) const {
    for (std::size_t e = 0; e < example.number.size(); ++e)
      use(example.number[e], example.value[e]);
    if (example.fields.empty()) return;
    std::map<std::uint64_t, double> counts;
    TextWords words(cell_of_column(example, options_.column), true);
    for (std::string word; words.next(word);) ++counts[hash_bytes(word)];
    for (const auto& [number, count] : counts) use(number, count);
  }
  std::int32_t add(std::uint64_t number) {
    const std::int32_t symbol = next_feature_id(std::ssize(numbers_));
    symbols_.add(number, symbol);
    numbers_.push_back(number);
    return symbol;
  }

  LatentOptions options_;
  NumberTable symbols_;
  std::vector<std::uint64_t> numbers_;  // number of each symbol in the file
};

}  // namespace

ExtractorKind latent_extractor() {
  ExtractorKind kind;
  kind.input = ExtractorInput::kRows;
  kind.other_input = ExtractorInput::kTexts;
  kind.name = "latent";
  kind.summary =
      "rows in the directions in which they vary most (truncated singular value decomposition)";
  kind.options = latent_options().list();
  kind.check = [](const Json& json, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors) {
    const LatentOptions options = latent_options().parse(json);
    if (!columns.empty()) check_column(options.column, columns, path + ".column", errors);
  };
  kind.make_fitted = [](const Json& json,
                        const std::vector<std::string>&) -> std::unique_ptr<FittedExtractor> {
    return std::make_unique<LatentExtractor>(latent_options().parse(json));
  };
  return kind;
}

}  // namespace costruct::experiments
