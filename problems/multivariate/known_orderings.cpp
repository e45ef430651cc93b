// The best classes of open rows. For given classes the highest f, without its factor kappa, is
//   F = sum of max(0, s_i - s_j) over positive rows i and negative rows j,
// as a pair in the wrong order counts 0. Some best classes cut the open rows by their score:
//
// 1. Exchange: let open row a be negative and open row b positive, s_a > s_b. If they change their
//    classes, no pair with a third row loses, and the pair of both gains s_a - s_b. So all positive
//    open rows score at least as high as the negative ones.
// 2. Cut: let m be the number of open rows. Those above r are positive and those below r negative.
//    If r becomes positive in place of negative, F gains
//      m s_r - (sum of all open s) + sum (s_r - s_j) over known negative rows j below r
//                                  - sum (s_i - s_r) over known positive rows i above r.
//    This grows strictly with s_r. So the best cut puts the rows of positive gain above it, and all
//    other best classes differ from it in rows of gain 0, which have one score.
#include "costruct/problems/multivariate/known_orderings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "costruct/problems/multivariate/class_orderings.hpp"

namespace costruct::multivariate {
namespace {

/// Scores of known rows of one class.
class KnownScores {
 public:
  KnownScores(const SettledRows* known, int label, ConstVectorRef s) {
    if (known == nullptr) return;
    for (std::size_t i = 0; i < s.size(); ++i) {
      // NaN comes last, because sorting needs an order
      if (known->label[i] == label)
        scores_.push_back(std::isnan(s[i]) ? -std::numeric_limits<double>::infinity() : s[i]);
    }
    std::sort(scores_.begin(), scores_.end());
    sums_.resize(scores_.size() + 1, 0.0);
    std::partial_sum(scores_.begin(), scores_.end(), sums_.begin() + 1);
  }

  std::size_t below(double s) const { return place(std::ranges::lower_bound(scores_, s)); }
  std::size_t above(double s) const {
    return scores_.size() - place(std::ranges::upper_bound(scores_, s));
  }
  /// sum of s - s_j over the rows j below s
  double rise(double s) const {
    const std::size_t count = below(s);
    return count == 0 ? 0 : static_cast<double>(count) * s - sums_[count];
  }
  /// sum of s_i - s over the rows i above s
  double fall(double s) const {
    const std::size_t count = above(s);
    if (count == 0) return 0;
    return sums_.back() - sums_[scores_.size() - count] - static_cast<double>(count) * s;
  }

 private:
  std::size_t place(Vector::const_iterator at) const {
    return static_cast<std::size_t>(at - scores_.begin());
  }

  Vector scores_;  // ascending
  Vector sums_;    // sums_[k]: of the k lowest ones
};

/// Bounds the rounding error of a gain. Without known rows, half is from the sum, and half from the
/// product. With them there are three sums and products, of n terms in all.
double rounding_of_gain(const SettledRows* known, ConstVectorRef s) {
  const double sum = std::accumulate(s.begin(), s.end(), 0.0,
                                     [](double all, double each) { return all + std::abs(each); });
  return (known == nullptr ? 1 : 3) * (static_cast<double>(s.size()) + 1) *
         std::numeric_limits<double>::epsilon() * sum;
}

}  // namespace

SettledOrdering::SettledOrdering(const Known& known, std::size_t n) : rows(known, n) {
  if (known.facts.size() <= n || known.facts[n].empty()) return;
  Output named{known.facts[n]};
  Known classes = known;
  classes.facts.resize(n);
  if (allow_ordering(classes, named)) whole = std::move(named);
}

Known known_of_orderings(std::span<const Output> outputs) {
  const Output& first = outputs.front();
  Known known;
  for (std::size_t i = 0; i < first.parts.size(); ++i) {
    const int label = label_of(first.parts[i]);
    const bool is_shared = std::ranges::all_of(
        outputs, [&](const Output& y) { return label_of(y.parts[i]) == label; });
    known.facts.push_back(is_shared ? std::vector<int>{label} : std::vector<int>{0, 1});
  }
  const bool is_one = std::ranges::all_of(outputs, [&](const Output& y) { return y == first; });
  known.facts.push_back(is_one ? first.parts : std::vector<int>{});
  return known;
}

bool allow_ordering(const Known& known, const Output& y) {
  const std::size_t n = y.parts.size();
  for (std::size_t i = 0; i < std::min(n, known.facts.size()); ++i) {
    const std::vector<int>& labels = known.facts[i];
    if (!labels.empty() && std::ranges::find(labels, label_of(y.parts[i])) == labels.end())
      return false;
  }
  return known.facts.size() <= n || known.facts[n].empty() || known.facts[n] == y.parts;
}

Output best_classes(int positive, const SettledRows* known, ConstVectorRef s) {
  const KnownScores high(known, positive, s), low(known, 1 - positive, s);
  const auto is_open = [&](std::size_t i) { return known == nullptr || known->label[i] < 0; };
  double open = 0, sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_open(i)) continue;
    ++open;
    sum += s[i];
  }
  const double equal = rounding_of_gain(known, s);
  Output classes;
  std::vector<std::size_t> tied;  // open rows that are equally good in both classes
  for (std::size_t i = 0; i < s.size(); ++i) {
    int label = 0;
    if (!is_open(i)) {
      label = known->label[i];
    } else {
      const double gain = open * s[i] - sum + low.rise(s[i]) - high.fall(s[i]);
      if (std::abs(gain) <= equal) tied.push_back(i);
      label = gain > equal ? positive : gain < -equal ? 1 - positive : 0;
    }
    classes.parts.push_back(label);
  }
  if (tied.empty() || known == nullptr) return classes;

  // The smallest ordering. A tied row has the smaller one of its two parts, up to the first known
  // row with swaps that depend on them. From there on all tied rows help that row.
  const double score = s[tied.front()];
  const int as_positive = positive + 2 * static_cast<int>(low.above(score)),
            as_negative = 1 - positive + 2 * static_cast<int>(high.below(score));
  int label = as_positive < as_negative ? positive : 1 - positive;
  auto next = tied.begin();
  for (std::size_t i = 0; i < s.size() && next != tied.end(); ++i) {
    if (i == *next) {
      classes.parts[i] = label;
      ++next;
      continue;
    }
    const bool is_positive = classes.parts[i] == positive;
    if (is_open(i) || !(is_positive ? s[i] < score : s[i] > score)) continue;
    std::for_each(next, tied.end(),
                  [&](std::size_t k) { classes.parts[k] = is_positive ? positive : 1 - positive; });
    break;
  }
  return classes;
}

}  // namespace costruct::multivariate
