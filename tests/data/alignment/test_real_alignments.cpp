// Counts of the real alignments, as published.
#include <catch2/catch.hpp>
#include <set>

#include "pairs.hpp"
#include "support/real_data.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::unique_ptr<ExampleSet> read_real(const std::string& name, Json block) {
  const auto file = test::real_data(name);
  if (!file) return nullptr;
  auto set = empty_pairs(std::move(block));
  const std::vector<std::filesystem::path> files{*file};
  set->read(files, Role::kTrain);
  set->finish_training();
  return set;
}

std::set<Index> families(const ExampleSet& set) {
  std::set<Index> groups;
  for (Index i = 0; i < set.size(); ++i) groups.insert(set.group(i));
  return groups;
}

}  // namespace

TEST_CASE("BALIFAM has 1,246 training pairs of 40 families and 539 test pairs of 19",
          "[data][real]") {
  const auto train = read_real("balifam/pairs-train.afa.xz", Json::object());
  const auto test = read_real("balifam/pairs-test.afa.xz", Json::object());
  if (!train || !test) return;
  CHECK(train->size() == 1246);
  CHECK(families(*train).size() == 40);
  CHECK(test->size() == 539);
  CHECK(families(*test).size() == 19);
  const auto data = made_pairs(*train);
  CHECK(std::count(data->first_judged.begin(), data->first_judged.end(), true) > 0);
  for (Index i = 0; i < train->size(); ++i) REQUIRE(train->is_labeled(i));
}

TEST_CASE("748 pairs of TM-align have the same fold, 560 of them are short", "[data][real]") {
  const auto all = read_real("tmalign/pairs.tsv.xz", {{"format", "tmalign"}, {"min_score", 0}});
  if (!all) return;
  CHECK(all->size() == 2000);
  CHECK(read_real("tmalign/pairs.tsv.xz", {{"format", "tmalign"}})->size() == 748);
  CHECK(read_real("tmalign/pairs.tsv.xz", {{"format", "tmalign"}, {"max_length", 400}})->size() ==
        560);
  Index parts = 0;
  for (const char* part : {"valid", "test"})
    parts += read_real("tmalign/pairs.tsv.xz", {{"format", "tmalign"}, {"part", part}})->size();
  CHECK(parts == 748);
}
