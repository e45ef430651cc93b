#include "costruct/problems/parsing/sentences.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct::parsing {

UsedRules::Uses UsedRules::all(const Grammar& grammar) {
  return {std::vector<bool>(grammar.binary.size(), true),
          std::vector<bool>(grammar.lexical.size(), true),
          std::vector<bool>(grammar.roots.size(), true)};
}

UsedRules::UsedRules(std::shared_ptr<const Grammar> grammar, const Uses& uses)
    : grammar_(std::move(grammar)) {
  std::vector<BinaryRule> rules;
  for (std::size_t r = 0; r < grammar_->binary.size(); ++r) {
    if (!uses.binary[r]) continue;
    binary_.push_back(static_cast<std::int32_t>(r));
    rules.push_back(grammar_->binary[r]);
  }
  of_parent_.assign(grammar_->symbols.size() + 1, 0);
  for (const BinaryRule& rule : grammar_->binary) ++of_parent_[rule.parent + 1];
  for (std::size_t A = 0; A + 1 < of_parent_.size(); ++A) of_parent_[A + 1] += of_parent_[A];
  cky_ = CkyGrammar(static_cast<Index>(grammar_->symbols.size()), std::move(rules));
  of_terminal_.resize(static_cast<std::size_t>(grammar_->num_terminals));
  for (std::size_t r = 0; r < grammar_->lexical.size(); ++r) {  // ascending in the symbol
    if (!uses.lexical[r]) continue;
    const LexicalRule& rule = grammar_->lexical[r];
    of_terminal_[rule.terminal].push_back(static_cast<std::int32_t>(r));
    if (leaf_symbols_.empty() || leaf_symbols_.back() != rule.symbol)
      leaf_symbols_.push_back(rule.symbol);
  }
  for (std::size_t r = 0; r < grammar_->roots.size(); ++r) {
    if (uses.root[r]) roots_.push_back(static_cast<std::int32_t>(r));
  }
}

Index UsedRules::number_of(const BinaryRule& rule) const {
  if (rule.parent < 0 || rule.parent >= std::ssize(grammar_->symbols)) return -1;
  const auto all = grammar_->binary.begin();
  const auto end = all + of_parent_[rule.parent + 1];
  const auto at = std::lower_bound(all + of_parent_[rule.parent], end, rule);
  return at != end && *at == rule ? at - all : -1;
}

std::shared_ptr<const SentenceData> SentenceData::in_one_view() const {
  auto one = std::make_shared<SentenceData>();
  one->rules = rules;
  one->token_begin = token_begin;
  one->terminal = terminal;
  SpanFeatures& all = one->views.emplace_back();
  std::size_t widths = 0;
  for (const SpanFeatures& view : views) widths = std::max(widths, view.widths.size());
  all.widths.assign(widths, -1);
  std::vector<FeatureTable> empty;  // for views without features, which may have no tables
  empty.reserve(views.size());
  std::vector<const FeatureTable*> begins, ends, contains;
  for (const SpanFeatures& view : views) {
    for (std::size_t i = 0; i < widths && !view.widths.empty(); ++i) {
      const std::int32_t feature = view.widths[std::min(i, view.widths.size() - 1)];
      if (feature < 0) continue;
      if (all.widths[i] >= 0)
        throw DataError("two views have a feature for spans of " + std::to_string(i + 1) +
                        " tokens: expected it in one view");
      all.widths[i] = static_cast<std::int32_t>(all.num_features + feature);
    }
    all.num_features += view.num_features;
    if (view.num_features == 0) {
      FeatureTable& none = empty.emplace_back();
      none.example_begin = token_begin;
      none.part_begin.assign(terminal.size() + 1, 0);
      for (auto* tables : {&begins, &ends, &contains}) tables->push_back(&none);
      continue;
    }
    begins.push_back(&view.begins);
    ends.push_back(&view.ends);
    contains.push_back(&view.contains);
  }
  if (all.num_features == 0) return one;
  all.begins = side_by_side(begins);
  all.ends = side_by_side(ends);
  all.contains = side_by_side(contains);
  return one;
}

}  // namespace costruct::parsing
