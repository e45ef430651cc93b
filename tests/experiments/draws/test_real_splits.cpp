// The published splits of real data sets.
#include <catch2/catch.hpp>
#include <map>

#include "costruct/experiments/draws/split_files.hpp"
#include "experiments/draws/toy_pool.hpp"
#include "support/real_data.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

TEST_CASE("the published splits of the SSL book are partitions of the rows",
          "[experiments][protocols]") {
  const auto listed = test::real_data("sslbook/coil.splits-10.txt");
  if (!listed) return;
  const auto folder = listed->parent_path();
  for (const auto& [name, rows] :
       std::map<std::string, Index>{{"coil", 1500}, {"text", 1500}, {"bci", 400}}) {
    const Corpus corpus = toy_corpus(rows, 2);
    const DrawPool pool = pool_of(corpus, 2);
    for (const Index labeled : {10, 100}) {
      SweepConfig sweep = swept({{"protocol", "split_files"},
                                 {"splits", name + ".splits-" + std::to_string(labeled) + ".txt"}});
      resolve_sweep(sweep, pool, DataPaths("c.json", {folder}));
      CHECK(sweep.repetitions == 12);
      CHECK(sweep.score_unlabeled);
      CHECK(sweep.sizes == std::vector<CellSizes>{{labeled, rows - labeled}});
      for (Index repetition = 0; repetition < 12; ++repetition) {
        const Split split = Draw(pool, sweep, repetition, "split").at(sweep.sizes[0]);
        check_disjoint(split, true);
        std::set<Index> all = set_of(split.labeled);
        all.insert(split.unlabeled.begin(), split.unlabeled.end());
        CHECK(static_cast<Index>(all.size()) == rows);
      }
    }
  }
}
