#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::alignment {

std::shared_ptr<const SequencePairs> SequencePairs::in_one_view() const {
  auto one = std::make_shared<SequencePairs>(*this);
  View all;
  for (const Description& description : descriptions)
    all.feature_of_entry.emplace_back(static_cast<std::size_t>(description.num_entries()), -1);
  for (const View& view : views) {
    for (std::size_t d = 0; d < descriptions.size(); ++d) {
      const std::vector<std::int32_t>& from = view.feature_of_entry[d];
      bool meets = false;
      for (std::size_t entry = 0; entry < from.size(); ++entry)
        meets = meets || (from[entry] >= 0 && all.feature_of_entry[d][entry] >= 0);
      std::size_t at = d;
      if (meets) {
        at = one->descriptions.size();
        one->descriptions.push_back(descriptions[d]);
        all.feature_of_entry.emplace_back(from.size(), -1);
      }
      for (std::size_t entry = 0; entry < from.size(); ++entry) {
        if (from[entry] >= 0)
          all.feature_of_entry[at][entry] =
              static_cast<std::int32_t>(all.num_features + from[entry]);
      }
    }
    all.num_features += view.num_features;
  }
  one->views = {std::move(all)};
  return one;
}

}  // namespace costruct::alignment
