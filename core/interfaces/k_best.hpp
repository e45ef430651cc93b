// Optional interface of a problem: the k best outputs.
#pragma once

#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems that can find the k best outputs. If StructuredProblem::decoding_exactness()
/// is kExact, these are the best ones. If it is kGreedy, they are good outputs, all different.
class KBestDecoder {
 public:
  virtual ~KBestDecoder() = default;
  /// The k >= 1 best outputs by descending f; fewer if there are fewer outputs. A decoder that is
  /// not exact may return fewer, even if more exist. Outputs of equal value are in lexicographic
  /// order. Each value is f of its output.
  virtual std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const = 0;
};

}  // namespace costruct
