// Sequences with indicator features in the form that dlib expects. Features and transitions have
// the layout of the sequence problem.
#pragma once

#include <dlib/svm_threaded.h>

#include "costruct/core/feature_table.hpp"

namespace costruct::bench {

// The feature ids of each token.
using Sentence = std::vector<std::vector<std::int32_t>>;

inline Sentence sentence_of(const FeatureTable& table, InputId x) {
  Sentence tokens;
  for (Index p = table.example_begin[x]; p < table.example_begin[x + 1]; ++p) {
    const auto features = table.features_of(p);
    tokens.emplace_back(features.begin(), features.end());
  }
  return tokens;
}

// Emission and transition features in the layout of the sequence problem.
class Extractor {
 public:
  using sequence_type = Sentence;
  Extractor() = default;
  Extractor(long labels, long features) : labels_(labels), features_(features) {}
  unsigned long num_features() const { return features_ * labels_ + labels_ * labels_; }
  unsigned long order() const { return 1; }
  unsigned long num_labels() const { return labels_; }
  template <class SetFeature, class Labels>
  void get_features(SetFeature& set_feature, const Sentence& x, const Labels& y,
                    unsigned long t) const {
    for (const std::int32_t feature : x[t]) set_feature(feature * labels_ + y(0));
    if (y.size() > 1) set_feature(features_ * labels_ + y(1) * labels_ + y(0));
  }
  friend void serialize(const Extractor&, std::ostream&) {}
  friend void deserialize(Extractor&, std::istream&) {}

 private:
  long labels_ = 0, features_ = 0;
};

}  // namespace costruct::bench
