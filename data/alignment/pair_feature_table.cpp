#include "costruct/data/alignment/pair_feature_table.hpp"

#include <algorithm>
#include <map>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

using alignment::Description;
using alignment::SequencePairs;

namespace {

/// A description with at most this number of entries has all its features in every fit. Entries
/// that never occur in training still get a score, a known one or one from smoothed counts.
constexpr Index kAlwaysThere = 10'000;

// The first of the two entries that share a feature.
Index shared_entry(const Description& description, Index entry) {
  const Index codes = description.first_codes;
  if (entry >= codes * codes + codes) return description.first_entry(entry - codes * codes - codes);
  if (entry >= codes * codes) return entry;
  const Index p = entry / codes, q = entry % codes;
  return description.pair_entry(std::min(p, q), std::max(p, q));
}

std::vector<std::int32_t> different(std::span<const std::int32_t> codes) {
  std::vector<std::int32_t> sorted(codes.begin(), codes.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

std::span<const std::int32_t> codes_of(const std::vector<std::int32_t>& codes,
                                       const std::vector<Index>& begin, Index input) {
  const auto x = static_cast<std::size_t>(input);
  return std::span(codes).subspan(static_cast<std::size_t>(begin[x]),
                                  static_cast<std::size_t>(begin[x + 1] - begin[x]));
}

}  // namespace

PairFeatureTable::PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric)
    : descriptions_(std::move(descriptions)) {
  for (std::size_t d = 0; d < descriptions_.size(); ++d) {
    const PairDescription& description = descriptions_[d];
    const auto group = std::find(groups_.begin(), groups_.end(), description.group);
    group_of_description_.push_back(static_cast<int>(group - groups_.begin()));
    if (group == groups_.end()) groups_.push_back(description.group);
    const Description sizes{description.first.num_codes(), description.second.num_codes(), {}, {}};
    const bool is_shared = symmetric && description.first.name() == description.second.name();
    std::vector<std::int32_t>& feature_of = feature_of_entry_.emplace_back();
    std::map<int, Index> first_of_level;
    for (Index entry = 0; entry < sizes.num_entries(); ++entry) {
      Index first = is_shared ? shared_entry(sizes, entry) : entry;
      if (description.by_level)
        first =
            first_of_level.try_emplace(description.level(entry, is_shared), entry).first->second;
      if (first < entry) {
        feature_of.push_back(feature_of[static_cast<std::size_t>(first)]);
        continue;
      }
      feature_of.push_back(static_cast<std::int32_t>(places_.size()));
      places_.push_back({static_cast<std::int32_t>(d), static_cast<std::int32_t>(entry)});
    }
  }
}

PairFeatureTable::PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric,
                                   std::span<const std::string> names)
    : PairFeatureTable(std::move(descriptions), symmetric) {
  std::vector<std::int32_t> number(places_.size(), -1);
  std::vector<Place> kept;
  std::size_t next = 0;  // next name
  for (std::size_t j = 0; j < places_.size() && next < names.size(); ++j) {
    if (info(static_cast<Index>(j)).name != names[next]) continue;
    number[j] = static_cast<std::int32_t>(kept.size());
    kept.push_back(places_[j]);
    ++next;
  }
  if (next < names.size())
    throw DataError("a feature that its extractors do not make, or not in their order");
  places_ = std::move(kept);
  for (std::vector<std::int32_t>& features : feature_of_entry_) {
    for (std::int32_t& feature : features) feature = number[static_cast<std::size_t>(feature)];
  }
}

FeatureInfo PairFeatureTable::info(Index feature) const {
  const Place place = places_[static_cast<std::size_t>(feature)];
  const auto description = static_cast<std::size_t>(place.description);
  return {descriptions_[description].feature_name(place.entry), group_of_description_[description],
          static_cast<std::uint64_t>(feature) + 1};
}

std::vector<bool> PairFeatureTable::occurring(const SequencePairs& pairs, Index known) const {
  std::vector<bool> occurs(places_.size(), false);
  for (std::size_t d = 0; d < descriptions_.size(); ++d) {
    const Description& description = pairs.descriptions[d];
    const auto mark = [&](Index entry) {
      const std::int32_t feature = feature_of_entry_[d][static_cast<std::size_t>(entry)];
      if (feature >= 0) occurs[static_cast<std::size_t>(feature)] = true;
    };
    if (std::ssize(feature_of_entry_[d]) <= kAlwaysThere) {
      for (Index entry = 0; entry < std::ssize(feature_of_entry_[d]); ++entry) mark(entry);
      continue;
    }
    for (Index x = 0; x < known; ++x) {
      const auto first = different(codes_of(description.first, pairs.first_begin, x));
      const auto second = different(codes_of(description.second, pairs.second_begin, x));
      for (const std::int32_t q : second) mark(description.second_entry(q));
      for (const std::int32_t p : first) {
        mark(description.first_entry(p));
        for (const std::int32_t q : second) mark(description.pair_entry(p, q));
      }
    }
  }
  return occurs;
}

std::vector<SequencePairs::View> PairFeatureTable::views(
    const SequencePairs& pairs, Index known, const InputRequest& request,
    std::vector<std::vector<std::int32_t>>& features) const {
  const std::vector<bool> occurs =
      request.all_features ? std::vector<bool>(places_.size(), true) : occurring(pairs, known);
  const auto count = static_cast<std::size_t>(request.views.count);
  features.assign(count, {});
  std::vector<std::int32_t> local(places_.size(), -1);  // number in the feature's view
  for (std::size_t j = 0; j < local.size(); ++j) {
    const std::int32_t view = request.views.view_of[j];
    if (!occurs[j] || view < 0) continue;
    std::vector<std::int32_t>& own = features[static_cast<std::size_t>(view)];
    local[j] = static_cast<std::int32_t>(own.size());
    own.push_back(static_cast<std::int32_t>(j));
  }
  std::vector<SequencePairs::View> views(count);
  for (std::size_t v = 0; v < count; ++v) {
    views[v].num_features = std::ssize(features[v]);
    for (const std::vector<std::int32_t>& feature_of : feature_of_entry_) {
      std::vector<std::int32_t>& entries = views[v].feature_of_entry.emplace_back();
      entries.reserve(feature_of.size());
      for (const std::int32_t j : feature_of) {
        const bool is_in_view = j >= 0 && request.views.view_of[static_cast<std::size_t>(j)] ==
                                              static_cast<std::int32_t>(v);
        entries.push_back(is_in_view ? local[static_cast<std::size_t>(j)] : -1);
      }
    }
  }
  return views;
}

}  // namespace costruct::experiments
