// Features that are learned from the inputs of examples, never from their outputs.
//
// The options alone define the number and names of these features. Their values are known after an
// extractor has been fitted to some examples. An ordinary extractor stores an alphabet; a fitted
// one stores the result of fit().
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

/// The result of fitting an extractor.
class FittedValues {
 public:
  virtual ~FittedValues() = default;
  /// Appends the features of part t of an example that are not 0.
  /// @param symbols  the symbols of all parts of the example, as the extractor numbers them
  virtual void append(const Symbols& symbols, Index t, std::vector<FittedEntry>& out) const = 0;
  /// Writes all that append() needs to a model, under names that begin with `prefix`.
  virtual void save(ModelWriter& model, const std::string& prefix) const = 0;
};

/// An extractor whose features are fitted to examples or to a text.
class FittedExtractor {
 public:
  explicit FittedExtractor(std::string group) : group_(std::move(group)) {}
  FittedExtractor(const FittedExtractor&) = delete;
  FittedExtractor& operator=(const FittedExtractor&) = delete;
  virtual ~FittedExtractor() = default;

  const std::string& group() const { return group_; }
  /// The number and names of its features.
  virtual Index size() const = 0;
  virtual std::string feature_name(Index feature) const = 0;
  /// Whether the feature is always 0 or 1.
  virtual bool is_indicator(Index feature) const = 0;

  /// Appends the symbols of all parts of an example. grow() numbers new words; look_up() gives them
  /// the symbol -1.
  virtual void grow(const RawExample& example, SymbolList& symbols) = 0;
  virtual void look_up(const RawExample& example, SymbolList& symbols) const = 0;

  /// The text file that it is fitted to, instead of examples; empty: fitted to examples.
  virtual std::string text() const { return ""; }
  /// Fits it to that file, which has one sentence on each line and blanks between tokens. Throws
  /// DataError if the file contains no tokens.
  virtual std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& /*file*/) {
    return nullptr;
  }
  /// Fits it to examples.
  /// @param examples  the symbols of each example; a symbol may be -1 for words of test files,
  /// which a transductive fit sees
  virtual std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const = 0;
  /// Reads what FittedValues::save() wrote. The alphabet of this extractor must be empty, and
  /// becomes that of the model. Throws DataError if the model contains anything else.
  virtual std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                                   const std::string& prefix) = 0;

 private:
  std::string group_;
};

/// The symbols of an example, extractor by extractor. The alphabets grow.
inline void grow_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                         const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->grow(example, symbols[e]);
  }
}

/// The same, with frozen alphabets.
inline void look_up_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                            const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->look_up(example, symbols[e]);
  }
}

}  // namespace costruct::experiments
