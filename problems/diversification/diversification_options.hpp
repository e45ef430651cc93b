// The options of `diversification`.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/problems/diversification/choice_decoder.hpp"

namespace costruct::diversification {

/// The losses of `diversification`. loss_from() (chosen_documents.hpp) defines kSubtopic.
enum class Loss { kSubtopic };
/// The decoder that finds violated constraints in training. kSame is the decoder of predictions;
/// the others are those of Decoder.
enum class TrainingDecoder { kSame, kGreedy, kSwaps, kExact };

/// The options of the problem.
struct Options {
  Loss loss = Loss::kSubtopic;
  Index documents = 5;                 ///< K, the number of documents that are chosen, 1 to 1000
  Decoder decoder = Decoder::kGreedy;  ///< the decoder of predictions
  TrainingDecoder training_decoder = TrainingDecoder::kSame;

  /// The decoder that finds violated constraints.
  Decoder of_training() const {
    if (training_decoder == TrainingDecoder::kSame) return decoder;
    return static_cast<Decoder>(static_cast<int>(training_decoder) - 1);
  }
};

/// Declares the options.
OptionDeclaration<Options> options();

/// Throws ConfigError if a decoder of these options is exact and might take too long for a query
/// with this number of candidates. The limit is 10^7 documents that the decoder looks at
/// (most_documents_looked_at()).
void check_size(const Options& options, Index candidates);

}  // namespace costruct::diversification
