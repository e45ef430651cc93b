// Protocols: what folds, inverse folds and split files promise.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <thread>

#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/draws/fold_partition.hpp"
#include "costruct/experiments/draws/split_files.hpp"
#include "costruct/experiments/draws/splits.hpp"
#include "experiments/draws/toy_pool.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

SweepConfig fold_sweep(Protocol protocol, Index k, std::vector<CellSizes> sizes) {
  SweepConfig sweep;
  sweep.protocol = protocol;
  sweep.k = k;
  sweep.repetitions = k;
  sweep.sizes = std::move(sizes);
  sweep.score_unlabeled = protocol == Protocol::kInverseFolds;
  sweep.seed = 3;
  return sweep;
}

std::string errors_of(const Json& block) {
  return message_of<ConfigError>([&] { swept(block); });
}

}  // namespace

TEST_CASE("folds cut any number of items into k parts whose sizes differ by at most one",
          "[experiments][protocols]") {
  for (Index count = 2; count <= 30; ++count) {
    for (Index k = 2; k <= count; ++k) {
      CHECK(first_of_fold(count, k, 0) == 0);
      CHECK(first_of_fold(count, k, k) == count);
      for (Index fold = 0; fold < k; ++fold) {
        const Index size = first_of_fold(count, k, fold + 1) - first_of_fold(count, k, fold);
        CHECK((size == count / k || size == (count + k - 1) / k));
      }
    }
  }
}

TEST_CASE("under folds every example is held out exactly once per partition",
          "[experiments][protocols]") {
  const auto [count, k, gap] = GENERATE(table<Index, Index, Index>(
      {{20, 2, 0}, {20, 5, 0}, {23, 5, 0}, {23, 23, 0}, {31, 4, 3}, {80, 7, 4}, {9, 6, 3}}));
  const Corpus corpus = toy_corpus(count, 2, gap);
  const DrawPool pool = pool_of(corpus, 2);
  const Index labeled = pool.num_labeled(), most = labeled - (labeled + k - 1) / k;
  const SweepConfig sweep = fold_sweep(Protocol::kFolds, k, {{most, 0}});
  for (Index partition = 0; partition < 3; ++partition) {
    std::vector<Index> held;
    for (Index fold = 0; fold < k; ++fold) {
      const Draw draw(pool, sweep, partition * k + fold, "split");
      const Split split = draw.at({most, pool.size() - labeled});
      CHECK(static_cast<Index>(split.labeled.size()) == most);
      CHECK(static_cast<Index>(split.unlabeled.size()) == pool.size() - labeled);
      check_disjoint(split, false);
      const Index size = static_cast<Index>(split.holdout.size());
      CHECK((size == labeled / k || size == (labeled + k - 1) / k));
      for (const auto* part : {&split.labeled, &split.holdout}) {
        for (const Index example : *part) CHECK(corpus.is_labeled(example));
      }
      held.insert(held.end(), split.holdout.begin(), split.holdout.end());
    }
    CHECK(static_cast<Index>(held.size()) == labeled);
    CHECK(static_cast<Index>(set_of(held).size()) == labeled);
  }
}

TEST_CASE(
    "under inverse folds every example is labeled exactly once per partition, and else scored",
    "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(60, 2, GENERATE(0, 4));
  const DrawPool pool = pool_of(corpus, 2);
  const Index k = 5, labeled = pool.num_labeled(), fold_size = labeled / k;
  REQUIRE(labeled % k == 0);
  const Index others = labeled - fold_size;
  const SweepConfig sweep = fold_sweep(Protocol::kInverseFolds, k, {{fold_size, others}});
  std::map<Index, int> times_labeled, times_scored;
  for (Index fold = 0; fold < k; ++fold) {
    const Split split = Draw(pool, sweep, fold, "split").at({fold_size, others});
    check_disjoint(split, true);
    for (const Index example : split.labeled) ++times_labeled[example];
    for (const Index example : split.holdout) ++times_scored[example];
  }
  for (Index example = 0; example < pool.size(); ++example) {
    CHECK(times_labeled[example] == (corpus.is_labeled(example) ? 1 : 0));
    CHECK(times_scored[example] == (corpus.is_labeled(example) ? k - 1 : 0));
  }
}

TEST_CASE("inverse folds may hold out a number of the other folds' examples",
          "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(60, 2, 4);
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep = fold_sweep(Protocol::kInverseFolds, 5, {{9, 0}, {9, 36}});
  sweep.score_unlabeled = false;
  sweep.holdout = 15;
  check_sizes(pool, sweep);
  for (Index repetition = 0; repetition < 10; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    const Split split = draw.at({9, 36});
    check_disjoint(split, false);
    CHECK(split.holdout.size() == 15);
    CHECK(split.unlabeled.size() == 36);  // 60 examples less the 9 and the 15: all of them
    for (const Index example : split.holdout) CHECK(corpus.is_labeled(example));
    CHECK(draw.at({9, 0}).holdout == split.holdout);
  }
}

TEST_CASE("draws of folds are nested in both sizes and depend on no other size",
          "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(80, 3, GENERATE(0, 4));
  const DrawPool pool = pool_of(corpus, 3);
  const Protocol protocol = GENERATE(Protocol::kFolds, Protocol::kInverseFolds);
  const SweepConfig sweep = fold_sweep(protocol, 4, {{5, 5}, {9, 10}, {13, 20}});
  SweepConfig more = sweep;
  more.sizes.push_back({14, 30});
  for (Index repetition = 0; repetition < 8; ++repetition) {
    const Draw draw(pool, sweep, repetition, "split");
    CHECK(starts_with(draw.at({13, 0}).labeled, draw.at({5, 0}).labeled));
    CHECK(starts_with(draw.at({9, 20}).unlabeled, draw.at({9, 5}).unlabeled));
    CHECK(Draw(pool, more, repetition, "split").at({9, 10}) == draw.at({9, 10}));
    CHECK(Draw(pool_of(corpus, 3), sweep, repetition, "split").at({9, 10}) == draw.at({9, 10}));
    CHECK_FALSE(Draw(pool, sweep, repetition, "selection/split").at({9, 10}) == draw.at({9, 10}));
    CHECK_FALSE(Draw(pool, sweep, repetition + 4, "split").at({9, 10}) == draw.at({9, 10}));
    if (protocol == Protocol::kFolds)
      CHECK(draw.at({5, 5}).holdout == draw.at({13, 20}).holdout);
    else
      CHECK(draw.at({5, 5}).unlabeled == draw.at({13, 5}).unlabeled);
  }
}

TEST_CASE("the smallest labeled part of every fold has every label, by redraws of the partition",
          "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(60, 3);
  const DrawPool pool = pool_of(corpus, 3);
  const Protocol protocol = GENERATE(Protocol::kFolds, Protocol::kInverseFolds);
  const Index k = 4;
  const SweepConfig sweep = fold_sweep(protocol, k, {{6, 4}});
  Index redraws = 0;
  for (Index partition = 0; partition < 20; ++partition) {
    const Index of_first_fold = Draw(pool, sweep, partition * k, "split").redraws();
    redraws += of_first_fold;
    for (Index fold = 0; fold < k; ++fold) {
      const Draw draw(pool, sweep, partition * k + fold, "split");
      CHECK(draw.redraws() == of_first_fold);
      std::set<int> seen;
      for (const Index example : draw.at({6, 4}).labeled)
        seen.insert(corpus.outputs[example].parts[0]);
      CHECK(seen.size() == 3);
    }
  }
  // Six of sixty lack one of three labels with probability 0.24, so a partition into four passes
  // about every third time; 20 of them take about 40 redraws.
  CHECK(redraws > 10);
  CHECK(redraws < 120);
}

TEST_CASE("a permutation is redrawn exactly when some fold's smallest labeled part lacks a label",
          "[experiments][protocols]") {
  // Against the plain rule, looked at fold by fold, for windows shorter and longer than a fold.
  const Corpus corpus = toy_corpus(22, 3, GENERATE(0, 5));
  const DrawPool pool = pool_of(corpus, 3);
  const Index k = GENERATE(2, 3, 5), smallest = GENERATE(3, 4, 7);
  const SweepConfig sweep = fold_sweep(Protocol::kFolds, k, {{smallest, 0}});
  std::vector<Index> order;
  for (Index partition = 0; partition < 20; ++partition) {
    Index expected = 0;
    for (bool complete = false; !complete; ++expected) {
      order.resize(pool.size());
      for (Index i = 0; i < pool.size(); ++i) order[i] = i;
      attempt_stream(sweep.seed, partition, "split", expected).shuffle(order);
      std::erase_if(order, [&](Index example) { return !pool.is_labeled(example); });
      complete = true;
      for (Index fold = 0; fold < k; ++fold) {
        std::set<int> seen;
        for (Index i = 0; i < smallest; ++i) {
          const Index rank = (first_of_fold(pool.num_labeled(), k, fold) + i) % pool.num_labeled();
          seen.insert(corpus.outputs[order[rank]].parts[0]);
        }
        complete = complete && seen.size() == 3;
      }
    }
    CHECK(FoldPartition(pool, sweep, partition, "split").redraws() == expected - 1);
  }
}

TEST_CASE("a label too rare for every fold is an error that names it", "[experiments][protocols]") {
  Corpus corpus = toy_corpus(40, 2);
  corpus.outputs[5].parts[0] =
      2;  // one example: where it is held out, no labeled part has its label
  const DrawPool pool = pool_of(corpus, 3);
  CHECK_THAT(message_of<DataError>([&] {
               Draw(pool, fold_sweep(Protocol::kFolds, 4, {{20, 0}}), 0, "split");
             }),
             Contains("no partition out of 10000 into 4 folds, 20 labeled examples in each, has "
                      "all 3 labels") &&
                 Contains("label label2 was missing from 10000 of them"));
}

TEST_CASE("draws are the same from several threads", "[experiments][protocols][determinism]") {
  const Corpus corpus = toy_corpus(60, 3);
  const SweepConfig sweep = fold_sweep(Protocol::kFolds, 4, {{5, 4}});
  const auto hashes_of = [&](const DrawPool& pool) {
    std::string all;
    for (Index repetition = 0; repetition < 80; ++repetition)
      all += Draw(pool, sweep, repetition, "split").at({5, 4}).hash();
    return all;
  };
  const std::string expected = hashes_of(pool_of(corpus, 3));
  const DrawPool shared = pool_of(corpus, 3);
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& hashes : found) threads.emplace_back([&] { hashes = hashes_of(shared); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& hashes : found) CHECK(hashes == expected);
}

TEST_CASE("sizes \"all\" are what every repetition can give", "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(64, 2, 16);  // 60 labeled
  const DrawPool pool = pool_of(corpus, 2);
  const auto sizes_of = [&](const Json& block) {
    SweepConfig sweep = swept(block);
    resolve_sizes(sweep, pool);
    check_sizes(pool, sweep);
    return sweep.sizes;
  };
  using Sizes = std::vector<CellSizes>;
  CHECK(sizes_of({{"protocol", "folds"}, {"k", 7}}) == Sizes{{51, 0}});  // the largest fold has 9
  CHECK(sizes_of({{"protocol", "folds"}, {"k", 7}, {"labeled", {20, 10}}, {"unlabeled", "all"}}) ==
        Sizes{{10, 45}, {20, 35}});
  CHECK(sizes_of({{"protocol", "inverse_folds"}, {"k", 7}}) == Sizes{{8, 51}});
  CHECK(sizes_of({{"protocol", "inverse_folds"}, {"k", 6}, {"holdout", 20}, {"labeled", {4, 8}}}) ==
        Sizes{{4, 34}, {8, 34}});
  CHECK(sizes_of({{"holdout", 20}, {"labeled", {10}}, {"unlabeled", "all"}}) == Sizes{{10, 34}});
  CHECK(sizes_of({{"holdout", "unlabeled"}, {"labeled", {10}}, {"unlabeled", "all"}}) ==
        Sizes{{10, 50}});
  CHECK(sizes_of({{"holdout", 20}, {"labeled", "all"}}) == Sizes{{40, 0}});
  CHECK(sizes_of({{"protocol", "folds"}, {"pairs", {{9, 2}, {3, 4}}}}) == Sizes{{3, 4}, {9, 2}});
}

TEST_CASE("what the folds cannot give is an error with the numbers", "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(50, 2);
  const DrawPool pool = pool_of(corpus, 2);
  const auto error_of = [&](const Json& block) {
    return message_of<ConfigError>([&] {
      SweepConfig sweep = swept(block);
      resolve_sizes(sweep, pool);
      check_sizes(pool, sweep);
    });
  };
  const auto [block, message] = GENERATE(table<std::string, std::string>({
      {R"({"protocol": "folds", "k": 60})", "sweep.k = 60: there are 50 labeled examples"},
      {R"({"protocol": "inverse_folds", "k": 1000000})", "sweep.k = 1000000: there are 50"},
      {R"({"protocol": "folds", "k": 5, "labeled": [41]})",
       "sweep: 41 labeled + 0 unlabeled: at most 40 can be labeled; there are 5 folds"},
      {R"({"protocol": "folds", "k": 5, "labeled": [30], "unlabeled": [11]})",
       "sweep: 30 labeled + 11 unlabeled: at most 10 are left as unlabeled; there are 5 folds"},
      {R"({"protocol": "inverse_folds", "k": 5, "labeled": [11]})", "at most 10 can be labeled"},
      {R"({"protocol": "inverse_folds", "k": 5, "unlabeled": [41]})",
       "at most 40 are left as unlabeled"},
      {R"({"protocol": "inverse_folds", "k": 5, "holdout": 41})",
       "sweep.holdout = 41: the folds beside the labeled one have 40 examples"},
      {R"({"holdout": 60, "labeled": "all"})",
       "sweep.labeled = \"all\": no labeled examples are left; 60 are held out"},
      {R"({"holdout": "unlabeled", "labeled": [50], "unlabeled": "all"})",
       "50 labeled + 0 unlabeled: the unlabeled are scored, and there are none"},
  }));
  INFO(block);
  CHECK_THAT(error_of(Json::parse(block)), Contains(message));
  CHECK_THAT(error_of(Json::parse(block)), !Catch::Equals(""));
}

TEST_CASE("a key of another protocol, or a wrong value, is an error that says so",
          "[experiments][protocols]") {
  const auto [block, message] = GENERATE(table<std::string, std::string>({
      {R"({"k": 5, "labeled": [3], "holdout": 5})",
       "sweep.k belongs to protocol folds or inverse_folds, but protocol is resample"},
      {R"({"protocol": "folds", "holdout": 5})",
       "sweep.holdout belongs to protocol resample or inverse_folds, but protocol is folds"},
      {R"({"protocol": "split_files", "splits": "a", "holdout": 5})",
       "but protocol is split_files"},
      {R"({"protocol": "folds", "splits": "a"})",
       "sweep.splits belongs to protocol split_files, but"},
      {R"({"protocol": "fold"})", "sweep.protocol = \"fold\": no protocol; did you mean folds?"},
      {R"({"protocol": 7})",
       "sweep.protocol = 7: no protocol; must be resample, folds, inverse_folds or split_files"},
      {R"({"protocol": "folds", "k": 1})", "sweep.k = 1: must be >= 2"},
      {R"({"protocol": "folds", "k": 2.5})", "sweep.k = 2.5: must be an integer"},
      {R"({"protocol": "folds", "k": 100, "repetitions": 1000000})", "more than 10000000 cells"},
      {R"({"protocol": "folds", "labeled": "al"})", "sweep.labeled = \"al\": did you mean all?"},
      {R"({"protocol": "folds", "pairs": [[1, 2]], "unlabeled": "all"})",
       "sweep.pairs stands beside"},
      {R"({"protocol": "inverse_folds", "unlabeled": [0]})", "has nothing to score"},
      {R"({"protocol": "split_files"})",
       "sweep.splits is missing: split files, looked for like data files"},
      {R"({"protocol": "split_files", "splits": []})",
       "must be a path of a split file, or a list of them, and must have at least 1 item"},
      {R"({"protocol": "split_files", "splits": ["a", 3]})",
       "sweep.splits.1 = 3: must be a path of a split file"},
      {R"({"protocol": "split_files", "splits": ["a", "a"]})", "\"a\" stands twice"},
      {R"({"protocol": "folds", "kk": 1})", "unknown key sweep.kk: did you mean k?"},
  }));
  INFO(block);
  CHECK_THAT(errors_of(Json::parse(block)), Contains(message));
}

TEST_CASE("repetitions count partitions under folds, and lines under split files",
          "[experiments][protocols]") {
  CHECK(swept({{"protocol", "folds"}}).repetitions == 10);
  CHECK(swept({{"protocol", "folds"}, {"k", 5}, {"repetitions", 3}}).repetitions == 15);
  CHECK(swept({{"protocol", "inverse_folds"}, {"k", 4}}).repetitions == 4);
  CHECK(swept({{"labeled", {3}}, {"holdout", 5}}).repetitions == 10);
  CHECK(swept({{"protocol", "split_files"}, {"splits", "a"}}).repetitions == 0);  // not known yet
}
