#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"

namespace costruct::contract {
namespace {

using namespace dependency;

// Whether token t (from 1) is `above` or hangs below it.
bool is_below(const std::vector<int>& head, int t, int above) {
  for (std::size_t steps = 0; steps <= head.size(); ++steps) {
    if (t == above) return true;
    if (t == 0) return false;
    t = head[static_cast<std::size_t>(t) - 1];
  }
  return false;
}

bool is_tree_of(HeadTreeKind kind, const std::vector<int>& head) {
  if (kind.single_root && !head.empty() && std::count(head.begin(), head.end(), 0) != 1)
    return false;
  for (int t = 1; t <= std::ssize(head); ++t) {
    const int h = head[static_cast<std::size_t>(t) - 1];
    if (!is_below(head, t, 0)) return false;
    for (int between = std::min(t, h) + 1; kind.projective && between < std::max(t, h); ++between) {
      if (!is_below(head, between, h)) return false;
    }
  }
  return true;
}

std::vector<Output> trees_over(HeadTreeKind kind, Index tokens, Index relations) {
  std::vector<std::vector<int>> prefixes = {{}};
  for (Index t = 0; t < tokens; ++t) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& prefix : prefixes) {
      for (int head = 0; head <= tokens; ++head) {
        for (int relation = 0; relation < relations; ++relation) {
          longer.push_back(prefix);
          longer.back().push_back(part_of(head, relation));
        }
      }
    }
    prefixes = std::move(longer);
  }
  std::vector<Output> trees;
  for (std::vector<int>& parts : prefixes) {
    std::vector<int> heads;
    for (const int part : parts) heads.push_back(head_of(part));
    if (is_tree_of(kind, heads)) trees.push_back({std::move(parts)});
  }
  return trees;
}

// A table with so many parts for each sentence.
template <class Count>
FeatureTable drawn_table(Index num_features, const std::vector<Index>& lengths, bool has_values,
                         RandomStream& random, const Count& count) {
  FeatureTable table;
  table.num_features = num_features;
  for (const Index length : lengths) {
    for (Index part = 0; part < count(length); ++part) {
      for (Index j = 0; j < num_features; ++j) {
        if (random.below(3) > 0) continue;
        table.feature.push_back(static_cast<std::int32_t>(j));
        if (has_values) table.value.push_back(static_cast<double>(random.below(4)) - 1);
      }
      table.end_part();
    }
    table.end_example();
  }
  return table;
}

struct ViewSize {
  Index labeled = 0, plain = 0;
};

SmallInstance sentences(const char* loss, HeadTreeKind kind, Index relations,
                        const std::vector<ViewSize>& sizes, bool has_values, RandomStream& random) {
  auto data = std::make_shared<HeadedSentences>();
  const std::vector<Index> lengths = relations == 1 ? std::vector<Index>{3, 4, 2, 4, 0, 3, 1}
                                                    : std::vector<Index>{3, 2, 3, 0, 2, 1};
  for (Index r = 0; r < relations; ++r) data->relations.push_back("r" + std::to_string(r));
  for (const Index length : lengths) {
    for (Index t = 0; t < length; ++t) data->is_punctuation.push_back(random.below(4) == 0);
    data->token_begin.push_back(std::ssize(data->is_punctuation));
  }
  SmallInstance instance;
  instance.name = std::to_string(sizes.size()) + " views, " + std::to_string(relations) +
                  " relations, " + (kind.projective ? "projective, " : "any trees, ") +
                  (kind.single_root ? "one root" : "several roots");
  instance.options = {{"loss", loss},
                      {"trees", kind.projective ? "projective" : "any"},
                      {"single_root", kind.single_root}};
  for (const ViewSize size : sizes) {
    const auto table = [&](Index features, const auto& count) {
      return drawn_table(features, lengths, has_values, random, count);
    };
    const auto arcs = [](Index T) { return T * (T + 1); };
    ArcFeatures features;
    features.heads = table(size.labeled, [](Index T) { return 2 * (T + 1); });
    features.dependents = table(size.labeled, [](Index T) { return 2 * T; });
    features.labeled = table(size.labeled, arcs);
    features.plain = table(size.plain, arcs);
    auto one = std::make_shared<HeadedSentences>(*data);
    one->views = {std::move(features)};
    instance.views.push_back(std::move(one));
  }
  for (const auto& view : instance.views)
    data->views.push_back(dynamic_cast<const HeadedSentences&>(*view).views.front());
  instance.data = data;
  instance.outputs = [data, kind, relations](InputId x) {
    return trees_over(kind, data->length(x), relations);
  };
  return instance;
}

}  // namespace

std::vector<SmallInstance> small_dependencies(std::uint64_t seed) {
  RandomStream random(seed, 0, "small dependencies");
  std::vector<SmallInstance> instances;
  for (const char* loss : {"labeled_heads", "heads", "zero_one"}) {
    for (const bool projective : {true, false}) {
      instances.push_back(sentences(loss, {projective, true}, 2, {{4, 4}}, false, random));
      instances.push_back(sentences(loss, {projective, true}, 1, {{0, 4}}, false, random));
      instances.push_back(sentences(loss, {projective, false}, 1, {{0, 4}, {1, 3}}, false, random));
      instances.push_back(sentences(loss, {projective, false}, 2, {{2, 2}}, true, random));
      instances.push_back(
          sentences(loss, {projective, true}, 2, {{1, 1}, {1, 0}, {0, 2}}, false, random));
    }
  }
  return instances;
}

}  // namespace costruct::contract
