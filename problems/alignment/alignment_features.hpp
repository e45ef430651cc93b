// The joint feature map of pairs of sequences and their alignments (Joachims 2009, section 3.2).
//
// A feature belongs to an entry of a description (sequence_pairs.hpp): a pair of codes at a pair of
// positions, or a code at an unpaired position. Phi(x, y) counts these features and the transitions
// between operations; with shares the counts are products of shares.
//
// Weights of a view: the features by their numbers, then the transitions (previous, next). P is a
// pair, F and S an unpaired position of the first and of the second sequence.
//   PP, PF, PS, FP, FF, FS, SP, SS       8 transitions
//   PP, PF = PS, FP = SP, FF = SS, FS    5 transitions, for symmetric data
// Views follow each other.
#pragma once

#include <memory>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/problems/alignment/aligned_pairs.hpp"
#include "costruct/problems/alignment/known_pairs.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct::alignment {

/// Phi(x, y) over some views of the data: its coordinates, its values, and the score table of two
/// sequences. An operation is a kPair, kFirst or kSecond (core/decode/alignment/alignment.hpp).
class AlignmentFeatures {
 public:
  /// A view, and the coordinates where its features and its transitions begin.
  struct Block {
    const SequencePairs::View* view;
    Index features, transitions;
  };

  /// Over the views [first_view, first_view + num_views) of the data. The data must outlive this
  /// object.
  AlignmentFeatures(const SequencePairs& data, AlignmentKind kind, Index first_view,
                    Index num_views);

  /// Sets what is known of each input. From then on, score tables exclude alignments that do not
  /// agree. In tables of local alignments, known pairs get a bonus for this; see known_pairs.hpp.
  /// @param known  for each input; without facts for inputs of which nothing is known
  void set_known(std::vector<Known> known);
  const KnownInputs& known() const { return known_; }
  /// Excludes, from a score table of x, the alignments that do not agree with what is known of x.
  /// Returns the sum of the bonuses, by which the values of allowed alignments in that table are
  /// then too large; 0 if there is no bonus.
  /// @param more  see known_pairs.hpp
  double exclude(InputId x, double more, AlignmentScores& scores) const {
    return known_.of(x) == nullptr ? 0 : ruled_out(x).exclude_from(scores, more);
  }
  /// Whether the values in a table of x have a bonus added. Use score() for the value without it.
  bool has_bonus(InputId x) const { return known_.of(x) != nullptr && ruled_out(x).has_bonus(); }

  /// Whether an alignment that decoders find in a table of x has all pairs with a bonus. If not, no
  /// alignment agrees with what is known.
  bool allows(InputId x, const Output& y) const {
    return known_.of(x) == nullptr || ruled_out(x).has_bonuses(kind_, y);
  }

  AlignmentKind kind() const { return kind_; }
  Index dimension() const { return dimension_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  Index num_transitions() const { return data_.symmetric ? 5 : 8; }
  /// The number of a transition among the transitions of a view. There is no transition from
  /// kSecond to kFirst: it has the number -1.
  Index transition(int previous, int operation) const {
    constexpr Index kOwn[3][3] = {{0, 1, 2}, {3, 4, 5}, {6, -1, 7}};
    constexpr Index kTied[3][3] = {{0, 1, 1}, {2, 3, 4}, {2, -1, 3}};
    return (data_.symmetric ? kTied : kOwn)[previous][operation];
  }

  /// Calls action(coordinate, value) for the features of (x, y). Calls for the same coordinate add
  /// up.
  template <class Action>
  void for_each(InputId x, const Output& y, const Action& action) const;

  /// Returns the score table of x, at `factor` times the weights. The next call on the same thread
  /// overwrites it. Cost for sequences of n and m positions: O(n m) for each description; with
  /// shares of A and B codes O(n A B + n m B).
  /// @param more  twice what the caller will change differences of values by; see known_pairs.hpp
  AlignmentScores& scores(InputId x, ConstVectorRef w, double factor = 1, double more = 0) const;
  /// A score table for log-sums over alignments, and the sum of the bonuses in it. Subtract `bonus`
  /// from the logarithm of the sum.
  struct ForSums {
    AlignmentScores& scores;
    double bonus;
  };
  /// Returns the score table of x for alignment_log_partition() and alignment_sums(). The next call
  /// on the same thread overwrites it.
  ForSums scores_for_sums(InputId x, ConstVectorRef w) const;
  /// Returns f(x, y) without a table. It is equal, to the last bit, to alignment_value() of the
  /// table without a bonus.
  double score(InputId x, const Output& y, ConstVectorRef w) const;

  /// Calls action(coordinate, expectation) for the features of x. Calls for the same coordinate add
  /// up.
  /// @param sums  those of scores_for_sums(x, w)
  template <class Action>
  void for_each_expected(InputId x, const AlignmentSums& sums, const Action& action) const;

  /// See LogPartition::expected_features().
  std::unique_ptr<ExpectedFeatures> expectations(std::vector<InputId> inputs, Vector factors) const;

 private:
  /// W(a, b) at a * second_codes + b, and the weights of single codes.
  struct ShareWeights {
    Vector pair, first, second;
  };

  // The entry of an operation at positions i and j of x.
  Index entry(const Description& description, InputId x, int operation, Index i, Index j) const {
    const std::int32_t* p = description.first.data() + data_.first_begin[x] + i;
    const std::int32_t* q = description.second.data() + data_.second_begin[x] + j;
    if (operation == kPair) return description.pair_entry(*p, *q);
    return operation == kFirst ? description.first_entry(*p) : description.second_entry(*q);
  }
  // Calls action(coordinate) for the features of an entry of description d, in all views.
  template <class Action>
  void for_each_feature(std::size_t d, Index entry, const Action& action) const {
    for (const Block& block : blocks_) {
      const std::int32_t j = block.view->feature_of_entry[d][entry];
      if (j >= 0) action(block.features + j);
    }
  }
  double weight_of(std::size_t d, Index entry, ConstVectorRef w) const {
    double sum = 0;
    for_each_feature(d, entry, [&](Index coordinate) { sum += w[coordinate]; });
    return sum;
  }
  // The score of an operation. `shares` has the weights of descriptions with shares.
  double score_of(InputId x, int operation, Index i, Index j, ConstVectorRef w,
                  const std::vector<ShareWeights>& shares) const {
    double sum = 0;
    for (const std::size_t d : used_) {
      sum += data_.descriptions[d].has_shares
                 ? share_score(shares[d], data_.descriptions[d], x, operation, i, j)
                 : weight_of(d, entry(data_.descriptions[d], x, operation, i, j), w);
    }
    return sum;
  }
  AlignmentScores& all_scores(InputId x, ConstVectorRef w, double factor) const;
  const RuledOut& ruled_out(InputId x) const { return (*ruled_out_)[static_cast<std::size_t>(x)]; }
  const std::vector<ShareWeights>& share_weights(ConstVectorRef w) const;
  double share_score(const ShareWeights& weights, const Description& description, InputId x,
                     int operation, Index i, Index j) const;
  const float* first_shares(const Description& description, InputId x, Index i) const {
    return description.first_shares.data() + (data_.first_begin[x] + i) * description.first_codes;
  }
  const float* second_shares(const Description& description, InputId x, Index j) const {
    return description.second_shares.data() +
           (data_.second_begin[x] + j) * description.second_codes;
  }
  // Calls action(coordinate, value) for the nonzero values of a description's entries.
  template <class Action>
  void for_each_value(std::size_t d, const Vector& values, const Action& action) const {
    for (Index entry = 0; entry < std::ssize(values); ++entry) {
      if (values[entry] == 0) continue;
      for_each_feature(d, entry, [&](Index coordinate) { action(coordinate, values[entry]); });
    }
  }
  // Values of the entries of a description with shares, in y and in expectation.
  Vector share_values(std::size_t d, InputId x, const Output& y) const;
  Vector expected_share_values(std::size_t d, InputId x, const AlignmentSums& sums) const;
  AlignmentTransitions transitions(ConstVectorRef w) const;
  void add_shares(std::size_t d, InputId x, ConstVectorRef w, double factor,
                  AlignmentScores& scores) const;
  void add_description(std::size_t d, InputId x, ConstVectorRef w, double factor,
                       AlignmentScores& scores) const;
  std::vector<bool> touched(const std::vector<InputId>& inputs) const;

  const SequencePairs& data_;
  KnownInputs known_;
  std::shared_ptr<const std::vector<RuledOut>> ruled_out_;  // of each input; null: known_ has none
  AlignmentKind kind_;
  Index dimension_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::size_t> used_;  // descriptions for which some view has a feature
};

template <class Action>
void AlignmentFeatures::for_each(InputId x, const Output& y, const Action& action) const {
  for_each_operation(kind_, y, [&](int previous, int operation, Index i, Index j) {
    for (const std::size_t d : used_) {
      if (data_.descriptions[d].has_shares) continue;
      for_each_feature(d, entry(data_.descriptions[d], x, operation, i, j),
                       [&](Index coordinate) { action(coordinate, 1.0); });
    }
    if (previous == kNothing) return;
    for (const Block& block : blocks_)
      action(block.transitions + transition(previous, operation), 1.0);
  });
  for (const std::size_t d : used_) {
    if (data_.descriptions[d].has_shares) for_each_value(d, share_values(d, x, y), action);
  }
}

template <class Action>
void AlignmentFeatures::for_each_expected(InputId x, const AlignmentSums& sums,
                                          const Action& action) const {
  const Index n = data_.first_length(x), m = data_.second_length(x);
  for (const std::size_t d : used_) {
    if (data_.descriptions[d].has_shares) {
      for_each_value(d, expected_share_values(d, x, sums), action);
      continue;
    }
    const auto add = [&](int operation, Index i, Index j, double p) {
      if (p == 0) return;
      for_each_feature(d, entry(data_.descriptions[d], x, operation, i, j),
                       [&](Index coordinate) { action(coordinate, p); });
    };
    const double* p = sums.pair.data();
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < m; ++j) add(kPair, i, j, *p++);
    }
    for (Index i = 0; i < n; ++i) add(kFirst, i, 0, sums.first[i]);
    for (Index j = 0; j < m; ++j) add(kSecond, 0, j, sums.second[j]);
  }
  for (const Block& block : blocks_) {
    for (const int previous : {kPair, kFirst, kSecond}) {
      for (const int operation : {kPair, kFirst, kSecond}) {
        if (previous == kSecond && operation == kFirst) continue;
        action(block.transitions + transition(previous, operation),
               sums.transitions[previous][operation]);
      }
    }
  }
}

}  // namespace costruct::alignment
