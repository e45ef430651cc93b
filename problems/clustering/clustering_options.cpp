#include "costruct/problems/clustering/clustering_options.hpp"

#include <string>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"

namespace costruct::clustering {

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.choice(
      "loss", &Options::loss, {"rand", "total"},
      "share of wrong pairs, or pairs weighted by clusters: about the objects in wrong ones");
  declared.choice(
      "decoder", &Options::decoder, {"sequential", "agglomerative", "lp", "exact"},
      "objects in order, greedy merging, a linear program, or enumeration of small sets");
  declared.choice("training_decoder", &Options::training_decoder,
                  {"same", "sequential", "agglomerative", "lp", "exact"},
                  "the decoder that finds violated constraints in training; same: `decoder`");
  declared.integer("window", &Options::window, {.at_least = 0, .at_most = 1e6},
                   "objects before each that sequential decoding looks at; 0: all of the set");
  declared.integer("set_size", &Options::set_size, {.at_least = 0, .at_most = 5000},
                   "examples of a draw, or of a file to predict, that make a set; 0: all of them");
  declared.boolean(
      "bias", &Options::bias,
      "a feature of value 1 for every pair, in each view: the threshold of its similarity");
  return declared;
}

Options read_options(const Json& json) {
  const Options read = options().parse(json);
  const auto uses = [&](Decoder decoder) {
    return read.decoder == decoder || read.of_training() == decoder;
  };
  const auto option_of = [&](Decoder decoder) {
    return read.decoder == decoder ? "problem.decoder" : "problem.training_decoder";
  };
  if (uses(Decoder::kExact) && (read.set_size == 0 || read.set_size > kMostEnumerated)) {
    throw ConfigError("problem.set_size = " + std::to_string(read.set_size) + ": " +
                      option_of(Decoder::kExact) + " = exact enumerates, and takes sets of 1 to " +
                      std::to_string(kMostEnumerated) + " objects");
  }
  if (uses(Decoder::kLinearProgram)) {
    if (const auto why = linear_program_unavailable())
      throw ConfigError(std::string(option_of(Decoder::kLinearProgram)) + " = lp: " + *why);
  }
  if (read.window > 0 && !uses(Decoder::kSequential)) {
    throw ConfigError("problem.window = " + std::to_string(read.window) +
                      ": has no effect, as no decoder is sequential; leave it out");
  }
  return read;
}

}  // namespace costruct::clustering
