// Trees for tests: written out, or drawn.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/problems/parsing/binarize.hpp"
#include "costruct/problems/parsing/tree.hpp"
#include "support/tiny.hpp"

namespace costruct::parsing {

/// Lets a failing test print trees.
inline std::ostream& operator<<(std::ostream& stream, const Tree& tree) {
  return stream << bracketed(tree);
}

}  // namespace costruct::parsing

namespace costruct::test {

using parsing::Tree;

/// The tree that is written as "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))", without words "(NP
/// (DT) (NN))". Takes the text that it has read away from the front.
inline Tree read_tree(std::string_view& text) {
  const auto take_word = [&] {
    const std::size_t end = std::min(text.find_first_of(" ()"), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(end);
    return word;
  };
  text.remove_prefix(1);
  Tree tree{take_word(), {}, ""};
  while (text.front() != ')') {
    if (text.front() == ' ') {
      text.remove_prefix(1);
    } else if (text.front() == '(') {
      tree.children.push_back(read_tree(text));
    } else {
      tree.word = take_word();
    }
  }
  text.remove_prefix(1);
  return tree;
}
inline Tree tree_of(std::string_view text) {
  return read_tree(text);
}

/// The tree as restore() has it.
inline Tree without_words(Tree tree) {
  tree.word.clear();
  for (Tree& child : tree.children) child = without_words(std::move(child));
  return tree;
}

/// The tree that binarize() says it keeps.
inline Tree without_outermost(Tree tree) {
  const bool is_empty = tree.label.empty() || tree.label == "ROOT" || tree.label == "TOP";
  if (is_empty && tree.children.size() == 1) tree = Tree(tree.children.front());
  if (tree.label.empty() && !tree.children.empty()) tree.label = "ROOT";
  return tree;
}

/// The labels of drawn trees.
struct TreeLabels {
  std::vector<std::string> labels, tags;
  int most_children = 20;
};

/// A tree over that many tokens: unary chains over nodes and leaves, few and many children.
inline Tree random_tree(Dice& dice, int tokens, const TreeLabels& from) {
  const auto one_of = [&](const std::vector<std::string>& names) {
    return names[dice.range(0, static_cast<int>(names.size()) - 1)];
  };
  if (dice.range(0, 3) == 0) return {one_of(from.labels), {random_tree(dice, tokens, from)}, ""};
  if (tokens == 1) return {one_of(from.tags), {}, "w" + std::to_string(dice.range(0, 9))};
  Tree tree{one_of(from.labels), {}, ""};
  int left = tokens;
  for (int more = dice.range(2, std::min(tokens, from.most_children)); more > 0; --more) {
    const int share =
        more == 1 ? left : dice.range(1, std::min(left - more + 1, 1 + 2 * left / more));
    tree.children.push_back(random_tree(dice, share, from));
    left -= share;
  }
  return tree;
}

}  // namespace costruct::test
