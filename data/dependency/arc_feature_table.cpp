#include "costruct/data/dependency/arc_feature_table.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {

using dependency::ArcFeatures;

namespace {

// The names of buckets.
constexpr std::string_view kPlainBucket = "clusters:", kLabeledBucket = "rel clusters:";

// The bucket of such a name; nullopt for another name.
std::optional<std::int32_t> bucket_in(std::string_view name) {
  for (const std::string_view front : {kPlainBucket, kLabeledBucket}) {
    if (!name.starts_with(front)) continue;
    const auto number = whole_number(name.substr(front.size()));
    return number && *number < ArcTemplates::kBuckets ? static_cast<std::int32_t>(*number) : -1;
  }
  return std::nullopt;
}

// The names of components: "rel hv=17 dir=right".
constexpr std::array<std::string_view, 2> kVectorOf = {"rel hv=", "rel mv="},
                                          kInDirection = {" dir=left", " dir=right"};

std::string component_name(Index component, Index dimensions) {
  const Index end = component / dimensions / 2, direction = component / dimensions % 2;
  return std::string(kVectorOf[static_cast<std::size_t>(end)]) +
         std::to_string(component % dimensions) +
         std::string(kInDirection[static_cast<std::size_t>(direction)]);
}

// The component of such a name; nullopt for another name, -1 if there is none.
std::optional<std::int32_t> component_in(std::string_view name, Index dimensions) {
  for (std::size_t end = 0; end < 2; ++end) {
    if (!name.starts_with(kVectorOf[end])) continue;
    for (std::size_t direction = 0; direction < 2; ++direction) {
      if (!name.ends_with(kInDirection[direction])) continue;
      const auto number =
          whole_number(name.substr(kVectorOf[end].size(), name.size() - kVectorOf[end].size() -
                                                              kInDirection[direction].size()));
      if (number && *number < static_cast<std::uint64_t>(dimensions))
        return static_cast<std::int32_t>(static_cast<Index>(2 * end + direction) * dimensions +
                                         *number);
    }
    return -1;
  }
  return std::nullopt;
}

}  // namespace

std::int32_t ArcKeyTable::find(ArcKey key) const {
  if (slots_.empty()) return -1;
  for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].number < 0) return -1;
    if (slots_[at].key == key) return slots_[at].number;
  }
}

std::int32_t ArcKeyTable::intern(ArcKey key) {
  if (2 * (keys_.size() + 1) > slots_.size()) grow();
  std::size_t at = place(key);
  for (; slots_[at].number >= 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].key == key) return slots_[at].number;
  }
  slots_[at] = {key, static_cast<std::int32_t>(keys_.size())};
  keys_.push_back(key);
  set_bit(key);
  return slots_[at].number;
}

void ArcKeyTable::grow() {
  constexpr std::size_t kFirstSize = 64;
  const std::size_t size = std::max(kFirstSize, 2 * slots_.size());
  slots_.assign(size, {0, -1});
  shift_ = 64;
  for (std::size_t s = size; s > 1; s /= 2) --shift_;
  filter_.assign((size << kFilterShift) / 64, 0);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    set_bit(keys_[i]);
    std::size_t at = place(keys_[i]);
    while (slots_[at].number >= 0) at = (at + 1) & (size - 1);
    slots_[at] = {keys_[i], static_cast<std::int32_t>(i)};
  }
}

void ArcBuckets::number_all() {
  buckets_.resize(static_cast<std::size_t>(most_));
  std::iota(buckets_.begin(), buckets_.end(), 0);
  number_ = buckets_;
}

bool ArcBuckets::add(std::int32_t bucket) {
  if (bucket < 0 || bucket >= most_) return false;
  number_.resize(static_cast<std::size_t>(most_), -1);
  std::int32_t& number = number_[static_cast<std::size_t>(bucket)];
  if (number >= 0) return false;
  number = static_cast<std::int32_t>(size());
  buckets_.push_back(bucket);
  return true;
}

ArcFeatureTable::ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                                 Index dimensions)
    : groups_(std::move(groups)),
      templates_(tags, groups_, clusterings),
      dimensions_(dimensions),
      components_(static_cast<std::int32_t>(4 * dimensions)) {
  if (clusterings > 0) {
    groups_.emplace_back(kClusterGroup);
    for (ArcBuckets& buckets : buckets_) buckets.number_all();
  }
  if (dimensions > 0) {
    groups_.emplace_back(kVectorGroup);
    components_.number_all();
  }
}

ArcFeatureTable::ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                                 Index dimensions, std::span<const std::string> names)
    : ArcFeatureTable(tags, std::move(groups), clusterings, dimensions) {
  buckets_ = {};
  components_ = ArcBuckets(static_cast<std::int32_t>(4 * dimensions));
  // The sections stand behind each other: named features with labels, their buckets, components,
  // named plain features, their buckets.
  int last_section = 0;
  for (const std::string& name : names) {
    const auto bucket = bucket_in(name);
    const auto component = component_in(name, dimensions);
    const auto key = bucket || component ? std::nullopt : templates_.parse(name, vocabulary_);
    if (!bucket && !component && !key)
      throw DataError("a feature of no group: " + shown_text(name));
    const bool has_label = bucket ? name.starts_with(kLabeledBucket)
                                  : component || templates_.table(*key) != ArcTable::kPlain;
    const int section = component ? 2 : (has_label ? 0 : 3) + (bucket ? 1 : 0);
    if (section < last_section) throw DataError("features are not in order");
    last_section = section;
    ArcKeyTable& keys = has_label ? labeled_ : plain_;
    const bool is_new =
        component ? components_.add(*component)
        : bucket  ? clusterings > 0 && buckets_[has_label ? 1 : 0].add(*bucket)
                  : keys.intern(*key) + 1 == keys.size() && keys.find(*key) + 1 == keys.size();
    if (!is_new) throw DataError("a feature stands twice, or is none: " + shown_text(name));
  }
  if (size() != std::ssize(names)) throw DataError("a feature stands twice");
}

std::int32_t ArcFeatureTable::find(ArcKey key, bool has_label) const {
  const bool is_hashed = templates_.is_hashed(key);
  const ArcKeyTable& keys = has_label ? labeled_ : plain_;
  const std::int32_t number =
      is_hashed ? buckets_[has_label ? 1 : 0].find(templates_.bucket_of(key)) : keys.find(key);
  if (number < 0) return -1;
  const Index before = (has_label ? 0 : first_plain()) + (is_hashed ? keys.size() : 0);
  return static_cast<std::int32_t>(before) + number;
}

std::int32_t ArcFeatureTable::bucket(Index feature) const {
  const bool has_label = feature < first_plain();
  const ArcBuckets& buckets = buckets_[has_label ? 1 : 0];
  feature -= has_label ? labeled_.size() : first_plain() + plain_.size();
  return feature < 0 || feature >= buckets.size() ? -1 : buckets[feature];
}

std::int32_t ArcFeatureTable::component(Index feature) const {
  feature -= first_component();
  return feature < 0 || feature >= components_.size() ? -1 : components_[feature];
}

void ArcFeatureTable::append(std::span<const ArcToken> tokens) {
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  token_begin_.push_back(std::ssize(tokens_));
}

void ArcFeatureTable::forget_sentences() {
  tokens_.clear();
  token_begin_.assign(1, 0);
}

FeatureInfo ArcFeatureTable::info(Index feature) const {
  const auto number = static_cast<std::uint64_t>(feature) + 1;
  const bool has_label = feature < first_plain();
  if (const std::int32_t of = bucket(feature); of >= 0)
    return {std::string(has_label ? kLabeledBucket : kPlainBucket) + std::to_string(of),
            static_cast<int>(std::ssize(groups_)) - (dimensions_ > 0 ? 2 : 1), number};
  if (const std::int32_t of = component(feature); of >= 0)
    return {component_name(of, dimensions_), static_cast<int>(std::ssize(groups_)) - 1, number};
  const ArcKey key = has_label ? labeled_[static_cast<std::int32_t>(feature)]
                               : plain_[static_cast<std::int32_t>(feature - first_plain())];
  const std::string& group = arc_feature_groups()[static_cast<std::size_t>(templates_.group(key))];
  const auto at = std::find(groups_.begin(), groups_.end(), group) - groups_.begin();
  return {templates_.name(key, vocabulary_), static_cast<int>(at), number};
}

template <class Action>
void ArcFeatureTable::for_keys(ArcTemplates::Sentence& sentence, std::span<const Arc> arcs,
                               const Action& action) {
  std::vector<ArcKey> keys;
  const auto visit = [&](bool has_label) {
    for (const ArcKey key : keys) action(key, has_label);
    keys.clear();
  };
  for (const auto& [token, head] : arcs) {
    const Index direction = head > token + 1 ? 1 : 0;
    sentence.append_head(head, direction, keys);
    sentence.append_dependent(token, direction, keys);
    sentence.append_labeled(token, head, keys);
    visit(true);
    sentence.append_plain(token, head, keys);
    visit(false);
  }
}

void ArcFeatureTable::add_features(Index sentence, std::span<const Arc> arcs) {
  ArcTemplates::Sentence places(templates_, vocabulary_, nullptr);
  places.set(tokens(sentence));
  for_keys(places, arcs, [&](ArcKey key, bool has_label) {
    if (!templates_.is_hashed(key)) (has_label ? labeled_ : plain_).intern(key);
  });
}

/// Fills the tables of all views.
class ArcFeatureTable::Builder {
 public:
  Builder(const ArcFeatureTable& all, const std::vector<std::int32_t>& local,
          const ViewAssignment& views, const FittedWords* words, Index num_arcs)
      : all_(all),
        local_(local),
        views_(views),
        words_(words),
        num_arcs_(num_arcs),
        sentence_(all.templates_, all.vocabulary_, words),
        has_vectors_(static_cast<std::size_t>(views.count), false),
        made_(static_cast<std::size_t>(views.count)) {
    for (Index c = 0; c < all.components_.size(); ++c) {
      const Index number = all.first_component() + c;
      if (local[number] >= 0) has_vectors_[views.view_of[number]] = true;
    }
  }

  void append(Index sentence) {
    const Index T = all_.length(sentence);
    if (made_.front().plain.num_examples() == kSample) reserve();
    sentence_.set(all_.tokens(sentence));
    for (Index p = 0; p <= T; ++p) {
      for (const Index direction : {0, 1}) {
        sentence_.append_head(p, direction, keys_);
        if (p > 0) add_vector(sentence, p - 1, direction, &ArcFeatures::heads);
        end_part(true, &ArcFeatures::heads);
      }
    }
    for (Index t = 0; t < T; ++t) {
      for (const Index direction : {0, 1}) {
        sentence_.append_dependent(t, direction, keys_);
        add_vector(sentence, t, 2 + direction, &ArcFeatures::dependents);
        end_part(true, &ArcFeatures::dependents);
      }
      for (Index head = 0; head <= T; ++head) {
        if (head != t + 1) sentence_.append_labeled(t, head, keys_);
        end_part(true, &ArcFeatures::labeled);
        if (head != t + 1) sentence_.append_plain(t, head, keys_);
        end_part(false, &ArcFeatures::plain);
      }
    }
    for (ArcFeatures& view : made_) {
      for (FeatureTable* table : {&view.heads, &view.dependents, &view.labeled, &view.plain})
        table->end_example();
    }
  }

  std::vector<ArcFeatures> take() { return std::move(made_); }

 private:
  static constexpr Index kSample = 64;  // sentences that tell how many features arcs have

  // Makes room for all sentences, so that tables are not copied as they grow.
  void reserve() {
    for (ArcFeatures& view : made_) {
      const auto share = static_cast<double>(num_arcs_) /
                         static_cast<double>(std::max<Index>(1, view.plain.num_parts()));
      for (FeatureTable* table : {&view.heads, &view.dependents, &view.labeled, &view.plain}) {
        const auto wanted = [share](std::size_t size) {
          return static_cast<std::size_t>(1.05 * share * static_cast<double>(size));
        };
        table->feature.reserve(wanted(table->feature.size()));
        table->part_begin.reserve(wanted(table->part_begin.size()));
      }
    }
  }

  // Adds the features with the collected keys to a table of each view, and ends the part.
  void end_part(bool has_label, FeatureTable ArcFeatures::*to) {
    const ArcKeyTable& table = has_label ? all_.labeled_ : all_.plain_;
    numbers_.clear();
    std::erase_if(keys_, [&](ArcKey key) {
      if (!all_.templates_.is_hashed(key)) return !table.may_have(key);
      numbers_.push_back(all_.find(key, has_label));
      return true;
    });
    for (const ArcKey key : keys_) table.prefetch(key);
    for (const ArcKey key : keys_) add(all_.find(key, has_label), to);
    // Features that share a bucket are one.
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    for (const std::int32_t number : numbers_) add(number, to);
    for (ArcFeatures& view : made_) (view.*to).end_part();
    keys_.clear();
  }
  void add(std::int32_t number, FeatureTable ArcFeatures::*to, double value = 1) {
    if (number < 0 || local_[number] < 0) return;
    const std::int32_t view = views_.view_of[number];
    FeatureTable& table = made_[view].*to;
    table.feature.push_back(local_[number]);
    const bool is_end = to == &ArcFeatures::heads || to == &ArcFeatures::dependents;
    if (has_vectors_[view] && is_end) table.value.push_back(value);
  }

  // Adds the vector of a token. Its components begin at `block` times their number.
  void add_vector(Index sentence, Index token, Index block, FeatureTable ArcFeatures::*to) {
    if (words_ == nullptr || all_.components_.size() == 0) return;
    const ArcToken& of = all_.tokens(sentence)[static_cast<std::size_t>(token)];
    const std::int32_t row = words_->row_of(of.symbols[0], of.symbols[1]);
    if (row < 0) return;
    const auto vector = words_->rows().vector(row);
    for (Index c = 0; c < all_.dimensions_; ++c) {
      const std::int32_t number =
          all_.components_.find(static_cast<std::int32_t>(block * all_.dimensions_ + c));
      if (number >= 0)
        add(static_cast<std::int32_t>(all_.first_component()) + number, to,
            static_cast<double>(vector[static_cast<std::size_t>(c)]));
    }
  }

  const ArcFeatureTable& all_;
  const std::vector<std::int32_t>& local_;  // number of each feature in its table of its view
  const ViewAssignment& views_;
  const FittedWords* words_;
  Index num_arcs_;  // places of arcs in all sentences
  ArcTemplates::Sentence sentence_;
  std::vector<ArcKey> keys_;
  std::vector<std::int32_t> numbers_;  // of hashed features
  std::vector<bool> has_vectors_;      // of each view: its ends of arcs have values
  std::vector<ArcFeatures> made_;
};

std::vector<ArcFeatures> ArcFeatureTable::views(
    const InputRequest& request, const std::function<std::vector<Arc>(Index sentence)>& arcs,
    const FittedWords* words, std::vector<std::vector<std::int32_t>>& features) const {
  std::vector<std::int32_t> local(static_cast<std::size_t>(size()), request.all_features ? 0 : -1);
  std::fill_n(local.begin() + first_component(), components_.size(), 0);
  ArcTemplates::Sentence places(templates_, vocabulary_, words);
  for (const Index sentence : request.fit_on) {
    if (request.all_features) break;
    places.set(tokens(sentence));
    for_keys(places, arcs(sentence), [&](ArcKey key, bool has_label) {
      const std::int32_t number = find(key, has_label);
      if (number >= 0) local[number] = 0;
    });
  }
  features.assign(static_cast<std::size_t>(request.views.count), {});
  std::vector<std::int32_t> labeled(features.size(), 0), plain(features.size(), 0);
  for (std::size_t j = 0; j < local.size(); ++j) {
    const std::int32_t view = request.views.view_of[j];
    if (local[j] < 0 || view < 0) {
      local[j] = -1;
      continue;
    }
    const bool has_label = static_cast<Index>(j) < first_plain();
    local[j] = (has_label ? labeled : plain)[view]++;
    features[view].push_back(static_cast<std::int32_t>(j));
  }
  Index num_arcs = 0;
  for (const auto& sentences : {request.fit_on, request.predict_on}) {
    for (const Index sentence : sentences) num_arcs += length(sentence) * (length(sentence) + 1);
  }
  Builder builder(*this, local, request.views, words, num_arcs);
  for (const auto& sentences : {request.fit_on, request.predict_on}) {
    for (const Index sentence : sentences) builder.append(sentence);
  }
  std::vector<ArcFeatures> made = builder.take();
  for (std::size_t v = 0; v < made.size(); ++v) {
    for (FeatureTable* table : {&made[v].heads, &made[v].dependents, &made[v].labeled})
      table->num_features = labeled[v];
    made[v].plain.num_features = plain[v];
  }
  return made;
}

}  // namespace costruct::experiments
