#include "costruct/data/parsing/tree_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/svg_text.hpp"
#include "costruct/core/types.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"

namespace costruct::experiments {
namespace {

using parsing::Tree;

// Lengths in pixels.
constexpr double kFontSize = 14;
constexpr double kMargin = 6;
constexpr double kGap = 10;           // gap between neighbours
constexpr double kLevel = 40;         // distance from a label to the labels of its children
constexpr double kAbove = 12;         // height of a line of text above its base line,
constexpr double kBelow = 5;          // and below it
constexpr double kWordBelowTag = 18;  // distance of the base lines

constexpr const char* kEmptySentence = "()";

Tree read_tree(std::string_view brackets) {
  BracketReader reader(LineReader("tree", bytes_of(brackets)));
  Tree tree, another;
  if (!reader.next(tree)) throw DataError("a drawing takes a tree in brackets, and there is none");
  if (reader.next(another)) reader.fail("a drawing takes one tree, and another one begins here");
  if (tree.label.empty() && tree.children.size() == 1)
    return Tree(std::move(tree.children.front()));
  if (tree.is_leaf() && tree.label.empty()) tree.word = kEmptySentence;
  return tree;
}

double width_of(std::string_view text) {
  return kFontSize * text_ems(text);
}

struct Node {
  const Tree* tree;
  std::size_t parent = 0;
  Index level = 0;
  std::vector<std::size_t> children = {};
  double left = 0, right = 0;  // extent of its subtree to both sides of its middle
  double x = 0,
         y = 0;  // its middle, at first relative to that of its parent; the base line of its label

  bool is_leaf() const { return children.empty(); }
};

// All nodes: parents before their children, and children from left to right.
std::vector<Node> nodes_of(const Tree& tree) {
  std::vector<Node> nodes{{&tree}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Tree& child : nodes[i].tree->children) {
      nodes[i].children.push_back(nodes.size());
      nodes.push_back({&child, i, nodes[i].level + 1});
    }
  }
  return nodes;
}

// Places the children of a node side by side, and the node in the middle between the outer ones.
void place_children(std::vector<Node>& nodes, Node& node) {
  const double half = std::max(width_of(node.tree->label), width_of(node.tree->word)) / 2;
  node.left = node.right = half;
  if (node.is_leaf()) return;
  double end = -kGap;
  for (const std::size_t child : node.children) {
    nodes[child].x = end + kGap + nodes[child].left;
    end = nodes[child].x + nodes[child].right;
  }
  const double middle = (nodes[node.children.front()].x + nodes[node.children.back()].x) / 2;
  for (const std::size_t child : node.children) nodes[child].x -= middle;
  node.left = std::max(half, middle);
  node.right = std::max(half, end - middle);
}

struct Layout {
  std::vector<Node> nodes;
  double width = 0, height = 0;
};

Layout layout_of(const Tree& tree) {
  Layout layout{nodes_of(tree)};
  std::vector<Node>& nodes = layout.nodes;
  for (std::size_t i = nodes.size(); i-- > 0;) place_children(nodes, nodes[i]);
  const Index deepest = nodes.back().level;
  nodes[0].x = kMargin + nodes[0].left;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i > 0) nodes[i].x += nodes[nodes[i].parent].x;
    const Index level = nodes[i].is_leaf() ? deepest : nodes[i].level;
    nodes[i].y = kMargin + kAbove + kLevel * static_cast<double>(level);
  }
  layout.width = nodes[0].left + nodes[0].right + 2 * kMargin;
  layout.height = nodes.back().y + kWordBelowTag + kBelow + kMargin;
  return layout;
}

// The branches. A branch to a leaf goes to the place of a label and then down, so that no two
// branches cross.
std::string branches(const std::vector<Node>& nodes) {
  std::string path;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node &node = nodes[i], &parent = nodes[node.parent];
    if (parent.tree->label.empty()) continue;
    const double top = kAbove + 2, next = parent.y + kLevel - top;
    const double end = node.y + (node.tree->label.empty() ? kWordBelowTag : 0) - top;
    fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}L{:.1f} {:.1f}", parent.x,
                   parent.y + kBelow, node.x, next);
    if (end > next) fmt::format_to(std::back_inserter(path), "V{:.1f}", end);
  }
  if (path.empty()) return "";
  return fmt::format(
      "<path class=\"branches\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.5\" "
      "d=\"{}\"/>\n",
      path);
}

void add_text(std::string& group, double x, double y, std::string_view text) {
  if (text.empty()) return;
  fmt::format_to(std::back_inserter(group), "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, y,
                 xml_escaped(text));
}

std::string group_of(const char* name, const char* style, const std::string& texts) {
  if (texts.empty()) return "";
  return fmt::format("<g class=\"{}\"{}>{}</g>\n", name, style, texts);
}

std::string texts(const std::vector<Node>& nodes) {
  std::string labels, tags, words;
  for (const Node& node : nodes) {
    add_text(node.is_leaf() ? tags : labels, node.x, node.y, node.tree->label);
    if (node.is_leaf()) add_text(words, node.x, node.y + kWordBelowTag, node.tree->word);
  }
  return group_of("labels", "", labels) + group_of("tags", "", tags) +
         group_of("words", " font-style=\"italic\"", words);
}

}  // namespace

std::string tree_svg(std::string_view brackets) {
  const Tree tree = read_tree(brackets);
  const Layout layout = layout_of(tree);
  brackets.remove_suffix(brackets.size() -
                         std::min(brackets.size(), brackets.find_last_not_of(" \r\n") + 1));
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" role=\"img\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, sans-serif\" "
      "font-size=\"{2:.0f}\" text-anchor=\"middle\" "
      "fill=\"currentColor\">\n<title>{3}</title>\n{4}{5}</svg>\n",
      layout.width, layout.height, kFontSize, xml_escaped(brackets), branches(layout.nodes),
      texts(layout.nodes));
}

}  // namespace costruct::experiments
