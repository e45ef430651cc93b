// Fitted extractors: features that are learned from the inputs of examples, never from outputs.
//
// The options, or an alphabet that grow() extends, determine the number of features and their
// names. Their values are known after the extractor is fitted to examples. So where an ordinary
// extractor has an alphabet, a fitted one has the result of fit(). An extractor sees an example as
// symbols (streamed_example.hpp), for example the numbers of its words.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
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
  /// The same, but rows of numbers that parts share are appended to `rows`. A row in it refers to
  /// its numbers and does not copy them.
  virtual void append_shared(const Symbols& symbols, Index t, std::vector<FittedEntry>& out,
                             std::vector<SharedRow>& /*rows*/) const {
    append(symbols, t, out);
  }
  /// An object that must stay alive, beside this one, while rows of append_shared() are used; null
  /// if this object has all their numbers.
  virtual std::shared_ptr<const void> row_owner() const { return nullptr; }
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
  /// Like grow(), for examples of test files and of files to predict: adds no feature.
  virtual void grow_to_predict(const RawExample& example, SymbolList& symbols) {
    grow(example, symbols);
  }

  /// Whether the tokens of test files and of files to predict get numbers too, by
  /// grow_to_predict(). Then their features are known after finish_reading().
  virtual bool numbers_all_words() const { return false; }
  /// Call it when all examples of a file have been read. Throws DataError if a file of features
  /// beside it does not fit its number of parts.
  virtual void end_file(const std::filesystem::path& /*file*/, Index /*parts*/) {}
  /// The files that belong to data files and that features were read from.
  virtual std::vector<std::filesystem::path> files_beside_data() const { return {}; }
  /// Reads the features of the words that got a number since the last call. Returns messages for
  /// users. Throws DataError.
  /// @param any_word  whether to read also the features of all other words, for look_up()
  virtual std::vector<std::string> finish_reading([[maybe_unused]] bool any_word) { return {}; }
  /// Call it if the reading of a file has failed, so that its examples are not used. The next
  /// finish_reading() is about later files alone.
  virtual void abandon_reading() {}

  /// The file that the extractor is fitted to: a text, or word vectors; "" if it is fitted to
  /// examples.
  virtual std::string text() const { return ""; }
  /// Further files that the options name. Call set_file() with the path of each before any example
  /// is read.
  virtual std::vector<std::string> named_files() const { return {}; }
  virtual void set_file(const std::string& /*name*/, const std::filesystem::path& /*file*/) {}
  /// Fits the extractor to the file text(). A text has tokens separated by blanks, one sentence on
  /// each line. size() is known afterwards. Throws DataError if the file has no tokens or is
  /// malformed. Returns null if text() is "".
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
  /// Sets how load() finds a file that the options name: a function from a name to a path, or
  /// nullopt if the file is missing.
  using FileLookUp = std::function<std::optional<std::filesystem::path>(const std::string&)>;
  void look_up_files_by(FileLookUp look_up) { file_look_up_ = std::move(look_up); }

 protected:
  /// Whether the extractor is that of a model, even if load() was not called. It is called only if
  /// a view has features of the extractor.
  bool is_of_model() const { return static_cast<bool>(file_look_up_); }
  std::optional<std::filesystem::path> look_up_file(const std::string& name) const {
    return file_look_up_ ? file_look_up_(name) : std::nullopt;
  }

 private:
  std::string group_;
  FileLookUp file_look_up_;
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

/// The same for the extractors that number all words; leaves the symbols of others.
inline void grow_all_words(std::span<const std::unique_ptr<FittedExtractor>> extractors,
                           const RawExample& example, std::vector<SymbolList>& symbols) {
  symbols.resize(extractors.size());
  for (std::size_t e = 0; e < extractors.size(); ++e) {
    if (!extractors[e]->numbers_all_words()) continue;
    symbols[e].clear();
    extractors[e]->grow_to_predict(example, symbols[e]);
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
