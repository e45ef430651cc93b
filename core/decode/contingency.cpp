// The search over tables. Suppose that Delta is concave in one coordinate i while the other is
// fixed. f is also concave in i, because its gains are sorted. Then:
//   - Margin rescaling: Delta^(1/r) + f is concave in i, because a root of a concave function >= 0
//     is concave.
//   - Slack rescaling: 1 + f - f(y) > 0 holds on an interval of i. There the logarithm of the
//     product is concave.
// So the best i is the first one from which a further step gains nothing. It is found by bisection.
#include "costruct/core/decode/contingency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

struct Table {
  Index a = 0, b = 0;
  friend bool operator==(const Table&, const Table&) = default;
};

/// The rows to which y gives one label, by descending gain; among equal gains the later row first.
class RankedRows {
 public:
  RankedRows(const Output& y, int label, ConstVectorRef gain) {
    for (std::size_t i = 0; i < gain.size(); ++i) {
      // NaN counts as no gain, because NaN cannot be sorted
      const double of_row =
          std::isnan(gain[i]) ? -std::numeric_limits<double>::infinity() : gain[i];
      if (y.parts[i] == label) rows_.push_back({of_row, static_cast<int>(i)});
    }
    std::sort(rows_.begin(), rows_.end(), [](const Row& p, const Row& q) {
      return p.gain > q.gain || (p.gain == q.gain && p.row > q.row);
    });
    sum_.reserve(rows_.size() + 1);
    for (const Row& each : rows_) {
      sum_.push_back(sum_.back() + each.gain);
      positive_ += each.gain > 0;
    }
  }

  Index count() const { return std::ssize(rows_); }
  double gain(Index rank) const { return rows_[static_cast<std::size_t>(rank)].gain; }
  /// The sum of the gains of the first m rows.
  double sum(Index m) const { return sum_[static_cast<std::size_t>(m)]; }
  /// The number of gains > 0.
  Index positive() const { return positive_; }
  /// The smallest row number among the rows of these ranks; kNone if there are none.
  static constexpr int kNone = std::numeric_limits<int>::max();
  int first_row(Index from, Index to) const {
    int first = kNone;
    for (Index rank = from; rank < to; ++rank)
      first = std::min(first, rows_[static_cast<std::size_t>(rank)].row);
    return first;
  }
  /// Gives the first m rows the label 1.
  void label(Index m, Output& y_hat) const {
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(m); ++rank)
      y_hat.parts[static_cast<std::size_t>(rows_[rank].row)] = 1;
  }

 private:
  struct Row {
    double gain;
    int row;
  };
  std::vector<Row> rows_;
  Vector sum_ = {0.0};
  Index positive_ = 0;
};

/// The smallest labeling of a table: its 1s stand as late as possible.
Output smallest_labeling(const Output& y, Table table) {
  Output y_hat;
  y_hat.parts.assign(y.parts.size(), 0);
  for (std::size_t i = y.parts.size(); i-- > 0;) {
    Index& left = y.parts[i] == 1 ? table.a : table.b;
    if (left == 0) continue;
    --left;
    y_hat.parts[i] = 1;
  }
  return y_hat;
}

/// The first i in [first, last] from which a step gains nothing; `last` if none exists. No later
/// step may gain. The search goes away from `guess` in steps of doubling length and then bisects
/// the last step.
template <class Gains>
Index first_without_gain(Index first, Index last, Index guess, const Gains& gains) {
  Index low = first, high = last;  // the result lies in [low, high]
  Index i = std::clamp(guess, first, last), stride = 1;
  if (i < last && gains(i)) {
    while (i < last && gains(i)) {
      low = i + 1;
      i = std::min(i + stride, last);
      stride *= 2;
    }
    high = i;
  } else {
    while (i >= first && (i == last || !gains(i))) {
      high = i;
      i -= stride;
      stride *= 2;
    }
    low = std::max(first, i + 1);
  }
  while (low < high) {
    i = low + (high - low) / 2;
    if (gains(i)) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

class TableSearch {
 public:
  TableSearch(const ContingencyLoss& loss, const RowGains& rows, const Output& y, double f_y,
              Augmentation augmentation, bool without_y)
      : loss_(loss),
        y_(y),
        ones_(y, 1, rows.gain),
        zeros_(y, 0, rows.gain),
        none_(rows.none),
        f_y_(f_y),
        augmentation_(augmentation),
        without_y_(without_y) {}

  std::optional<Decoded> find() {
    if (const auto count = loss_.only_ones()) {
      tables_with(*count);
    } else if (loss_.shape() == ContingencyLoss::Shape::kAny) {
      all_tables();
    } else {
      concave_tables();
    }
    return result();
  }

 private:
  bool is_slack() const { return augmentation_.rescaling == Rescaling::kSlack; }
  Table table_of_y() const { return {ones_.count(), 0}; }
  double root_at(Table t) const {
    const double delta = loss_.at(t.a, t.b);
    return augmentation_.slack_norm == 2 ? std::sqrt(delta) : delta;
  }
  double score(Table t) const { return none_ + (ones_.sum(t.a) + zeros_.sum(t.b)); }
  /// The factor 1 + f - f(y) of slack rescaling.
  double factor(Table t) const { return 1.0 + score(t) - f_y_; }

  void all_tables() {
    for (Index a = 0; a <= ones_.count(); ++a) {
      for (Index b = 0; b <= zeros_.count(); ++b) offer({a, b});
    }
  }

  void tables_with(Index count) {
    for (Index a = std::max<Index>(0, count - zeros_.count()); a <= std::min(count, ones_.count());
         ++a)
      offer({a, count - a});
    if (count != ones_.count()) offer(table_of_y());
  }

  void concave_tables() {
    const bool in_b = loss_.shape() == ContingencyLoss::Shape::kConcaveInB;
    const RankedRows& inner = in_b ? zeros_ : ones_;
    const Index outer = in_b ? ones_.count() : zeros_.count();
    for (Index fixed = 0; fixed <= outer; ++fixed) {
      const auto table = [&](Index i) { return in_b ? Table{fixed, i} : Table{i, fixed}; };
      // The table of y is at one end of its line, so that the other tables are a line, too.
      const bool of_y = fixed == (in_b ? outer : 0);
      const Index first = of_y && without_y_ && in_b ? 1 : 0;
      const Index last = inner.count() - (of_y && without_y_ && !in_b ? 1 : 0);
      if (of_y && is_slack()) {  // y has the value 0, and so have tables whose factor is 0
        for (Index i = first; i <= last; ++i) offer(table(i));
      } else if (first <= last) {
        along(inner, table, first, last);
      }
    }
    // Without y all values may be below 0. The product then need not have a single peak.
    if (is_slack() && !lossless_ && (!any_ || value_ < 0)) tables_below_zero();
  }

  /// Searches all tables, if 1 + f - f(y) < 0 at each except that of y. Lines near that of y come
  /// first.
  void tables_below_zero() {
    const bool in_b = loss_.shape() == ContingencyLoss::Shape::kConcaveInB;
    const RankedRows& inner = in_b ? zeros_ : ones_;
    const Index outer = in_b ? ones_.count() : zeros_.count();
    for (Index away = 1; away <= outer; ++away) {  // the line of y is done
      const Index fixed = in_b ? outer - away : away;
      const auto table = [&](Index i) { return in_b ? Table{fixed, i} : Table{i, fixed}; };
      branch(inner, table, 0, inner.count());
    }
  }

  /// Offers the best of table(first), ..., table(last), if all values are below 0.
  ///
  /// An upper bound of the values is the least root times the highest factor. A concave root has
  /// its minimum at an end. If the bound is below the best value found, no table is looked at;
  /// otherwise both halves are searched.
  template <class TableAt>
  void branch(const RankedRows& inner, const TableAt& table, Index first, Index last) {
    if (last - first <= 1) {
      offer(table(first));
      if (last > first) offer(table(last));
      return;
    }
    const double least = std::min(root_at(table(first)), root_at(table(last)));
    const double bound = least * factor(table(std::clamp(inner.positive(), first, last)));
    constexpr double kRounding = 1e-12;
    if (any_ && bound < value_ * (1 + kRounding)) return;
    const Index middle = first + (last - first) / 2;
    branch(inner, table, first, middle);
    branch(inner, table, middle + 1, last);
  }

  /// Offers the best of table(first), ..., table(last). With slack rescaling, only if its value is
  /// >= 0.
  template <class TableAt>
  void along(const RankedRows& inner, const TableAt& table, Index first, Index last) {
    const Index highest = std::clamp(inner.positive(), first, last);  // first maximum of f
    if (is_slack()) {
      const double most = factor(table(highest));
      if (most < 0) return;
      if (most == 0) return offer(table(highest));
    }
    const auto gains = [&](Index i) { return gains_by_step(inner, table, i, highest); };
    guess_ = first_without_gain(first, last, guess_, gains);
    offer(table(guess_));
    if (guess_ > first)
      offer(table(guess_ - 1));  // it is as good if the last gain is a rounding error
  }

  /// Whether the value at i + 1 is higher than that at i.
  template <class TableAt>
  bool gains_by_step(const RankedRows& inner, const TableAt& table, Index i, Index highest) const {
    const double root = root_at(table(i)), rise = root_at(table(i + 1)) - root;
    if (!is_slack()) return rise + inner.gain(i) > 0;
    const double factor_behind = factor(table(i + 1));
    if (i < highest && factor(table(i)) <= 0) return true;
    if (i >= highest && factor_behind <= 0) return false;
    return rise * factor_behind + root * inner.gain(i) > 0;
  }

  void offer(Table t) {
    if (without_y_ && t == table_of_y()) return;
    const double delta = loss_.at(t.a, t.b);
    if (is_slack() && delta == 0) return offer_lossless(t);
    const double value = augmented_value(delta, score(t), f_y_, augmentation_);
    if (any_ && (value < value_ || (value == value_ && !is_smaller(t, best_)))) return;
    any_ = true;
    value_ = value;
    best_ = t;
  }
  /// All labelings of the table have the value 0, for any scores.
  void offer_lossless(Table t) {
    Output y_hat = smallest_labeling(y_, t);
    if (!lossless_ || y_hat < *lossless_) lossless_ = std::move(y_hat);
  }

  /// Whether the best labeling of s is smaller than that of t: the first row in which they differ
  /// is then a 1 of t.
  bool is_smaller(Table s, Table t) const {
    if (s.a <= t.a && s.b <= t.b) return s != t;
    if (s.a >= t.a && s.b >= t.b) return false;
    const int of_s = std::min(ones_.first_row(t.a, s.a), zeros_.first_row(t.b, s.b));
    const int of_t = std::min(ones_.first_row(s.a, t.a), zeros_.first_row(s.b, t.b));
    return of_t < of_s;
  }

  std::optional<Decoded> result() const {
    std::optional<Decoded> found;
    if (any_) {
      found.emplace();
      found->value = value_;
      found->output.parts.assign(y_.parts.size(), 0);
      ones_.label(best_.a, found->output);
      zeros_.label(best_.b, found->output);
    }
    if (!lossless_ || (found && found->value > 0)) return found;
    if (!found || found->value < 0 || *lossless_ < found->output) return Decoded{*lossless_, 0};
    return found;
  }

  const ContingencyLoss& loss_;
  const Output& y_;
  RankedRows ones_, zeros_;
  double none_, f_y_;
  Augmentation augmentation_;
  bool without_y_;
  bool any_ = false;
  Table best_;
  double value_ = 0;
  Index guess_ = 0;  // the best place on the previous line, which is near
  std::optional<Output> lossless_;
};

/// Margin rescaling with r = 1 for a loss that adds up: each row is decided on its own.
Decoded most_violated_rows(const ContingencyLoss& loss, const ContingencyLoss::RowCosts& cost,
                           const RowGains& rows, const Output& y) {
  Decoded worst;
  worst.output.parts.resize(rows.gain.size());
  double score = rows.none;
  Index a = 0, b = 0;
  for (std::size_t i = 0; i < rows.gain.size(); ++i) {
    const bool one = y.parts[i] == 1;
    if (!(rows.gain[i] + (one ? -cost.of_one : cost.of_zero) > 0)) continue;
    worst.output.parts[i] = 1;
    score += rows.gain[i];
    ++(one ? a : b);
  }
  worst.value = loss.at(a, b) + score;
  return worst;
}

}  // namespace

Decoded best_labeling(const RowGains& rows) {
  Decoded best{{}, rows.none};
  best.output.parts.resize(rows.gain.size());
  for (std::size_t i = 0; i < rows.gain.size(); ++i) {
    if (!(rows.gain[i] > 0)) continue;
    best.output.parts[i] = 1;
    best.value += rows.gain[i];
  }
  return best;
}

std::optional<Decoded> best_other_labeling(const RowGains& rows, const Decoded& best) {
  // Changes the row with the smallest |gain|. Among ties the smallest output wins. Removing a 1
  // makes the output smaller, the earlier the better; adding a 1 makes it larger, the later the
  // better.
  const std::size_t n = rows.gain.size();
  if (n == 0) return std::nullopt;
  std::size_t row = 0;
  for (std::size_t i = 1; i < n; ++i) {
    const double here = std::abs(rows.gain[i]), least = std::abs(rows.gain[row]);
    if (here < least || (here == least && best.output.parts[row] == 0)) row = i;
  }
  Decoded other = best;
  other.output.parts[row] = 1 - other.output.parts[row];
  other.value -= std::abs(rows.gain[row]);
  return other;
}

Decoded most_violated_labeling(const ContingencyLoss& loss, const RowGains& rows, const Output& y,
                               double f_y, Augmentation augmentation) {
  const auto cost = loss.row_costs();
  if (cost && augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1)
    return most_violated_rows(loss, *cost, rows, y);
  return *TableSearch(loss, rows, y, f_y, augmentation, false).find();
}

std::optional<Decoded> most_violated_other_labeling(const ContingencyLoss& loss,
                                                    const RowGains& rows, const Output& y,
                                                    double f_y, Augmentation augmentation) {
  return TableSearch(loss, rows, y, f_y, augmentation, true).find();
}

}  // namespace costruct
