// The data of the problem `parsing`: a grammar in Chomsky normal form, and sentences.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/trees/cky.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::parsing {

/// The name of this kind of inputs, see ProblemEntry::input.
inline constexpr const char* kSentences = "sentences";

/// A rule symbol -> terminal, by their numbers in Grammar.
struct LexicalRule {
  int symbol = 0, terminal = 0;
  friend auto operator<=>(const LexicalRule&, const LexicalRule&) = default;
};

/// The grammar of a treebank: all rules of its trees. The lists of rules and roots ascend. The
/// position of a rule in its list, from 0, is its number. The weights of a view have the order of
/// these numbers (tree_features.hpp).
struct Grammar {
  std::vector<std::string> symbols;  ///< names of the symbols (symbols.hpp)
  std::vector<BinaryRule> binary;
  std::vector<LexicalRule> lexical;
  std::vector<int> roots;  ///< symbols that may be on top of a tree
  Index num_terminals = 0;
  /// Names of the terminals, which only texts for people use. The list may be shorter than
  /// num_terminals.
  std::vector<std::string> terminals = {};
};

/// The rules that trees may use: some of the grammar's, arranged for decoding.
class UsedRules {
 public:
  /// Says for each rule of the grammar whether trees may use it. Each list has an entry for each
  /// element of the list in Grammar: `binary`, `lexical` and `roots`.
  struct Uses {
    std::vector<bool> binary, lexical, root;
  };
  /// All rules of the grammar.
  static Uses all(const Grammar& grammar);
  UsedRules(std::shared_ptr<const Grammar> grammar, const Uses& uses);

  /// All rules, used or not.
  const Grammar& grammar() const { return *grammar_; }
  /// The used binary rules, with numbers of their own; binary() gives their numbers in the grammar.
  const CkyGrammar& cky() const { return cky_; }
  /// The number in the grammar of each rule of cky().
  const std::vector<std::int32_t>& binary() const { return binary_; }
  /// The used lexical rules of a terminal: their numbers in the grammar, in the order of their
  /// symbols.
  const std::vector<std::int32_t>& of_terminal(int terminal) const {
    return of_terminal_[terminal];
  }
  /// The symbols that trees may have on top: their positions in Grammar::roots.
  const std::vector<std::int32_t>& roots() const { return roots_; }
  /// Returns the number of a binary rule in the grammar, whether or not the rule is used; -1 if the
  /// grammar does not have it.
  Index number_of(const BinaryRule& rule) const;
  /// All symbols with a used lexical rule, ascending.
  const std::vector<int>& leaf_symbols() const { return leaf_symbols_; }

 private:
  std::shared_ptr<const Grammar> grammar_;
  CkyGrammar cky_;
  // The binary rules of symbol A in the grammar are [of_parent_[A], of_parent_[A + 1]).
  std::vector<Index> of_parent_;
  std::vector<std::int32_t> binary_, roots_;
  std::vector<std::vector<std::int32_t>> of_terminal_;
  std::vector<int> leaf_symbols_;
};

/// Features of the spans of all sentences, in one view. A span has the features of the token that
/// begins it, those of the token that ends it, and that of its width. It also has the features of
/// the tokens that it contains, each feature once. Together they are psi(x, i, j), the features of
/// the tokens [i, j) of sentence x.
struct SpanFeatures {
  FeatureTable begins, ends, contains;  ///< a part per token; equal num_features; all values 1
  /// The feature of the width for spans of 1, 2, ... tokens; -1 for none. The last entry also
  /// counts for longer spans. If empty, widths have no features.
  std::vector<std::int32_t> widths;
  Index num_features = 0;
};

/// Sentences as the inputs of a problem.
struct SentenceData : ProblemData {
  std::shared_ptr<const UsedRules> rules;
  /// Sentence x has the tokens [token_begin[x], token_begin[x + 1]).
  std::vector<Index> token_begin{0};
  /// The terminal of each token. -1 means unknown: the token may have any leaf symbol, without a
  /// lexical weight.
  std::vector<int> terminal;
  std::vector<SpanFeatures> views;  ///< V >= 1

  Index num_inputs() const { return static_cast<Index>(token_begin.size()) - 1; }
  Index length(InputId x) const { return token_begin[x + 1] - token_begin[x]; }
  /// Returns the same data with the features of all views in one view. Views follow each other.
  /// Throws DataError if two views have a feature for spans of the same width.
  std::shared_ptr<const SentenceData> in_one_view() const;
};

}  // namespace costruct::parsing
