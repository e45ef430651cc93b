// Checks the problem `your_name` against the laws of problems, and every learner on it.
#include "costruct/contract/check.hpp"
#include "costruct/contract/instances/small_parts.hpp"

extern "C" void costruct_plugin_register();  // of your_name.cpp

/// Rows with 3, 2 and 1 labels. Draw instances for each loss and option that you add.
std::vector<costruct::contract::SmallInstance> small_instances(std::uint64_t seed) {
  using namespace costruct::contract;
  costruct::RandomStream random(seed, 0, "small your_name");
  std::vector<SmallInstance> all;
  for (const costruct::Index labels : {3, 2, 1})
    append(small_rows(numbered_labels(labels), {{"loss", "distance"}}, random), all);
  return all;
}

int main() {
  costruct_plugin_register();
  return costruct::contract::check_problem("your_name", small_instances);
}
