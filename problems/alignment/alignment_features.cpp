#include "costruct/problems/alignment/alignment_features.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "costruct/problems/block_expectations.hpp"

namespace costruct::alignment {
namespace {

// into[j] = sum_k left[k] right[k * count + j] for j < count, added in the order of k. So a single
// score and a row of a table have the same last bits.
template <class Left, class Right>
void multiply(const Left* left, Index terms, const Right* right, Index count, double* into) {
  std::fill_n(into, count, 0.0);
  for (Index k = 0; k < terms; ++k) {
    const auto factor = static_cast<double>(left[k]);
    for (Index j = 0; j < count; ++j) into[j] += factor * static_cast<double>(right[k * count + j]);
  }
}

// Returns sum_k left[k] right[k], added in the same order.
template <class Right>
double product(const double* left, const Right* right, Index terms) {
  double sum = 0;
  multiply(left, terms, right, 1, &sum);
  return sum;
}

void add_scaled(const float* shares, Index count, double scale, double* into) {
  for (Index k = 0; k < count; ++k) into[k] += scale * static_cast<double>(shares[k]);
}

}  // namespace

AlignmentFeatures::AlignmentFeatures(const SequencePairs& data, AlignmentKind kind,
                                     Index first_view, Index num_views)
    : data_(data), kind_(kind) {
  for (Index v = first_view; v < first_view + num_views; ++v) {
    Block block{&data_.views[v], dimension_, 0};
    block.transitions = block.features + block.view->num_features;
    dimension_ = block.transitions + num_transitions();
    blocks_.push_back(block);
  }
  const auto has_features = [](const std::vector<std::int32_t>& features) {
    return std::any_of(features.begin(), features.end(), [](std::int32_t j) { return j >= 0; });
  };
  for (std::size_t d = 0; d < data_.descriptions.size(); ++d) {
    const bool is_used = std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return has_features(block.view->feature_of_entry[d]);
    });
    if (is_used) used_.push_back(d);
  }
}

void AlignmentFeatures::set_known(std::vector<Known> known) {
  auto ruled_out = std::make_shared<std::vector<RuledOut>>();
  for (std::size_t x = 0; x < known.size(); ++x) {
    const auto input = static_cast<InputId>(x);
    ruled_out->emplace_back(kind_, known[x], data_.first_length(input), data_.second_length(input));
  }
  ruled_out_ = std::move(ruled_out);
  known_ = KnownInputs(std::move(known));
}

AlignmentTransitions AlignmentFeatures::transitions(ConstVectorRef w) const {
  AlignmentTransitions sums{};
  for (const Block& block : blocks_) {
    for (const int previous : {kPair, kFirst, kSecond}) {
      for (const int operation : {kPair, kFirst, kSecond}) {
        if (previous == kSecond && operation == kFirst) continue;
        sums[previous][operation] += w[block.transitions + transition(previous, operation)];
      }
    }
  }
  return sums;
}

AlignmentScores& AlignmentFeatures::scores(InputId x, ConstVectorRef w, double factor,
                                           double more) const {
  AlignmentScores& scores = all_scores(x, w, factor);
  exclude(x, more, scores);
  return scores;
}

AlignmentFeatures::ForSums AlignmentFeatures::scores_for_sums(InputId x, ConstVectorRef w) const {
  AlignmentScores& scores = all_scores(x, w, 1);
  const auto positions = static_cast<double>(scores.first_length() + scores.second_length());
  return {scores, exclude(x, 1024 + 2 * positions, scores)};
}

// Before anything is excluded.
AlignmentScores& AlignmentFeatures::all_scores(InputId x, ConstVectorRef w, double factor) const {
  thread_local AlignmentScores scores;
  scores.reset(kind_, data_.first_length(x), data_.second_length(x));
  scores.transitions() = transitions(w);
  for (auto& row : scores.transitions()) {
    for (double& each : row) each *= factor;
  }
  for (const std::size_t d : used_) add_description(d, x, w, factor, scores);
  return scores;
}

// Positions of the first sequence with the same code have the same scores, which are looked up only
// once.
void AlignmentFeatures::add_description(std::size_t d, InputId x, ConstVectorRef w, double factor,
                                        AlignmentScores& scores) const {
  const Description& description = data_.descriptions[d];
  if (description.has_shares) return add_shares(d, x, w, factor, scores);
  const Index n = scores.first_length(), m = scores.second_length();
  const std::int32_t* p = description.first.data() + data_.first_begin[x];
  const std::int32_t* q = description.second.data() + data_.second_begin[x];
  thread_local Vector rows;                // m scores for each code found so far
  thread_local std::vector<Index> row_of;  // row of a code; -1 before it is found
  row_of.assign(description.first_codes, -1);
  Index met = 0;
  for (Index i = 0; i < n; ++i) {
    if (row_of[p[i]] < 0) {
      row_of[p[i]] = met++;
      rows.resize(std::max<std::size_t>(rows.size(), met * m));
      double* row = rows.data() + row_of[p[i]] * m;
      for (Index j = 0; j < m; ++j)
        row[j] = factor * weight_of(d, description.pair_entry(p[i], q[j]), w);
    }
    const double* row = rows.data() + row_of[p[i]] * m;
    double* to = scores.pairs(i);
    if (d == used_.front()) {
      for (Index j = 0; j < m; ++j) to[j * AlignmentScores::kStep] = row[j];
    } else {
      for (Index j = 0; j < m; ++j) to[j * AlignmentScores::kStep] += row[j];
    }
    scores.first()[i] += factor * weight_of(d, description.first_entry(p[i]), w);
  }
  for (Index j = 0; j < m; ++j)
    scores.second()[j] += factor * weight_of(d, description.second_entry(q[j]), w);
}

const std::vector<AlignmentFeatures::ShareWeights>& AlignmentFeatures::share_weights(
    ConstVectorRef w) const {
  thread_local std::vector<ShareWeights> all;
  all.resize(std::max(all.size(), data_.descriptions.size()));
  for (const std::size_t d : used_) {
    const Description& description = data_.descriptions[d];
    if (!description.has_shares) continue;
    ShareWeights& own = all[d];
    const auto gather = [&](Vector& weights, Index begin, Index end) {
      weights.clear();
      for (Index entry = begin; entry < end; ++entry) weights.push_back(weight_of(d, entry, w));
    };
    gather(own.pair, 0, description.first_entry(0));
    gather(own.first, description.first_entry(0), description.second_entry(0));
    gather(own.second, description.second_entry(0), description.num_entries());
  }
  return all;
}

double AlignmentFeatures::share_score(const ShareWeights& weights, const Description& description,
                                      InputId x, int operation, Index i, Index j) const {
  const Index a = description.first_codes, b = description.second_codes;
  if (operation == kFirst) return product(weights.first.data(), first_shares(description, x, i), a);
  if (operation == kSecond)
    return product(weights.second.data(), second_shares(description, x, j), b);
  thread_local Vector row;
  row.resize(b);
  multiply(first_shares(description, x, i), a, weights.pair.data(), b, row.data());
  return product(row.data(), second_shares(description, x, j), b);
}

// Adds the table P W Q^T, row by row.
void AlignmentFeatures::add_shares(std::size_t d, InputId x, ConstVectorRef w, double factor,
                                   AlignmentScores& scores) const {
  const Description& description = data_.descriptions[d];
  const ShareWeights& weights = share_weights(w)[d];
  const Index n = scores.first_length(), m = scores.second_length();
  const Index a = description.first_codes, b = description.second_codes;
  thread_local Vector by_code, left, row;  // Q^T; a row of P W; a row of the table
  by_code.resize(b * m);
  left.resize(b);
  row.resize(m);
  for (Index j = 0; j < m; ++j) {
    const float* q = second_shares(description, x, j);
    for (Index k = 0; k < b; ++k) by_code[k * m + j] = static_cast<double>(q[k]);
    scores.second()[j] += factor * product(weights.second.data(), q, b);
  }
  for (Index i = 0; i < n; ++i) {
    const float* p = first_shares(description, x, i);
    multiply(p, a, weights.pair.data(), b, left.data());
    multiply(left.data(), b, by_code.data(), m, row.data());
    double* to = scores.pairs(i);
    for (Index j = 0; j < m; ++j) {
      double& cell = to[j * AlignmentScores::kStep];
      cell = d == used_.front() ? factor * row[j] : cell + factor * row[j];
    }
    scores.first()[i] += factor * product(weights.first.data(), p, a);
  }
}

Vector AlignmentFeatures::share_values(std::size_t d, InputId x, const Output& y) const {
  const Description& description = data_.descriptions[d];
  const Index b = description.second_codes;
  Vector values(description.num_entries(), 0.0);
  for_each_operation(kind_, y, [&](int, int operation, Index i, Index j) {
    const float* p = first_shares(description, x, i);
    const float* q = second_shares(description, x, j);
    if (operation == kFirst)
      return add_scaled(p, description.first_codes, 1, &values[description.first_entry(0)]);
    if (operation == kSecond) return add_scaled(q, b, 1, &values[description.second_entry(0)]);
    for (Index k = 0; k < description.first_codes; ++k) add_scaled(q, b, p[k], &values[k * b]);
  });
  return values;
}

// Computes P^T S Q for the expected pairs S, by rows of S Q.
Vector AlignmentFeatures::expected_share_values(std::size_t d, InputId x,
                                                const AlignmentSums& sums) const {
  const Description& description = data_.descriptions[d];
  const Index n = data_.first_length(x), m = data_.second_length(x), b = description.second_codes;
  Vector values(description.num_entries(), 0.0), row(b);
  for (Index i = 0; i < n; ++i) {
    const float* p = first_shares(description, x, i);
    multiply(sums.pair.data() + i * m, m, second_shares(description, x, 0), b, row.data());
    for (Index k = 0; k < description.first_codes; ++k) {
      for (Index l = 0; l < b; ++l) values[k * b + l] += static_cast<double>(p[k]) * row[l];
    }
    add_scaled(p, description.first_codes, sums.first[i], &values[description.first_entry(0)]);
  }
  for (Index j = 0; j < m; ++j)
    add_scaled(second_shares(description, x, j), b, sums.second[j],
               &values[description.second_entry(0)]);
  return values;
}

// It sums from the end, as alignment_value() does.
double AlignmentFeatures::score(InputId x, const Output& y, ConstVectorRef w) const {
  const AlignmentTransitions between = transitions(w);
  const std::vector<ShareWeights>& shares = share_weights(w);
  double value = 0;
  for_each_operation_backwards(kind_, y, [&](int previous, int operation, Index i, Index j) {
    value += score_of(x, operation, i, j, w, shares);
    if (previous != kNothing) value += between[previous][operation];
  });
  return value + 0.0;  // not -0
}

std::vector<bool> AlignmentFeatures::touched(const std::vector<InputId>& inputs) const {
  std::vector<bool> touched(dimension_, false);
  const auto touch = [&](std::size_t d, Index entry) {
    for_each_feature(d, entry, [&](Index coordinate) { touched[coordinate] = true; });
  };
  for (const std::size_t d : used_) {
    const Description& description = data_.descriptions[d];
    if (description.has_shares) {
      for (Index entry = 0; entry < description.num_entries(); ++entry) touch(d, entry);
      continue;
    }
    const auto codes = [](const std::vector<std::int32_t>& all, Index begin, Index end) {
      return std::set<std::int32_t>(all.begin() + begin, all.begin() + end);
    };
    for (const InputId x : inputs) {
      const auto of_first =
          codes(description.first, data_.first_begin[x], data_.first_begin[x + 1]);
      const auto of_second =
          codes(description.second, data_.second_begin[x], data_.second_begin[x + 1]);
      for (const std::int32_t p : of_first) {
        touch(d, description.first_entry(p));
        for (const std::int32_t q : of_second) touch(d, description.pair_entry(p, q));
      }
      for (const std::int32_t q : of_second) touch(d, description.second_entry(q));
    }
  }
  for (const Block& block : blocks_) {
    for (Index t = 0; t < num_transitions(); ++t) touched[block.transitions + t] = true;
  }
  return touched;
}

std::unique_ptr<ExpectedFeatures> AlignmentFeatures::expectations(std::vector<InputId> inputs,
                                                                  Vector factors) const {
  const auto of_input = [this](InputId x, double factor, ConstVectorRef w,
                               const std::vector<Index>& place, VectorRef into) {
    const ForSums table = scores_for_sums(x, w);
    const auto sums = alignment_sums(table.scores);
    for_each_expected(x, *sums, [&](Index j, double p) { into[place[j]] += factor * p; });
    return sums->log_partition - table.bonus;
  };
  const std::vector<bool> touches = touched(inputs);
  return block_expectations(touches, std::move(inputs), std::move(factors), of_input);
}

}  // namespace costruct::alignment
