#include <numeric>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"

namespace costruct::contract {
namespace {

using namespace diversification;

constexpr Index kFeatures = 5;
constexpr RuleFeatures kRules{0, 1, 2, 3, 4};
constexpr Index kDocuments = 2;  // of each choice

using FeatureGroups = std::vector<std::vector<std::int32_t>>;

/// Values of all features of the parts of a query. They are multiples of 1/4, as many above 0 as
/// below. They are small, so that learned weights are large and depend on the weights of examples.
using Parts = std::vector<std::vector<double>>;

std::shared_ptr<const Candidates> drawn_candidates(Index n, RandomStream& random) {
  auto made = std::make_shared<Candidates>();
  constexpr Index kElements = 6;
  made->kinds = 3;
  made->covering.elements = kElements;
  for (Index e = 0; e < kElements; ++e)
    made->kind.push_back(static_cast<std::int32_t>(random.below(3)));
  for (Index d = 0; d < n; ++d) {
    for (std::int32_t e = 0; e < kElements; ++e) {
      if (random.below(3) == 0) made->covering.element.push_back(e);
    }
    made->covering.end_document();
  }
  return made;
}

Parts drawn_parts(Index count, RandomStream& random) {
  Parts parts(static_cast<std::size_t>(count), std::vector<double>(kFeatures, 0.0));
  for (auto& part : parts) {
    for (double& value : part) value = 0.25 * static_cast<double>(random.below(5) - 2);
  }
  return parts;
}

FeatureTable table_of(const std::vector<Parts>& queries,
                      const std::vector<std::int32_t>& features) {
  FeatureTable table;
  table.num_features = std::ssize(features);
  for (const Parts& parts : queries) {
    for (const auto& part : parts) {
      for (std::size_t j = 0; j < features.size(); ++j) {
        const double value = part[static_cast<std::size_t>(features[j])];
        if (value == 0) continue;
        table.feature.push_back(static_cast<std::int32_t>(j));
        table.value.push_back(value);
      }
      table.end_part();
    }
    table.end_example();
  }
  return table;
}

RuleFeatures rules_among(const std::vector<std::int32_t>& features) {
  RuleFeatures rules;
  for (const auto member :
       {&RuleFeatures::words, &RuleFeatures::importance, &RuleFeatures::relevance,
        &RuleFeatures::similarity, &RuleFeatures::chance}) {
    for (std::size_t j = 0; j < features.size(); ++j) {
      if (features[j] == kRules.*member) rules.*member = static_cast<std::int32_t>(j);
    }
  }
  return rules;
}

std::vector<Output> all_choices(Index n, Index size) {
  std::vector<Output> all;
  Output y;
  const auto extend = [&](const auto& self, int first) -> void {
    if (std::ssize(y.parts) == size) return all.push_back(y);
    for (int d = first; d < n; ++d) {
      y.parts.push_back(d);
      self(self, d + 1);
      y.parts.pop_back();
    }
  };
  extend(extend, 0);
  return all;
}

SmallInstance candidates_instance(const std::string& decoder, const FeatureGroups& views,
                                  RandomStream& random) {
  const std::vector<Index> sizes = {4, 0, 1, 5, 2, 3};
  std::vector<std::shared_ptr<const Candidates>> queries;
  std::vector<Parts> parts;
  for (const Index n : sizes) {
    queries.push_back(drawn_candidates(n, random));
    parts.push_back(drawn_parts(queries.back()->kinds + n * (n - 1) / 2, random));
  }
  const auto over = [&](const FeatureGroups& groups) {
    auto data = std::make_shared<CandidateSets>();
    data->queries = queries;
    for (const auto& features : groups) {
      data->views.push_back(table_of(parts, features));
      data->rules.push_back(rules_among(features));
    }
    return data;
  };
  SmallInstance made;
  made.name = std::to_string(views.size()) + " views, " + decoder;
  made.options = {{"loss", "subtopic"}, {"documents", kDocuments}, {"decoder", decoder}};
  made.data = over(views);
  for (const auto& features : views) made.views.push_back(over({features}));
  made.outputs = [sizes](InputId x) {
    const Index n = sizes[static_cast<std::size_t>(x)];
    return all_choices(n, std::min(n, kDocuments));
  };
  return made;
}

}  // namespace

std::vector<SmallInstance> small_candidates(std::uint64_t seed) {
  RandomStream random(seed, 0, "small candidates");
  std::vector<SmallInstance> all;
  for (const char* decoder : {"exact", "greedy", "swaps"}) {
    for (const FeatureGroups& views :
         {FeatureGroups{{0, 1, 2, 3, 4}}, FeatureGroups{{0, 3}, {1, 2, 4}},
          FeatureGroups{{0}, {1, 2}, {3, 4}}})
      all.push_back(candidates_instance(decoder, views, random));
  }
  return all;
}

}  // namespace costruct::contract
