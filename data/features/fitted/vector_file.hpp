// A reader for files of word vectors: word2vec, GloVe and fastText.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Reads a file of word vectors row by row. The file may be plain, gzip or xz. Its first bytes
/// decide its layout:
///   word2vec text, fastText .vec  a line "N d", then N lines: a word and d numbers
///   GloVe                         the same without the first line
///   word2vec binary               a line "N d", then N times: a word, a blank, d floats
///                                 (little-endian), perhaps a line break
///   costruct vectors              safetensors (text_vectors_file.hpp); rows of words, then shapes
/// Here N is the number of words, and d that of the numbers in a vector. Blanks or tabs separate
/// the numbers of a line. A word may contain blanks: it is everything before the last d numbers.
/// Anything else throws DataError with file and line. The rows of binary files count as lines,
/// from 1.
class VectorFile {
 public:
  static constexpr Index kMostDimensions = 10'000;

  explicit VectorFile(const std::filesystem::path& file);
  ~VectorFile();

  /// For example "word2vec, binary".
  const char* layout() const;
  /// d
  Index dimensions() const { return dimensions_; }
  /// Whether digits of words are read as 0, and words without a row have that of their shape
  /// (word_shape.hpp). The row of a shape has the word shape_word(shape).
  bool has_shapes() const;
  static std::string shape_word(std::string_view shape) { return "\n" + std::string(shape); }
  /// The number of rows that the first line states; nullopt if no line states it.
  std::optional<Index> stated_rows() const { return stated_; }

  /// Moves to the next row. Returns false at the end. Checks the number of its numbers. The word is
  /// valid until the next call; it is empty if the row has none.
  bool next(std::string_view& word);
  /// The numbers of this row. Throws DataError if one is not finite.
  /// @param out  dimensions() numbers
  void numbers(std::span<float> out) const;
  /// The line of this row.
  Index line() const;
  /// The number of rows so far.
  Index rows() const { return rows_; }

 private:
  class Rows;
  class TextRows;
  class BinaryRows;
  class ModelRows;
  std::unique_ptr<Rows> reader_;
  Index dimensions_ = 0, rows_ = 0;
  std::optional<Index> stated_;
};

}  // namespace costruct::experiments
