#include "costruct/data/features/rows/table_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/rows/missing_marks.hpp"
#include "costruct/data/features/rows/number_style.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kColumnNumbers = "encoder.column_numbers";
constexpr const char* kFeatureColumns = "encoder.feature_columns";
constexpr const char* kFeatureKinds = "encoder.feature_kinds";
constexpr const char* kFeatureValues = "encoder.feature_values";
constexpr const char* kNumberStyles = "encoder.number_styles";
constexpr std::size_t kMostNamed = 8;  // maximum number of columns of one kind that a note names

enum class ColumnUse { kNumeric, kNominal, kLeftOut };

/// A column, with what is known from its observed cells.
struct Column {
  std::string name;
  std::uint64_t number = 0;
  bool ignored = false, forced_nominal = false;
  bool text = false;  ///< read by extractors alone; ignored here

  bool any_value = false, any_missing = false;
  Index numbers = 0, texts = 0;  ///< numbers of different values; of all cells if too_many
  Index sentences = 0;           ///< those of `texts` with three words or more
  NumberStyleGuess guess = NumberStyleGuess();
  bool too_many = false;    ///< too many different values; `values` is not kept
  NumberStyle style = {};   ///< for kNumeric
  StringTable values = {};  ///< during observation all values, then those of the features
  ColumnUse use = ColumnUse::kLeftOut;
  std::vector<std::int32_t> feature_of_value = {};  ///< for kNominal; -1: no feature
  std::int32_t feature = -1;                        ///< for kNumeric: the feature of the number
  std::int32_t missing_feature = -1;
};

enum FeatureKind : std::int32_t { kNumber, kMissing, kValue };
struct Feature {
  std::int32_t column;
  FeatureKind kind;
  std::int32_t value = -1;  ///< for kValue: place in Column::values
};

class TableFeatures : public FeatureMap {
 public:
  explicit TableFeatures(const Json& block)
      : ranges_(groups_of(block)), texts_(block.value("features", Json())) {
    for (const NumberRange& group : ranges_) groups_.push_back(group.name);
    texts_.add_groups(groups_);
    const auto names = [&](const char* key) {
      const auto at = block.find(key);
      return at == block.end() ? std::vector<std::string>() : at->get<std::vector<std::string>>();
    };
    nominal_ = names(kNominalOption);
    ignored_ = names(kIgnoreOption);
    target_ = block.value(kTargetOption, "");
    nominal_limit_ = block.value(kNominalLimitOption, kDefaultNominalLimit);
    prescribed_ = NumberStyleGuess::prescribed_by(block);
    missing_ = MissingMarks(block);
  }

  bool must_observe() const override { return true; }

  void observe(const RawExample& row) override {
    if (columns_.empty()) name_columns(row);
    const std::vector<Index>& cell_of = places(row, growing_);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Column& column = columns_[c];
      if (!column.ignored) observe_cell(row.fields[cell_of[c]], row, column);
    }
  }

  void finish_observing() override {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Column& column = columns_[c];
      const auto index = static_cast<std::int32_t>(c);
      if (column.ignored || !column.any_value) continue;
      if (const std::string conflict = column.guess.conflict();
          !column.forced_nominal && !conflict.empty())
        throw DataError("column " + column.name + ": " + conflict);
      const std::optional<NumberStyle> style = column.guess.style();
      if (style && !column.forced_nominal) {
        column.use = ColumnUse::kNumeric;
        column.style = *style;
        add({index, kNumber});
        if (column.any_missing) add({index, kMissing});
      } else if (!column.too_many) {
        column.use = ColumnUse::kNominal;
        for (Index v = 0; v < column.values.size(); ++v)
          add({index, kValue, static_cast<std::int32_t>(v)});
      }
    }
    is_observed_ = true;
    growing_.header = nullptr;  // the map no longer uses the columns that are left out
  }

  std::vector<std::string> notes() const override;

  std::span<const std::unique_ptr<FittedExtractor>> fitted() const override { return texts_.all(); }

  void grow(const RawExample& row, StreamedExample& out) override {
    encode(row, growing_, out);
    grow_symbols(texts_.all(), row, out.symbols);
  }
  void look_up(const RawExample& row, LookupScratch& scratch, StreamedExample& out) const override {
    encode(row, scratch.places, out);
    look_up_symbols(texts_.all(), row, out.symbols);
  }

  Index size() const override { return static_cast<Index>(features_.size()); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    const Feature& f = features_[static_cast<std::size_t>(feature)];
    const Column& column = columns_[static_cast<std::size_t>(f.column)];
    std::string name = column.name;
    if (f.kind == kMissing) name += " missing";
    if (f.kind == kValue) name.append("=").append(column.values[f.value]);
    return {std::move(name), group_of(ranges_, column.number), column.number};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    std::vector<std::string> names, values, styles;
    std::vector<std::int64_t> numbers;
    std::vector<std::int32_t> column_of, kinds;
    std::int32_t last = -1;
    for (std::size_t f = 0; f < features_.size(); ++f) {
      if (!keep[f]) continue;
      const Column& column = columns_[static_cast<std::size_t>(features_[f].column)];
      if (features_[f].column != last) {
        last = features_[f].column;
        names.push_back(column.name);
        numbers.push_back(static_cast<std::int64_t>(column.number));
        styles.push_back(column.style.stored());
      }
      column_of.push_back(static_cast<std::int32_t>(names.size()) - 1);
      kinds.push_back(features_[f].kind);
      values.emplace_back(features_[f].kind == kValue ? column.values[features_[f].value] : "");
    }
    model.add_strings(kEncoderColumns, names);
    model.add(kColumnNumbers, std::span<const std::int64_t>(numbers));
    model.add(kFeatureColumns, std::span<const std::int32_t>(column_of));
    model.add(kFeatureKinds, std::span<const std::int32_t>(kinds));
    model.add_strings(kFeatureValues, values);
    if (std::any_of(styles.begin(), styles.end(), [](const auto& style) { return !style.empty(); }))
      model.add_strings(kNumberStyles, styles);
  }

  void load(const ModelReader& model) override {
    const auto fail = [&](const std::string& what) {
      throw DataError(fmt::format("{}: damaged model: {}", model.file(), what));
    };
    is_observed_ = true;
    const auto names = model.strings(kEncoderColumns);
    const auto numbers = model.integers(kColumnNumbers);
    const auto column_of = model.integers32(kFeatureColumns);
    const auto kinds = model.integers32(kFeatureKinds);
    const auto values = model.strings(kFeatureValues);
    if (numbers.size() != names.size() || kinds.size() != column_of.size() ||
        values.size() != column_of.size())
      fail("the arrays of columns do not fit each other");
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      fail("a column that stands twice");
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (numbers[c] < 1) fail(fmt::format("{} cannot be a column's number", numbers[c]));
      columns_.push_back({names[c], static_cast<std::uint64_t>(numbers[c])});
    }
    if (model.has(std::string(kNumberStyles) + ".ends")) {
      const auto styles = model.strings(kNumberStyles);
      if (styles.size() != names.size()) fail("a number style for each column was expected");
      for (std::size_t c = 0; c < names.size(); ++c) {
        const std::optional<NumberStyle> style = NumberStyle::from_stored(styles[c]);
        if (!style) fail(fmt::format("{} is no number style", shown_text(styles[c])));
        columns_[c].style = *style;
      }
    }
    for (std::size_t f = 0; f < column_of.size(); ++f) {
      if (column_of[f] < 0 || static_cast<std::size_t>(column_of[f]) >= columns_.size())
        fail(fmt::format("feature {} has no column", f));
      Column& column = columns_[static_cast<std::size_t>(column_of[f])];
      const bool is_value = kinds[f] == kValue;
      if (kinds[f] < kNumber || kinds[f] > kValue ||
          (column.use == ColumnUse::kNominal && !is_value) ||
          (column.use == ColumnUse::kNumeric && is_value) ||
          (kinds[f] == kNumber && column.feature >= 0) ||
          (kinds[f] == kMissing && column.missing_feature >= 0) ||
          (is_value && column.values.find(values[f]) >= 0))
        fail(fmt::format("feature {} does not fit its column", f));
      column.use = is_value ? ColumnUse::kNominal : ColumnUse::kNumeric;
      add({column_of[f], static_cast<FeatureKind>(kinds[f]),
           is_value ? column.values.intern(values[f]) : -1});
    }
  }

 private:
  void name_columns(const RawExample& row) {
    for (const auto& [key, list] :
         {std::pair(kNominalOption, &nominal_), std::pair(kIgnoreOption, &ignored_)}) {
      for (const std::string& name : *list) {
        if (std::find(row.header->begin(), row.header->end(), name) == row.header->end()) {
          row.reader->fail_at(
              1, fmt::format("there is no column {}, which {} names: {}", shown_text(name), key,
                             advice_on_column(name, *row.header)));
        }
      }
    }
    for (const std::string& name : texts_.columns()) cell_of_column(row, name);  // checks the name
    std::uint64_t number = 0;
    for (const std::string& name : *row.header) {
      if (name == target_) continue;
      Column column{name, ++number};
      column.text = texts_.columns().count(name) > 0;
      column.ignored =
          column.text || std::find(ignored_.begin(), ignored_.end(), name) != ignored_.end();
      column.forced_nominal = std::find(nominal_.begin(), nominal_.end(), name) != nominal_.end();
      column.guess = NumberStyleGuess(prescribed_);
      columns_.push_back(std::move(column));
    }
    if (columns_.empty()) row.reader->fail_at(1, "there is no column but the target");
  }

  void observe_cell(std::string_view cell, const RawExample& row, Column& column) {
    if (is_missing(cell, column)) {
      column.any_missing = true;
      if (!cell.empty() && cell != kUnlabeledMark) marks_found_.emplace(cell);
      return;
    }
    column.any_value = true;
    if (!column.too_many) {
      if (column.values.find(cell) >= 0) return;  // already seen
      if (column.values.size() + 1 >= nominal_limit_) {
        column.too_many = true;
        column.values = {};
      } else {
        column.values.intern(cell);
      }
    }
    const bool is_number = column.guess.look_at(cell, row.line);
    column.sentences += std::count(cell.begin(), cell.end(), ' ') > 1;
    ++(is_number ? column.numbers : column.texts);
  }

  bool is_missing(std::string_view cell, const Column& column) const {
    if (cell.empty() || cell == kUnlabeledMark) return true;
    if (column.use == ColumnUse::kNominal && column.values.find(cell) >= 0) return false;
    return !column.forced_nominal && missing_.contains(cell);
  }

  void add(Feature feature) {
    const std::int32_t id = next_feature_id(size());
    Column& column = columns_[static_cast<std::size_t>(feature.column)];
    if (feature.kind == kNumber) column.feature = id;
    if (feature.kind == kMissing) column.missing_feature = id;
    if (feature.kind == kValue) column.feature_of_value.push_back(id);
    features_.push_back(feature);
  }

  static std::string columns_found(const std::string& name,
                                   const std::vector<std::string>& header) {
    const std::string meant = did_you_mean(name, header);
    return meant.empty() ? "found " + one_of(header) : meant;
  }

  /// The places of the columns in the table of a row.
  const std::vector<Index>& places(const RawExample& row, TablePlaces& known) const {
    if (known.header == row.header) return known.cell_of;
    std::map<std::string_view, Index> cell_of;
    for (std::size_t i = 0; i < row.header->size(); ++i)
      cell_of[(*row.header)[i]] = static_cast<Index>(i);
    known.cell_of.clear();
    for (const Column& column : columns_) {
      const auto at = cell_of.find(column.name);
      const bool wanted = is_observed_ ? column.use != ColumnUse::kLeftOut : !column.ignored;
      if (at == cell_of.end() && wanted) {
        row.reader->fail_at(
            1, fmt::format("there is no column {}, which the training data has: {}",
                           shown_text(column.name), columns_found(column.name, *row.header)));
      }
      known.cell_of.push_back(at == cell_of.end() ? -1 : at->second);
    }
    known.header = row.header;
    return known.cell_of;
  }

  void encode(const RawExample& row, TablePlaces& known, StreamedExample& out) const {
    const std::vector<Index>& cell_of = places(row, known);
    out.part_begin.assign(1, 0);
    out.feature.clear();
    out.value.clear();
    bool all_ones = true;
    const auto add = [&](std::int32_t feature, double value) {
      if (feature < 0 || value == 0) return;
      out.feature.push_back(feature);
      out.value.push_back(value);
      all_ones = all_ones && value == 1;
    };
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      if (column.use == ColumnUse::kLeftOut) continue;
      const std::string_view cell = row.fields[static_cast<std::size_t>(cell_of[c])];
      if (is_missing(cell, column)) {
        add(column.missing_feature, 1);
      } else if (column.use == ColumnUse::kNominal) {
        const std::int32_t value = column.values.find(cell);
        if (value >= 0) add(column.feature_of_value[static_cast<std::size_t>(value)], 1);
      } else {
        const std::optional<double> number = column.style.read(cell);
        if (!number) {
          row.reader->fail_at(
              row.line,
              fmt::format("column {}: {} is no finite number{}, expected one (or ? where "
                          "it is missing)",
                          column.name, shown_text(cell),
                          column.style.is_plain() ? "" : " written as those of training"));
        }
        add(column.feature, *number);
      }
    }
    out.part_begin.push_back(static_cast<Index>(out.feature.size()));
    if (all_ones) out.value.clear();
  }

  std::vector<NumberRange> ranges_;
  TextExtractors texts_;
  std::vector<std::string> groups_, nominal_, ignored_;
  std::string target_;
  Index nominal_limit_;
  NumberStyleGuess::Prescribed prescribed_;
  MissingMarks missing_;
  std::set<std::string, std::less<>> marks_found_;  // those beside "" and ?
  std::vector<Column> columns_;
  std::vector<Feature> features_;
  bool is_observed_ = false;
  TablePlaces growing_;
};

/// Whether a column has numbers except in a few cells, which may be meant as missing values.
bool is_almost_numeric(const Column& column) {
  constexpr Index kFew = 10;  // minimum of numbers for each text
  return !column.forced_nominal && column.texts > 0 &&
         (column.numbers >= kFew * column.texts || (column.texts == 1 && column.numbers > 1));
}

/// A text such as "2 nominal columns (sex: 3 values, colour: 4 values)" or "1 column of texts
/// (title)".
class Listing {
 public:
  /// Columns are described by words before and behind their number's noun.
  Listing(std::string before, std::string behind)
      : before_(std::move(before)), behind_(std::move(behind)) {}
  void add(const std::string& name, const std::string& what) {
    if (++count_ > kMostNamed) return;
    named_ += (named_.empty() ? "" : ", ") + name + (what.empty() ? "" : ": " + what);
  }
  /// Counts a column that the text does not name.
  void count_one() { ++count_; }
  std::size_t count() const { return count_; }
  std::string text() const {
    const std::string columns = counted(count_, before_ + "column") + behind_;
    if (named_.empty()) return columns;
    return columns + " (" + named_ + (count_ > kMostNamed ? ", ...)" : ")");
  }

 private:
  std::string before_, behind_, named_;
  std::size_t count_ = 0;
};

std::vector<std::string> TableFeatures::notes() const {
  Listing numeric("numeric ", ""), nominal("nominal ", ""), texts("", " of texts"),
      ids("", " of ids"), missing("numeric ", " with missing values"), left_out("", " left out");
  for (const Column& column : columns_) {
    if (column.use == ColumnUse::kNumeric) {
      numeric.count_one();
      if (column.any_missing) missing.add(column.name, "");
    } else if (column.use == ColumnUse::kNominal) {
      nominal.add(column.name, counted(column.values.size(), "value"));
    } else if (column.text) {
      (texts_.ids().count(column.name) > 0 ? ids : texts).add(column.name, "");
    } else if (!column.ignored) {
      left_out.add(column.name, column.any_value
                                    ? fmt::format("nominal, {} values or more", nominal_limit_)
                                    : std::string("no value"));
    }
  }
  std::vector<std::string> inputs;
  for (const Listing* some : {&numeric, &nominal, &texts, &ids})
    if (some->count() > 0) inputs.push_back(some->text());
  if (inputs.empty()) inputs = {"no column to learn from"};
  std::vector<std::string> lines{fmt::format("target {}; {}", target_, fmt::join(inputs, ", "))};
  if (missing.count() > 0) lines.push_back(missing.text());
  if (left_out.count() > 0) lines.push_back(left_out.text());
  if (!marks_found_.empty()) {
    lines.push_back(fmt::format("{} {} read as missing; a column under `nominal` keeps such values",
                                fmt::join(marks_found_, ", "),
                                marks_found_.size() == 1 ? "is" : "are"));
  }
  for (const Column& column : columns_) {
    constexpr Index kFew = 4;
    if (column.ignored || column.forced_nominal || column.use == ColumnUse::kNumeric ||
        column.texts < kFew || 2 * column.sentences <= column.texts)
      continue;
    lines.push_back(
        fmt::format("{} has texts: a value is a whole text here, and its words are not looked at; "
                    "to use its words, add \"features\": [{{\"extractor\": \"words\", \"column\": "
                    "{}}}]; to leave the column out, add \"ignore\": [{}]",
                    column.name, Json(column.name).dump(), Json(column.name).dump()));
  }
  std::size_t almost = 0, styled = 0;
  for (const Column& column : columns_) {
    if (column.use == ColumnUse::kNumeric && !column.style.is_plain()) {
      if (!column.guess.example().empty() && ++styled <= kMostNamed)
        lines.push_back(column.name + ": " + column.style.text(column.guess.example()) +
                        "; a column under `nominal` keeps its cells as names");
      continue;
    }
    if (column.ignored || column.use == ColumnUse::kNumeric || !is_almost_numeric(column) ||
        ++almost > kMostNamed)
      continue;
    lines.push_back(fmt::format(
        "{} would be numeric, but line {} has {} there: empty or ? says that a number is missing, "
        "and \"missing\": [{}] reads the cell as such",
        column.name, column.guess.line(), shown_text(column.guess.example()),
        Json(column.guess.example()).dump(-1, ' ', false, Json::error_handler_t::replace)));
  }
  return lines;
}

}  // namespace

std::unique_ptr<FeatureMap> make_table_features(const Json& block) {
  return std::make_unique<TableFeatures>(block);
}

void check_table_options(const Json& block, const std::string& path, ConfigErrors& errors) {
  const Json none = Json::array();
  const auto names = [&](const char* key) { return block.contains(key) ? block.at(key) : none; };
  const Json nominal = names(kNominalOption), ignored = names(kIgnoreOption);
  const auto has = [](const Json& list, const Json& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  if (const std::string wrong = wrong_number_signs(block); !wrong.empty())
    errors.add(path + ".thousands", wrong);
  const Json target = block.value(kTargetOption, Json());
  const Json features = block.value("features", Json());
  for (std::size_t i = 0; features.is_array() && i < features.size(); ++i) {
    if (!features[i].is_object() || features[i].value("extractor", Json()) == "links") continue;
    const Json column = features[i].value("column", Json(kTextColumn));
    for (const auto& [what, is_taken] : {std::pair("is the target", column == target),
                                         std::pair("is under nominal", has(nominal, column)),
                                         std::pair("is under ignore", has(ignored, column))}) {
      if (is_taken)
        errors.add(fmt::format("{}.features.{}.column", path, i),
                   fmt::format(" = {}: {}, too: name the column once", shown(column), what));
    }
  }
  if (has(nominal, target))
    errors.add(path + "." + kNominalOption, " names the target " + shown(target));
  if (has(ignored, target))
    errors.add(path + "." + kIgnoreOption, " names the target " + shown(target));
  for (const Json& name : nominal) {
    if (has(ignored, name))
      errors.add(path + "." + kNominalOption, " names " + shown(name) + ", as ignore does");
  }
}

}  // namespace costruct::experiments
