// How a choice of documents is found.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/decode/coverage.hpp"

namespace costruct::diversification {

enum class Decoder {
  kGreedy,  ///< one document after the other; nothing is certified
  kSwaps,   ///< after that the best exchange of one document, as long as it raises the value: at
            ///< least as good as greedy choice and as every choice that differs in one document
  kExact    ///< the best choice, by branch and bound
};

/// Of choices of `size` documents (all, where there are no more).
class ChoiceDecoder {
 public:
  ChoiceDecoder(Decoder decoder, Index size) : decoder_(decoder), size_(size) {}

  /// Of f alone.
  Decoded best(const CoverageObjective& objective) const;
  /// Of an objective with a loss. Where it is not `exact`: the best of what greedy choice finds
  /// with and without the loss, of the reference, and with `swaps` of what it finds without the
  /// loss; then exchanges.
  Decoded best_augmented(const CoverageObjective& objective, std::span<const int> reference) const;
  /// Other than `chosen`. Where it is not `exact`: the best of what the others find, and of the
  /// choices that differ from `chosen` in one document. nullopt where there is no other.
  std::optional<Decoded> best_other(const CoverageObjective& objective,
                                    std::span<const int> chosen) const;

 private:
  Decoder decoder_;
  Index size_;
};

}  // namespace costruct::diversification
