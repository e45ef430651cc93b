// Every problem of the catalog obeys the laws of a StructuredProblem. One alone: test_contract -c
// multiclass
#include <catch2/catch.hpp>

#include <set>

#include "contract/instances.hpp"
#include "contract/problem_laws.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// A section for each problem, and in it for each loss. Where it stands in a list decides an
/// instance's seed.
template <class Check>
void over_losses(const Check& check) {
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.predicts_numbers) continue;  // nothing to decode
    DYNAMIC_SECTION(entry.name) {
      for (const std::string& loss : entry.losses) {
        DYNAMIC_SECTION("loss " << loss) {
          std::vector<SmallInstance> instances = instances_of(entry);
          std::erase_if(instances,
                        [&](const SmallInstance& each) { return each.options.at("loss") != loss; });
          REQUIRE(!instances.empty());
          check(entry, instances);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("every problem obeys the laws of its operations", "[contract][problems]") {
  over_losses([](const ProblemEntry& entry, const std::vector<SmallInstance>& instances) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
      INFO(instances[i].options.dump() << ", " << instances[i].name);
      const auto violations = problem_violations(entry, instances[i], kSeed + i);
      INFO(fmt::format("{}", fmt::join(violations, "\n")));
      CHECK(violations.empty());
    }
  });
}

TEST_CASE("every problem answers from many threads at once as it answers alone",
          "[contract][problems][threads]") {
  over_losses([](const ProblemEntry& entry, const std::vector<SmallInstance>& instances) {
    std::set<Json> seen;
    for (const SmallInstance& instance : instances) {
      if (instance.views.size() < 2 || !seen.insert(instance.options).second) continue;
      INFO(instance.options.dump() << ", " << instance.name);
      const auto violations = concurrency_violations(entry, instance, kSeed);
      INFO(fmt::format("{}", fmt::join(violations, "\n")));
      CHECK(violations.empty());
    }
  });
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
      CHECK(one_output);
      CHECK(several_views);
    }
  }
}
