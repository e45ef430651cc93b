// The format `item_sets`: one set on each line. The order comes first, then the items, each with
// named features.
//
//   2>1>3 | price=0.5 new | price=2 | price=3 used
//
// Items are numbered from 1. ? instead of the order marks an unlabeled set. A feature without a
// value has the value 1.
#include <algorithm>

#include "costruct/data/examples/part_tables.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"
#include "ranking.hpp"

namespace ranking {
namespace {

using namespace costruct;
using namespace costruct::experiments;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(at);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

class ItemSetExamples final : public RecordExamples {
 public:
  explicit ItemSetExamples(const Json& block) : RecordExamples(block) {}
  explicit ItemSetExamples(const ModelReader& model) : RecordExamples(model) {
    for (const std::string& name : stored_features(model)) {
      if (names_.find(name) >= 0)
        throw DataError(model.file() + ": damaged model: a feature stands twice");
      names_.intern(name);
    }
  }

  Index num_features() const override { return names_.size(); }
  FeatureInfo feature_info(Index feature) const override {
    return {std::string(names_[feature]), -1, static_cast<std::uint64_t>(feature) + 1};
  }
  const std::vector<std::string>& feature_groups() const override { return no_groups_; }

  InputData inputs(const InputRequest& request) const override {
    ViewTables made = tables_by_view(table_, request);
    auto sets = std::make_shared<ItemSets>();
    sets->views = std::move(made.tables);
    return {std::move(sets), std::move(made.features)};
  }

  std::string text_of(const Output& output) const override {
    std::string text;
    for (const int item : output.parts)
      text += (text.empty() ? "" : ">") + std::to_string(item + 1);
    return text + "\n";
  }

 private:
  Parsed parse(RecordReader& record, Reading reading) override {
    const std::vector<std::string_view> fields = split(record.text(), '|');
    const std::size_t items = fields.size() - 1;
    if (items < 1)
      throw DataError("no items: expected an order or ?, and behind it | before each item");
    if (items > static_cast<std::size_t>(kMostItems))
      throw DataError(std::to_string(items) + " items: at most " + std::to_string(kMostItems));
    std::optional<Output> order;
    if (reading.outputs && trimmed(fields[0]) != "?") order = order_of(trimmed(fields[0]), items);
    for (std::size_t i = 1; i < fields.size(); ++i) read_item(fields[i], reading.grows);
    table_.end_example();
    table_.num_features = names_.size();
    return {std::move(order)};
  }

  static Output order_of(std::string_view text, std::size_t items) {
    Output order;
    for (const std::string_view number : split(text, '>')) {
      const auto item = finite_number(trimmed(number));
      const bool known = item && *item >= 1 && *item <= static_cast<double>(items) &&
                         *item == static_cast<double>(static_cast<int>(*item));
      const int at = known ? static_cast<int>(*item) - 1 : -1;
      if (!known || std::find(order.parts.begin(), order.parts.end(), at) != order.parts.end())
        throw DataError("the order " + shown_text(text) + ": expected each of the items 1 to " +
                        std::to_string(items) + " once, as in 2>1, or ?");
      order.parts.push_back(at);
    }
    if (order.parts.size() != items)
      throw DataError("the order " + shown_text(text) + " has not all of " + std::to_string(items) +
                      " items");
    return order;
  }

  void read_item(std::string_view text, bool grows) {
    for (const std::string_view word : split(text, ' ')) {
      if (trimmed(word).empty()) continue;
      const std::size_t equals = trimmed(word).find('=');
      const std::string_view name = trimmed(word).substr(0, equals);
      const auto value = equals == std::string_view::npos
                             ? std::optional(1.0)
                             : finite_number(trimmed(word).substr(equals + 1));
      if (name.empty() || !value)
        throw DataError("the feature " + shown_text(word) + ": expected name or name=number");
      const std::int32_t id = grows ? names_.intern(name) : names_.find(name);
      if (id < 0) continue;
      table_.feature.push_back(id);
      table_.value.push_back(*value);
    }
    table_.end_part();
  }

  void forget_inputs() override {
    table_ = FeatureTable();
    table_.num_features = names_.size();
  }

  StringTable names_;
  FeatureTable table_;
  std::vector<std::string> no_groups_;
};

}  // namespace

Format item_sets_format() {
  Format format;
  format.name = "item_sets";
  format.summary = "a set of items a line, with their order";
  format.input = kItemSets;
  format.examples = [](const Json& block) { return std::make_unique<ItemSetExamples>(block); };
  format.load = [](const ModelReader& model) { return std::make_unique<ItemSetExamples>(model); };
  return format;
}

}  // namespace ranking
