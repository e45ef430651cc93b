#include "costruct/problems/parsing/binarize.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "costruct/core/error.hpp"
#include "costruct/problems/parsing/symbols.hpp"

namespace costruct::parsing {
namespace {

/// Appends the nodes of trees.
class Binarizer {
 public:
  explicit Binarizer(const Binarization& how) : how_(how) {}

  void add(const Tree& tree) {
    const std::size_t depth = above_.size();
    std::string name = own_name(tree);
    if (!tree.is_leaf()) name += names_above();
    const Tree* node = &tree;
    while (node->children.size() == 1) {
      above_.push_back(&node->label);
      node = &node->children.front();
      name += '+' + own_name(*node);
    }
    if (node->is_leaf()) {
      nodes.push_back({name, 0});
    } else {
      above_.push_back(&node->label);
      add_branching(*node, name);
    }
    above_.resize(depth);
  }

  std::vector<BinaryNode> nodes;  // `left_size` of inner nodes is not yet known

 private:
  static std::string own_name(const Tree& node) {
    return node.is_leaf() ? '<' + escaped(node.label) + '>' : escaped(node.label);
  }

  std::string names_above() const {
    std::string names;
    const Index count = std::min(how_.vertical - 1, static_cast<Index>(above_.size()));
    for (Index i = 1; i <= count; ++i) names += '^' + escaped(*above_[above_.size() - i]);
    return names;
  }

  // In preorder children come from left to right, in whatever order they are split off.
  void add_branching(const Tree& node, const std::string& name) {
    const std::vector<Tree>& children = node.children;
    const std::size_t end_of_left = how_.direction == Direction::kRight  ? children.size()
                                    : how_.direction == Direction::kLeft ? 0
                                                                         : head_child(node);
    nodes.push_back({name, 1});
    std::size_t first = 0, last = children.size();
    while (last - first > 2) {
      if (first < end_of_left) {
        add(children[first++]);
      } else {
        --last;
      }
      nodes.push_back({'@' + name + split_off(children, first, last), 1});
    }
    for (; first < children.size(); ++first) add(children[first]);
  }

  // Returns what the intermediate node over the children [first, last) remembers. The children
  // right of it were split off after those left of it.
  std::string split_off(const std::vector<Tree>& children, std::size_t first,
                        std::size_t last) const {
    const std::size_t all = first + children.size() - last;
    const std::size_t limit =
        std::min(all, static_cast<std::size_t>(how_.horizontal.value_or(all)));
    const std::size_t right = std::min(limit, children.size() - last), left = limit - right;
    if (limit == 0) return "";
    std::string names;
    for (std::size_t i = first - left; i < first; ++i) names += '_' + escaped(children[i].label);
    if (how_.direction == Direction::kHead) names += "_@";
    for (std::size_t i = last; i < last + right; ++i) names += '_' + escaped(children[i].label);
    names.front() = '|';
    return names;
  }

  const Binarization& how_;
  std::vector<const std::string*> above_;  // labels of the nodes above, outermost first
};

// It reads from the end. The left part of a subtree is then the last subtree read before it.
void set_left_sizes(std::vector<BinaryNode>& nodes) {
  std::vector<int> leaves;  // leaves of subtrees without a parent so far, leftmost last
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (node->left_size == 0) {
      leaves.push_back(1);
    } else {
      node->left_size = leaves.back();
      leaves.pop_back();
      leaves.back() += node->left_size;
    }
  }
}

using Forest = std::vector<Tree>;

// Returns what a node of a binarised tree becomes in the restored tree. `below` are its subtrees.
Forest restored_node(const Symbol& symbol, bool is_top, Forest below) {
  std::vector<std::string> labels = symbol.labels();
  if (symbol.is_intermediate && !is_top) {
    if (!below.empty()) return below;
    labels.erase(labels.begin(), labels.end() - 1);  // a token keeps at least the tag
  }
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    Tree node{*label, std::move(below), ""};
    below.clear();
    below.push_back(std::move(node));
  }
  return below;
}

/// How to find the head among children. For each label in turn, take the first child from the left
/// (or right) that has it. If no child has any of the labels, take the first child from that side.
struct HeadRule {
  std::string_view parent;
  char from;  // 'L' or 'R'
  std::string_view labels;
};

// Collins 1999, appendix A.
constexpr HeadRule kHeadRules[] = {
    {"ADJP", 'L', "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"},
    {"ADVP", 'R', "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"},
    {"CONJP", 'R', "CC RB IN"},
    {"FRAG", 'R', ""},
    {"INTJ", 'L', ""},
    {"LST", 'R', "LS :"},
    {"NAC", 'L', "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"},
    {"PP", 'R', "IN TO VBG VBN RP FW"},
    {"PRN", 'L', ""},
    {"PRT", 'R', "RP"},
    {"QP", 'L', "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"},
    {"RRC", 'R', "VP NP ADVP ADJP PP"},
    {"S", 'L', "TO IN VP S SBAR ADJP UCP NP"},
    {"SBAR", 'L', "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"},
    {"SBARQ", 'L', "SQ S SINV SBARQ FRAG"},
    {"SINV", 'L', "VBZ VBD VBP VB MD VP S SINV ADJP NP"},
    {"SQ", 'L', "VBZ VBD VBP VB MD VP SQ"},
    {"UCP", 'R', ""},
    {"VP", 'L', "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"},
    {"WHADJP", 'L', "CC WRB JJ ADJP"},
    {"WHADVP", 'R', "CC WRB"},
    {"WHNP", 'L', "WDT WP WP$ WHADJP WHPP WHNP"},
    {"WHPP", 'R', "IN TO FW"},
};

/// For the children of NP: the first step that finds one of its labels, from its side.
struct HeadStep {
  char from;
  std::string_view labels;
};
constexpr HeadStep kNounPhraseSteps[] = {{'R', "NN NNP NNPS NNS NX POS JJR"},
                                         {'L', "NP"},
                                         {'R', "$ ADJP PRN"},
                                         {'R', "CD"},
                                         {'R', "JJ JJS RB QP"}};

// A label without its function: NP for NP-SBJ and NP=2.
std::string_view category(std::string_view label) {
  return label.substr(0, label.find_first_of("-=", 1));
}

std::vector<std::string_view> words_of(std::string_view list) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Returns the first child, from the left or right, whose label is one of these.
std::optional<std::size_t> find_child(const Tree& node, char from,
                                      const std::vector<std::string_view>& labels) {
  const std::size_t n = node.children.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = from == 'L' ? i : n - 1 - i;
    if (std::find(labels.begin(), labels.end(), category(node.children[at].label)) != labels.end())
      return at;
  }
  return std::nullopt;
}

std::size_t head_of_noun_phrase(const Tree& node) {
  const std::size_t last = node.children.size() - 1;
  if (category(node.children[last].label) == "POS") return last;
  for (const HeadStep& step : kNounPhraseSteps) {
    if (const auto found = find_child(node, step.from, words_of(step.labels))) return *found;
  }
  return last;
}

}  // namespace

std::vector<BinaryNode> binarize(const Tree& tree, const Binarization& how) {
  COSTRUCT_ASSERT(how.vertical >= 1 && how.horizontal.value_or(0) >= 0,
                  "orders of a Markov process");
  const bool is_empty = tree.label.empty() || tree.label == "ROOT" || tree.label == "TOP";
  const Tree& top = is_empty && tree.children.size() == 1 ? tree.children.front() : tree;
  Binarizer binarizer(how);
  if (top.label.empty() && !top.is_leaf()) {
    binarizer.add({"ROOT", top.children, ""});
  } else {
    binarizer.add(top);
  }
  set_left_sizes(binarizer.nodes);
  return std::move(binarizer.nodes);
}

Tree restore(std::span<const BinaryNode> nodes) {
  std::vector<Forest> done;  // subtrees without a parent so far, the leftmost one last
  for (std::size_t i = nodes.size(); i-- > 0;) {
    Forest below;
    if (nodes[i].left_size > 0) {
      COSTRUCT_ASSERT(done.size() >= 2, "a node over two subtrees");
      below = std::move(done.back());
      done.pop_back();
      std::move(done.back().begin(), done.back().end(), std::back_inserter(below));
      done.pop_back();
    }
    done.push_back(restored_node(symbol_of(nodes[i].symbol), i == 0, std::move(below)));
  }
  COSTRUCT_ASSERT(done.size() == 1, "one tree");
  return std::move(done.front().front());
}

std::size_t head_child(const Tree& node) {
  const std::string_view parent = category(node.label);
  if (parent == "NP") return head_of_noun_phrase(node);
  const std::size_t last = node.children.size() - 1;
  for (const HeadRule& rule : kHeadRules) {
    if (rule.parent != parent) continue;
    for (const std::string_view label : words_of(rule.labels)) {
      if (const auto found = find_child(node, rule.from, {label})) return *found;
    }
    return rule.from == 'L' ? 0 : last;
  }
  return last;
}

}  // namespace costruct::parsing
