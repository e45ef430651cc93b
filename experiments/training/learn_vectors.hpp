// `costruct vectors`: learns vectors of words from raw text.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The arguments of `costruct vectors`. The extractor `distribution` has options of the same names
/// as the numbers:
///   dimensions  the length of each vector
///   contexts    how many of the most frequent words count as neighbours
///   reach       how many positions away, on either side, a neighbour may stand
///   min_count   words with fewer occurrences have no vector of their own. They share one vector
///               with the other rare words of the same shape (capitals, digits)
struct VectorsRequest {
  std::vector<std::filesystem::path> files;  ///< texts, a sentence on each line
  std::filesystem::path out;                 ///< the name ends in .safetensors, .txt or .vec
  bool force = false;                        ///< whether a file that is not empty may be replaced
  Index dimensions = 100, contexts = 1500, reach = 2, min_count = 5;
  const std::atomic<bool>* stop = nullptr;  ///< set it to true to stop; null: never
};

/// Learns vectors (text_vectors.hpp) and writes them (text_vectors_file.hpp). Shows progress on
/// stderr. Under mpirun each of the n ranks counts every n-th file, and rank 0 writes. An error of
/// one rank ends all.
///
/// Throws
///   - ConfigError if the name `out` has another ending, if a file is named twice, or for standard
///     input
///   - ConfigError if the output exists, is not empty, and `force` is false
///   - ConfigError, also with `force`, if the output is an input, is another kind of file of this
///     program, or is in a folder of results
///   - DataError for malformed files
///   - OutputError, before counting, if the output cannot be written
///   - Interrupted soon after `stop` is set
/// After an error there is no new output.
void learn_vectors(const VectorsRequest& request);

}  // namespace costruct::experiments
