// Generated sequences that are drawn from a hidden Markov model: a chain of labels, each of which
// emits a point. Generators of sequences (generator.hpp) use it.
#pragma once

#include <functional>

#include "costruct/core/random.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The options that all generators of sequences share; declare_chain() says what each means.
struct ChainOptions {
  Index sequences = 100;
  Index length = 20;
  double switch_probability = 0.1;
  Index seed = 1;
};

/// Declares these options as `sequences`, `length`, `switch` and `seed`. `Options` is derived from
/// ChainOptions.
template <class Options>
void declare_chain(OptionDeclaration<Options>& declaration) {
  declaration.integer("sequences", &Options::sequences, {.at_least = 1}, "number of sequences")
      .integer("length", &Options::length, {.at_least = 1}, "tokens of each sequence")
      .number("switch", &Options::switch_probability, {.at_least = 0, .at_most = 1},
              "probability that a label differs from the one before")
      .integer("seed", &Options::seed, {.at_least = 0},
               "names the random draws; another seed, other data");
}

/// Draws the sequences of a Markov chain over `num_labels` >= 2 labels, called 0, 1, ... The first
/// label is uniform. When the chain switches, all other labels are equally likely.
///
/// Sequence i (from 0) depends only on the seed and i. So if you ask for more or longer sequences,
/// they begin like the fewer or shorter ones. Labels do not depend on the points.
class ChainReader : public ExampleReader {
 public:
  /// Draws the point of a token with this label. Sets all coordinates of `point`, and its size: it
  /// has the point of the token before. Coordinate j becomes feature j + 1 unless it is 0.
  using Emit = std::function<void(Index label, RandomStream& random, std::vector<double>& point)>;
  /// @param name  of the generator, for messages and for the names of the random streams
  ChainReader(std::string name, const ChainOptions& options, Index num_labels, Emit emit);

  bool next(RawExample& example) override;
  /// The number of sequences that were drawn.
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
