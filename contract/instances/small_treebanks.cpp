#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::contract {
namespace {

using namespace parsing;

// Symbols S, A, B within trees, <t>, A+<t>, <u> at leaves; not all rules that are possible.
std::shared_ptr<const Grammar> toy_grammar(RandomStream& random) {
  auto grammar = std::make_shared<Grammar>();
  grammar->symbols = {"S", "A", "B", "<t>", "A+<t>", "<u>"};
  for (int parent = 0; parent < 3; ++parent) {
    for (int left = 0; left < 6; ++left) {
      for (int right = 0; right < 6; ++right) {
        if (random.below(2) == 0) grammar->binary.push_back({parent, left, right});
      }
    }
  }
  grammar->lexical = {{3, 0}, {4, 0}, {5, 1}, {5, 2}};
  grammar->roots = {0, 1, 3, 4, 5};
  grammar->num_terminals = 3;
  return grammar;
}

// All trees over [first, last) with the symbol, as their encodings.
std::vector<std::vector<int>> trees_of(const SentenceData& data, InputId x, Index first, Index last,
                                       int symbol) {
  std::vector<std::vector<int>> trees;
  const UsedRules& rules = *data.rules;
  if (last == first + 1) {
    const int terminal = data.terminal[data.token_begin[x] + first];
    const std::vector<int>& any = rules.leaf_symbols();
    bool fits = terminal < 0 && std::find(any.begin(), any.end(), symbol) != any.end();
    if (terminal >= 0) {
      for (const std::int32_t r : rules.of_terminal(terminal))
        fits = fits || rules.grammar().lexical[r].symbol == symbol;
    }
    if (fits) trees.push_back({symbol});
    return trees;
  }
  for (const std::int32_t r : rules.binary()) {
    const BinaryRule& rule = rules.grammar().binary[r];
    if (rule.parent != symbol) continue;
    for (Index middle = first + 1; middle < last; ++middle) {
      const auto rights = trees_of(data, x, middle, last, rule.right);
      if (rights.empty()) continue;
      for (const std::vector<int>& left : trees_of(data, x, first, middle, rule.left)) {
        for (const std::vector<int>& right : rights) {
          trees.push_back({symbol, static_cast<int>(middle - first)});
          trees.back().insert(trees.back().end(), left.begin(), left.end());
          trees.back().insert(trees.back().end(), right.begin(), right.end());
        }
      }
    }
  }
  return trees;
}

std::vector<Output> all_outputs(const SentenceData& data, InputId x) {
  std::vector<Output> outputs;
  if (data.length(x) > 0) {
    for (const std::int32_t r : data.rules->roots()) {
      for (std::vector<int>& parts :
           trees_of(data, x, 0, data.length(x), data.rules->grammar().roots[r]))
        outputs.push_back({std::move(parts)});
    }
  }
  if (outputs.empty()) outputs.emplace_back();
  std::sort(outputs.begin(), outputs.end());
  return outputs;
}

// A width that one of the other views has a feature for gets none here.
SpanFeatures random_features(Index num_features, Index tokens, Index sentences,
                             const std::vector<Index>& token_begin,
                             const std::vector<SpanFeatures>& others, RandomStream& random) {
  SpanFeatures spans;
  spans.num_features = num_features;
  for (FeatureTable* table : {&spans.begins, &spans.ends, &spans.contains}) {
    table->num_features = num_features;
    for (Index t = 0; t < tokens; ++t) {
      for (Index j = 0; j < num_features; ++j) {
        if (random.below(3) == 0) table->feature.push_back(static_cast<std::int32_t>(j));
      }
      table->end_part();
    }
    for (Index x = 0; x < sentences; ++x) table->example_begin.push_back(token_begin[x + 1]);
  }
  for (std::size_t width = 0; width < 3; ++width) {
    const auto drawn = static_cast<std::int32_t>(random.below(num_features + 1)) - 1;
    const bool is_taken = std::any_of(others.begin(), others.end(), [&](const SpanFeatures& other) {
      return other.widths[width] >= 0;
    });
    spans.widths.push_back(is_taken ? -1 : drawn);
  }
  return spans;
}

SpanFeatures without_feature(const SpanFeatures& spans, std::int32_t feature) {
  SpanFeatures rest = spans;
  rest.num_features = spans.num_features - 1;
  const std::pair<const FeatureTable*, FeatureTable*> tables[] = {
      {&spans.begins, &rest.begins}, {&spans.ends, &rest.ends}, {&spans.contains, &rest.contains}};
  for (const auto& [from, to] : tables) {
    to->num_features = rest.num_features;
    to->feature.clear();
    to->part_begin = {0};
    for (Index part = 0; part < from->num_parts(); ++part) {
      for (const std::int32_t j : from->features_of(part)) {
        if (j != feature) to->feature.push_back(j - (j > feature ? 1 : 0));
      }
      to->end_part();
    }
  }
  for (std::int32_t& j : rest.widths) j = j == feature ? -1 : j - (j > feature ? 1 : 0);
  return rest;
}

SmallInstance treebank(const Json& options, const std::vector<Index>& features, bool all_rules,
                       RandomStream& random) {
  auto data = std::make_shared<SentenceData>();
  const auto grammar = toy_grammar(random);
  UsedRules::Uses uses = UsedRules::all(*grammar);
  if (!all_rules) {
    for (std::size_t r = 0; r < uses.binary.size(); r += 8) uses.binary[r] = false;
    uses.lexical[3] = false;  // the third terminal is then part of no sentence with a tree
    uses.root[1] = false;
  }
  data->rules = std::make_shared<UsedRules>(grammar, uses);
  for (const Index length : {3, 4, 2, 4, 0, 3, 1}) {
    for (Index t = 0; t < length; ++t)
      data->terminal.push_back(random.below(6) == 0 ? 2 : static_cast<int>(random.below(2)));
    data->token_begin.push_back(std::ssize(data->terminal));
  }
  data->terminal.back() = -1;
  SmallInstance instance;
  instance.name = std::to_string(features.size()) + " views, " + std::to_string(features.front()) +
                  " features, " + (all_rules ? "all rules" : "some rules");
  instance.options = options;
  std::vector<SentenceData> alone;
  std::vector<SpanFeatures> made;
  for (const Index num_features : features) {
    SentenceData one = *data;
    made.push_back(random_features(num_features, std::ssize(data->terminal), data->num_inputs(),
                                   data->token_begin, made, random));
    one.views = {made.back()};
    alone.push_back(std::move(one));
  }
  for (const SentenceData& one : alone) {
    data->views.push_back(one.views.front());
    instance.views.push_back(std::make_shared<SentenceData>(one));
  }
  for (Index j = 0; j < features.front(); ++j) {
    SentenceData rest = alone.front();
    rest.views.front() = without_feature(rest.views.front(), static_cast<std::int32_t>(j));
    instance.without_feature.push_back(std::make_shared<SentenceData>(std::move(rest)));
  }
  instance.data = data;
  instance.outputs = [data](InputId x) { return all_outputs(*data, x); };
  instance.is_unseen = [](const std::vector<int>& fact) { return fact[1] - fact[0] == 1; };
  return instance;
}

}  // namespace

std::vector<SmallInstance> small_treebanks(std::uint64_t seed) {
  RandomStream random(seed, 0, "small treebanks");
  std::vector<SmallInstance> instances;
  for (const char* loss : {"f1", "constituents", "zero_one"}) {
    const Json options = {{"loss", loss}};
    for (const bool all_rules : {true, false}) {
      instances.push_back(treebank(options, {0}, all_rules, random));
      instances.push_back(treebank(options, {3}, all_rules, random));
      instances.push_back(treebank(options, {2, 0}, all_rules, random));
      instances.push_back(treebank(options, {1, 2, 1}, all_rules, random));
    }
  }
  return instances;
}

}  // namespace costruct::contract
