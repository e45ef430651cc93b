// What a treebank gives to the problem `parsing`: a grammar in Chomsky normal form, and sentences.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/cky.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::parsing {

/// The kind of the inputs.
inline constexpr const char* kSentences = "sentences";

/// symbol -> terminal
struct LexicalRule {
  int symbol = 0, terminal = 0;
  friend auto operator<=>(const LexicalRule&, const LexicalRule&) = default;
};

/// All rules that a treebank has, each list ascending: a rule's place in it is its number, which
/// weights go by.
struct Grammar {
  std::vector<std::string> symbols;  ///< their names (symbols.hpp)
  std::vector<BinaryRule> binary;
  std::vector<LexicalRule> lexical;
  std::vector<int> roots;  ///< symbols that stand on top of a tree
  Index num_terminals = 0;
};

/// The rules that trees may be made of: some of the grammar's, arranged for decoding.
class UsedRules {
 public:
  /// A rule may be used where uses[its number] is true.
  struct Uses {
    std::vector<bool> binary, lexical, root;
  };
  static Uses all(const Grammar& grammar);
  UsedRules(std::shared_ptr<const Grammar> grammar, const Uses& uses);

  const Grammar& grammar() const { return *grammar_; }
  const CkyGrammar& cky() const { return cky_; }
  /// The number in the grammar of each rule of cky().
  const std::vector<std::int32_t>& binary() const { return binary_; }
  /// The lexical rules of a terminal, by their numbers in the grammar, ascending in the symbol.
  const std::vector<std::int32_t>& of_terminal(int terminal) const {
    return of_terminal_[terminal];
  }
  /// Numbers in the grammar.
  const std::vector<std::int32_t>& roots() const { return roots_; }
  /// The number in the grammar of a binary rule that need not be one of these; -1 where there is
  /// none.
  Index number_of(const BinaryRule& rule) const;
  /// All symbols that some lexical rule has, ascending.
  const std::vector<int>& leaf_symbols() const { return leaf_symbols_; }

 private:
  std::shared_ptr<const Grammar> grammar_;
  CkyGrammar cky_;
  std::vector<Index>
      of_parent_;  // the grammar's binary rules of symbol A: [of_parent_[A], of_parent_[A + 1])
  std::vector<std::int32_t> binary_, roots_;
  std::vector<std::vector<std::int32_t>> of_terminal_;
  std::vector<int> leaf_symbols_;
};

/// Features of the spans of a sentence, in one view: psi(x, i, j) has those of the token that
/// begins the span, those of the token that ends it, the one of its width, and once each those of
/// the tokens that it contains.
struct SpanFeatures {
  FeatureTable begins, ends, contains;  ///< a part per token; num_features alike; values all 1
  std::vector<std::int32_t>
      widths;  ///< of spans of 1, 2, ... tokens, the last also of longer ones; -1: none
  Index num_features = 0;
};

struct SentenceData : ProblemData {
  std::shared_ptr<const UsedRules> rules;
  std::vector<Index> token_begin{
      0};  ///< sentence x has the tokens [token_begin[x], token_begin[x + 1])
  /// Of each token; -1: unknown, any leaf symbol may stand there and has no lexical weight.
  std::vector<int> terminal;
  std::vector<SpanFeatures> views;  ///< V >= 1

  Index num_inputs() const { return static_cast<Index>(token_begin.size()) - 1; }
  Index length(InputId x) const { return token_begin[x + 1] - token_begin[x]; }
  /// The same with the features of all views in one, view behind view. Throws DataError where two
  /// views have a feature for spans of the same width.
  std::shared_ptr<const SentenceData> in_one_view() const;
};

}  // namespace costruct::parsing
