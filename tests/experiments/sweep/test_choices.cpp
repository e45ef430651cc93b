// Which labels of a cell a learner sees: those that it chooses, and those that are spread.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "costruct/experiments/draws/spread_labels.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The lines on which sentences begin, from 1.
std::vector<Index> first_lines(const std::string& sentences) {
  std::vector<Index> first;
  Index line = 1;
  bool was_empty = true;
  for (std::size_t at = 0; at < sentences.size(); ++line) {
    const std::size_t end = sentences.find('\n', at);
    if (end > at && was_empty) first.push_back(line);
    was_empty = end == at;
    at = end + 1;
  }
  return first;
}

Json choosing(const Json& choice) {
  Json json = toy_experiment();
  json["sweep"] = {{"labeled", {4, 12}}, {"unlabeled", {0}}, {"holdout", 20}, {"repetitions", 2}};
  json["learners"] = {{{"type", "crf"}, {"choice", choice}}};
  return json;
}

// The examples that a run chose in addition, by their places in the file.
std::vector<std::vector<Index>> added_examples(const RunResults& run, const std::string& sentences,
                                               Index size) {
  const std::vector<Index> lines = first_lines(sentences);
  std::vector<std::vector<Index>> all;
  for (const CellResult& cell : run.cells) {
    INFO(cell.error);
    REQUIRE(cell.error.empty());
    if (cell.labeled != size) continue;
    std::vector<Index>& added = all.emplace_back();
    const auto& chosen = cell.labeled_sample->chosen;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Index line = std::stol(chosen[i].substr(chosen[i].find(':') + 1));
      const auto at = std::lower_bound(lines.begin(), lines.end(), line);
      REQUIRE(*at == line);
      if (static_cast<Index>(i) >= cell.labeled_sample->drawn) added.push_back(at - lines.begin());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("near duplicates are passed over in a choice that shall be diverse",
          "[experiments][sweep][choice]") {
  // Every sentence stands twice, so that both have the same margin.
  const std::string once = toy_sentences(60, 5), twice = once + once;
  const Index half = std::ssize(first_lines(once));
  const bool diverse = GENERATE(false, true);
  const TemporaryFolder folder;
  write_text(folder / "train.conll", twice);
  const RunResults run = run_of(choosing({{"by", "margin"}, {"diverse", diverse}}), folder);
  Index twins = 0;
  for (const std::vector<Index>& added : added_examples(run, twice, 12)) {
    REQUIRE(added.size() == 8);
    std::set<Index> different;
    for (const Index example : added) different.insert(example % half);
    twins += 8 - std::ssize(different);
  }
  CHECK((twins == 0) == diverse);
}

TEST_CASE("a choice that need not be diverse is the cell that it was",
          "[experiments][sweep][choice]") {
  const auto block = [](const Json& choice) { return read_choice(choice).block; };
  CHECK(block({{"by", "entropy"}, {"diverse", false}}) == block({{"by", "entropy"}}));
  CHECK_FALSE(block({{"by", "entropy"}}).contains("diverse"));
  CHECK(block({{"diverse", true}}).at("diverse") == true);
}

TEST_CASE("under split files the labeled examples of a line are the pool",
          "[experiments][sweep][choice]") {
  const std::string sentences = toy_sentences(80, 5);
  const TemporaryFolder folder;
  write_text(folder / "train.conll", sentences);
  const std::string labeled =
                        R"({"labeled": [9, 3, 17, 5, 30, 21, 22, 23, 24, 25, 26, 27, 28, 29])",
                    holdout = R"(, "holdout": [51, 52, 53, 54, 55, 56, 57, 58, 59, 60])";
  const std::set<Index> pool = {8, 2, 16, 4, 29, 20, 21, 22, 23, 24, 25, 26, 27, 28};
  Json json = choosing({{"by", "margin"}});
  json["sweep"] = {{"protocol", "split_files"},
                   {"splits", "s.txt"},
                   {"labeled", {4, 8, 14}},
                   {"unlabeled", {0}}};
  write_text(folder / "s.txt", labeled + holdout + "}\n");
  const RunResults run = run_of(json, folder);
  const auto at_8 = added_examples(run, sentences, 8), at_14 = added_examples(run, sentences, 14);
  REQUIRE(at_8.size() == 1);
  REQUIRE(at_14.size() == 1);
  CHECK(at_8[0].size() == 4);
  CHECK(std::equal(at_8[0].begin(), at_8[0].end(), at_14[0].begin()));
  std::set<Index> all(at_14[0].begin(), at_14[0].end());
  all.insert({8, 2, 16, 4});  // the first ones of the line
  CHECK(all == pool);
  // Some choice differs from the order of the line.
  CHECK(at_8[0] != std::vector<Index>{29, 20, 21, 22});

  write_text(folder / "s.txt", labeled + "}\n");
  json["sweep"]["unlabeled"] = {5};
  CHECK_THROWS_WITH(run_of(json, folder),
                    Contains("learner crf: choice takes labels of examples that this sweep scores: "
                             "give each line of the split files a holdout"));
  json["learners"] = {{{"type", "crf"}, {"known", {{"which", "parts"}}}}};
  CHECK_THROWS_WITH(run_of(json, folder), Contains("learner crf: known takes labels of examples"));
}

TEST_CASE("facts of sets are spread at random, as many as labeled sets have",
          "[experiments][draws][partial]") {
  const auto set_of = [](Index first, Index size, Index facts) {
    experiments::KnownSet set;
    for (Index i = 0; i < size; ++i) set.examples.push_back(first + i);
    for (Index i = 0; i < facts; ++i)
      set.known.facts.push_back({static_cast<int>(first), static_cast<int>(i), 1});
    return set;
  };
  const std::vector<experiments::KnownSet> labeled = {set_of(0, 4, 6)};
  const std::vector<experiments::KnownSet> sets = {
      set_of(0, 4, 6), set_of(4, 4, 6), set_of(8, 4, 0), set_of(12, 4, 6), set_of(16, 2, 1)};
  std::map<int, int> known_in;
  for (std::uint64_t repetition = 0; repetition < 200; ++repetition) {
    const SpreadLabels spread =
        spread_over_sets(sets, labeled, RandomStream(1, repetition, "known parts"));
    CHECK(spread.partial.empty());
    std::multiset<Index> examples(spread.unlabeled.begin(), spread.unlabeled.end());
    std::set<std::vector<int>> facts;
    for (const experiments::KnownSet& set : spread.sets) {
      CHECK_FALSE(set.known.empty());
      examples.insert(set.examples.begin(), set.examples.end());
      for (const std::vector<int>& fact : set.known.facts) {
        CHECK(fact[0] == set.examples.front());
        facts.insert(fact);
        ++known_in[fact[0]];
      }
    }
    CHECK(facts.size() == 6);
    CHECK(examples.size() == 18);
    CHECK(std::set(examples.begin(), examples.end()).size() == 18);
  }
  // Each of the 19 facts is equally often among the 6: 6 x 200 x 6/19 of a set of six, on average.
  for (const int first : {0, 4, 12}) CHECK(known_in[first] == Approx(379).margin(60));
  CHECK(known_in[8] == 0);
  const SpreadLabels whole = spread_over_sets(labeled, labeled, RandomStream(1, 0, "x"));
  REQUIRE(whole.sets.size() == 1);
  CHECK(whole.sets[0].known == labeled[0].known);
}

TEST_CASE("chunks of one type alone are known, and of other words that they are of no other one",
          "[experiments][draws][partial]") {
  std::string text;
  for (int s = 0; s < 12; ++s) text += "a O\nb B-PER\nc I-PER\nd O\ne B-LOC\nf O\ng O\nh B-PER\n\n";
  const TemporaryFolder folder;
  write_text(folder / "train.conll", text);
  Json json = toy_experiment();
  json["sweep"] = {{"pairs", {{2, 8}}}, {"holdout", 2}, {"repetitions", 1}};
  const auto config_with = [&](const Json& known) {
    json["learners"] = {{{"type", "crf"}, {"known", known}}};
    return check_config(json, folder / "toy.json");
  };
  const Config config = config_with({{"which", "chunks"}, {"type", "PER"}});
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const ExampleSet& examples = *data.examples;
  const std::vector<std::string>& names = examples.label_names();
  const auto facts_of = [&](Index example) {
    Known known;
    for (const int label : examples.output(example).parts) known.facts.push_back({label});
    return known;
  };
  std::vector<int> not_per;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!names[k].ends_with("PER")) not_per.push_back(static_cast<int>(k));
  }
  REQUIRE(not_per.size() == 2);  // O and B-LOC

  for (const Index labeled : {2, 8}) {
    INFO(labeled << " sentences have as many labels");
    Split split;
    for (Index i = 0; i < 10; ++i) (i < labeled ? split.labeled : split.unlabeled).push_back(i);
    const KnownConfig& known = config.learners[0].known;
    const SpreadLabels spread =
        spread_labels(examples, facts_of, split, known, "O", RandomStream(1, 0, "known parts"));
    Index count = 0, of_per = 0, far = 0;
    for (const PartlyLabeled& each : spread.partial) {
      CHECK_FALSE(each.whole);
      const Output& truth = examples.output(each.example);
      for (std::size_t t = 0; t < each.known.facts.size(); ++t) {
        const std::vector<int>& fact = each.known.facts[t];
        if (fact.empty()) continue;
        ++count;
        const bool is_per = names[static_cast<std::size_t>(truth.parts[t])].ends_with("PER");
        of_per += is_per;
        far += t == 4 || t == 5;  // no neighbour of a chunk of this type
        CHECK(fact == (is_per ? std::vector<int>{truth.parts[t]} : not_per));
      }
    }
    CHECK(count == 8 * labeled);
    // 10 sentences have 30 words of chunks, and 30 neighbours. Others follow when these are known.
    CHECK((labeled == 2 ? of_per <= 16 : of_per == 30));
    CHECK((far > 0) == (labeled == 8));

    KnownConfig filling = known;
    filling.others = KnownConfig::Others::kOutside;
    for (const PartlyLabeled& each :
         spread_labels(examples, facts_of, split, filling, "O", RandomStream(1, 0, "known parts"))
             .partial) {
      REQUIRE(each.whole);
      for (std::size_t t = 0; t < each.whole->parts.size(); ++t) {
        const std::string& name = names[static_cast<std::size_t>(each.whole->parts[t])];
        const bool is_known = each.known.facts[t].size() == 1;
        CHECK((is_known ? name.ends_with("PER") : name == "O"));
      }
    }
  }
  CHECK_THROWS_WITH(
      check_spread(examples, config_with({{"which", "chunks"}, {"type", "ORG"}}).learners[0].known,
                   "O"),
      Contains("known.type = \"ORG\": expected a type of the labels: LOC, PER"));
  CHECK_FALSE(read_known({{"which", "chunks"}}).block.contains("type"));  // the cell that it was
}

TEST_CASE("a sentence of which each word has one known label is labeled, also with a type",
          "[experiments][draws][partial]") {
  std::string text;
  for (int s = 0; s < 6; ++s) text += "b B-PER\nc I-PER\n\na O\nb B-PER\ne B-LOC\n\n";
  const TemporaryFolder folder;
  write_text(folder / "train.conll", text);
  Json json = toy_experiment();
  json["sweep"] = {{"pairs", {{10, 0}}}, {"holdout", 2}, {"repetitions", 1}};
  json["learners"] = {{{"type", "crf"}, {"known", {{"which", "chunks"}, {"type", "PER"}}}}};
  const Config config = check_config(json, folder / "toy.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const ExampleSet& examples = *data.examples;
  const auto facts_of = [&](Index example) {
    Known known;
    for (const int label : examples.output(example).parts) known.facts.push_back({label});
    return known;
  };
  Split split;
  for (Index i = 0; i < 10; ++i) split.labeled.push_back(i);  // so all that can be known is
  const SpreadLabels spread = spread_labels(examples, facts_of, split, config.learners[0].known,
                                            "O", RandomStream(1, 0, "known parts"));
  REQUIRE(spread.partial.size() == 10);
  for (const PartlyLabeled& each : spread.partial) {
    const bool only_per = examples.output(each.example).parts.size() == 2;
    CHECK(each.whole.has_value() == only_per);
    if (each.whole) CHECK(*each.whole == examples.output(each.example));
  }
}
