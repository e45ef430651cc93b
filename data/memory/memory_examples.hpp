// Rows and chains of rows that a program puts together in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/memory/memory_data.hpp"

namespace costruct::experiments {

/// Examples with the parts, entries and fields that a RawExample has. Add a part, then its entries
/// or fields; end_example() ends an example. To use them as data, give them a name (MemoryFile) and
/// put the name into a config. The format of the config decides whether parts have entries or
/// fields:
///   svmlight, svmhmm   entries with numbers >= 1
///   crfsuite           entries with names
///   conll              fields, one for each of `columns`; the one of the label stays empty
class MemoryExamples final : public MemoryData {
 public:
  /// How lines are counted, for messages and predictions: a line for each part, and for chains one
  /// between two examples, as in files.
  enum class Layout { kRows, kChains };
  /// @param columns  number of fields of a part; 0 for formats without fields
  explicit MemoryExamples(Layout layout, Index columns = 0) : layout_(layout), columns_(columns) {}

  /// Begins the next part of the example: a row, or a token of a chain. The part is unlabeled if
  /// its label is the mark of the data block (`unknown`, by default "?").
  void add_part(std::string_view label);
  /// Adds an entry of the last part. Entries of value 0 are left out. Throws DataError, with the
  /// number of the example, if a value is not finite.
  void add_entry(std::uint64_t number, double value);
  void add_entry(std::string_view name, double value);
  /// Adds the next field of the last part.
  void add_field(std::string_view field) { fields_.push_back(texts_.intern(field)); }
  /// Ends the example. Throws DataError if it has no part or not `columns` fields for each, or if
  /// entries have both numbers and names. Throws it also if the weight is negative or not finite.
  void end_example(double weight = 1);

  /// Sets the number of columns of the matrix that rows come from; see MemoryData::num_columns().
  void set_num_columns(Index count) { num_columns_ = count; }

  /// The number of examples.
  Index size() const { return static_cast<Index>(weights_.size()); }

  std::unique_ptr<ExampleReader> open(std::shared_ptr<const MemoryData> self,
                                      LabelUse labels) const override;
  std::uintmax_t bytes() const override;
  std::uint64_t hash() const override;
  std::int64_t num_columns() const override { return num_columns_; }

 private:
  class Reader;
  Index first_part(Index example) const { return example == 0 ? 0 : part_end_[example - 1]; }
  Index first_line(Index example) const {
    return first_part(example) + (layout_ == Layout::kChains ? example : 0) + 1;
  }
  void keep_value(double value);
  [[noreturn]] void fail(const std::string& what) const;

  Layout layout_;
  Index columns_, num_columns_ = 0;
  StringTable texts_;
  std::vector<Index> part_end_;                // of each example
  std::vector<double> weights_;                // of each example
  std::vector<std::int32_t> labels_, fields_;  // numbers in texts_
  std::vector<Index> entry_end_;               // of each part
  std::vector<std::uint64_t> numbers_;
  std::vector<std::int32_t> names_;  // numbers in texts_
  std::vector<double> values_;
};

}  // namespace costruct::experiments
