// Features that are learned from the inputs of examples, never from their outputs.
//
// How many there are follows from the options alone, what they are called too; what values they
// have in a part is known once an extractor has been fitted to some examples. Behind an ordinary
// extractor stands an alphabet, behind a fitted one what fit() found.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {

class ModelReader;  // io/model_file.hpp
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
  virtual void append(const Symbols& symbols, Index t, std::vector<FittedEntry>& out) const = 0;
  /// Writes what it takes to make the features again to a model, under names that begin with
  /// `prefix`.
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

  /// Appends the symbols of all parts of an example; new words are numbered, respectively are -1.
  virtual void grow(const RawExample& example, SymbolList& symbols) = 0;
  virtual void look_up(const RawExample& example, SymbolList& symbols) const = 0;

  /// The file of the text that it is fitted to, in place of examples; empty: none.
  virtual std::string text() const { return ""; }
  /// Fits it to that file: tokens between blanks, a sentence a line. Throws DataError where it has
  /// none.
  virtual std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& /*file*/) {
    return nullptr;
  }
  /// @param examples  the symbols of each; some may be -1 (of test files, which a transductive fit
  /// sees)
  virtual std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const = 0;
  /// What FittedValues::save() wrote; the alphabet of this extractor, which must be empty, becomes
  /// that of the model. Throws DataError for anything else.
  virtual std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                                   const std::string& prefix) = 0;

 private:
  std::string group_;
};

/// The symbols of an example, extractor by extractor, with growing alphabets.
inline void grow_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                         const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->grow(example, symbols[e]);
  }
}

/// The same with the alphabets as they are.
inline void look_up_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                            const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->look_up(example, symbols[e]);
  }
}

}  // namespace costruct::experiments
