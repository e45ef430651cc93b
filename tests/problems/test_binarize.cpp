// Trees in Chomsky normal form and back: names written out, heads, laws on drawn trees.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "costruct/problems/parsing/binarize.hpp"
#include "costruct/problems/parsing/symbols.hpp"
#include "support/trees.hpp"

using namespace costruct;
using namespace costruct::parsing;
using namespace costruct::test;

namespace {

using Strings = std::vector<std::string>;

/// Labels full of signs that names of symbols use, and labels that mean something to binarize().
const TreeLabels kOddLabels = {{"S", "NP", "NP", "VP", "NP-SBJ", "A+B", "@NP|DT_JJ", "X^Y", "<N>",
                                "\\", "\\\\+", "", "ROOT", "TOP", "@", "_"},
                               {"NN", "DT", "<NN>", "NP", "a_b", "\\", "@", "|", ",", ".", ""}};

std::vector<Binarization> all_ways() {
  std::vector<Binarization> ways;
  for (const Direction direction : {Direction::kRight, Direction::kLeft, Direction::kHead}) {
    for (const std::optional<Index> horizontal :
         {std::optional<Index>(0), std::optional<Index>(1), std::optional<Index>(2),
          std::optional<Index>()}) {
      for (const Index vertical : {1, 2, 3}) ways.push_back({direction, horizontal, vertical});
    }
  }
  return ways;
}

/// "A[B C]" for a node A with the subtrees B and C.
std::string shown(const std::vector<BinaryNode>& nodes, std::size_t& at) {
  const BinaryNode& node = nodes[at++];
  if (node.left_size == 0) return node.symbol;
  const std::string left = shown(nodes, at), right = shown(nodes, at);
  return node.symbol + "[" + left + " " + right + "]";
}
std::string binarized(std::string_view tree, const Binarization& how) {
  const std::vector<BinaryNode> nodes = binarize(tree_of(tree), how);
  std::size_t at = 0;
  return shown(nodes, at);
}

/// Checks a subtree's sizes; returns how many leaves it has.
int check_sizes(const std::vector<BinaryNode>& nodes, std::size_t& at) {
  const int left_size = nodes.at(at++).left_size;
  if (left_size == 0) return 1;
  CHECK(check_sizes(nodes, at) == left_size);
  return left_size + check_sizes(nodes, at);
}

}  // namespace

TEST_CASE("a tree is read from left to right and written in brackets", "[parsing]") {
  const Tree tree = tree_of("(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))");
  Strings words;
  for (const Tree* leaf : leaves_of(tree)) words.push_back(leaf->label + "/" + leaf->word);
  CHECK(words == Strings{"DT/the", "NN/cat", "VBZ/sleeps"});
  CHECK(bracketed(tree) == "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))");
  CHECK(bracketed({"", {{"X", {{"(", {}, "a b"}, {"NN", {}, ""}}, ""}}, ""}) ==
        "( (X (-LRB- a_b) (NN)))");
}

TEST_CASE("children are split off as the direction says, and remembered up to the order",
          "[parsing]") {
  const char* tree = "(NP (DT) (JJ) (NN) (PP (IN) (NP (NN))) (SBAR (IN) (S)))";  // the head is NN
  SECTION("right") {
    const Direction right = Direction::kRight;
    CHECK(binarized(tree, {right, {}}) ==
          "NP[<DT> @NP|DT[<JJ> @NP|DT_JJ[<NN> @NP|DT_JJ_NN[PP[<IN> NP+<NN>] SBAR[<IN> <S>]]]]]");
    CHECK(binarized(tree, {right, 2}) ==
          "NP[<DT> @NP|DT[<JJ> @NP|DT_JJ[<NN> @NP|JJ_NN[PP[<IN> NP+<NN>] SBAR[<IN> <S>]]]]]");
    CHECK(binarized(tree, {right, 1}) ==
          "NP[<DT> @NP|DT[<JJ> @NP|JJ[<NN> @NP|NN[PP[<IN> NP+<NN>] SBAR[<IN> <S>]]]]]");
    CHECK(binarized(tree, {right, 0}) ==
          "NP[<DT> @NP[<JJ> @NP[<NN> @NP[PP[<IN> NP+<NN>] SBAR[<IN> <S>]]]]]");
  }
  SECTION("left") {
    const Direction left = Direction::kLeft;
    CHECK(binarized(tree, {left, {}}) ==
          "NP[@NP|SBAR[@NP|PP_SBAR[@NP|NN_PP_SBAR[<DT> <JJ>] <NN>] PP[<IN> NP+<NN>]] SBAR[<IN> "
          "<S>]]");
    CHECK(binarized(tree, {left, 2}) ==
          "NP[@NP|SBAR[@NP|PP_SBAR[@NP|NN_PP[<DT> <JJ>] <NN>] PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]");
    CHECK(binarized(tree, {left, 1}) ==
          "NP[@NP|SBAR[@NP|PP[@NP|NN[<DT> <JJ>] <NN>] PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]");
    CHECK(binarized(tree, {left, 0}) ==
          "NP[@NP[@NP[@NP[<DT> <JJ>] <NN>] PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]");
  }
  SECTION("head") {
    const Direction head = Direction::kHead;
    CHECK(binarized(tree, {head, {}}) ==
          "NP[<DT> @NP|DT_@[<JJ> @NP|DT_JJ_@[@NP|DT_JJ_@_SBAR[<NN> PP[<IN> NP+<NN>]] SBAR[<IN> "
          "<S>]]]]");
    CHECK(
        binarized(tree, {head, 2}) ==
        "NP[<DT> @NP|DT_@[<JJ> @NP|DT_JJ_@[@NP|JJ_@_SBAR[<NN> PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]]]");
    CHECK(binarized(tree, {head, 1}) ==
          "NP[<DT> @NP|DT_@[<JJ> @NP|JJ_@[@NP|@_SBAR[<NN> PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]]]");
    CHECK(binarized(tree, {head, 0}) ==
          "NP[<DT> @NP[<JJ> @NP[@NP[<NN> PP[<IN> NP+<NN>]] SBAR[<IN> <S>]]]]");
  }
}

TEST_CASE("a head at either end makes the tree branch one way only", "[parsing]") {
  const Direction head = Direction::kHead;
  // A noun phrase's last noun, and a prepositional phrase's preposition.
  CHECK(binarized("(NP (DT) (JJ) (JJ) (NN))", {head, {}}) ==
        "NP[<DT> @NP|DT_@[<JJ> @NP|DT_JJ_@[<JJ> <NN>]]]");
  CHECK(binarized("(PP (IN) (NN) (NN) (NN))", {head, {}}) ==
        "PP[@PP|@_NN[@PP|@_NN_NN[<IN> <NN>] <NN>] <NN>]");
}

TEST_CASE("labels hold those of the nodes above them, tags do not", "[parsing]") {
  const char* tree = "(ROOT (S (NP (NP (NN))) (VP (VB) (NP (DT) (JJ) (NN)))))";
  const Direction right = Direction::kRight;
  CHECK(binarized(tree, {right, {}, 1}) == "S[NP+NP+<NN> VP[<VB> NP[<DT> @NP|DT[<JJ> <NN>]]]]");
  CHECK(binarized(tree, {right, {}, 2}) ==
        "S[NP^S+NP+<NN> VP^S[<VB> NP^VP[<DT> @NP^VP|DT[<JJ> <NN>]]]]");
  CHECK(binarized(tree, {right, {}, 3}) ==
        "S[NP^S+NP+<NN> VP^S[<VB> NP^VP^S[<DT> @NP^VP^S|DT[<JJ> <NN>]]]]");
  // Below a chain each of its nodes counts.
  CHECK(binarized("(S (VP (VB) (NP (DT) (JJ) (NN))))", {right, 1, 3}) ==
        "S+VP[<VB> NP^VP^S[<DT> @NP^VP^S|DT[<JJ> <NN>]]]");
  CHECK(binarized("(X (S (VP (VB) (MD) (NN))) (NN))", {right, 1, 2}) ==
        "X[S^X+VP[<VB> @S^X+VP|VB[<MD> <NN>]] <NN>]");
}

TEST_CASE("the outermost bracket is taken off where it says nothing", "[parsing]") {
  CHECK(binarized("( (S (NN a) (VB b)))", {}) == "S[<NN> <VB>]");
  CHECK(binarized("(TOP (S (NN a) (VB b)))", {}) == "S[<NN> <VB>]");
  CHECK(binarized("(ROOT (S (VP (VB b))))", {}) == "S+VP+<VB>");
  CHECK(binarized("(ROOT (VB b))", {}) == "<VB>");
  CHECK(binarized("(VB b)", {}) == "<VB>");
  CHECK(binarized("( (NN a) (VB b))", {}) == "ROOT[<NN> <VB>]");
  CHECK(binarized("(TOP (NN a) (VB b))", {}) == "TOP[<NN> <VB>]");
  CHECK(binarized("(ROOT (ROOT (VB b)))", {}) == "ROOT+<VB>");
}

TEST_CASE("signs of names are escaped in labels", "[parsing]") {
  CHECK(binarized("(A+B (X^Y (<N> a)) (_ b) (@ c))", {}) ==
        "A\\+B[X\\^Y+<\\<N\\>> @A\\+B|X\\^Y[<\\_> <\\@>]]");
}

TEST_CASE("a name says what its symbol stands for", "[parsing]") {
  const Symbol chain = symbol_of("S^X^\\++VP\\|");
  CHECK(chain.chain == Strings{"S", "VP|"});
  CHECK_FALSE(chain.is_leaf);
  CHECK_FALSE(chain.is_intermediate);

  const Symbol leaf = symbol_of("NP^S+<\\<N>");
  CHECK(leaf.chain == Strings{"NP"});
  CHECK(leaf.tag == "<N");
  CHECK(leaf.is_leaf);
  CHECK(leaf.labels() == Strings{"NP", "<N"});
  CHECK(symbol_of("<NN>").chain.empty());

  for (const char* name : {"@S^X+VP|DT_JJ", "@S^X+VP|DT_@_PP", "@S^X+VP"}) {
    const Symbol intermediate = symbol_of(name);
    CHECK(intermediate.chain == Strings{"S", "VP"});
    CHECK(intermediate.is_intermediate);
    CHECK_FALSE(intermediate.is_leaf);
  }
}

TEST_CASE("a name that binarize() does not make is one label", "[parsing]") {
  for (const std::string name : {"a|b", "a_b", "<NN", "NN>", "<NN>+NP", "<NN>^S", "NP+VP^S", "\\",
                                 "a\\b", "@<NN>", "@A+<NN>", "a@b", "@A|B|C", "<A^B>"}) {
    const Symbol symbol = symbol_of(name);
    CAPTURE(name);
    CHECK(symbol.labels() == Strings{name});
    CHECK_FALSE(symbol.is_leaf);
    CHECK_FALSE(symbol.is_intermediate);
  }
}

TEST_CASE("heads are those of Collins's rules", "[parsing]") {
  const std::vector<std::pair<const char*, std::size_t>> heads = {
      {"(S (NP) (VP) (.))", 1},          // VP
      {"(S-TPC-1 (NP) (VP-X) (.))", 1},  // without functions
      {"(S (NP) (NP))", 0},              // the first from the left
      {"(S (X) (Y))", 0},                // none of the rule's: the leftmost
      {"(VP (MD) (VP))", 0},             // MD stands before VP in the list
      {"(VP (NP) (VBZ))", 1},
      {"(PP (IN) (IN) (NP))", 1},  // from the right
      {"(PP (X) (Y))", 1},         // none of the rule's: the rightmost
      {"(SBAR (IN) (S))", 0},
      {"(NP (NNP) (POS))", 1},        // the last child is POS
      {"(NP (NN) (NN) (JJ))", 1},     // the last noun
      {"(NP (NP) (NP) (PP))", 0},     // the first NP
      {"(NP (PRN) (ADJP) (CD))", 1},  // the last of $, ADJP, PRN before CD
      {"(NP (CD) (JJ))", 0},          // CD before JJ
      {"(NP (DT) (JJ) (DT))", 1},
      {"(NP (X) (DT))", 1},  // the last child
      {"(NP-SBJ (NN) (PP))", 0},
      {"(FRAG (A) (B) (C))", 2},
      {"(INTJ (A) (B) (C))", 0},
      {"(Satz (A) (B) (C))", 2},  // a label without a rule: the last child
      {"( (A) (B))", 1}};
  for (const auto& [tree, head] : heads) {
    CAPTURE(tree);
    CHECK(head_child(tree_of(tree)) == head);
  }
}

TEST_CASE("restoring undoes binarisation, of any tree in any way", "[parsing]") {
  Dice dice(23);
  for (int round = 0; round < 400; ++round) {
    const Tree tree = random_tree(dice, round < 40 ? 1 : dice.range(1, 30), kOddLabels);
    const std::size_t leaves = leaves_of(tree).size();
    for (const Binarization& how : all_ways()) {
      const std::vector<BinaryNode> nodes = binarize(tree, how);
      CAPTURE(round, tree, how.direction, how.horizontal.value_or(-1), how.vertical);
      CHECK(nodes.size() == 2 * leaves - 1);
      std::size_t end = 0;
      CHECK(check_sizes(nodes, end) == static_cast<int>(leaves));
      CHECK(end == nodes.size());
      REQUIRE(restore(nodes) == without_words(without_outermost(tree)));
    }
  }
}

TEST_CASE("restoring undoes binarisation of deep and of broad trees", "[parsing]") {
  Tree left{"NN", {}, ""}, right = left, chain = left, broad{"NP", {}, ""};
  for (int depth = 1; depth < 1000; ++depth) {
    left = Tree{"A", {left, {"NN", {}, ""}}, ""};
    right = Tree{"A", {{"NN", {}, ""}, right}, ""};
    chain = Tree{"A", {chain}, ""};
    broad.children.push_back({"NN", {}, ""});
  }
  for (const Direction direction : {Direction::kRight, Direction::kLeft, Direction::kHead}) {
    for (const Tree* tree : {&left, &right, &chain, &broad}) {
      CHECK((restore(binarize(*tree, {direction, 2, 3})) == *tree));
    }
  }
}

TEST_CASE("a decoder's tree is restored whatever stands where", "[parsing]") {
  SECTION("intermediate nodes give their children to the node above, whatever its label") {
    CHECK(bracketed(restore(std::vector<BinaryNode>{
              {"S", 1}, {"<A>"}, {"@VP|X", 1}, {"@NP", 1}, {"<B>"}, {"<C>"}, {"NP+<D>"}})) ==
          "(S (A) (B) (C) (NP (D)))");
  }
  SECTION("one on top is a node") {
    CHECK(bracketed(restore(std::vector<BinaryNode>{{"@S^X+VP|X", 1}, {"<A>"}, {"<B>"}})) ==
          "(S (VP (A) (B)))");
    CHECK(bracketed(restore(std::vector<BinaryNode>{{"@S+VP|X", 0}})) == "(S (VP))");
  }
  SECTION("symbols of leaves above, others at leaves") {
    CHECK(bracketed(restore(std::vector<BinaryNode>{
              {"NP+<NN>", 2}, {"<A>", 1}, {"S+VP"}, {"@S+VP|X"}, {"unknown"}})) ==
          "(NP (NN (A (S (VP)) (VP)) (unknown)))");
  }
  SECTION("drawn symbols") {
    Dice dice(5);
    std::set<std::string> seen;
    for (int round = 0; round < 200; ++round) {
      for (const Binarization& how : all_ways()) {
        for (const BinaryNode& node : binarize(random_tree(dice, 5, kOddLabels), how))
          seen.insert(node.symbol);
      }
    }
    const Strings symbols(seen.begin(), seen.end());
    for (int round = 0; round < 1000; ++round) {
      const std::size_t leaves = static_cast<std::size_t>(dice.range(1, 12));
      const TreeLabels plain{{"X"}, {"T"}};
      std::vector<BinaryNode> nodes =
          binarize(random_tree(dice, static_cast<int>(leaves), plain), {});
      for (BinaryNode& node : nodes)
        node.symbol = symbols[dice.range(0, static_cast<int>(symbols.size()) - 1)];
      CHECK(leaves_of(restore(nodes)).size() == leaves);
    }
  }
}

namespace {

using Production = Strings;                        // the children's own labels
using Productions = std::map<Production, double>;  // relative frequencies

/// Counts the productions of a tree below the chains that lead to them, on the tree itself.
void count_productions(const Tree& tree, const std::string& chain_above,
                       std::map<std::string, Productions>& counts) {
  const std::string chain = chain_above + " " + tree.label;
  if (tree.children.size() == 1) return count_productions(tree.children.front(), chain, counts);
  if (tree.is_leaf()) return;
  Production production;
  for (const Tree& child : tree.children) {
    production.push_back(child.label);
    count_productions(child, "", counts);
  }
  ++counts[chain][production];
}

/// A grammar of binary rules with how often each was seen.
using Rules = std::map<std::string, std::map<std::pair<std::string, std::string>, double>>;

std::string count_rules(const std::vector<BinaryNode>& nodes, std::size_t& at, Rules& rules) {
  const BinaryNode& node = nodes[at++];
  if (node.left_size == 0) return node.symbol;
  const std::string left = count_rules(nodes, at, rules), right = count_rules(nodes, at, rules);
  ++rules[node.symbol][{left, right}];
  return node.symbol;
}

/// All that a symbol derives by rules for itself and for intermediate symbols, with probabilities.
Productions derived(const std::string& symbol, const Rules& rules) {
  const auto expand = [&](const std::string& child) {
    const Symbol parsed = symbol_of(child);
    return parsed.is_intermediate ? derived(child, rules)
                                  : Productions{{{parsed.labels().front()}, 1.0}};
  };
  double all = 0;
  for (const auto& [rule, count] : rules.at(symbol)) all += count;
  Productions found;
  for (const auto& [rule, count] : rules.at(symbol)) {
    for (const auto& [left, p] : expand(rule.first)) {
      for (const auto& [right, q] : expand(rule.second)) {
        Production both = left;
        both.insert(both.end(), right.begin(), right.end());
        found[both] += count / all * p * q;
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("without a limit the rules derive the treebank's productions with their probabilities",
          "[parsing]") {
  const TreeLabels from{{"S", "NP", "VP", "PP"}, {"NN", "IN", "VB"}, 5};
  for (const Direction direction : {Direction::kRight, Direction::kLeft, Direction::kHead}) {
    Dice dice(31);
    std::map<std::string, Productions> productions;
    Rules rules;
    for (int i = 0; i < 300; ++i) {
      const Tree tree = random_tree(dice, dice.range(1, 12), from);
      count_productions(tree, "", productions);
      std::size_t at = 0;
      count_rules(binarize(tree, {direction, {}, 1}), at, rules);
    }
    std::size_t symbols = 0;
    for (const auto& [symbol, rule] : rules) {
      const Symbol parsed = symbol_of(symbol);
      if (parsed.is_intermediate) continue;
      ++symbols;
      std::string chain;
      for (const std::string& label : parsed.chain) chain += " " + label;
      const Productions& expected = productions.at(chain);
      const Productions found = derived(symbol, rules);
      CAPTURE(direction, symbol);
      CHECK(found.size() == expected.size());
      double all = 0;
      for (const auto& [production, count] : expected) all += count;
      for (const auto& [production, count] : expected) {
        REQUIRE(found.count(production) == 1);
        CHECK(found.at(production) == Approx(count / all));
      }
    }
    CHECK(symbols == productions.size());
  }
}
