// Sequences drawn from a hidden Markov model: a chain of labels, each of which emits a point.
#pragma once

#include <functional>

#include "costruct/core/random.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// What all generators of sequences have.
struct ChainOptions {
  Index sequences = 100;
  Index length = 20;
  double switch_probability = 0.1;
  Index seed = 1;
};

/// Declares them; `Options` is a ChainOptions.
template <class Options>
void declare_chain(OptionDeclaration<Options>& declaration) {
  declaration.integer("sequences", &Options::sequences, {.at_least = 1}, "number of sequences")
      .integer("length", &Options::length, {.at_least = 1}, "tokens of each sequence")
      .number("switch", &Options::switch_probability, {.at_least = 0, .at_most = 1},
              "probability that a token's label is another one than that of the token before it")
      .integer("seed", &Options::seed, {.at_least = 0},
               "names the random draws; another seed, other data");
}

/// The sequences of a chain whose first label is uniform over `num_labels` >= 2 and which switches,
/// where it does, to each other label alike. Sequence i (from 0) depends on seed and i alone, so
/// that more or longer sequences begin like fewer or shorter ones, and its labels do not depend on
/// the points. Labels are called 0, 1, ...
class ChainReader : public ExampleReader {
 public:
  /// Writes the point of a token with a label; overwrites it whole.
  using Emit = std::function<void(Index label, RandomStream& random, std::vector<double>& point)>;
  ChainReader(std::string name, const ChainOptions& options, Index num_labels, Emit emit);

  bool next(RawExample& example) override;
  Index line() const override { return drawn_; }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override;

 private:
  Index next_label(Index label, RandomStream& random) const;

  std::string name_;
  ChainOptions options_;
  std::vector<std::string> labels_;
  Emit emit_;
  std::vector<double> point_;
  Index drawn_ = 0;  // sequences so far
};

}  // namespace costruct::experiments
