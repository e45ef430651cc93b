#include "costruct/problems/diversification/candidate_sets.hpp"

namespace costruct::diversification {

std::shared_ptr<const CandidateSets> CandidateSets::in_one_view() const {
  auto one = std::make_shared<CandidateSets>();
  one->queries = queries;
  std::vector<const FeatureTable*> tables;
  RuleFeatures all;
  Index first = 0;  // first feature of the view
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (const auto member :
         {&RuleFeatures::words, &RuleFeatures::importance, &RuleFeatures::relevance,
          &RuleFeatures::similarity, &RuleFeatures::chance}) {
      const std::int32_t at = rules[v].*member;
      if (all.*member == RuleFeatures::kLeftOut)
        all.*member = at < 0 ? at : static_cast<std::int32_t>(first + at);
    }
    tables.push_back(&views[v]);
    first += views[v].num_features;
  }
  one->views.push_back(side_by_side(tables));
  one->rules.push_back(all);
  return one;
}

}  // namespace costruct::diversification
