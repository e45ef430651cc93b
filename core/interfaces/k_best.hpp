// Optional interface of a problem: the k best outputs.
#pragma once

#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems that can find the k best outputs. StructuredProblem::decoding_exactness()
/// also states whether these are the best; else they are some outputs, each once.
class KBestDecoder {
 public:
  virtual ~KBestDecoder() = default;
  /// The k best outputs by descending f; fewer if there are fewer outputs. A decoder that is not
  /// exact may return fewer, even if more exist. Outputs of equal value are in lexicographic order.
  virtual std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const = 0;
};

}  // namespace costruct
