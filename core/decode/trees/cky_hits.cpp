// The best tree for each number of marked nodes.
//
// An item is a symbol over a span with a number h of marked nodes within the span. Its value is
// that of the best such tree. Within [i, j) there are at most width(i, j) - 1 marked nodes; these
// are few if the span crosses the marked tree.
#include <algorithm>
#include <map>
#include <tuple>

#include "costruct/core/decode/trees/cky_chart.hpp"

namespace costruct {

using cky_chart::for_each_split;
using cky_chart::kNever;
using cky_chart::Side;

class CkyPerHits::Chart {
 public:
  void make(const CkyGrammar& grammar, const ParseScores& scores) {
    grammar_ = &grammar;
    scores_ = &scores;
    length_ = scores.length;
    symbols_ = grammar.num_symbols();
    trees_.clear();
    place_items();
    from_.reset(length_ + 1, symbols_, from_sizes_);
    to_.reset(length_ + 1, symbols_, to_sizes_);
    best_.assign(symbols_ * length_, kNever);
    is_touched_.assign(symbols_, false);
    for (Index last = 1; last <= length_; ++last) {
      for (Index e = scores.leaf_begin[last - 1]; e < scores.leaf_begin[last]; ++e) {
        if (scores.leaf_score[e] > kNever)
          set(last - 1, last, scores.leaf_symbol[e], &scores.leaf_score[e]);
      }
      for (Index first = last - 2; first >= 0; --first) fill(first, last);
    }
  }

  double best(Index hits) const { return best_on_top(hits).first; }
  Output best_tree(Index hits) { return {tree(0, length_, best_on_top(hits).second, hits)}; }

 private:
  // The value of the best tree with this number of marked nodes, and its top symbol.
  std::pair<double, int> best_on_top(Index hits) const {
    std::pair<double, int> best{kNever, -1};
    for (int A = 0; A < static_cast<int>(symbols_); ++A) {
      const double value = this->value(0, length_, A, hits) + scores_->root[A];
      if (value > best.first) best = {value, A};
    }
    return best;
  }

  Index width(Index first, Index last) const { return width_[ParseScores::cell(first, last)]; }
  bool has_mark(Index first, Index last) const {
    return scores_->marked[ParseScores::cell(first, last)] != ParseScores::kNoMark;
  }
  bool is_marked(Index first, Index last, int A) const {
    return scores_->is_marked(ParseScores::cell(first, last), A);
  }

  // Computes where the values of an item lie in the rows of its two ends.
  void place_items() {
    from_sizes_.assign(length_ + 1, 0);
    to_sizes_.assign(length_ + 1, 0);
    width_.assign(scores_->num_cells(), 1);
    for (Index last = 2; last <= length_; ++last) {
      for (Index first = last - 2; first >= 0; --first) {  // marks nest: inclusion and exclusion
        Index inside = width(first, last - 1) + width(first + 1, last) - 1;
        if (last - first > 2) inside -= width(first + 1, last - 1) - 1;
        width_[ParseScores::cell(first, last)] = inside + has_mark(first, last);
      }
    }
    in_from_.resize((length_ + 1) * (length_ + 1));
    in_to_.resize((length_ + 1) * (length_ + 1));
    for (Index place = 0; place <= length_; ++place) {
      Index size = 0;
      for (Index last = place + 1; last <= length_; ++last) {
        in_from_[place * (length_ + 1) + last] = size;
        size += width(place, last);
      }
      from_sizes_[place] = size;
      size = 0;
      for (Index first = 0; first < place; ++first) {
        in_to_[place * (length_ + 1) + first] = size;
        size += width(first, place);
      }
      to_sizes_[place] = size;
    }
  }

  void set(Index first, Index last, int symbol, const double* values) {
    const Index count = width(first, last);
    std::copy_n(
        values, count,
        from_.values(from_.add(first, symbol, last)) + in_from_[first * (length_ + 1) + last]);
    std::copy_n(values, count,
                to_.values(to_.add(last, symbol, first)) + in_to_[last * (length_ + 1) + first]);
  }

  double value(Index first, Index last, int symbol, Index hits) const {
    const std::int32_t row = from_.row(first, symbol);
    if (row < 0 || hits >= width(first, last)) return kNever;
    return from_.values(row)[in_from_[first * (length_ + 1) + last] + hits];
  }

  void fill(Index first, Index last) {
    const Index cell = ParseScores::cell(first, last), width = width_[cell];
    const Index* in_from = in_from_.data() + first * (length_ + 1);
    const Index* in_to = in_to_.data() + last * (length_ + 1);
    const std::int32_t* rows_to = to_.rows_at(last);
    sums_.assign(width, kNever);
    for (const int B : from_.present(first)) {
      const std::int32_t left = from_.row(first, B);
      for (const CkyGrammar::Pair& pair : grammar_->pairs(B)) {
        const std::int32_t right = rows_to[pair.right];
        if (right < 0) continue;
        bool any = false;
        for_each_split(from_.mask(left), to_.mask(right), from_.words(), [&](Index k) {
          any = true;
          const double* of_left = from_.values(left) + in_from[k];
          const double* of_right = to_.values(right) + in_to[k];
          const Index lefts = this->width(first, k), rights = this->width(k, last);
          for (Index a = 0; a < lefts; ++a) {
            for (Index b = 0; b < rights; ++b)
              sums_[a + b] = std::max(sums_[a + b], of_left[a] + of_right[b]);
          }
        });
        if (!any) continue;
        for (std::int32_t r = pair.first_rule; r < pair.last_rule; ++r) {
          const auto& [A, rule] = grammar_->by_children()[r];
          double* best = best_.data() + A * length_;
          for (Index h = 0; h < width; ++h)
            best[h] = std::max(best[h], scores_->rule[rule] + sums_[h]);
          if (!is_touched_[A]) {
            is_touched_[A] = true;
            touched_.push_back(A);
          }
        }
        std::fill(sums_.begin(), sums_.end(), kNever);
      }
    }
    for (const int A : touched_) {
      double* best = best_.data() + A * length_;
      if (is_marked(first, last, A)) {
        std::copy_backward(best, best + width - 1, best + width);
        best[0] = kNever;
      }
      const double on_top = scores_->span.empty() ? 0.0 : scores_->span[cell * symbols_ + A];
      for (Index h = 0; h < width; ++h) best[h] += on_top;
      if (std::any_of(best, best + width, [](double value) { return value > kNever; }))
        set(first, last, A, best);
      std::fill_n(best, width, kNever);
      is_touched_[A] = false;
    }
    touched_.clear();
  }

  // The smallest of an item's best trees.
  const std::vector<int>& tree(Index first, Index last, int A, Index hits) {
    const auto key = std::tuple(first, last, A, hits);
    const auto known = trees_.find(key);
    if (known != trees_.end()) return known->second;
    if (last == first + 1) return trees_[key] = {A};
    const double value = this->value(first, last, A, hits);
    const double on_top =
        scores_->span.empty() ? 0.0 : scores_->span[ParseScores::cell(first, last) * symbols_ + A];
    const Index below = hits - is_marked(first, last, A);
    std::optional<std::vector<int>> smallest;
    Index smallest_middle = last;
    for (const std::int32_t r : grammar_->rules_of(A)) {
      const BinaryRule& rule = grammar_->rule(r);
      const std::int32_t left = from_.row(first, rule.left), right = to_.row(last, rule.right);
      if (left < 0 || right < 0) continue;
      for_each_split(from_.mask(left), to_.mask(right), from_.words(), [&](Index k) {
        if (k > smallest_middle) return;
        for (Index a = 0; a <= below; ++a) {
          const double sum =
              this->value(first, k, rule.left, a) + this->value(k, last, rule.right, below - a);
          if (sum == kNever || (scores_->rule[r] + sum) + on_top != value) continue;
          std::vector<int> parts{A, static_cast<int>(k - first)};
          for (const auto* half :
               {&tree(first, k, rule.left, a), &tree(k, last, rule.right, below - a)})
            parts.insert(parts.end(), half->begin(), half->end());
          if (smallest && *smallest <= parts) continue;
          smallest = std::move(parts);
          smallest_middle = k;
        }
      });
    }
    return trees_[key] = std::move(*smallest);
  }

  const CkyGrammar* grammar_ = nullptr;
  const ParseScores* scores_ = nullptr;
  Index length_ = 0, symbols_ = 0;
  std::vector<Index> from_sizes_, to_sizes_;  // sizes of the rows of a place
  std::vector<Index> width_;                  // by cell: number of marked nodes within, plus one
  std::vector<Index> in_from_, in_to_;        // [end * (T + 1) + other end]: place in a row
  Side from_, to_;
  Vector best_, sums_;  // best_: of a span, by symbol and hits; sums_: of a pair, by hits
  std::vector<bool> is_touched_;
  std::vector<int> touched_;
  std::map<std::tuple<Index, Index, int, Index>, std::vector<int>> trees_;
};

double per_hits_bytes(Index length, Index symbols) {
  const auto T = static_cast<double>(length);
  return 2 * sizeof(double) * (T * T * T / 6 + T * T) * static_cast<double>(symbols);
}

// A chart is large. One that is no longer needed is reused for the next sentence of the thread.
std::unique_ptr<CkyPerHits::Chart>& CkyPerHits::spare() {
  thread_local std::unique_ptr<Chart> chart;
  return chart;
}

CkyPerHits::CkyPerHits(const CkyGrammar& grammar, const ParseScores& scores)
    : chart_(std::move(spare())) {
  if (!chart_) chart_ = std::make_unique<Chart>();
  chart_->make(grammar, scores);
}

CkyPerHits::~CkyPerHits() {
  spare() = std::move(chart_);
}

double CkyPerHits::value(Index hits) const {
  return chart_->best(hits);
}

Output CkyPerHits::tree(Index hits) {
  return chart_->best_tree(hits);
}

}  // namespace costruct
