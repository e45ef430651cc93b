// Split files: what their lines mean, and what is refused.
#include <catch2/catch.hpp>
#include <map>

#include "costruct/experiments/draws/split_files.hpp"
#include "experiments/draws/toy_pool.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The splits of a file with these lines.
std::vector<ListedSplit> splits_in(const DrawPool& pool, const std::string& lines) {
  const TemporaryFolder folder;
  return read_split_files({write_text(folder / "s.txt", lines)}, pool);
}

}  // namespace

TEST_CASE("a line of numbers is the labeled part, all others are unlabeled and scored",
          "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(12, 2, 4);  // 1, 5 and 9 have no label
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep;
  sweep.protocol = Protocol::kSplitFiles;
  sweep.splits = splits_in(pool, "2 12  4\n\n\t3 6 \r\n");
  sweep.score_unlabeled = true;
  REQUIRE(sweep.splits.size() == 2);
  sweep.repetitions = 2;
  resolve_sizes(sweep, pool);
  CHECK(sweep.sizes == std::vector<CellSizes>{{2, 6}});
  const Draw first(pool, sweep, 0, "split"), second(pool, sweep, 1, "split");
  CHECK(first.at({3, 6}).labeled == std::vector<Index>{1, 11, 3});
  CHECK(first.at({2, 6}).labeled == std::vector<Index>{1, 11});
  CHECK(first.at({2, 6}).unlabeled == std::vector<Index>{2, 5, 6, 7, 9, 10});
  CHECK(second.at({2, 7}).unlabeled == std::vector<Index>{1, 3, 6, 7, 9, 10, 11});
  check_disjoint(first.at({3, 6}), true);
  CHECK(first.redraws() == 0);
}

TEST_CASE("a line may be an object of lists", "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(12, 2, 4);
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep;
  sweep.protocol = Protocol::kSplitFiles;
  sweep.splits =
      splits_in(pool, R"({"labeled": [3, 2], "unlabeled": [1, 7, 5], "holdout": [12, 4]})"
                      "\n"
                      R"({"labeled": [4], "holdout": [2]})");
  sweep.sizes = {{1, 1}};
  const Draw first(pool, sweep, 0, "split"), second(pool, sweep, 1, "split");
  CHECK(first.at({2, 3}) == Split{{2, 1}, {0, 6, 4}, {11, 3}});
  CHECK(first.at({1, 2}) == Split{{2}, {0, 6}, {11, 3}});
  CHECK(second.at({1, 10}) == Split{{3}, {0, 2, 4, 5, 6, 7, 8, 9, 10, 11}, {1}});
  check_sizes(pool, sweep);
  sweep.sizes = {{2, 0}};
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("at most 1 can be labeled"));
  sweep.sizes = {{1, 4}};
  CHECK_THAT(message_of<ConfigError>([&] { check_sizes(pool, sweep); }),
             Contains("at most 3 are left"));
}

TEST_CASE("under split files parameters are chosen on random draws of the first split's sizes",
          "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(40, 2);
  const DrawPool pool = pool_of(corpus, 2);
  SweepConfig sweep;
  sweep.protocol = Protocol::kSplitFiles;
  sweep.splits = splits_in(pool, R"({"labeled": [1, 2, 3, 4], "holdout": [5, 6, 7, 8, 9]})");
  sweep.sizes = {{4, 20}};
  std::set<std::string> hashes;
  for (Index repetition = 0; repetition < 10; ++repetition) {  // more than there are lines
    const Split split = Draw(pool, sweep, repetition, "selection/split").at({4, 20});
    check_disjoint(split, false);
    CHECK(split.labeled.size() == 4);
    CHECK(split.unlabeled.size() == 20);
    CHECK(split.holdout.size() == 5);
    hashes.insert(split.hash());
  }
  CHECK(hashes.size() == 10);
}

TEST_CASE("a split file that is wrong gives file and line", "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(12, 2, 4);
  const DrawPool pool = pool_of(corpus, 2);
  const auto [lines, message] = GENERATE(table<std::string, std::string>({
      {"2 3\n2 13", "s.txt:2: example 13: the data has 12, counted from 1"},
      {"0", "s.txt:1: example 0: the data has 12"},
      {"2 18446744073709551616",
       "s.txt:1: \"18446744073709551616\": expected the number of an example"},
      {"2 -3", "s.txt:1: \"-3\": expected the number of an example"},
      {"2 x7", "\"x7\": expected"},
      {"2 3 2", "s.txt:1: example 2 stands twice under labeled"},
      {"2 5", "s.txt:1: example 5 is labeled but has no label in the data"},
      {"", "s.txt: no splits"},
      {" \n\n", "s.txt: no splits"},
      {"2 3 4 6 7 8 10 11 12", "s.txt:1: no examples to score"},
      {"{", "s.txt:1: column 2: "},
      {"{}", "s.txt:1: no labeled examples"},
      {R"({"labeled": []})", "no labeled examples"},
      {R"({"labeled": [2], "labeled": [3]})", "key labeled stands twice"},
      {R"({"labeled": [2], "hold_out": [3]})", "unknown key hold_out: did you mean holdout?"},
      {R"({"labeled": 2})", "labeled = 2: must be a list of numbers of examples"},
      {R"({"labeled": [2.0]})", "labeled holds 2.0: expected the number of an example"},
      {R"({"labeled": [-2]})", "labeled holds -2"},
      {R"({"labeled": [1e400]})", "too large a number"},
      {R"({"labeled": [2], "holdout": []})", "holdout is empty"},
      {R"({"labeled": [2], "unlabeled": []})", "no examples to score"},
      {R"({"labeled": [2, 3], "unlabeled": [3]})",
       "example 3 stands under labeled and under unlabeled"},
      {R"({"labeled": [2, 3], "holdout": [1]})", "example 1 is held out but has no label"},
      {R"({"labeled": [2], "unlabeled": [5]})",
       "example 5 is unlabeled and scored, as there is no holdout, but"},
      {"2 3\n{\"labeled\": [2], \"holdout\": [3]}",
       "s.txt:2: has a holdout, but the first split has none"},
      {"{\"labeled\": [2], \"holdout\": [3]}\n2 3",
       "s.txt:2: has no holdout, but the first split has one"},
  }));
  INFO(lines);
  CHECK_THAT(message_of<DataError>([&, text = lines] { splits_in(pool, text); }),
             Contains(message));
}

TEST_CASE("whatever stands in a split file, it is read or refused", "[experiments][protocols]") {
  const Corpus corpus = toy_corpus(12, 2, 4);
  const DrawPool pool = pool_of(corpus, 2);
  const std::vector<std::string> tokens = {"1",
                                           "2",
                                           "3",
                                           "12",
                                           "13",
                                           "0",
                                           " ",
                                           "\n",
                                           "\t",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           ",",
                                           ":",
                                           "\"",
                                           "\"labeled\"",
                                           "\"holdout\"",
                                           "\"unlabeled\"",
                                           "{\"labeled\":[2",
                                           "-",
                                           "1e9",
                                           "\xff",
                                           "null",
                                           "99999999999999999999"};
  RandomStream random(1, 0, "malformed split files");
  int read = 0, refused = 0;
  for (int file = 0; file < 3000; ++file) {
    std::string text;
    for (Index i = random.below(12); i >= 0; --i)
      text += tokens[random.below(static_cast<Index>(tokens.size()))];
    try {
      for (const ListedSplit& split : splits_in(pool, text)) {
        CHECK_FALSE(split.labeled.empty());
        for (const Index example : split.labeled) CHECK(corpus.is_labeled(example));
      }
      ++read;
    } catch (const DataError& error) {
      CHECK_THAT(error.what(), Contains("s.txt"));
      ++refused;
    }
  }
  CHECK(read > 0);
  CHECK(refused > 0);
}

TEST_CASE("split files are found like data files, and may be cut short",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  write_text(folder / "a.txt", "2 3\n4 6\n");
  write_text(folder / "b.txt", "1 8\n");
  const Corpus corpus = toy_corpus(12, 2);
  const DrawPool pool = pool_of(corpus, 2);
  const DataPaths paths("c.json", {folder.path()});
  const auto resolved = [&](Json block) {
    block["protocol"] = "split_files";
    SweepConfig sweep = swept(block);
    resolve_sweep(sweep, pool, paths);
    return sweep;
  };
  CHECK(resolved({{"splits", {"a.txt", "b.txt"}}}).repetitions == 3);
  CHECK(resolved({{"splits", {"b.txt", "a.txt"}}}).splits[0].labeled == std::vector<Index>{0, 7});
  CHECK(resolved({{"splits", "a.txt"}, {"repetitions", 1}}).repetitions == 1);
  CHECK_THAT(message_of<ConfigError>([&] {
               resolved({{"splits", "a.txt"}, {"repetitions", 3}});
             }),
             Contains("sweep.repetitions = 3: the split files have 2 lines"));
  CHECK_THAT(message_of<DataError>([&] {
               resolved({{"splits", "c.txt"}});
             }),
             Contains("c.txt: no such file; sweep.splits names it; looked for"));
}

TEST_CASE("the identity of draws holds what changes them, and nothing else",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  write_text(folder / "a.txt", "2 3\n4 6\n");
  const Corpus corpus = toy_corpus(40, 2);
  const DrawPool pool = pool_of(corpus, 2);
  const auto identity = [&](const Json& block) {
    SweepConfig sweep = swept(block);
    resolve_sweep(sweep, pool, DataPaths("c.json", {folder.path()}));
    return split_identity(sweep);
  };
  const Json resample = {{"labeled", {3, 6}}, {"unlabeled", {0, 4}}, {"holdout", 9}};
  const Json folds = {{"protocol", "folds"}, {"k", 4}};
  const Json inverse = {{"protocol", "inverse_folds"}, {"k", 4}};
  const Json files = {{"protocol", "split_files"}, {"splits", "a.txt"}};
  const auto with = [](Json block, const char* key, const Json& value) {
    block[key] = value;
    return block;
  };
  const std::vector<Json> different = {resample,
                                       with(resample, "seed", 2),
                                       with(resample, "holdout", 8),
                                       with(resample, "labeled", {4, 6}),
                                       folds,
                                       with(folds, "seed", 2),
                                       with(folds, "k", 5),
                                       with(folds, "labeled", {4}),
                                       inverse,
                                       with(inverse, "k", 5),
                                       with(inverse, "holdout", 7),
                                       files,
                                       with(files, "seed", 2)};
  std::set<Json> identities;
  for (const Json& block : different) identities.insert(identity(block));
  CHECK(identities.size() == different.size());
  CHECK(identity(with(resample, "labeled", {3, 8})) == identity(resample));
  CHECK(identity(with(resample, "unlabeled", {7})) == identity(resample));
  CHECK(identity(with(resample, "repetitions", 7)) == identity(resample));
  CHECK(identity(with(folds, "repetitions", 7)) == identity(folds));
  CHECK(identity(with(folds, "labeled", {30})) == identity(folds));  // what "all" comes to
  CHECK(identity(with(files, "repetitions", 1)) == identity(files));
  const Json before = identity(files);
  write_text(folder / "b.txt", "2 3\n4 6\n");
  CHECK(identity(with(files, "splits", {"b.txt"})) == before);  // the bytes count, not the name
  write_text(folder / "a.txt", "2 3\n4 7\n");
  CHECK(identity(files) != before);
}
