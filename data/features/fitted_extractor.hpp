// Fitted extractors: features that are learned from the inputs of examples, never from outputs.
//
// The options, or an alphabet that grow() extends, determine the number of features and their
// names. Their values are known after the extractor is fitted to examples. So where an ordinary
// extractor has an alphabet, a fitted one has the result of fit().
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

/// A feature of an extractor, from 0, with its value in a part.
struct FittedEntry {
  std::int32_t feature;
  double value;
};

/// The result of fitting an extractor.
class FittedValues {
 public:
  virtual ~FittedValues() = default;
  /// Appends the features of part t of an example whose values are not 0.
  /// @param symbols  the symbols of all parts of the example, from the extractor
  virtual void append(const Symbols& symbols, Index t, std::vector<FittedEntry>& out) const = 0;
  /// The numbers that features have in a model which keeps only these.
  /// @param kept  numbers of features, ascending, as are those returned
  virtual std::vector<std::int32_t> numbers_in_model(const std::vector<std::int32_t>& kept) const {
    return kept;
  }
  /// Writes what is needed to compute the kept features again to a model, under names that begin
  /// with `prefix`.
  virtual void save(ModelWriter& model, const std::string& prefix,
                    const std::vector<std::int32_t>& kept) const = 0;
};

/// Base class of fitted extractors.
class FittedExtractor {
 public:
  explicit FittedExtractor(std::string group) : group_(std::move(group)) {}
  FittedExtractor(const FittedExtractor&) = delete;
  FittedExtractor& operator=(const FittedExtractor&) = delete;
  virtual ~FittedExtractor() = default;

  const std::string& group() const { return group_; }
  /// The number of features, which grow() may increase, and their names.
  virtual Index size() const = 0;
  virtual std::string feature_name(Index feature) const = 0;
  /// Whether the values of a feature are always 0 or 1.
  virtual bool is_indicator(Index feature) const = 0;
  /// Whether the values of a feature are always whole numbers >= 0.
  virtual bool is_count(Index feature) const { return is_indicator(feature); }
  /// Whether the features of an example depend on the other examples of a fit.
  virtual bool depends_on_examples() const { return text().empty(); }

  /// Appends the symbols of all parts of an example. grow() numbers new words; look_up() returns -1
  /// for them.
  virtual void grow(const RawExample& example, SymbolList& symbols) = 0;
  virtual void look_up(const RawExample& example, SymbolList& symbols) const = 0;

  /// The file of the text that the extractor is fitted to; "" if it is fitted to examples.
  virtual std::string text() const { return ""; }
  /// Fits the extractor to that file: tokens separated by blanks, one sentence on each line. Throws
  /// DataError if the file has no tokens.
  virtual std::shared_ptr<const FittedValues> fit_text(const std::filesystem::path& /*file*/) {
    return nullptr;
  }
  /// Fits the extractor to examples.
  /// @param examples  the symbols of each; symbols of test files may be -1, in transductive fits
  virtual std::shared_ptr<const FittedValues> fit(const std::vector<Symbols>& examples) const = 0;
  /// Restores what FittedValues::save() wrote. The alphabet of this extractor must be empty; it
  /// becomes that of the model. Throws DataError for anything else.
  virtual std::shared_ptr<const FittedValues> load(const ModelReader& model,
                                                   const std::string& prefix) = 0;

 private:
  std::string group_;
};

/// The symbols of an example for each extractor; adds new words to the alphabets.
inline void grow_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                         const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->grow(example, symbols[e]);
  }
}

/// The same with frozen alphabets.
inline void look_up_symbols(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                            const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    symbols[e].clear();
    extractors[e]->look_up(example, symbols[e]);
  }
}

}  // namespace costruct::experiments
