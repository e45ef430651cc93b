// What draws need to know of examples.
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

/// A draw whose smallest labeled part lacks a label is drawn again, this often at most.
inline constexpr Index kMostRedraws = 10'000;

/// What to do where no draw has every label.
inline constexpr const char* kAdviceOnLabels =
    "raise the smallest of sweep.labeled, merge rare labels, or take draws as they come: "
    "sweep.every_label = "
    "false";

/// Who may serve as what, and what should occur in every draw: called labels here, as it mostly is.
class DrawPool {
 public:
  /// Over the first `count` examples of a set.
  DrawPool(const ExampleSet& examples, Index count);

  Index size() const { return static_cast<Index>(is_labeled_.size()); }
  Index num_labeled() const { return num_labeled_; }
  bool is_labeled(Index example) const { return is_labeled_[example]; }
  const std::vector<std::string>& labels() const { return labels_; }
  /// The different labels of an example.
  std::span<const int> labels_of(Index example) const {
    return {distinct_.data() + begin_[example], distinct_.data() + begin_[example + 1]};
  }

  /// Whether some two examples are of one group (ExampleSet::group()).
  bool has_groups() const { return !groups_.empty(); }
  /// -1: of none.
  Index group_of(Index example) const { return group_[example]; }
  /// The labeled examples of each group of two or more.
  const std::vector<std::vector<Index>>& groups() const { return groups_; }

  /// Whether so many labeled examples could hold every label, by how many labels each of them has.
  bool can_hold_every_label(Index examples) const;

  /// Names a partition: seed, k, smallest labeled size, partition, purpose.
  using PartitionName = std::tuple<std::uint64_t, Index, Index, Index, std::string>;
  /// The number of redraws of a partition, counted by `count` the first time it is asked for: k
  /// folds and several learners ask. Safe to call concurrently.
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

/// The labels of a set of examples, counted, and how often each was missing.
class LabelCount {
 public:
  explicit LabelCount(const DrawPool& pool) : pool_(pool), count_(pool.labels().size(), 0) {}

  void clear();
  void add(Index example);
  void remove(Index example);
  bool complete() const { return present_ == count_.size(); }

  /// Notes which labels are missing now.
  void note_missing();
  /// Throws DataError: `draws`, as in "no draw out of 10000", has all labels; names the one noted
  /// most often.
  [[noreturn]] void fail(const std::string& draws) const;

 private:
  const DrawPool& pool_;
  std::vector<Index> count_, missing_;
  std::size_t present_ = 0;
};

/// The random stream of a draw's first attempt (0) or of a redraw: each has its own, so that a
/// permutation never depends on how much of another one was looked at.
RandomStream attempt_stream(std::uint64_t seed, Index repetition, std::string_view purpose,
                            Index attempt);

}  // namespace costruct::experiments
