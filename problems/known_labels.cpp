#include "costruct/problems/known_labels.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace costruct {

KnownLabels::KnownLabels(std::vector<Known> known) : KnownInputs(std::move(known)) {
  auto facts = std::make_shared<Facts>();
  for (InputId x = 0; x < count(); ++x) {
    if (const Known* of_input = of(x)) {
      for (std::size_t t = 0; t < of_input->facts.size(); ++t) {
        const std::vector<int>& fact = of_input->facts[t];
        if (fact.empty()) continue;
        const bool is_single = fact.size() == 1;
        facts->all.push_back(
            {static_cast<std::int32_t>(t), is_single ? fact[0] : -1, is_single ? nullptr : &fact});
      }
    }
    facts->begin.push_back(facts->all.size());
  }
  facts_ = std::move(facts);
}

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

void KnownLabels::rule_out(const std::vector<int>& possible, Index labels, double* scores) {
  Index k = 0;
  for (const int label : possible) {
    for (; k < label; ++k) scores[k] += kRuledOut;
    ++k;
  }
  for (; k < labels; ++k) scores[k] += kRuledOut;
}

}  // namespace costruct
