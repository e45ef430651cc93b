#include "costruct/problems/clustering/partition_search.hpp"

#include "costruct/problems/known_inputs.hpp"

namespace costruct::clustering {

PartitionSearch::PartitionSearch(Index objects, const Vector& similarity,
                                 const LinkedObjects* links)
    : size_(links == nullptr ? objects : links->num_groups()),
      similarity_(similarity),
      links_(links) {
  if (links_ != nullptr) of_groups_ = links_->of_groups(similarity_);
}

Decoded PartitionSearch::best(Decoder decoder, Index window) const {
  return of_objects(best_of_groups(decoder, window));
}

Decoded PartitionSearch::best_of_groups(Decoder decoder, Index window) const {
  switch (decoder) {
    case Decoder::kSequential:
      return sequential_partition(size_, of_groups(), window,
                                  links_ == nullptr ? std::vector<bool>() : links_->apart());
    case Decoder::kAgglomerative:
      return agglomerative_partition(size_, of_groups());
    case Decoder::kLinearProgram:
      return rounded_partition(size_, of_groups(), relaxed_partition(size_, of_groups()).z);
    case Decoder::kExact:
      break;
  }
  return best_partition(size_, of_groups());
}

std::optional<Decoded> PartitionSearch::best_neighbour(const Output& partition) const {
  if (links_ == nullptr) return costruct::best_neighbour(partition, similarity_);
  const std::optional<Output> groups = links_->of_groups(partition);
  if (!groups) return std::nullopt;
  const std::optional<Decoded> found = costruct::best_neighbour(*groups, of_groups_);
  if (!found || !links_->keeps_apart(found->output)) return std::nullopt;
  return of_objects(*found);
}

RelaxedPartition PartitionSearch::relaxed() const {
  RelaxedPartition found = relaxed_partition(size_, of_groups());
  if (links_ != nullptr) found.value += partition_value(links_->groups(), similarity_);
  return found;
}

double PartitionSearch::share(const RelaxedPartition& relaxed, Index j, Index k) const {
  if (links_ == nullptr) return relaxed.z[static_cast<std::size_t>(pair_index(j, k))];
  const Index a = links_->group_of(j), b = links_->group_of(k);
  if (a == b) return 1;
  return relaxed.z[static_cast<std::size_t>(pair_index(std::max(a, b), std::min(a, b)))];
}

Decoded PartitionSearch::rounded(const RelaxedPartition& relaxed) const {
  return of_objects(rounded_partition(size_, of_groups(), relaxed.z));
}

Decoded PartitionSearch::of_objects(Decoded of_groups) const {
  if (links_ == nullptr) return of_groups;
  of_groups.output = links_->of_objects(of_groups.output);
  of_groups.value = partition_value(of_groups.output, similarity_);
  return of_groups;
}

}  // namespace costruct::clustering
