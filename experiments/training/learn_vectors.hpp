// `costruct vectors`: learns vectors of words from raw text.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The arguments of `costruct vectors`. The numbers are those of the extractor `distribution`.
struct VectorsRequest {
  std::vector<std::filesystem::path> files;  ///< texts, a sentence on each line
  std::filesystem::path out;                 ///< .safetensors, .txt or .vec
  bool force = false;                        ///< whether a file that exists may be replaced
  Index dimensions = 100, contexts = 1500, reach = 2, min_count = 5;
  const std::atomic<bool>* stop = nullptr;  ///< see Interrupted
};

/// Learns vectors and writes them (text_vectors.hpp, text_vectors_file.hpp). Under mpirun each rank
/// counts the files i, i + ranks ..., and rank 0 writes; an error of one rank ends all.
///
/// Shows progress on stderr. Throws ConfigError for a wrong name, an output that exists or a file
/// named twice, and DataError for malformed files. Throws OutputError before counting if the output
/// cannot be written, and Interrupted soon after `stop` is set. Then it leaves no output.
void learn_vectors(const VectorsRequest& request);

}  // namespace costruct::experiments
