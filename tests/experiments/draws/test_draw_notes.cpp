// Draws whose held-out examples have one label alone are told of.
#include <catch2/catch.hpp>

#include "costruct/experiments/draws/draw_notes.hpp"
#include "experiments/draws/toy_pool.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

/// 200 single examples, the first `positive` with label1, the others with label0.
Corpus few_positive(Index positive) {
  Corpus corpus = toy_corpus(200, 1);
  for (Index i = 0; i < positive; ++i) corpus.outputs[i] = Output{{1}};
  return corpus;
}

SweepConfig sweep_of(Index holdout) {
  SweepConfig sweep;
  sweep.sizes = {{4, 0}};
  sweep.holdout = holdout;
  sweep.repetitions = 12;
  sweep.every_label = false;
  return sweep;
}

}  // namespace

TEST_CASE("draws that hold out one label alone are counted", "[experiments][splits]") {
  const Index positive = GENERATE(2, 20, 60);
  const Corpus corpus = few_positive(positive);
  const DrawPool pool = pool_of(corpus, 2);
  const SweepConfig sweep = sweep_of(5);
  Index alone = 0, negative = 0;
  for (Index repetition = 0; repetition < sweep.repetitions; ++repetition) {
    Index ones = 0;
    for (const Index example : Draw(pool, sweep, repetition, "split").at({4, 0}).holdout)
      ones += example < positive;
    alone += ones == 0 || ones == 5;
    negative += ones == 0;
  }
  const auto note = one_label_held_out(pool, sweep);
  REQUIRE(note.has_value() == (alone > 0));
  if (!note) return;
  CHECK_THAT(*note, Contains("in " + std::to_string(alone) + " of 12 draws"));
  if (negative == alone) CHECK_THAT(*note, Contains("one label alone (\"label0\")"));
}

TEST_CASE("a held-out example each is one label alone in every draw, now one and now another",
          "[experiments][splits]") {
  const Corpus corpus = few_positive(100);
  CHECK_THAT(one_label_held_out(pool_of(corpus, 2), sweep_of(1)).value_or(""),
             Contains("in 12 of 12 draws") && Contains("(now one, now another)"));
}

TEST_CASE("nothing is said where all is well, or where the data have one label or none",
          "[experiments][splits]") {
  const Corpus corpus = few_positive(100);
  CHECK(!one_label_held_out(pool_of(corpus, 2), sweep_of(60)));
  CHECK(!one_label_held_out(pool_of(toy_corpus(200, 1), 1), sweep_of(5)));
}

TEST_CASE("where the unlabeled examples are scored, it is they that count",
          "[experiments][splits]") {
  const Corpus corpus = few_positive(1);
  SweepConfig sweep = sweep_of(0);
  sweep.sizes = {{4, 6}};
  sweep.score_unlabeled = true;
  CHECK_THAT(one_label_held_out(pool_of(corpus, 2), sweep).value_or(""),
             Contains("have one label alone"));
}
