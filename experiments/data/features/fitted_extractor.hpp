// Features that are learned from the inputs of examples, never from their outputs.
//
// How many there are follows from the options alone, what they are called too; what values they have in a
// part is known once an extractor has been fitted to some examples. Behind an ordinary extractor stands an
// alphabet, behind a fitted one what fit() found.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/experiments/data/features/extractor.hpp"

namespace costruct::experiments {

class ModelReader;  // experiments/files/model_file.hpp
class ModelWriter;

/// A feature of an extractor, from 0, and its value in a part.
struct FittedEntry {
  std::int32_t feature;
  double value;
};

/// What an extractor has been fitted to.
class FittedValues {
 public:
  virtual ~FittedValues() = default;
  /// Appends the features of part t of an example, values other than 0.
  /// @param symbols  of all parts of the example, as the extractor has numbered them
  virtual void append(std::span<const std::int32_t> symbols, Index t,
                      std::vector<FittedEntry>& out) const = 0;
  /// Writes what it takes to make the features again to a model, under names that begin with `prefix`.
  virtual void save(ModelWriter& model, const std::string& prefix) const = 0;
};

class FittedExtractor {
 public:
  explicit FittedExtractor(std::string group) : group_(std::move(group)) {}
  FittedExtractor(const FittedExtractor&) = delete;
  FittedExtractor& operator=(const FittedExtractor&) = delete;
  virtual ~FittedExtractor() = default;

  const std::string& group() const { return group_; }
  /// How many features it has, and what they are called.
  virtual Index size() const = 0;
  virtual std::string feature_name(Index feature) const = 0;
  /// Whether it is 0 or 1 wherever it is.
  virtual bool is_indicator(Index feature) const = 0;

  /// How many numbers stand for a part.
  virtual Index symbols_per_part() const = 0;
  /// Appends those of all parts of a sentence; new words are numbered, respectively are -1.
  virtual void grow(const Sentence& sentence, std::vector<std::int32_t>& symbols) = 0;
  virtual void look_up(const Sentence& sentence, std::vector<std::int32_t>& symbols) const = 0;

  /// The file of the text that it is fitted to, in place of examples; empty: none.
  virtual std::string text() const { return ""; }
  /// Fits it to that file: tokens between blanks, a sentence a line. Throws DataError where it has none.
  virtual std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& file) = 0;
  /// @param examples  the symbols of each; some may be -1 (of test files, which a transductive fit sees)
  virtual std::shared_ptr<const FittedValues> fit(
      const std::vector<std::span<const std::int32_t>>& examples) const = 0;
  /// What FittedValues::save() wrote; the alphabet of this extractor, which must be empty, becomes that of
  /// the model. Throws DataError for anything else.
  virtual std::shared_ptr<const FittedValues> load(const ModelReader& model, const std::string& prefix) = 0;

 private:
  std::string group_;
};

}  // namespace costruct::experiments
