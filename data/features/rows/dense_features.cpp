#include "costruct/data/features/rows/dense_features.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/rows/npy_file.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

/// Whether all numbers are finite. One comparison each, without a branch.
bool all_finite(const double* numbers, Index count) {
  constexpr std::uint64_t kExponent = 0x7FF0'0000'0000'0000;
  std::uint64_t wrong = 0;
  for (Index i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, numbers + i, sizeof bits);
    wrong |= static_cast<std::uint64_t>((bits & kExponent) == kExponent);
  }
  return wrong == 0;
}

std::string wrong_number(double value, Index column) {
  return fmt::format("column {}: {} is no finite number", column + 1, value);
}

/// Reads the features of a file, which are in its columns `column_of`.
class NpyRows : public DenseRows {
 public:
  NpyRows(std::unique_ptr<NpyFile> file, std::vector<Index> column_of)
      : file_(std::move(file)), column_of_(std::move(column_of)) {
    all_columns_ = static_cast<Index>(column_of_.size()) == file_->columns();
    first_columns_ = true;
    for (std::size_t f = 0; f < column_of_.size(); ++f)
      first_columns_ = first_columns_ && column_of_[f] == static_cast<Index>(f);
  }

  Index read(Index most, double* rows) override {
    const Index first = file_->next_row();
    const auto width = static_cast<Index>(column_of_.size());
    Index count = 0;
    if (all_columns_ && first_columns_) {
      count = file_->read(most, rows);
    } else {
      whole_.resize(static_cast<std::size_t>(most * file_->columns()));
      count = file_->read(most, whole_.data());
      for (Index i = 0; i < count; ++i)
        pick(whole_.data() + i * file_->columns(), rows + i * width);
    }
    if (!all_finite(rows, count * width)) {
      for (Index i = 0; i < count * width; ++i) {
        if (!std::isfinite(rows[i]))
          file_->fail_at(first + i / width,
                         wrong_number(rows[i], column_of_[static_cast<std::size_t>(i % width)]));
      }
    }
    return count;
  }

 private:
  void pick(const double* row, double* features) const {
    if (first_columns_) {
      std::copy(row, row + column_of_.size(), features);
    } else {
      for (std::size_t f = 0; f < column_of_.size(); ++f) features[f] = row[column_of_[f]];
    }
  }

  std::unique_ptr<NpyFile> file_;
  std::vector<Index> column_of_;
  bool all_columns_ = false, first_columns_ = false;
  std::vector<double>
      whole_;  // complete rows of the file, if they have other columns than the features
};

class DenseFeatures : public FeatureMap {
 public:
  explicit DenseFeatures(const Json& block) : block_(block), ranges_(groups_of(block)) {
    for (const NumberRange& group : ranges_) groups_.push_back(group.name);
  }

  void grow(const RawExample& row, StreamedExample& out) override {
    if (columns_ == 0) {
      columns_ = row.columns;
      if (columns_ == 1) row.reader->fail_at(row.line, "there is no column but the target");
      for (Index j = 1; j < columns_; ++j) numbers_.push_back(j);
    }
    encode(row, out);
  }

  void look_up(const RawExample& row, LookupScratch&, StreamedExample& out) const override {
    encode(row, out);
  }

  std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path& path) const override {
    auto file = std::make_unique<NpyFile>(path);
    std::vector<Index> column_of;
    const Index target = target_in(file->columns());
    if (target < 0) file->fail_at(1, wrong_columns(file->columns()));
    for (const std::int64_t number : numbers_) column_of.push_back(place(number, target));
    return std::make_unique<NpyRows>(std::move(file), std::move(column_of));
  }

  Index size() const override { return static_cast<Index>(numbers_.size()); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    const auto number = static_cast<std::uint64_t>(numbers_[static_cast<std::size_t>(feature)]);
    return {std::to_string(number), group_of(ranges_, number), number};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    std::vector<std::int64_t> kept;
    for (std::size_t f = 0; f < numbers_.size(); ++f) {
      if (keep[f]) kept.push_back(numbers_[f]);
    }
    model.add(kFeatureNumbers, std::span<const std::int64_t>(kept));
    model.set(kEncoderColumns, columns_);
  }

  void load(const ModelReader& model) override {
    const auto fail = [&](const std::string& what) {
      throw DataError(fmt::format("{}: damaged model: {}", model.file(), what));
    };
    const Json columns = model.get(kEncoderColumns);
    if (!columns.is_number_integer() || columns < 2 || columns > NpyFile::kMostColumns)
      fail(shown(columns) + " cannot be a number of columns");
    columns_ = columns.get<Index>();
    const Index target = target_place(block_, columns_);
    if (target >= columns_) fail("the target is behind the last column");
    std::int64_t last = 0;
    for (const std::int64_t number : model.integers(kFeatureNumbers)) {
      if (number <= last || number >= columns_)
        fail(fmt::format("{} cannot be a feature's number", number));
      numbers_.push_back(last = number);
    }
  }

 private:
  /// The column of the target in a table. If the target is missing, the place after the last
  /// column. -1 for a table with another number of columns.
  Index target_in(Index columns) const {
    if (columns == columns_) return target_place(block_, columns_);
    return columns + 1 == columns_ ? columns : -1;
  }
  std::string wrong_columns(Index columns) const {
    return fmt::format("the table has {}, but that of training has {} (or {} without the target)",
                       counted(columns, "column"), columns_, columns_ - 1);
  }
  static Index place(std::int64_t number, Index target) {
    return number - 1 < target ? number - 1 : number;
  }

  void encode(const RawExample& row, StreamedExample& out) const {
    const Index target = target_in(row.columns);
    if (target < 0) row.reader->fail_at(row.line, wrong_columns(row.columns));
    out.part_begin.assign(1, 0);
    out.feature.clear();
    out.value.clear();
    bool all_ones = true;
    for (std::size_t f = 0; f < numbers_.size(); ++f) {
      const Index column = place(numbers_[f], target);
      const double value = row.value[static_cast<std::size_t>(column)];
      if (!std::isfinite(value)) row.reader->fail_at(row.line, wrong_number(value, column));
      if (value == 0) continue;
      out.feature.push_back(static_cast<std::int32_t>(f));
      out.value.push_back(value);
      all_ones = all_ones && value == 1;
    }
    out.part_begin.push_back(static_cast<Index>(out.feature.size()));
    if (all_ones) out.value.clear();
  }

  Json block_;
  std::vector<NumberRange> ranges_;
  std::vector<std::string> groups_;
  Index columns_ = 0;  // columns of training tables, including the target; 0: not yet known
  std::vector<std::int64_t> numbers_;  // number of each feature, ascending
};

}  // namespace

Index target_place(const Json& block, Index columns) {
  const auto at = block.find(kTargetColumnOption);
  return at == block.end() || at->is_null() ? columns - 1 : at->get<Index>() - 1;
}

std::unique_ptr<FeatureMap> make_dense_features(const Json& block) {
  return std::make_unique<DenseFeatures>(block);
}

}  // namespace costruct::experiments
