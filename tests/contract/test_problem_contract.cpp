// Every problem of the catalog obeys the laws of a StructuredProblem. One alone: test_contract -c
// multiclass
#include <catch2/catch.hpp>

#include "contract/instances.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// A section for each problem, and in it for each loss.
void over_losses(void (*check)(const ProblemEntry&, const Instances&, const TakeResult&)) {
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.predicts_numbers) continue;  // nothing to decode
    DYNAMIC_SECTION(entry.name) {
      for (const std::string& loss : entry.losses) {
        DYNAMIC_SECTION("loss " << loss) {
          const Instances instances = of_loss(loss, instances_of(entry));
          REQUIRE(!instances.empty());
          check(entry, instances, check_none);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("every problem obeys the laws of its operations", "[contract][problems]") {
  over_losses(check_operations);
}

TEST_CASE("every problem answers from many threads at once as it answers alone",
          "[contract][problems][threads]") {
  over_losses(check_concurrency);
}

TEST_CASE("small instances visit what problems come to differ in", "[contract][problems]") {
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.predicts_numbers) continue;
    DYNAMIC_SECTION(entry.name) {
      bool one_output = false, several_views = false;
      for (const SmallInstance& instance : instances_of(entry)) {
        INFO(instance.options.dump() << ", " << instance.name);
        const Views views = entry.make(instance.options, instance.data);
        REQUIRE(views.count() == static_cast<Index>(instance.views.size()));
        several_views = several_views || views.count() > 1;
        for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
          const auto outputs = instance.outputs(x);
          REQUIRE(!outputs.empty());
          one_output = one_output || outputs.size() == 1;
        }
      }
      CHECK((one_output || entry.predicts_sets));  // a label has two sets
      CHECK(several_views);
    }
  }
}
