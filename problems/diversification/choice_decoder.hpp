// Decoders of the problem `diversification`. They choose documents.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/decode/coverage/coverage.hpp"

namespace costruct::diversification {

/// How a choice of documents is found.
enum class Decoder {
  /// Adds one document after the other, each time the one that raises the value most. The result
  /// may be below the maximum by an unknown amount.
  kGreedy,
  /// Greedy choice, followed by the best exchange of one document as long as it raises the value.
  /// The result is at least as good as greedy choice, and as every choice that differs in one
  /// document.
  kSwaps,
  /// The best choice, by branch and bound.
  kExact
};

/// Finds choices of `size` documents, or of all documents if there are no more. All choices are
/// ascending numbers of documents.
class ChoiceDecoder {
 public:
  ChoiceDecoder(Decoder decoder, Index size) : decoder_(decoder), size_(size) {}

  /// Maximises f (coverage.hpp): `objective.loss` must be null.
  Decoded best(const CoverageObjective& objective) const;
  /// Maximises an objective with a loss against `reference`. If the decoder is not kExact, the
  /// result is the best of three choices. These are the greedy choice with the loss, the greedy
  /// choice without the loss, and the reference. The decoder kSwaps also tries its own choice
  /// without the loss, and then exchanges documents.
  Decoded best_augmented(const CoverageObjective& objective, std::span<const int> reference) const;
  /// Finds the best choice other than `chosen`, or nullopt if there is none. A decoder that is not
  /// kExact tries its own choice, greedy choice, and the choices that differ from `chosen` in one
  /// document.
  std::optional<Decoded> best_other(const CoverageObjective& objective,
                                    std::span<const int> chosen) const;

 private:
  Decoder decoder_;
  Index size_;
};

}  // namespace costruct::diversification
