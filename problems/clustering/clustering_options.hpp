// The options of `clustering`.
#pragma once

#include <optional>

#include "costruct/core/options.hpp"
#include "costruct/problems/clustering/partition_loss.hpp"

namespace costruct::clustering {

/// How a partition is found (core/decode/clusterings/correlation_clustering.hpp).
enum class Decoder { kSequential, kAgglomerative, kLinearProgram, kExact };
/// The decoder that finds violated constraints in training; kSame: that of predictions.
enum class TrainingDecoder { kSame, kSequential, kAgglomerative, kLinearProgram, kExact };

/// The options of the problem.
struct Options {
  Loss loss = Loss::kTotal;
  Decoder decoder = Decoder::kSequential;
  TrainingDecoder training_decoder = TrainingDecoder::kSame;
  Index window = 0;
  Index set_size = 100;
  bool bias = true;

  /// The decoder that finds violated constraints.
  Decoder of_training() const {
    if (training_decoder == TrainingDecoder::kSame) return decoder;
    return static_cast<Decoder>(static_cast<int>(training_decoder) - 1);
  }
};

OptionDeclaration<Options> options();

/// Reads and checks the options of a problem block. Throws ConfigError if options that are valid
/// one by one do not go together. `exact` enumerates and takes only small sets. `lp` needs a solver
/// in this build.
Options read_options(const Json& json);

}  // namespace costruct::clustering
