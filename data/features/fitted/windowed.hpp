// The base of extractors that describe each token by a row of numbers: `distribution`, `vectors`
// and `array`.
#pragma once

#include <string>
#include <vector>

#include "costruct/data/features/extractor.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/words/stored_words.hpp"

namespace costruct::experiments {

/// Values of the words in the window around a token. Features are numbered by offset: first those
/// of the word at the offset -window, then those of the next one. The features of a word are a row
/// of numbers, perhaps followed by further features.
class WindowedValues : public FittedValues {
 public:
  /// @param window     the largest offset, >= 0
  /// @param per_token  number of features of a word
  /// @param symbols    number of symbols of a word in Symbols::number
  WindowedValues(Index window, Index per_token, Index symbols)
      : window_(window), per_token_(per_token), symbols_(symbols) {}
  void append(const Symbols& of_example, Index t, std::vector<FittedEntry>& out) const final;
  void append_shared(const Symbols& of_example, Index t, std::vector<FittedEntry>& out,
                     std::vector<SharedRow>& rows) const final;

 protected:
  /// The row of a word: the values of its first features. A row without columns if it has none.
  /// @param symbols  the symbols of the word
  virtual SharedRow row_of(std::span<const std::int32_t> symbols) const = 0;
  /// Appends the further features of a word that are not 0. They are numbered after those of the
  /// row, which begin at `first`.
  virtual void append_behind_row(std::span<const std::int32_t> /*symbols*/, std::int32_t /*first*/,
                                 std::vector<FittedEntry>& /*out*/) const {}

 private:
  template <class UseRow>
  void for_words(const Symbols& of_example, Index t, std::vector<FittedEntry>& out,
                 const UseRow& use_row) const;

  Index window_, per_token_, symbols_;
};

/// Sets the factor of a row so that its Euclidean length is `length`. A row of zeros stays so.
/// Precondition: its factor is 1.
void scale_to(double length, SharedRow& row);

/// An extractor that describes a token by WindowedValues. A derived class defines the features of a
/// word; this class repeats them for each offset from -window to window.
class WindowedExtractor : public FittedExtractor {
 public:
  /// @param name_prefix  for example "distribution", for names like "distribution[-1].7"
  /// @param column       the column of the words, from 0
  WindowedExtractor(std::string group, std::string name_prefix, Index column, Index window)
      : FittedExtractor(std::move(group)),
        name_prefix_(std::move(name_prefix)),
        column_(column),
        window_(window) {}

  Index size() const final { return (2 * window_ + 1) * per_token(); }
  std::string feature_name(Index feature) const final;
  bool is_indicator(Index feature) const final {
    return is_indicator_of_word(feature % per_token());
  }

 protected:
  /// The number of features of a word.
  virtual Index per_token() const = 0;
  /// The end of the name of a feature of a word, for example ".7"; 0 <= feature < per_token().
  virtual std::string name_in_word(Index feature) const = 0;
  /// Whether the values of a feature of a word are always 0 or 1.
  virtual bool is_indicator_of_word(Index feature) const = 0;

  Index window() const { return window_; }
  Index column() const { return column_; }
  /// The fields of an example, from which column() takes the words.
  static Sentence sentence_of(const RawExample& example) {
    return {example.fields, example.columns, example.length};
  }

 private:
  std::string name_prefix_;
  Index column_, window_;
};

}  // namespace costruct::experiments
