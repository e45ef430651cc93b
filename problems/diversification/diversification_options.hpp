// The options of `diversification`.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"

namespace costruct::diversification {

/// The losses of `diversification`.
enum class Loss { kSubtopic };
/// The decoder that finds violated constraints in training; kSame: that of predictions.
enum class TrainingDecoder { kSame, kGreedy, kSwaps, kExact };

/// The options of the problem.
struct Options {
  Loss loss = Loss::kSubtopic;
  Index documents = 5;
  Decoder decoder = Decoder::kGreedy;
  TrainingDecoder training_decoder = TrainingDecoder::kSame;

  /// The decoder that finds violated constraints.
  Decoder of_training() const {
    if (training_decoder == TrainingDecoder::kSame) return decoder;
    return static_cast<Decoder>(static_cast<int>(training_decoder) - 1);
  }
};

OptionDeclaration<Options> options();

/// Throws ConfigError if exact decoding of a query with this number of candidates might take too
/// long.
void check_size(const Options& options, Index candidates);

}  // namespace costruct::diversification
