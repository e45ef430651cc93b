// Draws, view policies and the tables made from them.
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "costruct/data/examples/part_tables.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/draws/splits.hpp"
#include "experiments/draws/toy_pool.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

SweepConfig toy_sweep() {
  SweepConfig sweep;
  sweep.sizes = {{4, 0}, {4, 10}, {8, 0}, {8, 10}, {8, 20}};
  sweep.holdout = 15;
  sweep.seed = 3;
  return sweep;
}

}  // namespace

TEST_CASE("labeled, unlabeled and held-out examples are disjoint and as many as asked for",
          "[experiments][splits]") {
  const Index gap = GENERATE(0, 4);
  const Corpus corpus = toy_corpus(80, 3, gap);
  const DrawPool pool = pool_of(corpus, 3);
  for (Index repetition = 0; repetition < 20; ++repetition) {
    const Draw draw(pool, toy_sweep(), repetition, "split");
    for (const CellSizes& sizes : toy_sweep().sizes) {
      const Split split = draw.at(sizes);
      CHECK(static_cast<Index>(split.labeled.size()) == sizes.labeled);
      CHECK(static_cast<Index>(split.unlabeled.size()) == sizes.unlabeled);
      CHECK(split.holdout.size() == 15);
      std::set<Index> all;
      for (const auto* part : {&split.labeled, &split.unlabeled, &split.holdout})
        all.insert(part->begin(), part->end());
      CHECK(static_cast<Index>(all.size()) == sizes.labeled + sizes.unlabeled + 15);
      for (const auto* part : {&split.labeled, &split.holdout}) {
        for (const Index example : *part) CHECK(corpus.is_labeled(example));
      }
    }
  }
}

TEST_CASE("draws are nested in both sizes, and the holdout is fixed", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 3, GENERATE(0, 4));
  const DrawPool pool = pool_of(corpus, 3);
  const Draw draw(pool, toy_sweep(), 2, "split");
  CHECK(starts_with(draw.at({8, 0}).labeled, draw.at({4, 0}).labeled));
  CHECK(starts_with(draw.at({8, 20}).unlabeled, draw.at({8, 10}).unlabeled));
  CHECK(draw.at({8, 20}).holdout == draw.at({4, 0}).holdout);
  // The unlabeled come right behind the labeled: what n takes more, m has to give.
  if (pool.num_labeled() == pool.size()) {
    const Split small = draw.at({4, 10}), large = draw.at({8, 10});
    CHECK(std::vector<Index>(small.unlabeled.begin(), small.unlabeled.begin() + 4) ==
          std::vector<Index>(large.labeled.begin() + 4, large.labeled.end()));
  }
}

TEST_CASE("a draw is a whole shuffle of its stream: held out, labeled, unlabeled",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 3);
  const DrawPool pool = pool_of(corpus, 3);
  for (Index repetition = 0; repetition < 20; ++repetition) {
    const Draw draw(pool, toy_sweep(), repetition, "split");
    std::vector<Index> order(80);
    for (Index i = 0; i < 80; ++i) order[i] = i;
    attempt_stream(3, repetition, "split", draw.redraws()).shuffle(order);
    const auto part = [&](Index from, Index to) {
      return std::vector<Index>(order.begin() + from, order.begin() + to);
    };
    CHECK(draw.at({8, 20}) == Split{part(15, 23), part(23, 43), part(0, 15)});
    CHECK(draw.at({4, 61}) == Split{part(15, 19), part(19, 80), part(0, 15)});
  }
}

TEST_CASE("a draw depends on seed, repetition, purpose, and on no size beyond the smallest",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 3);
  const DrawPool pool = pool_of(corpus, 3);
  SweepConfig sweep = toy_sweep();
  const std::string hash = Draw(pool, sweep, 0, "split").at({4, 10}).hash();
  CHECK(hash.size() == 16);
  CHECK(Draw(pool, sweep, 0, "split").at({4, 10}).hash() == hash);
  CHECK(Draw(pool, sweep, 0, "split").at({4, 0}).hash() != hash);
  CHECK(Draw(pool, sweep, 1, "split").at({4, 10}).hash() != hash);
  CHECK(Draw(pool, sweep, 0, "selection/split").at({4, 10}).hash() != hash);
  sweep.sizes.push_back({30, 30});
  CHECK(Draw(pool, sweep, 0, "split").at({4, 10}).hash() == hash);
  sweep.seed = 4;
  CHECK(Draw(pool, sweep, 0, "split").at({4, 10}).hash() != hash);
}

TEST_CASE("the smallest labeled part has every label, by redraws that are counted",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 4);
  const DrawPool pool = pool_of(corpus, 4);
  SweepConfig sweep = toy_sweep();  // 4 labeled examples, 4 labels: one draw in about ten
  Index redraws = 0;
  for (Index repetition = 0; repetition < 30; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    std::set<int> seen;
    for (const Index example : draw.at({4, 0}).labeled)
      seen.insert(corpus.outputs[example].parts[0]);
    CHECK(seen.size() == 4);
    redraws += draw.redraws();
  }
  CHECK(redraws > 60);
  CHECK(redraws < 1200);
}

TEST_CASE("where no draw can have every label, the error names the rarest",
          "[experiments][splits]") {
  Corpus corpus = toy_corpus(80, 2);
  corpus.outputs[5].parts[0] = 2;  // one example of 80
  corpus.outputs[6].parts[0] = 3;
  const DrawPool pool = pool_of(corpus, 5);  // label4 nowhere
  CHECK_THAT(message_of<DataError>([&] { Draw(pool, toy_sweep(), 0, "split"); }),
             Contains("label label4 was missing from 10000 of them") &&
                 Contains("sweep.every_label = false"));
}

TEST_CASE("draws are taken as they come where they need not have every label",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 4);
  const DrawPool pool = pool_of(corpus, 4);
  SweepConfig any = toy_sweep();
  any.every_label = false;
  Index incomplete = 0;
  for (Index repetition = 0; repetition < 30; ++repetition) {
    const Draw strict(pool, toy_sweep(), repetition, "split"), draw(pool, any, repetition, "split");
    CHECK(draw.redraws() == 0);
    incomplete += strict.redraws() > 0;
    // Only what was refused is different.
    CHECK((draw.at({8, 20}) == strict.at({8, 20})) == (strict.redraws() == 0));
  }
  CHECK(incomplete > 15);
  CHECK(split_identity(any) != split_identity(toy_sweep()));
}

TEST_CASE("too few examples for all labels are an error at once, which says the way out",
          "[experiments][splits]") {
  const Corpus corpus = toy_corpus(80, 5);  // one label each: four examples cannot have five
  const DrawPool pool = pool_of(corpus, 5);
  const Protocol protocol =
      GENERATE(Protocol::kResample, Protocol::kFolds, Protocol::kInverseFolds);
  SweepConfig sweep = toy_sweep();
  sweep.protocol = protocol;
  sweep.k = 4;
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("no 4 labeled examples of these data have all 5 labels") &&
                 Contains("sweep.every_label = false"));
  sweep.every_label = false;
  CHECK_NOTHROW(check_sizes(pool, sweep));
  sweep.every_label = true;
  sweep.sizes = {{5, 0}};
  CHECK_NOTHROW(check_sizes(pool, sweep));
}

TEST_CASE("a data set that is too small is an error with the numbers", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(40, 2);
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(corpus, 2), toy_sweep()); }),
             Contains("sweep: 8 labeled + 20 unlabeled: at most 17 are left as unlabeled; 15 are "
                      "held out, and the "
                      "data has 40 examples"));
}

TEST_CASE("holdout unlabeled scores the unlabeled examples", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(40, 2, 4);
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep = toy_sweep();
  sweep.holdout = 0;
  sweep.score_unlabeled = true;
  const Split split = Draw(pool, sweep, 0, "split").at({8, 10});
  CHECK(split.unlabeled.size() == 10);
  CHECK(split.holdout == split.unlabeled);
  for (const Index example : split.unlabeled) CHECK(corpus.is_labeled(example));
}

TEST_CASE("view policies assign features as they say", "[experiments][views]") {
  FeatureFacts facts;
  facts.groups = {"token", "surface", "tag"};
  facts.group = {0, 0, 1, 2, 1};
  facts.number = {1, 2, 3, 4, 9};
  const auto views_of = [&](const Json& block) {
    ConfigErrors errors;
    check_views(block, "views", errors);
    REQUIRE(errors.messages() == std::vector<std::string>{});
    return read_views(block).assign(facts, RandomStream(1, 0, "views"));
  };
  using Views = std::vector<std::int32_t>;
  CHECK(views_of(Json::object()).view_of == Views{0, 0, 0, 0, 0});
  CHECK(views_of({{"split", "named"}}).view_of == Views{0, 0, 1, 2, 1});
  CHECK(views_of({{"split", "named"}}).count == 3);
  CHECK(views_of({{"split", "named"}, {"groups", {{"tag"}, {"token"}}}}).view_of ==
        Views{1, 1, -1, 0, -1});
  CHECK(views_of({{"split", "odd_even"}}).view_of == Views{0, 1, 0, 1, 0});
  facts.group[2] = -1;  // in no group, so in no named view
  CHECK(views_of({{"split", "named"}}).view_of == Views{0, 0, -1, 2, 1});
  CHECK(views_of({{"split", "named"}, {"groups", {{"tag"}, {"token"}}}}).view_of ==
        Views{1, 1, -1, 0, -1});
  CHECK(views_of({{"split", "none"}}).view_of == Views{0, 0, 0, 0, 0});
  CHECK(views_of({{"split", "ranges"}, {"ranges", {{{1, 1}, {9, 12}}, {3, 4}}}}).view_of ==
        Views{0, -1, 1, 1, 0});
  CHECK(joined(views_of({{"split", "ranges"}, {"ranges", {{1, 2}, {3, 4}}}})).view_of ==
        Views{0, 0, 0, 0, -1});
  CHECK_THAT(message_of<ConfigError>([&] {
               views_of({{"split", "named"}, {"groups", {{"surfac"}}}});
             }),
             Contains("no group surfac: did you mean surface?"));
}

TEST_CASE("random views are a partition into nearly equal parts, fresh per repetition",
          "[experiments][views]") {
  FeatureFacts facts;
  facts.group.assign(100, 0);
  facts.number.resize(100);
  std::iota(facts.number.begin(), facts.number.end(), 1);
  const ViewPolicy policy = read_views({{"split", "random"}, {"count", 3}});
  const ViewAssignment first = policy.assign(facts, RandomStream(1, 0, "views"));
  std::vector<int> sizes(3, 0);
  for (const std::int32_t view : first.view_of) ++sizes.at(view);
  CHECK(*std::max_element(sizes.begin(), sizes.end()) -
            *std::min_element(sizes.begin(), sizes.end()) <=
        1);
  CHECK(policy.assign(facts, RandomStream(1, 0, "views")).view_of == first.view_of);
  CHECK(policy.assign(facts, RandomStream(1, 1, "views")).view_of != first.view_of);
}

TEST_CASE("random views of some groups split these as if there were no others",
          "[experiments][views]") {
  FeatureFacts facts{{"words", "counts", "latent"}, {}, {}}, words{{"words"}, {}, {}};
  for (int i = 0; i < 60; ++i) {
    const int group = i % 4 == 3 ? -1 : i % 4;
    facts.group.push_back(group);
    facts.number.push_back(static_cast<std::uint64_t>(1 + i / 4));
    if (group == 0) words.group.push_back(0);
    if (group == 0) words.number.push_back(facts.number.back());
  }
  const auto views_of = [](const Json& groups, const FeatureFacts& of) {
    Json block = {{"split", "random"}, {"count", 2}};
    if (!groups.is_null()) block["groups"] = groups;
    return read_views(block).assign(of, RandomStream(1, 0, "views")).view_of;
  };
  const auto some = views_of({{"words"}}, facts), alone = views_of(nullptr, words);
  std::vector<std::int32_t> of_words;
  for (std::size_t i = 0; i < some.size(); ++i) {
    if (facts.group[i] == 0) {
      of_words.push_back(some[i]);
    } else {
      CHECK(some[i] == -1);
    }
  }
  CHECK(of_words == alone);
  // Features of one number stay together.
  const auto two = views_of(Json::array({{"words", "counts"}}), facts);
  for (std::size_t i = 0; i < two.size(); i += 4) CHECK((two[i] >= 0 && two[i] == two[i + 1]));
  CHECK(read_views({{"split", "random"}}).block == Json{{"split", "random"}, {"count", 2}});
  CHECK_THAT(message_of<ConfigError>([&] { views_of({{"word"}}, facts); }),
             Contains("no group word: did you mean words?"));
}

TEST_CASE("tables hold the examples asked for, and the features that known ones have",
          "[experiments][views]") {
  Corpus corpus = toy_corpus(10, 2);
  corpus.features.value.assign(corpus.features.feature.size(), 2.0);
  ViewAssignment views{2, {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, -1}};
  const std::vector<Index> known = {9, 4, 0}, scored = {1, 4};
  const ViewTables made = tables_by_view(corpus.features, {known, scored, views});
  // Example i has the features i % 7 and 7 + i % 5; feature 11 is in no view.
  CHECK(made.features[0] == std::vector<std::int32_t>{0, 2, 4});
  CHECK(made.features[1] == std::vector<std::int32_t>{7});
  const FeatureTable& first = made.tables[0];
  CHECK(first.num_features == 3);
  CHECK(first.num_examples() == 5);
  const std::vector<std::vector<std::int32_t>> expected = {{1}, {2}, {0}, {}, {2}};
  for (Index i = 0; i < 5; ++i) {
    CHECK(std::vector<std::int32_t>(first.features_of(i).begin(), first.features_of(i).end()) ==
          expected[i]);
    for (const double value : first.values_of(i)) CHECK(value == 2.0);
  }
  CHECK(made.tables[1].num_examples() == 5);
  CHECK(made.tables[1].feature == std::vector<std::int32_t>{0});
}

TEST_CASE("random views keep the features of a column together, in equal numbers of columns",
          "[experiments][views]") {
  const ViewPolicy views = read_views({{"split", "random"}, {"count", 3}});
  FeatureFacts facts;
  facts.groups = {"features"};
  facts.number = {1, 1, 1, 2, 4, 4, 5, 7, 7, 7, 8, 9, 9};  // 7 columns
  facts.group.assign(facts.number.size(), 0);
  bool differ = false;
  std::vector<std::int32_t> last;
  for (std::uint64_t repetition = 0; repetition < 50; ++repetition) {
    const ViewAssignment assignment = views.assign(facts, RandomStream(1, repetition, "views"));
    std::map<std::uint64_t, std::set<std::int32_t>> views_of_column;
    std::map<std::int32_t, std::set<std::uint64_t>> columns_of_view;
    for (std::size_t f = 0; f < facts.number.size(); ++f) {
      views_of_column[facts.number[f]].insert(assignment.view_of[f]);
      columns_of_view[assignment.view_of[f]].insert(facts.number[f]);
    }
    for (const auto& [column, in] : views_of_column) CHECK(in.size() == 1);
    REQUIRE(columns_of_view.size() == 3);
    for (const auto& [view, columns] : columns_of_view)
      CHECK((columns.size() == 2 || columns.size() == 3));
    differ = differ || (!last.empty() && last != assignment.view_of);
    last = assignment.view_of;
  }
  CHECK(differ);
}

TEST_CASE(
    "where features have numbers of their own, random views cut a permutation of the features",
    "[experiments][views]") {
  FeatureFacts facts;
  facts.groups = {"features"};
  facts.number = {7, 3, 100, 4, 1, 9, 12};
  facts.group.assign(facts.number.size(), 0);
  for (std::uint64_t repetition = 0; repetition < 10; ++repetition) {
    std::vector<std::int32_t> order = {0, 1, 2, 3, 4, 5, 6};
    RandomStream(5, repetition, "views").shuffle(order);
    std::vector<std::int32_t> expected(7, 1);
    for (const int i : {0, 1, 2})
      expected[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = 0;
    const ViewPolicy views = read_views({{"split", "random"}, {"count", 2}});
    CHECK(views.assign(facts, RandomStream(5, repetition, "views")).view_of == expected);
  }
}

TEST_CASE(
    "stratified draws have as many labeled examples of each label, nested, and unlabeled ones as "
    "they come",
    "[experiments][splits]") {
  // Label 0 five times as often as the others; every seventh example has none.
  Corpus corpus = toy_corpus(140, 3, 7);
  for (Index i = 0; i < corpus.size(); ++i) {
    if (corpus.is_labeled(i) && i % 5 != 0) corpus.outputs[i].parts[0] = i % 9 == 0 ? 1 : 0;
  }
  const DrawPool pool = pool_of(corpus, 3);
  const SweepConfig sweep = swept({{"labeled", {3, 6, 12}},
                                   {"unlabeled", {0, 20, 40}},
                                   {"holdout", 30},
                                   {"repetitions", 5},
                                   {"stratified", true}});
  check_sizes(pool, sweep);
  for (Index repetition = 0; repetition < sweep.repetitions; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    for (const CellSizes sizes : sweep.sizes) {
      const Split split = draw.at(sizes);
      check_disjoint(split, false);
      CHECK(std::ssize(split.labeled) == sizes.labeled);
      CHECK(std::ssize(split.unlabeled) == sizes.unlabeled);
      CHECK(std::ssize(split.holdout) == 30);
      std::vector<Index> of_label(3, 0);
      for (const Index example : split.labeled) ++of_label[corpus.outputs[example].parts.at(0)];
      CHECK(of_label == std::vector<Index>(3, sizes.labeled / 3));
      CHECK(starts_with(split.labeled, draw.at({3, 0}).labeled));
      CHECK(starts_with(draw.at({sizes.labeled, 40}).unlabeled, split.unlabeled));
      CHECK(split.holdout == draw.at({3, 0}).holdout);
    }
    CHECK_FALSE(draw.at({6, 0}) == Draw(pool, sweep, repetition + 1, "split").at({6, 0}));
  }
  SweepConfig plain = sweep;
  plain.stratified = false;
  CHECK(split_identity(plain) != split_identity(sweep));
  CHECK_FALSE(split_identity(plain).contains("stratified"));
}

TEST_CASE("shares of the examples are the numbers that they become", "[experiments][splits]") {
  const Index count = GENERATE(100, 140, 1, 999);
  const Corpus corpus = toy_corpus(count, 3, 7);
  const DrawPool pool = pool_of(corpus, 3);
  const auto floor_of = [](Index n, Index percent) { return n * percent / 100; };
  const Index n = pool.num_labeled(), all = pool.size();
  if (n < 1) return;
  for (const Index percent : {5, 29, 58}) {
    const std::string text = std::to_string(percent) + "%";
    const Json labeled = std::max<Index>(1, floor_of(n, percent));
    const Json unlabeled = floor_of(all, percent), held = std::max<Index>(1, floor_of(n, 20));
    const auto resolved = [&](const Json& block) {
      SweepConfig sweep = swept(block);
      resolve_sizes(sweep, pool);
      return sweep;
    };
    for (const bool as_pairs : {false, true}) {
      Json shares = {{"holdout", "20 %"}}, numbers = {{"holdout", held}};
      for (auto [block, l, u] : {std::tuple(&shares, Json(text), Json(text)),
                                 std::tuple(&numbers, labeled, unlabeled)}) {
        if (as_pairs) {
          (*block)["pairs"] = {{l, u}, {1000, 0}};
        } else {
          (*block)["labeled"] = {1000, l};
          (*block)["unlabeled"] = {u};
        }
      }
      CAPTURE(count, percent, as_pairs, shares.dump());
      const SweepConfig of_shares = resolved(shares), of_numbers = resolved(numbers);
      CHECK(of_shares.sizes == of_numbers.sizes);
      CHECK(of_shares.holdout == of_numbers.holdout);
      CHECK(split_identity(of_shares) == split_identity(of_numbers));
      CHECK(of_shares.size_notes.size() == 3);
      CHECK(of_numbers.size_notes.empty());
    }
  }
}

TEST_CASE("shares are read exactly, and say what they became", "[experiments][splits]") {
  const Corpus corpus = toy_corpus(200, 2);
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep = swept({{"labeled", {"12.5%", "0.000001%", "100%"}}, {"holdout", 1}});
  CHECK(sweep.sizes.empty());
  resolve_sizes(sweep, pool);
  CHECK(sweep.sizes == std::vector<CellSizes>{{1, 0}, {25, 0}, {200, 0}});
  CHECK(sweep.size_notes.front() == "sweep.labeled: 12.5% of 200 examples with labels are 25");
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("200 labeled + 0 unlabeled: at most 199 can be labeled"));
  SweepConfig twice = swept({{"labeled", {"5%", 10}}, {"holdout", "10%"}});
  CHECK(message_of<ConfigError>([&] { resolve_sizes(twice, pool); }) ==
        "sweep.labeled: \"5%\" and 10 are the same number of examples, 10");
  SweepConfig scored = swept({{"labeled", {5}}, {"unlabeled", {"0%"}}, {"holdout", "unlabeled"}});
  CHECK_THAT(message_of<ConfigError>([&] { resolve_sizes(scored, pool); }),
             Contains("sweep.unlabeled holds 0, but holdout is"));
}

TEST_CASE(
    "where a label has run out, rounds go on with the others, several labels an example are an "
    "error",
    "[experiments][splits]") {
  Corpus corpus = toy_corpus(40, 2);
  for (Index i = 4; i < corpus.size(); ++i) corpus.outputs[i].parts[0] = 0;  // 1 occurs twice
  const SweepConfig sweep = swept({{"labeled", {2, 10}},
                                   {"unlabeled", {0}},
                                   {"holdout", 5},
                                   {"stratified", true},
                                   {"repetitions", 3}});
  const DrawPool pool = pool_of(corpus, 2);
  for (Index repetition = 0; repetition < 3; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    const auto ones = [&](const std::vector<Index>& examples) {
      return std::count_if(examples.begin(), examples.end(),
                           [&](Index i) { return corpus.outputs[i].parts[0] == 1; });
    };
    CHECK(ones(draw.at({2, 0}).labeled) == 1);
    CHECK(ones(draw.at({10, 0}).labeled) + ones(draw.at({10, 0}).holdout) == 2);
  }
  corpus.outputs[7].parts = {0, 1};
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(corpus, 2), sweep); }),
             Contains("example 8 has 2 labels"));
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool_of(toy_corpus(9, 0 + 1), 0), sweep); }),
             Contains("no labels to go by"));
}
