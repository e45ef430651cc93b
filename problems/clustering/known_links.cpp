#include "costruct/problems/clustering/known_links.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct::clustering {
namespace {

Index pair_of(Index a, Index b) {
  return pair_index(std::max(a, b), std::min(a, b));
}

bool is_together(const Output& partition, Index j, Index k) {
  return partition.parts[static_cast<std::size_t>(j)] ==
         partition.parts[static_cast<std::size_t>(k)];
}

}  // namespace

Known common_links(std::span<const Output> partitions) {
  Known known;
  const Output& first = partitions.front();
  const auto T = static_cast<Index>(first.parts.size());
  for (Index j = 1; j < T; ++j) {
    for (Index k = 0; k < j; ++k) {
      const bool together = is_together(first, j, k);
      if (std::ranges::all_of(partitions,
                              [&](const Output& y) { return is_together(y, j, k) == together; }))
        known.facts.push_back({static_cast<int>(k), static_cast<int>(j), together});
    }
  }
  return known;
}

bool agrees(const Known& known, const Output& partition) {
  return std::ranges::all_of(known.facts, [&](const std::vector<int>& fact) {
    if (fact.empty()) return true;
    std::set<int> clusters;
    for (std::size_t i = 0; i + 1 < fact.size(); ++i)
      clusters.insert(partition.parts[static_cast<std::size_t>(fact[i])]);
    return fact.back() == 1 ? clusters.size() <= 1 : clusters.size() + 1 == fact.size();
  });
}

LinkClosure::LinkClosure(Index objects)
    : group_(static_cast<std::size_t>(objects)),
      apart_(static_cast<std::size_t>(num_pairs(objects))) {
  std::iota(group_.begin(), group_.end(), 0);
}

LinkClosure::LinkClosure(Index objects, const Known& known) : LinkClosure(objects) {
  for (const std::vector<int>& fact : known.facts) {
    // The pairs of objects that are together follow from those with the first object.
    for (std::size_t i = 1; i + 1 < fact.size(); ++i) {
      const bool together = fact.back() == 1;
      for (std::size_t before = 0; before < (together ? 1 : i); ++before)
        add(fact[i], fact[before], together);
    }
  }
}

bool LinkClosure::add(Index j, Index k, bool together) {
  const int a = group_[static_cast<std::size_t>(j)], b = group_[static_cast<std::size_t>(k)];
  if (a == b) return together;
  if (are_apart(j, k)) return !together;
  if (together) {
    join(std::min(a, b), std::max(a, b));
  } else {
    apart_[static_cast<std::size_t>(pair_of(a, b))] = true;
  }
  return true;
}

bool LinkClosure::are_apart(Index j, Index k) const {
  const int a = group_[static_cast<std::size_t>(j)], b = group_[static_cast<std::size_t>(k)];
  return a != b && apart_[static_cast<std::size_t>(pair_of(a, b))];
}

void LinkClosure::join(int into, int from) {
  std::ranges::replace(group_, from, into);
  for (Index other = 0; other < std::ssize(group_); ++other) {
    if (other != into && other != from && apart_[static_cast<std::size_t>(pair_of(from, other))])
      apart_[static_cast<std::size_t>(pair_of(into, other))] = true;
  }
}

LinkedObjects::LinkedObjects(const LinkClosure& closure) : groups_(partition_of(closure.groups())) {
  std::vector<Index> first;
  for (Index j = 0; j < std::ssize(groups_.parts); ++j) {
    if (group_of(j) == std::ssize(first)) first.push_back(j);
  }
  num_groups_ = std::ssize(first);
  apart_.reserve(static_cast<std::size_t>(num_pairs(num_groups_)));
  for (std::size_t a = 1; a < first.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) apart_.push_back(closure.are_apart(first[a], first[b]));
  }
  for (std::size_t pair = 0; pair < apart_.size(); ++pair) {
    if (apart_[pair]) ruled_out_.push_back(pair);
  }
  for (Index j = 1; j < std::ssize(groups_.parts); ++j) {
    for (Index k = 0; k < j; ++k) {
      const Index a = group_of(j), b = group_of(k);
      pair_of_groups_.push_back(
          static_cast<std::int32_t>(a == b ? std::ssize(apart_) : pair_of(a, b)));
    }
  }
}

bool LinkedObjects::is_known(Index j, Index k) const {
  const Index a = group_of(j), b = group_of(k);
  return a == b || apart_[static_cast<std::size_t>(pair_of(a, b))];
}

Vector LinkedObjects::of_groups(ConstVectorRef similarity) const {
  Vector total(apart_.size() + 1, 0.0);  // the last one for objects of one group
  for (std::size_t pair = 0; pair < similarity.size(); ++pair)
    total[static_cast<std::size_t>(pair_of_groups_[pair])] += similarity[pair];
  total.pop_back();
  for (const std::size_t pair : ruled_out_) total[pair] = kRuledOut;
  return total;
}

Output LinkedObjects::of_objects(const Output& partition_of_groups) const {
  Output partition = groups_;
  for (int& part : partition.parts)
    part = partition_of_groups.parts[static_cast<std::size_t>(part)];
  return partition;
}

std::optional<Output> LinkedObjects::of_groups(const Output& partition) const {
  Output merged;
  for (std::size_t j = 0; j < partition.parts.size(); ++j) {
    if (groups_.parts[j] == std::ssize(merged.parts)) merged.parts.push_back(partition.parts[j]);
    if (merged.parts[static_cast<std::size_t>(groups_.parts[j])] != partition.parts[j])
      return std::nullopt;
  }
  return keeps_apart(merged) ? std::optional(merged) : std::nullopt;
}

bool LinkedObjects::keeps_apart(const Output& partition_of_groups) const {
  for (Index a = 1; a < num_groups_; ++a) {
    for (Index b = 0; b < a; ++b) {
      if (apart_[static_cast<std::size_t>(pair_index(a, b))] &&
          is_together(partition_of_groups, a, b))
        return false;
    }
  }
  return true;
}

}  // namespace costruct::clustering
