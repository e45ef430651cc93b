// Learns vectors of words from raw text of any length.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/work_watch.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/words/word_vectors.hpp"

namespace costruct::experiments {

/// Processes that count a text together, such as those that mpirun starts. All of them call
/// gather() and share() at the same points.
class Ranks {
 public:
  virtual ~Ranks() = default;
  /// The number of this process, from 0, and how many there are.
  virtual Index rank() const = 0;
  virtual Index size() const = 0;
  /// Sends bytes to rank 0, which gets those of each rank, in order; the others get none.
  virtual std::vector<std::string> gather(std::string mine) = 0;
  /// Sends the bytes of rank 0 to all ranks.
  virtual void share(std::string& bytes) = 0;
};

/// The rows of word vectors, and the row of each word.
///
/// A word is a text between blanks with each digit replaced by 0. Words that occur fewer than
/// TextVectorOptions::min_count times are rare. All rare words of one shape (word_shape.hpp) share
/// a row.
struct TextRows {
  StringTable words, shapes;  ///< words with a row; shapes of all words, by first appearance
  std::vector<std::int32_t> row_of_word, row_of_shape;  ///< -1: no rare word has the shape
  std::vector<Index> occurrences;                       ///< of each row
};

/// The result of learn_text_vectors().
struct TextVectors {
  TextRows rows;
  WordVectors vectors;
  Index tokens = 0, words = 0;  ///< of the text; words are different ones, also rare ones
};

/// Options of learn_text_vectors().
struct TextVectorOptions {
  WordVectorOptions vectors;
  Index min_count = 5;  ///< words that occur fewer times are rare; see TextRows
  int threads = 1;      ///< has no effect on the result
};

/// Learns vectors from files with a sentence on each line and blanks between tokens. Files may be
/// plain, gzip or xz. Each is read twice: words are counted first, then neighbours.
///
/// Rows are numbered in the order in which their words appear. All counts are whole numbers. So the
/// result has the same bits for any number of threads and ranks. It is that of fit_word_vectors()
/// for all sentences in memory, which also defines n_wc, the count of a word and a neighbour.
/// Memory: the different words, and 11 to 21 bytes for each n_wc > 0.
/// Rank 0 also holds the pairs of the other ranks for a time, 16 bytes each.
///
/// Throws DataError if there is no word, or if a file has word vectors in place of text. Throws it
/// also for a pipe, and for a file that changes meanwhile. Throws what LineReader throws. Throws
/// what the watch throws.
/// @param ranks  null: this process is alone; else rank i reads the files i, i + size ..., and only
///               rank 0 gets a result
TextVectors learn_text_vectors(std::span<const std::filesystem::path> files,
                               const TextVectorOptions& options, const WorkWatch& watch = {},
                               Ranks* ranks = nullptr);

}  // namespace costruct::experiments
