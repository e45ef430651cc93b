#include "costruct/problems/parsing/tree_features.hpp"

#include <limits>
#include <utility>

#include "costruct/problems/block_expectations.hpp"
#include "costruct/problems/parsing/known_brackets.hpp"

namespace costruct::parsing {

TreeFeatures::TreeFeatures(const SentenceData& data, Index first_view, Index num_views)
    : data_(data), symbols_(std::ssize(grammar().symbols)) {
  for (Index v = first_view; v < first_view + num_views; ++v) {
    Block block{&data_.views[v], dimension_, 0, 0, 0};
    block.binary = block.features + block.of_spans->num_features * symbols_;
    block.lexical = block.binary + std::ssize(grammar().binary);
    block.root = block.lexical + std::ssize(grammar().lexical);
    dimension_ = block.root + std::ssize(grammar().roots);
    blocks_.push_back(block);
  }
}

ParseScores& TreeFeatures::scores(InputId x, ConstVectorRef w) const {
  thread_local ParseScores scores;
  const UsedRules& rules = *data_.rules;
  scores.length = data_.length(x);
  scores.marked.clear();
  scores.marked_sets.clear();
  scores.only_marked = false;
  scores.rule.assign(rules.binary().size(), 0.0);
  scores.root.assign(symbols_, -std::numeric_limits<double>::infinity());
  for (const std::int32_t r : rules.roots()) scores.root[grammar().roots[r]] = 0;
  for (const Block& block : blocks_) {
    for (std::size_t r = 0; r < scores.rule.size(); ++r)
      scores.rule[r] += w[block.binary + rules.binary()[r]];
    for (const std::int32_t r : rules.roots()) scores.root[grammar().roots[r]] += w[block.root + r];
  }
  fill_leaves(x, w, scores);
  fill_spans(x, w, scores);
  if (const Known* known = known_.of(x)) {
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    rule_out(*known, symbols_, has_tree_[x] ? kNever : kRuledOut, scores);
  }
  return scores;
}

void TreeFeatures::set_known(std::vector<Known> known) {
  known_ = KnownInputs(std::move(known));
  has_tree_.assign(data_.num_inputs(), true);
  const Vector zeros(dimension_, 0.0);
  for (InputId x = 0; x < data_.num_inputs(); ++x) {
    if (known_.of(x) != nullptr && data_.length(x) > 0)
      has_tree_[x] = cky(data_.rules->cky(), scores(x, zeros)).has_value();
  }
}

void TreeFeatures::fill_leaves(InputId x, ConstVectorRef w, ParseScores& scores) const {
  scores.leaf_begin.assign(1, 0);
  scores.leaf_symbol.clear();
  scores.leaf_score.clear();
  for (Index t = 0; t < scores.length; ++t) {
    const int terminal = data_.terminal[data_.token_begin[x] + t];
    if (terminal < 0) {
      for (const int symbol : data_.rules->leaf_symbols()) {
        scores.leaf_symbol.push_back(symbol);
        scores.leaf_score.push_back(0);
      }
    } else {
      for (const std::int32_t r : data_.rules->of_terminal(terminal)) {
        scores.leaf_symbol.push_back(grammar().lexical[r].symbol);
        double score = 0;
        for (const Block& block : blocks_) score += w[block.lexical + r];
        scores.leaf_score.push_back(score);
      }
    }
    for (const Block& block : blocks_) {
      for_each_span_feature(*block.of_spans, x, t, t + 1, [&](Index j) {
        for (Index e = scores.leaf_begin[t]; e < std::ssize(scores.leaf_symbol); ++e)
          scores.leaf_score[e] += w[block.features + j * symbols_ + scores.leaf_symbol[e]];
      });
    }
    scores.leaf_begin.push_back(std::ssize(scores.leaf_symbol));
  }
}

// It adds the rows of symbols for the first and the last token of a span and for its width only
// once.
void TreeFeatures::fill_spans(InputId x, ConstVectorRef w, ParseScores& scores) const {
  scores.span.clear();
  const bool any = std::any_of(blocks_.begin(), blocks_.end(),
                               [](const Block& block) { return block.of_spans->num_features > 0; });
  if (!any) return;
  const Index T = scores.length, token = data_.token_begin[x];
  scores.span.assign(scores.num_cells() * symbols_, 0.0);
  thread_local Vector begins, ends, widths;
  for (Vector* rows : {&begins, &ends, &widths}) rows->assign((T + 1) * symbols_, 0.0);
  const auto add = [&](const Block& block, Index feature, double* row) {
    const double* weights = w.data() + block.features + feature * symbols_;
    for (Index A = 0; A < symbols_; ++A) row[A] += weights[A];
  };
  for (const Block& block : blocks_) {
    const SpanFeatures& spans = *block.of_spans;
    if (spans.num_features == 0) continue;
    for (Index t = 0; t < T; ++t) {
      for (const std::int32_t j : spans.begins.features_of(token + t))
        add(block, j, begins.data() + t * symbols_);
      for (const std::int32_t j : spans.ends.features_of(token + t))
        add(block, j, ends.data() + (t + 1) * symbols_);
      for (const std::int32_t j : spans.contains.features_of(token + t)) {
        for (Index first = t; first >= 0 && !stands_before(spans, token + first, token + t, j);
             --first) {
          for (Index last = std::max(t + 1, first + 2); last <= T; ++last)
            add(block, j, scores.span.data() + ParseScores::cell(first, last) * symbols_);
        }
      }
      if (const std::int32_t j = width_feature(spans, t + 1); j >= 0)
        add(block, j, widths.data() + (t + 1) * symbols_);
    }
  }
  for (Index last = 2; last <= T; ++last) {
    for (Index first = 0; first + 1 < last; ++first) {
      double* row = scores.span.data() + ParseScores::cell(first, last) * symbols_;
      const double* parts[] = {begins.data() + first * symbols_, ends.data() + last * symbols_,
                               widths.data() + (last - first) * symbols_};
      for (Index A = 0; A < symbols_; ++A) row[A] += parts[0][A] + (parts[1][A] + parts[2][A]);
    }
  }
}

std::unique_ptr<ExpectedFeatures> TreeFeatures::expectations(std::vector<InputId> inputs,
                                                             Vector factors) const {
  std::vector<bool> touched(dimension_, false);
  const Vector zeros(dimension_, 0.0);
  for (const InputId x : inputs) {
    if (data_.length(x) == 0) continue;
    const auto sums = support_of_trees(data_.rules->cky(), scores(x, zeros));
    if (sums) for_each_expected(x, *sums, [&](Index j, double) { touched[j] = true; });
  }
  const auto of_input = [this](InputId x, double factor, ConstVectorRef w,
                               const std::vector<Index>& place, VectorRef into) {
    if (data_.length(x) == 0) return 0.0;
    const auto sums = inside_outside(data_.rules->cky(), scores(x, w));
    if (!sums) return 0.0;
    for_each_expected(x, *sums, [&](Index j, double p) { into[place[j]] += factor * p; });
    return sums->log_partition;
  };
  return block_expectations(touched, std::move(inputs), std::move(factors), of_input);
}

}  // namespace costruct::parsing
