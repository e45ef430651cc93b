#include "costruct/problems/known_labels.hpp"

#include <algorithm>

namespace costruct {
namespace {

constexpr double kRuledOut = -1e120;

}  // namespace

bool KnownLabels::allow(const Known& known, const Output& y) {
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    const std::vector<int>& fact = known.facts[t];
    if (!fact.empty() && !std::binary_search(fact.begin(), fact.end(), y.parts[t])) return false;
  }
  return true;
}

bool KnownLabels::allow(InputId x, const Output& y) const {
  return known_ == nullptr || allow((*known_)[static_cast<std::size_t>(x)], y);
}

void KnownLabels::rule_out(const std::vector<int>& fact, Index labels, double* scores) {
  auto next = fact.begin();
  for (Index k = 0; k < labels; ++k) {
    if (next != fact.end() && *next == k) {
      ++next;
    } else {
      scores[k] += kRuledOut;
    }
  }
}

}  // namespace costruct
