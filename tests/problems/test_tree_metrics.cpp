// Metrics of trees against counting by hand, as evalb would, and against sets of tokens in trees
// that nobody has binarised.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/problems/parsing/binarize.hpp"
#include "costruct/problems/parsing/tree_metrics.hpp"
#include "support/trees.hpp"

using namespace costruct;
using namespace costruct::parsing;
using namespace costruct::test;

namespace {

/// True and predicted trees as Outputs, symbols numbered as they come.
struct TreeCorpus {
  std::vector<std::string> labels;
  std::vector<Output> truth, predicted;
  Json options = Json::object();
  Binarization how = {};

  /// "" stands for no tree.
  void add(std::string_view y, std::string_view y_hat) {
    truth.push_back(y.empty() ? Output{} : encoded(binarize(tree_of(y), how)));
    predicted.push_back(y_hat.empty() ? Output{} : encoded(binarize(tree_of(y_hat), how)));
  }
  Output encoded(const std::vector<BinaryNode>& nodes) {
    Output output;
    for (const BinaryNode& node : nodes) {
      const auto at = std::find(labels.begin(), labels.end(), node.symbol);
      output.parts.push_back(static_cast<int>(at - labels.begin()));
      if (at == labels.end()) labels.push_back(node.symbol);
      if (node.left_size > 0) output.parts.push_back(node.left_size);
    }
    return output;
  }
  double metric(const std::string& name) const {
    for (const OutputMetric& metric : tree_metrics()) {
      if (metric.info.name == name) return metric.compute({truth, predicted, labels, options});
    }
    throw ConfigError("no metric " + name);
  }
};

TreeCorpus trees(std::string_view y, std::string_view y_hat) {
  TreeCorpus corpus;
  corpus.add(y, y_hat);
  return corpus;
}

}  // namespace

TEST_CASE("constituents are counted as evalb counts them", "[metrics][parsing]") {
  // true        S 0-3, NP 0-2, VP 2-3
  // predicted   S 0-3, NP 0-1, VP 1-3, NP 2-3; VP 1-3 crosses NP 0-2
  const TreeCorpus corpus = trees("(ROOT (S (NP (DT the) (NN cat)) (VP (VBZ sleeps)) (. .)))",
                                  "(ROOT (S (NP (DT the)) (VP (NN cat) (NP (VBZ sleeps))) (. .)))");
  CHECK(corpus.metric("constituent_precision") == Approx(1.0 / 4));
  CHECK(corpus.metric("constituent_recall") == Approx(1.0 / 3));
  CHECK(corpus.metric("constituent_f1") == Approx(2.0 / 7));
  CHECK(corpus.metric("crossing_brackets") == 1);
  CHECK(corpus.metric("exact_match") == 0);
  CHECK(corpus.metric("without_parse") == 0);
}

TEST_CASE("counts are summed over sentences, crossings averaged", "[metrics][parsing]") {
  TreeCorpus corpus =
      trees("(S (A (a) (b)) (c))", "(S (a) (A (b) (c)))");  // 1 of 2 and 2 matches, 1 crosses
  corpus.add("(S (A (a) (B (b) (c))) (d))", "(S (A (a) (B (b) (c))) (d))");  // 3 of 3 and 3
  CHECK(corpus.metric("constituent_precision") == Approx(4.0 / 5));
  CHECK(corpus.metric("constituent_recall") == Approx(4.0 / 5));
  CHECK(corpus.metric("crossing_brackets") == Approx(1.0 / 2));
  CHECK(corpus.metric("exact_match") == Approx(1.0 / 2));
}

TEST_CASE("labels count, unary chains count each of their nodes", "[metrics][parsing]") {
  // true S, VP, NP over 0-1, predicted S, NP, X over 0-1: S and NP match in whatever order
  const TreeCorpus corpus = trees("(S (VP (NP (NN a))))", "(S (NP (X (NN a))))");
  CHECK(corpus.metric("constituent_precision") == Approx(2.0 / 3));
  CHECK(corpus.metric("constituent_recall") == Approx(2.0 / 3));
}

TEST_CASE("equal constituents match as often as the rarer side has them", "[metrics][parsing]") {
  const char *once = "(NP (NN a) (NN b))", *twice = "(NP (NP (NN a) (NN b)))";
  CHECK(trees(twice, once).metric("constituent_recall") == Approx(1.0 / 2));
  CHECK(trees(twice, once).metric("constituent_precision") == 1);
  CHECK(trees(once, twice).metric("constituent_recall") == 1);
  CHECK(trees(once, twice).metric("constituent_precision") == Approx(1.0 / 2));
  CHECK(trees(once, twice).metric("exact_match") == 0);
  CHECK(trees(twice, twice).metric("exact_match") == 1);
}

TEST_CASE("tags do not count, and a right tree in other binary form is exact",
          "[metrics][parsing]") {
  CHECK(trees("(S (NN a) (VB b))", "(S (X a) (Y b))").metric("exact_match") == 1);
  TreeCorpus corpus = trees("(S (A a) (B b) (C c) (D d))", "");
  corpus.how.direction = Direction::kLeft;
  corpus.predicted = {corpus.encoded(binarize(tree_of("(S (A a) (B b) (C c) (D d))"), corpus.how))};
  CHECK(corpus.truth != corpus.predicted);
  CHECK(corpus.metric("exact_match") == 1);
}

TEST_CASE("punctuation is taken away, and what holds nothing else", "[metrics][parsing]") {
  // tokens , a .; the true PRN is emptied, what is left on both sides is S 0-1, NP 0-1
  TreeCorpus corpus = trees("(S (PRN (, ,)) (NP (NN a)) (. .))", "(S (NP (, ,) (NN a)) (. .))");
  CHECK(corpus.metric("constituent_f1") == 1);
  CHECK(corpus.metric("exact_match") == 1);
  // all of it: S 0-3, PRN 0-1, NP 1-2 and S 0-3, NP 0-2
  corpus.options[kIgnorePunctuation] = false;
  CHECK(corpus.metric("constituent_precision") == Approx(1.0 / 2));
  CHECK(corpus.metric("constituent_recall") == Approx(1.0 / 3));
  corpus.options[kIgnorePunctuation] = true;
  CHECK(corpus.metric("exact_match") == 1);

  SECTION("the five tags, and no other") {
    for (const std::string tag : {",", ":", "``", "''", "."}) {
      CHECK(trees("(S (A (a) (" + tag + ")) (b))", "(S (A (a)) (" + tag + ") (b))")
                .metric("exact_match") == 1);
    }
    for (const std::string tag : {"$", "#", "-LRB-", "NN", ";"}) {
      CHECK(trees("(S (A (a) (" + tag + ")) (b))", "(S (A (a)) (" + tag + ") (b))")
                .metric("exact_match") == 0);
    }
  }
  SECTION("the true tags tell") {
    CHECK(trees("(S (A (a) (,)) (b))", "(S (A (a)) (NN) (b))").metric("exact_match") == 1);
    CHECK(trees("(S (A (a) (NN)) (b))", "(S (A (a)) (,) (b))").metric("exact_match") == 0);
  }
  SECTION("a sentence of nothing else has no constituents") {
    CHECK(trees("(S (X (.)) (.))", "(Y (.) (.))").metric("constituent_f1") == 1);
    CHECK(trees("(S (X (.)) (.))", "(Y (.) (.))").metric("exact_match") == 1);
  }
}

TEST_CASE("a predicted constituent that crosses several true ones counts once",
          "[metrics][parsing]") {
  // B 1-3 crosses A 0-2 and C 0-2; its chain B, D counts twice; A 0-4 holds all
  CHECK(
      trees("(A (A (C (a) (b))) (c) (d))", "(A (a) (B (b) (c)) (d))").metric("crossing_brackets") ==
      1);
  CHECK(
      trees("(A (A (a) (b)) (c) (d))", "(A (a) (B (D (b) (c))) (d))").metric("crossing_brackets") ==
      2);
  // Two predicted ones, one true one in the middle: 0-2 and 2-4 cross 1-3.
  CHECK(
      trees("(S (a) (X (b) (c)) (d))", "(S (A (a) (b)) (B (c) (d)))").metric("crossing_brackets") ==
      2);
  // Without the comma the spans are 0-1 and 1-2, which do not cross.
  CHECK(trees("(S (X (a) (,)) (b))", "(S (a) (Y (,) (b)))").metric("crossing_brackets") == 0);
}

TEST_CASE("a sentence without a predicted tree counts as one without constituents",
          "[metrics][parsing]") {
  TreeCorpus corpus = trees("(S (A (a) (b)) (c))", "");
  CHECK(corpus.metric("without_parse") == 1);
  CHECK(corpus.metric("constituent_precision") == 1);  // 0/0
  CHECK(corpus.metric("constituent_recall") == 0);
  CHECK(corpus.metric("constituent_f1") == 0);
  CHECK(corpus.metric("exact_match") == 0);
  corpus.add("(S (A (a) (b)) (c))", "(S (A (a) (b)) (c))");
  CHECK(corpus.metric("without_parse") == Approx(1.0 / 2));
  CHECK(corpus.metric("constituent_precision") == 1);
  CHECK(corpus.metric("constituent_recall") == Approx(1.0 / 2));
  CHECK(corpus.metric("constituent_f1") == Approx(2.0 / 3));
  corpus.add("", "(S (a) (, ,))");  // S 0-1, which is not true
  CHECK(corpus.metric("constituent_precision") == Approx(2.0 / 3));
  CHECK(corpus.metric("without_parse") == Approx(1.0 / 3));
  corpus.add("", "");
  CHECK(corpus.metric("exact_match") == Approx(2.0 / 4));
}

TEST_CASE("metrics of no sentences are those of no errors", "[metrics][parsing]") {
  const TreeCorpus corpus;
  for (const char* name :
       {"constituent_f1", "constituent_precision", "constituent_recall", "exact_match"})
    CHECK(corpus.metric(name) == 1);
  for (const char* name : {"crossing_brackets", "without_parse"}) CHECK(corpus.metric(name) == 0);
}

namespace {

/// A label and the tokens below it.
using TokenSet = std::set<int>;
using Bracket = std::pair<std::string, TokenSet>;

/// All brackets of a tree, each as often as it is there; `at` is the token that comes next.
TokenSet collect_brackets(const Tree& tree, const TokenSet& away, int& at,
                          std::map<Bracket, int>& brackets) {
  if (tree.is_leaf()) {
    const int token = at++;
    return away.count(token) > 0 ? TokenSet{} : TokenSet{token};
  }
  TokenSet tokens;
  for (const Tree& child : tree.children) tokens.merge(collect_brackets(child, away, at, brackets));
  if (!tokens.empty()) ++brackets[{tree.label, tokens}];
  return tokens;
}

bool sets_cross(const TokenSet& a, const TokenSet& b) {
  const auto some = [](const TokenSet& of, const TokenSet& in, bool inside) {
    return std::any_of(of.begin(), of.end(),
                       [&](int token) { return (in.count(token) > 0) == inside; });
  };
  return some(a, b, true) && some(a, b, false) && some(b, a, false);
}

/// The same numbers by another way.
struct SlowCount {
  int truth = 0, predicted = 0, matched = 0, crossing = 0, exact = 0, sentences = 0;

  void add(const Tree& y, const Tree& y_hat, bool ignore_punctuation) {
    TokenSet away;
    const std::vector<const Tree*> leaves = leaves_of(y);
    for (std::size_t t = 0; t < leaves.size(); ++t) {
      const std::string& tag = leaves[t]->label;
      if (ignore_punctuation &&
          (tag == "," || tag == "." || tag == ":" || tag == "``" || tag == "''"))
        away.insert(static_cast<int>(t));
    }
    std::map<Bracket, int> of_truth, of_prediction;
    int at = 0;
    collect_brackets(y, away, at, of_truth);
    at = 0;
    collect_brackets(y_hat, away, at, of_prediction);
    for (const auto& [bracket, times] : of_truth) truth += times;
    for (const auto& [bracket, times] : of_prediction) {
      predicted += times;
      if (of_truth.count(bracket) > 0) matched += std::min(times, of_truth[bracket]);
      for (const auto& [other, other_times] : of_truth) {
        if (!sets_cross(bracket.second, other.second)) continue;
        crossing += times;
        break;
      }
    }
    exact += of_truth == of_prediction;
    ++sentences;
  }
};

void check_metrics(const TreeCorpus& corpus, const SlowCount& count) {
  const auto share = [](int part, int all) {
    return all == 0 ? 1 : static_cast<double>(part) / all;
  };
  CHECK(corpus.metric("constituent_precision") == Approx(share(count.matched, count.predicted)));
  CHECK(corpus.metric("constituent_recall") == Approx(share(count.matched, count.truth)));
  CHECK(corpus.metric("constituent_f1") ==
        Approx(share(2 * count.matched, count.predicted + count.truth)));
  CHECK(corpus.metric("exact_match") == Approx(share(count.exact, count.sentences)));
  CHECK(corpus.metric("crossing_brackets") == Approx(share(count.crossing, count.sentences)));
}

}  // namespace

TEST_CASE("metrics agree with sets of tokens in trees before binarisation", "[metrics][parsing]") {
  const TreeLabels from{{"S", "NP", "ROOT", "A+B"}, {"NN", ",", ".", "``", "VB"}, 6};
  Dice dice(3);
  for (int round = 0; round < 300; ++round) {
    TreeCorpus corpus;
    SlowCount count;
    const bool ignore_punctuation = dice.range(0, 2) > 0;
    if (!ignore_punctuation || dice.range(0, 1) == 0)
      corpus.options[kIgnorePunctuation] = ignore_punctuation;
    corpus.how = {static_cast<Direction>(dice.range(0, 2)), dice.range(0, 2), dice.range(1, 3)};
    for (int sentences = dice.range(1, 4); sentences > 0; --sentences) {
      const int tokens = dice.range(1, 8);
      const Tree y = random_tree(dice, tokens, from);
      const Tree y_hat = dice.range(0, 2) == 0 ? y : random_tree(dice, tokens, from);
      corpus.truth.push_back(corpus.encoded(binarize(y, corpus.how)));
      corpus.predicted.push_back(corpus.encoded(binarize(y_hat, corpus.how)));
      count.add(without_outermost(y), without_outermost(y_hat), ignore_punctuation);
    }
    CAPTURE(round, ignore_punctuation);
    check_metrics(corpus, count);
  }
}

TEST_CASE("metrics see a decoder's tree as it is restored", "[metrics][parsing]") {
  const TreeLabels from{{"S", "NP", "VP"}, {"NN", ",", "VB"}, 6};
  Dice dice(4);
  for (int round = 0; round < 300; ++round) {
    TreeCorpus corpus;
    SlowCount count;
    const int tokens = dice.range(1, 8);
    const Tree y = random_tree(dice, tokens, from);
    std::vector<BinaryNode> nodes = binarize(y, {});
    corpus.truth.push_back(corpus.encoded(nodes));
    const int symbols = static_cast<int>(corpus.labels.size());
    for (BinaryNode& node : nodes) {
      if (dice.range(0, 1) == 0) node.symbol = corpus.labels[dice.range(0, symbols - 1)];
    }
    corpus.predicted.push_back(corpus.encoded(nodes));
    count.add(without_outermost(y), restore(nodes), true);
    CAPTURE(round);
    check_metrics(corpus, count);
  }
}
