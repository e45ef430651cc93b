// Draws of examples in groups: mails in batches.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "costruct/experiments/config/config.hpp"
#include "experiments/draws/toy_pool.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// Groups of 1, 2, 3 ... 10, 1, 2 ... examples, scattered; of every seventeenth example none is
// known.
std::vector<Index> scattered_groups(Index count) {
  std::vector<Index> groups;
  for (Index group = 0; std::ssize(groups) < count; ++group) {
    for (Index i = 0; i < group % 10 + 1 && std::ssize(groups) < count; ++i)
      groups.push_back(group);
  }
  RandomStream(5, 0, "groups").shuffle(groups);
  for (Index i = 0; i < count; i += 17) groups[i] = -1;
  return groups;
}

SweepConfig grouped_sweep(const Json& more = Json::object()) {
  Json block = {
      {"labeled", {10, 30}}, {"unlabeled", {0, 20, 40}}, {"holdout", 25}, {"repetitions", 20}};
  block.update(more);
  return swept(block);
}

std::set<Index> groups_of(const std::vector<Index>& examples, const std::vector<Index>& groups) {
  std::set<Index> of;
  for (const Index example : examples) of.insert(groups[example]);
  of.erase(-1);
  return of;
}

Index num_common(const std::set<Index>& a, const std::set<Index>& b) {
  return std::count_if(a.begin(), a.end(), [&](Index group) { return b.contains(group); });
}

}  // namespace

TEST_CASE("no group is held out and learned from, and draws are nested all the same",
          "[experiments][splits]") {
  const Index gap = GENERATE(0, 9);  // every so many examples have no label
  const bool stratified = GENERATE(false, true);
  const bool around = GENERATE(false, true);
  const Corpus corpus = toy_corpus(400, 2, gap);
  const std::vector<Index> groups = scattered_groups(400);
  const DrawPool pool = pool_of(corpus, 2, groups);
  REQUIRE(pool.has_groups());
  SweepConfig sweep = grouped_sweep({{"stratified", stratified}});
  if (around) sweep.around_group = 4;
  check_sizes(pool, sweep);
  for (Index repetition = 0; repetition < sweep.repetitions; ++repetition) {
    for (const char* purpose : {"split", "selection/split"}) {
      const Draw draw(pool, sweep, repetition, purpose);
      for (const CellSizes sizes : sweep.sizes) {
        const Split split = draw.at(sizes);
        check_disjoint(split, false);
        CHECK(std::ssize(split.labeled) == sizes.labeled);
        CHECK(std::ssize(split.unlabeled) == sizes.unlabeled);
        CHECK(std::ssize(split.holdout) == 25);
        const std::set<Index> held = groups_of(split.holdout, groups);
        CHECK(num_common(held, groups_of(split.labeled, groups)) == 0);
        CHECK(num_common(held, groups_of(split.unlabeled, groups)) == 0);
        CHECK(starts_with(draw.at({30, 0}).labeled, split.labeled));
        CHECK(starts_with(draw.at({sizes.labeled, 40}).unlabeled, split.unlabeled));
        CHECK(split.holdout == draw.at({10, 0}).holdout);
        CHECK(split == Draw(pool, sweep, repetition, purpose).at(sizes));  // whichever learner asks
        for (const Index example : split.holdout) CHECK(corpus.is_labeled(example));
      }
    }
  }
}

TEST_CASE("groups change a draw by what is left out of it alone", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(400, 2);
  const std::vector<Index> groups = scattered_groups(400);
  const DrawPool grouped = pool_of(corpus, 2, groups), plain = pool_of(corpus, 2);
  const SweepConfig whole = grouped_sweep(), parted = grouped_sweep({{"whole_groups", false}});
  Index in_common = 0;
  for (Index repetition = 0; repetition < 20; ++repetition) {
    const Draw draw(grouped, whole, repetition, "split");
    const Split all = Draw(plain, whole, repetition, "split").at({375, 0});
    CHECK(Draw(grouped, parted, repetition, "split").at({375, 0}) == all);
    CHECK(draw.at({10, 0}).holdout == all.holdout);
    const std::set<Index> held = groups_of(all.holdout, groups);
    in_common += num_common(held, groups_of(all.labeled, groups));
    std::vector<Index> left;
    for (const Index example : all.labeled) {
      if (!held.contains(groups[example])) left.push_back(example);
    }
    CHECK(draw.num_known() == std::ssize(left));
    CHECK(draw.at({std::ssize(left), 0}).labeled == left);
  }
  CHECK(in_common > 100);
  // Examples that are in no group, or alone in theirs, are as without groups.
  std::vector<Index> alone(400);
  for (Index i = 0; i < 400; ++i) alone[i] = i % 3 == 0 ? -1 : i;
  const DrawPool single = pool_of(corpus, 2, alone);
  CHECK_FALSE(single.has_groups());
  CHECK(Draw(single, whole, 3, "split").at({30, 40}) ==
        Draw(plain, whole, 3, "split").at({30, 40}));
  CHECK(split_identity(whole) != split_identity(parted));
  CHECK_FALSE(split_identity(whole).contains("whole_groups"));
}

TEST_CASE("a holdout around a group begins with as many of one group of two or more as it says",
          "[experiments][splits]") {
  const Index gap = GENERATE(0, 9);
  const Corpus corpus = toy_corpus(400, 2, gap);
  const std::vector<Index> groups = scattered_groups(400);
  const DrawPool pool = pool_of(corpus, 2, groups);
  const Index around = GENERATE(1, 3, 7, 25, 100);
  SweepConfig sweep = grouped_sweep({{"around_group", around}});
  CHECK(split_identity(sweep).at("around_group") == around);
  std::map<Index, Index> size;
  for (Index example = 0; example < 400; ++example)
    size[groups[example]] += pool.is_labeled(example);
  std::map<Index, Index> pieces, drawn;
  Index all_pieces = 0;
  const Index most = std::min<Index>(around, 25);
  for (const auto& [group, count] : size) {
    if (group >= 0 && count > 1) all_pieces += pieces[group] = (count + most - 1) / most;
  }
  constexpr Index kDraws = 3000;
  for (Index repetition = 0; repetition < kDraws; ++repetition) {
    const Split split = Draw(pool, sweep, repetition, "split").at({10, 0});
    const Index group = groups[split.holdout.front()];
    ++drawn[group];
    REQUIRE(pieces.contains(group));
    REQUIRE(std::ssize(split.holdout) == 25);
    REQUIRE(std::ssize(set_of(split.holdout)) == 25);
    // A piece is one of equal parts, and no other example of the group is held out.
    const Index piece = (size[group] + pieces[group] - 1) / pieces[group];
    for (Index i = 0; i < 25; ++i) REQUIRE((groups[split.holdout[i]] == group) == (i < piece));
  }
  // Every piece is as likely: chi-squared over the groups, six standard deviations.
  double chi = 0;
  for (const auto& [group, count] : pieces) {
    const double expected = static_cast<double>(kDraws * count) / static_cast<double>(all_pieces);
    chi += std::pow(static_cast<double>(drawn[group]) - expected, 2) / expected;
  }
  const auto freedom = static_cast<double>(pieces.size() - 1);
  CHECK(chi < freedom + 6 * std::sqrt(2 * freedom));
}

TEST_CASE("a holdout around a group is filled from the permutation, whose rest is as before",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(400, 2);
  const std::vector<Index> groups = scattered_groups(400);
  const DrawPool pool = pool_of(corpus, 2, groups);
  const SweepConfig sweep = grouped_sweep({{"around_group", 3}, {"whole_groups", false}});
  for (Index repetition = 0; repetition < 20; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    std::vector<Index> order(400);
    for (Index i = 0; i < 400; ++i) order[i] = i;
    attempt_stream(sweep.seed, repetition, "split", draw.redraws()).shuffle(order);
    const Split split = draw.at({375, 0});
    const Index group = groups[split.holdout.front()];
    std::vector<Index> piece, others;
    for (const Index example : order) {
      const bool first = groups[example] == group && std::ssize(piece) < 3;
      (first ? piece : others).push_back(example);
    }
    const auto fill = others.begin() + (25 - std::ssize(piece));
    piece.insert(piece.end(), others.begin(), fill);
    CHECK(split.holdout == piece);
    CHECK(split.labeled == std::vector<Index>(fill, others.end()));
  }
}

TEST_CASE("of examples in groups too the smallest labeled part has every label",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(400, 4, GENERATE(0, 9));
  const DrawPool pool = pool_of(corpus, 4, scattered_groups(400));
  const bool stratified = GENERATE(false, true);
  const SweepConfig sweep =
      grouped_sweep({{"labeled", {4}}, {"unlabeled", {0}}, {"stratified", stratified}});
  for (Index repetition = 0; repetition < 50; ++repetition) {
    std::set<int> seen;
    for (const Index example : Draw(pool, sweep, repetition, "split").at({4, 0}).labeled)
      seen.insert(corpus.outputs[example].parts[0]);
    CHECK(seen.size() == 4);
  }
}

TEST_CASE("what groups leave too few examples for is told before any cell",
          "[experiments][splits]") {
  // 20 groups of 20: a holdout of 40 touches nearly all of them.
  const Corpus corpus = toy_corpus(400, 3, GENERATE(0, 2));
  std::vector<Index> groups(400);
  for (Index i = 0; i < 400; ++i) groups[i] = i / 20;
  const DrawPool pool = pool_of(corpus, 3, groups);
  SweepConfig sweep = grouped_sweep({{"labeled", {100}}, {"unlabeled", {0}}, {"holdout", 40}});
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("100 labeled + 0 unlabeled: at most ") &&
                 Contains("can be labeled; 40 are held out") &&
                 Contains("groups of theirs are not learned from (sweep.whole_groups)"));
  sweep.whole_groups = false;
  CHECK_NOTHROW(check_sizes(pool, sweep));
  sweep.around_group = 5;
  CHECK_NOTHROW(check_sizes(pool, sweep));
  // What the check lets pass every draw has, those of a selection among them; one more is too many.
  sweep =
      grouped_sweep({{"labeled", "all"}, {"unlabeled", {0}}, {"holdout", 4}, {"repetitions", 30}});
  sweep.selects = GENERATE(false, true);
  resolve_sizes(sweep, pool);
  check_sizes(pool, sweep);
  const Index most = sweep.sizes.front().labeled;
  for (Index repetition = 0; repetition < 30; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    CHECK(draw.num_labeled() >= most);
    CHECK(std::ssize(draw.at(sweep.sizes.front()).labeled) == most);
  }
  for (Index repetition = 0; sweep.selects && repetition < sweep.selection_repetitions;
       ++repetition)
    CHECK_NOTHROW(Draw(pool, sweep, repetition, "selection/split").at(sweep.sizes.front()));
  sweep.sizes = {{most + 1, 0}};
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("at most " + std::to_string(most) + " can be labeled"));
  // A draw that was not checked says so itself.
  sweep.sizes = {{390, 0}};
  sweep.every_label = false;
  CHECK_THAT(
      message_of<DataError>([&] {
        Draw(pool, sweep, 0, "split").at({390, 0});
      }),
      Contains("beside the groups that are held out") && Contains("sweep.whole_groups = false"));
}

TEST_CASE("a holdout of groups has all of a group before another one begins",
          "[experiments][splits]") {
  const Index gap = GENERATE(0, 9);
  const bool stratified = GENERATE(false, true);
  const Corpus corpus = toy_corpus(400, 2, gap);
  const std::vector<Index> groups = scattered_groups(400);
  const DrawPool pool = pool_of(corpus, 2, groups);
  std::map<Index, Index> size;  // labeled examples of each group
  for (Index i = 0; i < 400; ++i) size[groups[i]] += corpus.is_labeled(i) ? 1 : 0;
  const SweepConfig sweep = grouped_sweep({{"holdout_groups", true}, {"stratified", stratified}});
  check_sizes(pool, sweep);
  for (Index repetition = 0; repetition < sweep.repetitions; ++repetition) {
    const Split split = Draw(pool, sweep, repetition, "split").at({30, 40});
    check_disjoint(split, false);
    REQUIRE(std::ssize(split.holdout) == 25);
    CHECK(num_common(groups_of(split.holdout, groups), groups_of(split.labeled, groups)) == 0);
    CHECK(num_common(groups_of(split.holdout, groups), groups_of(split.unlabeled, groups)) == 0);
    std::map<Index, Index> held;
    for (std::size_t i = 0; i < split.holdout.size(); ++i) {
      const Index group = groups[split.holdout[i]];
      const bool goes_on = i > 0 && groups[split.holdout[i - 1]] == group;
      CHECK((group < 0 || goes_on || !held.contains(group)));  // one behind the other
      ++held[group];
    }
    const Index last = groups[split.holdout.back()];
    for (const auto& [group, count] : held) {
      if (group >= 0 && group != last) CHECK(count == size[group]);
    }
  }
  CHECK(split_identity(sweep) != split_identity(grouped_sweep()));
}

TEST_CASE("holdout_groups needs groups, a holdout, and no other rule of groups",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(100, 2);
  const SweepConfig sweep = grouped_sweep({{"holdout_groups", true}});
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(corpus, 2), sweep); }),
             Contains("sweep.holdout_groups: the data have no groups of two or more examples"));
  CHECK_THAT(
      message_of<ConfigError>([&] {
        grouped_sweep({{"holdout_groups", true}, {"holdout", "unlabeled"}, {"unlabeled", {20}}});
      }),
      Contains("sweep.holdout_groups stands beside holdout = \"unlabeled\""));
  CHECK_THAT(message_of<ConfigError>([&] {
               grouped_sweep({{"holdout_groups", true}, {"around_group", 5}});
             }),
             Contains("sweep.holdout_groups stands beside sweep.around_group"));
  CHECK_THROWS_AS(grouped_sweep({{"protocol", "folds"}, {"holdout_groups", true}}), ConfigError);
}

TEST_CASE("around_group needs groups and a holdout", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(100, 2);
  const SweepConfig sweep = grouped_sweep({{"around_group", 5}});
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(corpus, 2), sweep); }),
             Contains("sweep.around_group: the data have no groups of two or more examples"));
  std::vector<Index> alone(100);
  for (Index i = 0; i < 100; ++i) alone[i] = i;
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(corpus, 2, alone), sweep); }),
             Contains("no groups"));
  CHECK_THAT(message_of<ConfigError>([&] {
               grouped_sweep({{"around_group", 5}, {"holdout", "unlabeled"}, {"unlabeled", {20}}});
             }),
             Contains("sweep.around_group stands beside holdout = \"unlabeled\""));
  CHECK_THROWS_AS(grouped_sweep({{"around_group", 0}}), ConfigError);
  CHECK_THROWS_AS(grouped_sweep({{"protocol", "folds"}, {"around_group", 3}}), ConfigError);
  // Held out is one example: one of a group.
  std::vector<Index> one_pair(100, -1);
  one_pair[3] = one_pair[70] = 0;
  const DrawPool pool = pool_of(corpus, 2, one_pair);
  const SweepConfig one = grouped_sweep({{"around_group", 5}, {"holdout", 1}});
  check_sizes(pool, one);
  std::set<Index> held;
  for (Index repetition = 0; repetition < 30; ++repetition)
    held.insert(Draw(pool, one, repetition, "split").at({10, 0}).holdout.front());
  CHECK(held == std::set<Index>{3, 70});
}
