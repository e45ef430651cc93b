#include "costruct/problems/known_labels.hpp"

#include <algorithm>
#include <set>

namespace costruct {

Known KnownLabels::known_of(std::span<const Output> outputs) {
  Known known;
  for (std::size_t t = 0; t < outputs.front().parts.size(); ++t) {
    std::set<int> labels;
    for (const Output& y : outputs) labels.insert(y.parts[t]);
    known.facts.emplace_back(labels.begin(), labels.end());
  }
  return known;
}

bool KnownLabels::allow_label(const Known* known, std::size_t t, int label) {
  if (known == nullptr || t >= known->facts.size()) return true;
  const std::vector<int>& fact = known->facts[t];
  return fact.empty() || std::binary_search(fact.begin(), fact.end(), label);
}

bool KnownLabels::allow(const Known& known, const Output& y) {
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    if (!allow_label(&known, t, y.parts[t])) return false;
  }
  return true;
}

bool KnownLabels::allow(InputId x, const Output& y) const {
  const Known* known = of(x);
  return known == nullptr || allow(*known, y);
}

void KnownLabels::rule_out(const std::vector<int>& fact, Index labels, double* scores) {
  if (fact.size() == 1) {  // the most common fact
    const double possible = scores[fact[0]];
    for (Index k = 0; k < labels; ++k) scores[k] += kRuledOut;
    scores[fact[0]] = possible;
    return;
  }
  Index k = 0;
  for (const int possible : fact) {
    for (; k < possible; ++k) scores[k] += kRuledOut;
    ++k;
  }
  for (; k < labels; ++k) scores[k] += kRuledOut;
}

}  // namespace costruct
