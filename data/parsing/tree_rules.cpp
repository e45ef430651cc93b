#include "costruct/data/parsing/tree_rules.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

template <class Rule>
void sort_once(std::vector<Rule>& rules) {
  std::sort(rules.begin(), rules.end());
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
}

template <class Rule>
std::vector<bool> among(const std::vector<Rule>& all, const std::vector<Rule>& some) {
  std::vector<bool> uses;
  uses.reserve(all.size());
  for (const Rule& rule : all) uses.push_back(std::binary_search(some.begin(), some.end(), rule));
  return uses;
}

}  // namespace

void TreeRules::add(const Output& tree, std::span<const int> terminals) {
  if (tree.parts.empty()) return;
  roots.push_back(tree.parts.front());
  for_each_node(tree, [&](const TreeNode& node) {
    if (node.is_leaf()) {
      lexical.push_back({node.symbol, terminals[static_cast<std::size_t>(node.first)]});
    } else {
      binary.push_back({node.symbol, node.left, node.right});
    }
  });
}

void TreeRules::sort() {
  sort_once(binary);
  sort_once(lexical);
  sort_once(roots);
}

parsing::UsedRules::Uses uses_of(const parsing::Grammar& grammar, const TreeRules& rules) {
  return {among(grammar.binary, rules.binary), among(grammar.lexical, rules.lexical),
          among(grammar.roots, rules.roots)};
}

}  // namespace costruct::experiments
