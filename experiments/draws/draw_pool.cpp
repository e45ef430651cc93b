#include "costruct/experiments/draws/draw_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

struct DrawPool::Memo {
  std::mutex mutex;
  std::map<PartitionName, Index> redraws;
};

DrawPool::DrawPool(const ExampleSet& examples, Index count)
    : labels_(examples.wanted_in_draws()), memo_(std::make_shared<Memo>()) {
  std::map<Index, std::vector<Index>> members;
  for (Index example = 0; example < count; ++example) {
    group_.push_back(examples.group(example));
    if (group_.back() >= 0 && examples.is_labeled(example))
      members[group_.back()].push_back(example);
    const std::vector<int> held = examples.labels_of(example);
    distinct_.insert(distinct_.end(), held.begin(), held.end());
    begin_.push_back(static_cast<Index>(distinct_.size()));
    is_labeled_.push_back(examples.is_labeled(example));
    num_labeled_ += is_labeled_.back();
  }
  for (auto& [group, list] : members) {
    if (list.size() > 1) groups_.push_back(std::move(list));
  }
}

bool DrawPool::can_hold_every_label(Index examples) const {
  std::vector<Index> held;  // labels of each labeled example
  for (Index example = 0; example < size(); ++example) {
    if (is_labeled(example)) held.push_back(static_cast<Index>(labels_of(example).size()));
  }
  std::sort(held.begin(), held.end(), std::greater<>());
  held.resize(std::min(held.size(), static_cast<std::size_t>(examples)));
  return std::accumulate(held.begin(), held.end(), Index{0}) >= static_cast<Index>(labels_.size());
}

Index DrawPool::redraws_of(const PartitionName& name, const std::function<Index()>& count) const {
  {
    const std::scoped_lock lock(memo_->mutex);
    if (const auto at = memo_->redraws.find(name); at != memo_->redraws.end()) return at->second;
  }
  const Index redraws = count();  // two threads may both count; their results are equal
  const std::scoped_lock lock(memo_->mutex);
  return memo_->redraws.emplace(name, redraws).first->second;
}

void LabelCount::clear() {
  std::fill(count_.begin(), count_.end(), Index{0});
  present_ = 0;
}

void LabelCount::add(Index example) {
  for (const int label : pool_.labels_of(example)) present_ += count_[label]++ == 0;
}

void LabelCount::remove(Index example) {
  for (const int label : pool_.labels_of(example)) present_ -= --count_[label] == 0;
}

void LabelCount::note_missing() {
  missing_.resize(count_.size(), 0);
  for (std::size_t label = 0; label < count_.size(); ++label) missing_[label] += count_[label] == 0;
}

void LabelCount::fail(const std::string& draws) const {
  const auto rarest = std::max_element(missing_.begin(), missing_.end()) - missing_.begin();
  throw DataError(fmt::format("{} has all {} labels: label {} was missing from {} of them; {}",
                              draws, count_.size(), pool_.labels()[rarest], missing_[rarest],
                              kAdviceOnLabels));
}

RandomStream attempt_stream(std::uint64_t seed, Index repetition, std::string_view purpose,
                            Index attempt) {
  const auto number = static_cast<std::uint64_t>(repetition);
  if (attempt == 0) return {seed, number, purpose};
  return {seed, number, fmt::format("{}/redraw {}", purpose, attempt)};
}

}  // namespace costruct::experiments
