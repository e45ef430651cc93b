// Feature extractors of column formats. They compute the attributes of each token from the words of
// a sentence.
//
// An extractor computes base attributes of a token ("Madrid", "initial_uppercase") and interns each
// once. A feature is a base attribute at an offset within the extractor's window. A table maps
// (attribute, offset) to the feature. So each base attribute of a token costs one hash look-up; the
// rest of its window costs array look-ups.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/surface_clues.hpp"

namespace costruct::experiments {

/// The fields of the tokens of a sentence. It does not own them.
struct Sentence {
  std::span<const std::string_view> fields;  ///< token by token
  Index columns = 0, length = 0;
  std::string_view at(Index token, Index column) const {
    return fields[static_cast<std::size_t>(token * columns + column)];
  }
};

/// Base attributes of the tokens of a sentence. Token t has ids[begin[t]] .. ids[begin[t+1]-1].
struct AttributeRows {
  std::vector<Index> begin;
  std::vector<std::int32_t> ids;
  void clear() {
    begin.assign(1, 0);
    ids.clear();
  }
  void end_token() { begin.push_back(static_cast<Index>(ids.size())); }
};

/// Memory that extractors reuse. Each thread needs its own.
struct ExtractorScratch {
  std::string text;
  std::vector<std::string_view> tokens;
  EnclosedTokens enclosed;
};

class FittedExtractor;  // data/features/fitted_extractor.hpp

/// Base class of extractors: computes base attributes and knows the features of its window.
class Extractor {
 public:
  /// @param group        the group of its features, for named views
  /// @param window       the largest offset w >= 0: features have the offsets -w to w
  /// @param name_prefix  the start of the names of its features; see name_prefix() below
  Extractor(std::string group, Index window, std::string name_prefix)
      : group_(std::move(group)), window_(window), name_prefix_(std::move(name_prefix)) {}
  Extractor(const Extractor&) = delete;
  Extractor& operator=(const Extractor&) = delete;
  virtual ~Extractor() = default;

  /// Computes the base attributes of a sentence's tokens, and overwrites `rows`. grow() adds new
  /// attributes to attributes(); look_up() leaves them out.
  virtual void grow(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch) = 0;
  virtual void look_up(const Sentence& sentence, AttributeRows& rows,
                       ExtractorScratch& scratch) const = 0;

  /// The name of the feature of an attribute at an offset, for example "token[-1]=Madrid".
  virtual std::string feature_name(Index attribute, Index offset) const {
    return name_prefix_ + "[" + std::to_string(offset) + "]=" + std::string(attributes_[attribute]);
  }
  /// Whether attributes() has all attributes from the start, so that grow() adds none.
  virtual bool fixed_attributes() const { return false; }

  const std::string& group() const { return group_; }
  Index window() const { return window_; }
  Index width() const { return 2 * window_ + 1; }
  /// The texts of the base attributes, by number.
  StringTable& attributes() { return attributes_; }
  const StringTable& attributes() const { return attributes_; }
  /// The feature of attribute a at offset o is features[a * width() + window() + o]; -1: there is
  /// none yet. The feature map that owns the extractor sets them (column_features.hpp).
  std::vector<std::int32_t> features;

 protected:
  StringTable attributes_;

 private:
  std::string group_;
  Index window_;
  std::string name_prefix_;
};

/// Implements grow() and look_up() for an extractor with a member template
///   extract(sentence, rows, scratch, id_of),
/// where id_of(attribute text) returns an id or -1.
template <class Derived>
class InterningExtractor : public Extractor {
 public:
  using Extractor::Extractor;
  void grow(const Sentence& sentence, AttributeRows& rows, ExtractorScratch& scratch) override {
    self().extract(sentence, rows, scratch,
                   [this](std::string_view attribute) { return attributes_.intern(attribute); });
  }
  void look_up(const Sentence& sentence, AttributeRows& rows,
               ExtractorScratch& scratch) const override {
    self().extract(sentence, rows, scratch,
                   [this](std::string_view attribute) { return attributes_.find(attribute); });
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

/// The input of an extractor: the tokens of column formats, rows of numbers, or the texts of rows.
enum class ExtractorInput { kTokens, kRows, kTexts };

/// A type of extractors: its options and its factory.
struct ExtractorKind {
  ExtractorInput input = ExtractorInput::kTokens;
  std::optional<ExtractorInput> other_input = std::nullopt;  ///< a second input that it takes
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options;
  /// Reports combinations of options that are wrong although each option is valid, for example a
  /// column that does not exist. May be empty.
  std::function<void(const Json& options, const std::vector<std::string>& columns,
                     const std::string& path, ConfigErrors& errors)>
      check;
  /// The factories, of which one is set. They get the checked options of an item and the names of
  /// the columns. For `values` and `links` neither is set: feature maps make them.
  std::function<std::unique_ptr<Extractor>(const Json& options,
                                           const std::vector<std::string>& columns)>
      make;
  std::function<std::unique_ptr<FittedExtractor>(const Json& options,
                                                 const std::vector<std::string>& columns)>
      make_fitted;

  bool takes(ExtractorInput other) const { return input == other || other_input == other; }
};

// The built-in types. `costruct describe extractor NAME` lists the options of each.
//   token         the field of a column itself
//   surface       how a token is written (surface_clues.hpp)
//   ngrams        the character n-grams of a token
//   affixes       the first and the last characters of a token
//   attributes    the items of a field that has several, as in Case=Nom|Number=Sing
//   template      CRF++ templates: fields around a token, alone or joined
//   distribution  vectors and clusters of words, fitted to the neighbours of words
//   vectors       word vectors of a file
//   array         rows of an array beside each data file, one for each token
//   values        the numbers of a row, as they are or weighted (rows/row_values.hpp)
//   latent        coordinates of rows by a truncated singular value decomposition
//   words         words, runs of words and runs of letters of a text, counted and weighted
//   links         links between rows, or features smoothed over them (links/links.hpp)
ExtractorKind token_extractor();
ExtractorKind surface_extractor();
ExtractorKind ngrams_extractor();
ExtractorKind affixes_extractor();
ExtractorKind attributes_extractor();
ExtractorKind template_extractor();
ExtractorKind distribution_extractor();
ExtractorKind vectors_extractor();
ExtractorKind array_extractor();
ExtractorKind values_extractor();
ExtractorKind latent_extractor();
ExtractorKind words_extractor();
ExtractorKind links_extractor();

/// The attributes of each token: one list for each word of a sentence.
using TokenAttributes =
    std::function<std::vector<std::vector<std::string>>(std::span<const std::string_view> words)>;

/// An extractor made of a function of the words of a sentence. Each attribute is an indicator
/// feature. Its options are `column`, `window` and `group`. The function must be pure, because
/// several threads call it at once. If it returns another number of lists than there are words,
/// reading throws ConfigError.
ExtractorKind extractor_of(std::string name, std::string summary, TokenAttributes attributes);

/// The numbers of the columns that the lines of a `template` use, from 0.
std::vector<Index> template_columns(const Json& options);

/// The form (core/json/value_form.hpp) of a list of different lengths of n-grams, each from 1 to
/// `longest`. The list has at least `at_least` lengths.
Json lengths_form(std::size_t longest, std::size_t at_least = 0);

/// All types of extractors, in the order in which `list` shows them.
const Catalog<ExtractorKind>& extractor_kinds();
/// Adds an extractor of your own program at the end of the catalog. Throws as Catalog::add() does.
void add_extractor(ExtractorKind kind);
/// The type with this name; null if there is none.
const ExtractorKind* find_extractor(const std::string& name);

/// The widest window: positions -kWidestWindow to kWidestWindow.
inline constexpr double kWidestWindow = 20;

/// The column that extractors use if no column is named.
inline constexpr const char* kWordColumn = "word";

/// Adds an error if a column is unknown or is the one to predict.
void check_column(const std::string& column, const std::vector<std::string>& columns,
                  const std::string& path, ConfigErrors& errors);
/// The index of a column in `columns`. Throws ConfigError for a column that check_column() rejects.
Index column_index(const std::string& column, const std::vector<std::string>& columns);
/// The start of the names of an extractor's features: "token" for the column "word", "token.pos"
/// for a column "pos".
std::string name_prefix(const std::string& extractor, const std::string& column);

}  // namespace costruct::experiments
