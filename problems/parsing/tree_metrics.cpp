#include "costruct/problems/parsing/tree_metrics.hpp"

#include <algorithm>
#include <compare>
#include <iterator>
#include <map>
#include <string_view>

#include "costruct/core/decode/trees/tree_code.hpp"
#include "costruct/problems/parsing/symbols.hpp"

namespace costruct::parsing {
namespace {

struct Constituent {
  int label;
  Index first, last;  // tokens [first, last), without punctuation
  friend auto operator<=>(const Constituent&, const Constituent&) = default;
};
using Constituents = std::vector<Constituent>;  // sorted

/// The facts about a symbol that metrics need.
struct KnownSymbol {
  std::vector<int> labels;  // numbers of Symbol::labels()
  bool is_intermediate = false;
  bool is_punctuation = false;  // whether it is the symbol of a punctuation leaf
};

std::vector<KnownSymbol> known_symbols(std::span<const std::string> names) {
  constexpr std::string_view kPunctuation[] = {",", ":", "``", "''", "."};
  std::map<std::string, int> numbers;
  std::vector<KnownSymbol> symbols;
  for (const std::string& name : names) {
    const Symbol symbol = symbol_of(name);
    KnownSymbol& known = symbols.emplace_back();
    known.is_intermediate = symbol.is_intermediate;
    for (const std::string& label : symbol.labels()) {
      known.labels.push_back(
          numbers.try_emplace(label, static_cast<int>(numbers.size())).first->second);
      known.is_punctuation =
          std::count(std::begin(kPunctuation), std::end(kPunctuation), label) > 0;
    }
  }
  return symbols;
}

/// Extracts the constituents of trees.
class ConstituentReader {
 public:
  explicit ConstituentReader(const MetricInput& input)
      : symbols_(known_symbols(input.labels)),
        ignores_punctuation_(input.options.value(kIgnorePunctuation, true)) {}

  /// Numbers the tokens of a sentence, using the tags of this tree.
  void number_tokens(const Output& tree) {
    number_.assign(1, 0);
    for_each_node(tree, [&](const TreeNode& node) {
      if (!node.is_leaf()) return;
      const bool is_away = ignores_punctuation_ && symbols_[node.symbol].is_punctuation;
      number_.push_back(number_.back() + (is_away ? 0 : 1));
    });
  }

  /// Returns the constituents of the restored tree.
  Constituents constituents_of(const Output& tree) const {
    Constituents found;
    for_each_node(tree, [&](const TreeNode& node) {
      const KnownSymbol& symbol = symbols_[node.symbol];
      const bool is_top = node.last - node.first == tree_tokens(tree);
      if (symbol.is_intermediate && !is_top) return;
      const Index first = number_[node.first], last = number_[node.last];
      if (first == last) return;
      const std::size_t tags = node.is_leaf() ? 1 : 0;
      for (std::size_t i = 0; i + tags < symbol.labels.size(); ++i)
        found.push_back({symbol.labels[i], first, last});
    });
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::vector<KnownSymbol> symbols_;
  bool ignores_punctuation_;
  std::vector<Index> number_;  // number of counted tokens before token t
};

/// Calls action(true constituents, predicted constituents) for each sentence.
template <class Action>
void for_each_sentence(const MetricInput& input, const Action& action) {
  ConstituentReader reader(input);
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const Output &truth = input.truth[i], &predicted = input.predicted[i];
    reader.number_tokens(truth.parts.empty() ? predicted : truth);
    action(reader.constituents_of(truth), reader.constituents_of(predicted));
  }
}

struct ConstituentCounts {
  Index truth = 0, predicted = 0, matched = 0;
};

ConstituentCounts count_constituents(const MetricInput& input) {
  ConstituentCounts counts;
  for_each_sentence(input, [&](const Constituents& truth, const Constituents& predicted) {
    Constituents matched;
    std::set_intersection(truth.begin(), truth.end(), predicted.begin(), predicted.end(),
                          std::back_inserter(matched));
    counts.truth += static_cast<Index>(truth.size());
    counts.predicted += static_cast<Index>(predicted.size());
    counts.matched += static_cast<Index>(matched.size());
  });
  return counts;
}

double share(Index part, Index all, double of_nothing) {
  return all == 0 ? of_nothing : static_cast<double>(part) / static_cast<double>(all);
}

double constituent_f1(const MetricInput& input) {
  const ConstituentCounts counts = count_constituents(input);
  return share(2 * counts.matched, counts.predicted + counts.truth, 1);
}

double constituent_precision(const MetricInput& input) {
  const ConstituentCounts counts = count_constituents(input);
  return share(counts.matched, counts.predicted, 1);
}

double constituent_recall(const MetricInput& input) {
  const ConstituentCounts counts = count_constituents(input);
  return share(counts.matched, counts.truth, 1);
}

// Whether the prediction has no tree although the truth has one.
bool is_missed(const MetricInput& input, std::size_t i) {
  return input.predicted[i].parts.empty() && !input.truth[i].parts.empty();
}

double exact_match(const MetricInput& input) {
  Index exact = 0;
  std::size_t i = 0;
  for_each_sentence(input, [&](const Constituents& truth, const Constituents& predicted) {
    exact += !is_missed(input, i++) && truth == predicted;
  });
  return share(exact, static_cast<Index>(input.truth.size()), 1);
}

bool crosses(const Constituent& a, const Constituent& b) {
  return (a.first < b.first && b.first < a.last && a.last < b.last) ||
         (b.first < a.first && a.first < b.last && b.last < a.last);
}

double crossing_brackets(const MetricInput& input) {
  Index crossing = 0;
  for_each_sentence(input, [&](const Constituents& truth, const Constituents& predicted) {
    for (const Constituent& bracket : predicted) {
      crossing += std::any_of(truth.begin(), truth.end(),
                              [&](const Constituent& other) { return crosses(bracket, other); });
    }
  });
  return share(crossing, static_cast<Index>(input.truth.size()), 0);
}

double without_parse(const MetricInput& input) {
  Index without = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) without += is_missed(input, i);
  return share(without, static_cast<Index>(input.predicted.size()), 0);
}

}  // namespace

std::vector<OutputMetric> tree_metrics() {
  return {
      {{"constituent_f1", "F1 of labeled constituents, counted as the evalb program does", true},
       constituent_f1},
      {{"constituent_precision", "share of the predicted constituents that are true", true},
       constituent_precision},
      {{"constituent_recall", "share of the true constituents that are predicted", true},
       constituent_recall},
      {{"exact_match", "share of the sentences whose constituents are all predicted, and no others",
        true},
       exact_match},
      {{"crossing_brackets", "predicted constituents that cross a true one, mean per sentence",
        false, MetricScale::kCount},
       crossing_brackets},
      {{"without_parse", "share of the sentences that have a tree and got none"}, without_parse},
  };
}

}  // namespace costruct::parsing
