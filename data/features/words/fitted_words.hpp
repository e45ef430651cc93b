// Vectors and clusters of words that are fitted to sentences, and which words share them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/words/word_vectors.hpp"

namespace costruct::experiments {

class ModelReader;  // io/model_file.hpp
class ModelWriter;

/// Numbers words and their shapes (word_shape.hpp). A token has two symbols: the number of its
/// word, whose digits are read as 0, and the number of its shape.
struct WordSymbols {
  StringTable words, shapes;

  /// Appends the symbols of a word. New words and shapes get numbers.
  void grow(std::string_view word, std::vector<std::int32_t>& symbols);
  /// The same; new words and shapes are -1.
  void look_up(std::string_view word, std::vector<std::int32_t>& symbols) const;
};

/// Rows of numbers for words. A word with at least `min_count` occurrences has a row of its own.
/// All rare words of one shape share a row, and so does an unknown word of this shape.
class FittedWords {
 public:
  /// @param row_of_word, row_of_shape  the row of each word and of each shape, by the numbers of
  ///                                   WordSymbols; -1 for those without a row
  FittedWords(std::vector<std::int32_t> row_of_word, std::vector<std::int32_t> row_of_shape,
              WordVectors rows)
      : row_of_word_(std::move(row_of_word)),
        row_of_shape_(std::move(row_of_shape)),
        rows_(std::move(rows)) {}

  /// Fits the rows to sentences; see fit_word_vectors() for method and cost.
  /// @param sentences  the symbols of each, two for each token
  /// @param min_count  number of occurrences from which a word has a row of its own
  static FittedWords fit(const std::vector<Symbols>& sentences, const WordSymbols& symbols,
                         const WordVectorOptions& options, Index min_count);

  /// The row of a word, from its two symbols; -1 if it has none.
  std::int32_t row_of(std::int32_t word, std::int32_t shape) const;
  const WordVectors& rows() const { return rows_; }

  /// Writes the words and shapes with rows, their clusters, and their vectors if wanted, under
  /// names that begin with `prefix`.
  void save(ModelWriter& model, const std::string& prefix, const WordSymbols& symbols,
            bool vectors) const;
  /// Restores what save() wrote. Throws DataError for anything else.
  /// @param symbols  must be empty; gets the words and shapes
  static FittedWords load(const ModelReader& model, const std::string& prefix,
                          const WordVectorOptions& options, bool vectors, WordSymbols& symbols);

 private:
  std::vector<std::int32_t> row_of_word_, row_of_shape_;
  WordVectors rows_;
};

}  // namespace costruct::experiments
