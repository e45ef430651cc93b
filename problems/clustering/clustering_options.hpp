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
  Index window = 0;      ///< objects before each that sequential decoding looks at; 0: all
  Index set_size = 100;  ///< examples that make a set, 0 to 5000; 0: all of a draw or a file
  bool bias = true;      ///< whether each view has a feature of value 1 for every pair

  /// The decoder that finds violated constraints.
  Decoder of_training() const {
    if (training_decoder == TrainingDecoder::kSame) return decoder;
    return static_cast<Decoder>(static_cast<int>(training_decoder) - 1);
  }
};

/// Their declaration, with names, ranges and meanings.
OptionDeclaration<Options> options();

/// Reads and checks the options of a problem block. Throws ConfigError if options that are valid
/// one by one do not go together:
///   - a decoder is `exact`, which enumerates, and set_size is 0 or above kMostEnumerated
///   - a decoder is `lp`, and this build has no solver of linear programs
///   - a window is set, and no decoder is sequential
Options read_options(const Json& json);

}  // namespace costruct::clustering
