// Counts of the real data sets, as published.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "costruct/data/data_block.hpp"
#include "support/encoding.hpp"
#include "support/real_data.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// Reads the training files of a named data set; nothing where they are not to be had.
std::optional<ReadCorpus> read_named(Json data) {
  const Json block = resolve_dataset(data);
  const auto file = test::real_data(block["train"].get<std::string>());
  if (!file) return std::nullopt;
  return read_training(block, {*file});
}

void check_counts(const std::string& dataset, Index examples, Index parts, std::size_t labels) {
  const auto read = read_named({{"dataset", dataset}});
  if (!read) return;
  CHECK(read->corpus.size() == examples);
  CHECK(read->corpus.features.num_parts() == parts);
  CHECK(read->encoder.labels().size() == labels);
}

}  // namespace

TEST_CASE("the Spanish news wire has 8,323 sentences of 264,715 tokens", "[data][real]") {
  check_counts("conll2002-es", 8323, 264715, 9);
}
TEST_CASE("the gene mentions have 12,500 sentences of 355,405 tokens", "[data][real]") {
  check_counts("bc2gm", 12500, 355405, 3);
}
TEST_CASE("the chunking data has 8,936 sentences of 211,727 tokens", "[data][real]") {
  check_counts("conll2000", 8936, 211727, 22);
}
TEST_CASE("the handwritten words are 3,438 of 25,953 letters", "[data][real]") {
  check_counts("ocr", 3438, 25953, 26);
}
TEST_CASE("the Brown corpus has 57,340 sentences of 1,161,192 tokens", "[data][real]") {
  check_counts("brown", 57340, 1161192, 472);
}
TEST_CASE("digit1 has 1,500 rows of 241 features", "[data][real]") {
  const auto read = read_named({{"dataset", "digit1"}});
  if (!read) return;
  CHECK(read->corpus.size() == 1500);
  CHECK(read->encoder.num_features() == 241);
  CHECK(read->encoder.labels() == std::vector<std::string>{"-1", "1"});
}
TEST_CASE("8,895 papers of Cora's eight largest classes cite another one, 9,440 in all ten",
          "[data][real]") {
  const auto all = read_named({{"dataset", "cora-large"}, {"require_groups", {"out_links"}}});
  if (!all) return;
  CHECK(all->corpus.size() == 9440);
  const auto largest = read_named({{"dataset", "cora-large"},
                                   {"keep_labels", {"1", "2", "3", "4", "6", "8", "9", "10"}},
                                   {"require_groups", {"out_links"}}});
  CHECK(largest->corpus.size() == 8895);
  CHECK(largest->encoder.labels().size() == 8);
}
TEST_CASE("3,144 Spanish sentences have 10 to 40 tokens", "[data][real]") {
  const auto read =
      read_named({{"dataset", "conll2002-es"}, {"min_length", 10}, {"max_length", 40}});
  if (!read) return;
  CHECK(read->corpus.size() == 3144);
}
TEST_CASE("the reduced tags of the Brown corpus are the twelve parts of speech", "[data][real]") {
  const auto read = read_named({{"dataset", "brown"}, {"tags", "reduced"}, {"window", 0}});
  if (!read) return;
  CHECK(read->encoder.labels().size() == 12);
}

TEST_CASE("the regression sets have the rows and attributes of their manifest", "[data][real]") {
  const auto listed = test::real_data("regression/MANIFEST.tsv");
  if (!listed) return;
  std::ifstream manifest(*listed);
  std::string line;
  std::getline(manifest, line);
  std::size_t sets = 0;
  for (; std::getline(manifest, line); ++sets) {
    std::istringstream fields(line);
    std::string name;
    Index rows = 0, attributes = 0, nominal = 0, missing = 0, missing_targets = 0;
    fields >> name >> rows >> attributes >> nominal >> missing >> missing_targets;
    CAPTURE(name);
    const DatasetEntry* entry = find_dataset("regression-" + name);
    REQUIRE(entry != nullptr);
    CHECK_THAT(entry->summary,
               Catch::Contains(std::to_string(rows) + " rows, " + std::to_string(attributes)));
    Encoder encoder(entry->block, entry->input(), Target::kNumber);
    Corpus corpus;
    const std::vector<std::filesystem::path> files{listed->parent_path().parent_path() /
                                                   entry->block["train"].get<std::string>()};
    encoder.read(files, Encoder::Role::kTrain, corpus);
    encoder.finish_labels(corpus);
    CHECK(corpus.size() == rows);
    Index unlabeled = 0;
    for (Index i = 0; i < corpus.size(); ++i) unlabeled += corpus.is_labeled(i) ? 0 : 1;
    CHECK(unlabeled == missing_targets);
    for (Index f = 0; f < encoder.num_features(); ++f)
      CHECK(encoder.feature_info(f).number <= static_cast<std::uint64_t>(attributes));
    CHECK(encoder.notes().size() <= 2);
  }
  CHECK(sets == regression_sets().size());
}

TEST_CASE("abalone has seven numbers and the sex of 4,177 animals", "[data][real]") {
  const auto read = read_named({{"dataset", "regression-abalone"}});
  if (!read) return;
  CHECK(read->corpus.size() == 4177);
  CHECK(read->encoder.num_features() == 10);
  CHECK(
      read->encoder.notes() ==
      std::vector<std::string>{"abalone.csv: target target; 7 numeric columns, 1 nominal column (Sex: 3 values)"});
}
