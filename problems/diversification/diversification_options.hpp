// The options of `diversification`.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"

namespace costruct::diversification {

enum class Loss { kSubtopic };
enum class TrainingDecoder { kSame, kGreedy, kSwaps, kExact };

struct Options {
  Loss loss = Loss::kSubtopic;
  Index documents = 5;
  Decoder decoder = Decoder::kGreedy;
  TrainingDecoder training_decoder = TrainingDecoder::kSame;

  /// The one that finds violated constraints.
  Decoder of_training() const {
    if (training_decoder == TrainingDecoder::kSame) return decoder;
    return static_cast<Decoder>(static_cast<int>(training_decoder) - 1);
  }
};

OptionDeclaration<Options> options();

/// Throws ConfigError where exact decoding of a query with so many candidates might take for ever.
void check_size(const Options& options, Index candidates);

}  // namespace costruct::diversification
