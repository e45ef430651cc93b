#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/alignment/aligned_pairs.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::contract {
namespace {

using namespace alignment;

using Operations = std::vector<int>;

// All ways to write n and m positions behind an operation.
void append_global(Index n, Index m, Operations& so_far, std::vector<Operations>& all) {
  if (n == 0 && m == 0) all.push_back(so_far);
  const auto go_on = [&](int operation, Index rest_n, Index rest_m) {
    so_far.push_back(operation);
    append_global(rest_n, rest_m, so_far, all);
    so_far.pop_back();
  };
  if (n > 0 && m > 0) go_on(kPair, n - 1, m - 1);
  if (n > 0 && (so_far.empty() || so_far.back() != kSecond)) go_on(kFirst, n - 1, m);
  if (m > 0) go_on(kSecond, n, m - 1);
}

std::vector<Operations> global_alignments(Index n, Index m) {
  std::vector<Operations> all;
  Operations so_far;
  append_global(n, m, so_far, all);
  return all;
}

// Global ones of each stretch of the sequences, which begin and end with a pair.
std::vector<Operations> local_alignments(Index n, Index m) {
  std::vector<Operations> all = {{}};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      for (Index length = 1; i + length <= n; ++length) {
        for (Index other = 1; j + other <= m; ++other) {
          for (const Operations& each : global_alignments(length, other)) {
            if (each.front() != kPair || each.back() != kPair) continue;
            all.push_back({i, j});
            all.back().insert(all.back().end(), each.begin(), each.end());
          }
        }
      }
    }
  }
  return all;
}

std::vector<Output> all_alignments(bool is_local, Index n, Index m) {
  std::vector<Output> outputs;
  for (Operations& each : is_local ? local_alignments(n, m) : global_alignments(n, m))
    outputs.push_back({std::move(each)});
  std::sort(outputs.begin(), outputs.end());
  return outputs;
}

/// The special properties of an instance.
struct PairSpec {
  bool is_local = false;
  const char* loss = "q4";
  std::vector<Index> views = {1};  ///< of each, 1: it has every entry of every description, 2: some
  Index descriptions = 1;
  bool is_symmetric = false;  ///< as are the features of entries
  bool some_judged = false;
  bool has_shares = false;  ///< the last description
  bool is_thin = false;     ///< one position against many, so that q4 has misses
};

Description random_description(const SequencePairs& data, Index first_codes, Index second_codes,
                               RandomStream& random) {
  Description description{first_codes, second_codes, {}, {}};
  for (Index t = 0; t < data.first_begin.back(); ++t)
    description.first.push_back(static_cast<std::int32_t>(random.below(first_codes)));
  for (Index t = 0; t < data.second_begin.back(); ++t)
    description.second.push_back(static_cast<std::int32_t>(random.below(second_codes)));
  return description;
}

// Quarters, so that sums of products are exact.
std::vector<float> random_shares(Index count, RandomStream& random) {
  std::vector<float> shares;
  for (Index t = 0; t < count; ++t) shares.push_back(static_cast<float>(random.below(4)) / 4);
  return shares;
}

void give_shares(const SequencePairs& data, Description& description, RandomStream& random) {
  description.has_shares = true;
  description.first.clear();
  description.second.clear();
  description.first_shares =
      random_shares(data.first_begin.back() * description.first_codes, random);
  description.second_shares =
      random_shares(data.second_begin.back() * description.second_codes, random);
}

// Features for all entries, or for about half of them; entries that a symmetric description does
// not tell apart share theirs.
std::vector<std::int32_t> features_of_entries(const Description& description, bool all,
                                              bool is_symmetric, Index& num_features,
                                              RandomStream& random) {
  std::vector<std::int32_t> features(description.num_entries(), -1);
  const auto add = [&](Index entry, Index twin) {
    if (!all && random.below(2) == 0) return;
    features[entry] = features[twin] = static_cast<std::int32_t>(num_features++);
  };
  for (Index p = 0; p < description.first_codes; ++p) {
    for (Index q = 0; q < description.second_codes; ++q) {
      if (!is_symmetric) {
        add(description.pair_entry(p, q), description.pair_entry(p, q));
      } else if (p <= q) {
        add(description.pair_entry(p, q), description.pair_entry(q, p));
      }
    }
  }
  for (Index p = 0; p < description.first_codes; ++p)
    add(description.first_entry(p),
        is_symmetric ? description.second_entry(p) : description.first_entry(p));
  for (Index q = 0; q < description.second_codes && !is_symmetric; ++q)
    add(description.second_entry(q), description.second_entry(q));
  return features;
}

SequencePairs without_entry_feature(const SequencePairs& data, std::int32_t feature) {
  SequencePairs rest = data;
  --rest.views.front().num_features;
  for (std::vector<std::int32_t>& features : rest.views.front().feature_of_entry) {
    for (std::int32_t& j : features) j = j == feature ? -1 : j - (j > feature ? 1 : 0);
  }
  return rest;
}

std::vector<bool> random_flags(Index count, RandomStream& random) {
  std::vector<bool> flags;
  for (Index t = 0; t < count; ++t) flags.push_back(random.below(4) != 0);
  return flags;
}

std::string name_of(const PairSpec& spec) {
  return std::to_string(spec.views.size()) + " views, " + std::to_string(spec.descriptions) +
         " descriptions" + (spec.views.front() == 1 ? "" : ", entries without features") +
         (spec.is_symmetric ? ", symmetric" : "") + (spec.some_judged ? ", some judged" : "") +
         (spec.has_shares ? ", shares" : "") + (spec.is_thin ? ", one against many" : "");
}

SmallInstance pair_instance(const PairSpec& spec, RandomStream& random) {
  SequencePairs data;
  const std::vector<std::pair<Index, Index>> thin = {{1, 7}, {2, 6}, {7, 1}, {0, 6}};
  const std::vector<std::pair<Index, Index>> others = {{2, 3}, {3, 2}, {3, 3}, {0, 2}, {1, 0},
                                                       {0, 0}, {1, 1}, {2, 2}, {1, 4}};
  for (const auto& [n, m] : spec.is_thin ? thin : others) {
    data.first_begin.push_back(data.first_begin.back() + n);
    data.second_begin.push_back(data.second_begin.back() + m);
  }
  data.symmetric = spec.is_symmetric;
  for (Index d = 0; d < spec.descriptions; ++d)
    data.descriptions.push_back(random_description(data, d == 0 ? 3 : 2,
                                                   d == 0 && !spec.is_symmetric ? 2
                                                   : d == 0                     ? 3
                                                                                : 2,
                                                   random));
  if (spec.has_shares) give_shares(data, data.descriptions.back(), random);
  if (spec.some_judged) {
    data.first_judged = random_flags(data.first_begin.back(), random);
    data.second_judged = random_flags(data.second_begin.back(), random);
  }
  const Description& description = data.descriptions.front();
  for (Index p = 0; p < description.first_codes; ++p) {
    for (Index q = 0; q < description.second_codes; ++q)
      data.substitution_scores.push_back(static_cast<double>(p == q ? 2 : -(p + q)));
  }
  SmallInstance instance;
  for (const Index kind : spec.views) {
    SequencePairs::View view;
    for (const Description& each : data.descriptions)
      view.feature_of_entry.push_back(
          features_of_entries(each, kind == 1, spec.is_symmetric, view.num_features, random));
    data.views.push_back(std::move(view));
  }
  for (const SequencePairs::View& view : data.views) {
    SequencePairs alone = data;
    alone.views = {view};
    instance.views.push_back(std::make_shared<SequencePairs>(std::move(alone)));
  }
  SequencePairs first = data;
  first.views.resize(1);
  for (Index j = 0; j < first.views.front().num_features; ++j)
    instance.without_feature.push_back(std::make_shared<SequencePairs>(
        without_entry_feature(first, static_cast<std::int32_t>(j))));
  instance.name = name_of(spec);
  instance.options = {{"mode", spec.is_local ? "local" : "global"}, {"loss", spec.loss}};
  const auto kept = std::make_shared<SequencePairs>(std::move(data));
  instance.data = kept;
  instance.outputs = [kept, is_local = spec.is_local](InputId x) {
    return all_alignments(is_local, kept->first_length(x), kept->second_length(x));
  };
  return instance;
}

}  // namespace

std::vector<SmallInstance> small_pairs(std::uint64_t seed) {
  RandomStream random(seed, 0, "small pairs");
  std::vector<SmallInstance> instances;
  for (const char* loss : {"q", "q4"}) {
    for (const bool is_local : {false, true}) {
      const auto add = [&](PairSpec spec) {
        spec.loss = loss;
        spec.is_local = is_local;
        instances.push_back(pair_instance(spec, random));
      };
      add({});
      add({.views = {1, 2}});
      add({.is_symmetric = true});
      add({.views = {2}, .descriptions = 2, .some_judged = true});
      add({.views = {2, 1, 2}, .descriptions = 2, .is_symmetric = true});
      add({.some_judged = true, .is_thin = true});
      add({.has_shares = true});
      add({.views = {2, 1}, .descriptions = 2, .is_symmetric = true, .has_shares = true});
    }
  }
  return instances;
}

}  // namespace costruct::contract
