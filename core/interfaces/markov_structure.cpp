#include "costruct/core/interfaces/markov_structure.hpp"

#include <numeric>
#include <utility>

#include "costruct/core/error.hpp"

namespace costruct {

std::optional<std::string> MarkovStructure::multinomial_groups_unavailable() const {
  const MarkovLayout layout = markov_layout();
  if (layout.transition < 0) return layout.first >= 0 ? std::nullopt : std::optional("bias on");
  if (layout.first >= 0 && layout.transition_scale == 1) return std::nullopt;
  return "boundary on, and eta = 1";
}

std::vector<std::vector<Index>> MarkovStructure::multinomial_groups() const {
  COSTRUCT_ASSERT(!multinomial_groups_unavailable(), "counts of first labels and transitions");
  const MarkovLayout layout = markov_layout();
  std::vector<std::vector<Index>> groups;
  const auto add_group = [&](Index first) {
    std::vector<Index> group(layout.num_labels);
    std::iota(group.begin(), group.end(), first);
    groups.push_back(std::move(group));
  };
  add_group(layout.first);
  for (Index p = 0; layout.transition >= 0 && p < layout.num_labels; ++p)
    add_group(layout.transition + p * layout.num_labels);
  return groups;
}

}  // namespace costruct
