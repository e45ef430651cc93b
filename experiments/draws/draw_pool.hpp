// The properties of examples that draws depend on.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// A draw whose smallest labeled part misses a label is made again. At most this many draws are
/// made, the first one included.
inline constexpr Index kMostRedraws = 10'000;

/// The advice in the error message if no draw has every label.
inline constexpr const char* kAdviceOnLabels =
    "raise the smallest of sweep.labeled, merge rare labels, or take draws as they come: "
    "sweep.every_label = "
    "false";

/// The examples that can be drawn, which of them are labeled, and their labels. A label is anything
/// that should occur in every draw, as the problem defines it.
class DrawPool {
 public:
  /// Takes the first `count` examples of a set, which is not used later.
  DrawPool(const ExampleSet& examples, Index count);

  Index size() const { return static_cast<Index>(is_labeled_.size()); }
  Index num_labeled() const { return num_labeled_; }
  bool is_labeled(Index example) const { return is_labeled_[example]; }
  /// The names of the labels (ExampleSet::wanted_in_draws()).
  const std::vector<std::string>& labels() const { return labels_; }
  /// The distinct labels of an example, as indices of labels().
  std::span<const int> labels_of(Index example) const {
    return {distinct_.data() + begin_[example], distinct_.data() + begin_[example + 1]};
  }

  /// Whether at least two labeled examples are in one group (ExampleSet::group()).
  bool has_groups() const { return !groups_.empty(); }
  /// The group of an example; -1: none.
  Index group_of(Index example) const { return group_[example]; }
  /// The labeled examples of each group, for groups with at least two of them.
  const std::vector<std::vector<Index>>& groups() const { return groups_; }

  /// A necessary condition for draws of this number of labeled examples. It takes the examples with
  /// the most labels, and asks whether they have at least as many labels in sum as there are. If it
  /// is false, no draw has every label.
  bool can_hold_every_label(Index examples) const;

  /// The name of a partition: seed, k, smallest labeled size, partition, purpose.
  using PartitionName = std::tuple<std::uint64_t, Index, Index, Index, std::string>;
  /// The number of redraws of a partition. `count` computes it at the first call for this name,
  /// because k folds and several learners ask for it. Safe to call concurrently. Threads that ask
  /// at the same time may each call `count`, which must always return the same number.
  Index redraws_of(const PartitionName& name, const std::function<Index()>& count) const;

 private:
  struct Memo;
  std::vector<std::string> labels_;
  std::vector<bool> is_labeled_;
  std::vector<Index> begin_{0};
  std::vector<int> distinct_;
  std::vector<Index> group_;
  std::vector<std::vector<Index>> groups_;
  Index num_labeled_ = 0;
  std::shared_ptr<Memo> memo_;
};

/// Counts the labels of a changing set of examples, and how often each label was missing. The pool
/// must outlive this object.
class LabelCount {
 public:
  explicit LabelCount(const DrawPool& pool) : pool_(pool), count_(pool.labels().size(), 0) {}

  /// Empties the set. The counts of note_missing() stay.
  void clear();
  /// Adds an example of the pool.
  void add(Index example);
  /// Removes an example that is in the set.
  void remove(Index example);
  /// Whether the set has every label.
  bool complete() const { return present_ == count_.size(); }

  /// Adds 1 to the count of each label that the set misses now.
  void note_missing();
  /// Throws DataError: no draw has all labels. The message names the label that was missing most
  /// often. Call note_missing() at least once before.
  /// @param draws  beginning of the message: "no draw out of 10000"
  [[noreturn]] void fail(const std::string& draws) const;

 private:
  const DrawPool& pool_;
  std::vector<Index> count_, missing_;
  std::size_t present_ = 0;
};

/// The random stream of a draw's first attempt (0) or of a redraw. Each attempt has its own stream.
/// Therefore a permutation does not depend on the attempts before it.
RandomStream attempt_stream(std::uint64_t seed, Index repetition, std::string_view purpose,
                            Index attempt);

}  // namespace costruct::experiments
