#include "costruct/data/features/rows/row_numbers.hpp"

#include <fmt/format.h>

#include <numeric>

#include "costruct/data/examples/number_table.hpp"
#include "costruct/data/features/feature_map.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

std::string numbers_name(const std::string& prefix) {
  return prefix + ".numbers";
}

/// The values are those of the symbols.
class RowNumbers final : public FittedValues {
 public:
  explicit RowNumbers(const std::vector<std::uint64_t>& numbers) : numbers_(numbers) {}

  void append(const Symbols& symbols, Index, std::vector<FittedEntry>& out) const override {
    for (std::size_t e = 0; e < symbols.number.size(); ++e) {
      if (symbols.number[e] >= 0) out.push_back({symbols.number[e], symbols.value[e]});
    }
  }
  std::vector<std::int32_t> numbers_in_model(const std::vector<std::int32_t>& kept) const override {
    std::vector<std::int32_t> numbers(kept.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  void save(ModelWriter& model, const std::string& prefix,
            const std::vector<std::int32_t>& kept) const override {
    std::vector<std::int64_t> stored;
    for (const std::int32_t feature : kept)
      stored.push_back(static_cast<std::int64_t>(numbers_[static_cast<std::size_t>(feature)]));
    model.add(numbers_name(prefix), std::span<const std::int64_t>(stored));
  }

 private:
  const std::vector<std::uint64_t>& numbers_;
};

class RowNumbersExtractor final : public FittedExtractor {
 public:
  RowNumbersExtractor(const RowValueOptions& options, NumberRange range)
      : FittedExtractor(options.group.value_or(range.name)),
        options_(options),
        range_(std::move(range)) {}

  Index size() const override { return std::ssize(numbers_); }
  std::string feature_name(Index feature) const override {
    const std::uint64_t number = numbers_[static_cast<std::size_t>(feature)];
    return options_.group ? fmt::format("{}.{}", *options_.group, number) : std::to_string(number);
  }
  bool is_indicator(Index) const override { return false; }
  bool depends_on_examples() const override { return false; }

  void grow(const RawExample& example, SymbolList& symbols) override {
    for (const std::uint64_t number : example.number) {
      if (is_in_range(number) && table_.find(number) < 0) add(number);
    }
    look_up(example, symbols);
  }
  void look_up(const RawExample& example, SymbolList& symbols) const override {
    std::vector<double> values = example.value;
    weigh_row(values, options_.weighting, options_.normalize);
    for (std::size_t e = 0; e < values.size(); ++e) {
      if (!is_in_range(example.number[e])) continue;
      symbols.number.push_back(table_.find(example.number[e]));
      symbols.value.push_back(values[e]);
    }
  }

  std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>&) const override {
    return std::make_shared<const RowNumbers>(numbers_);
  }
  std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                           const std::string& prefix) override {
    for (const std::int64_t stored : model.integers(numbers_name(prefix))) {
      const auto number = static_cast<std::uint64_t>(stored);
      if (!is_in_range(number) || table_.find(number) >= 0)
        throw DataError(fmt::format("{}: damaged model: {}: {} cannot be a feature's number",
                                    model.file(), numbers_name(prefix), number));
      add(number);
    }
    return fit({});
  }

 private:
  bool is_in_range(std::uint64_t number) const {
    return number >= range_.first && number <= range_.last;
  }
  void add(std::uint64_t number) {
    table_.add(number, next_feature_id(size()));
    numbers_.push_back(number);
  }

  RowValueOptions options_;
  NumberRange range_;
  NumberTable table_;
  std::vector<std::uint64_t> numbers_;  // number of each feature
};

}  // namespace

std::unique_ptr<FittedExtractor> make_row_numbers(const RowValueOptions& options,
                                                  const NumberRange& range) {
  return std::make_unique<RowNumbersExtractor>(options, range);
}

}  // namespace costruct::experiments
