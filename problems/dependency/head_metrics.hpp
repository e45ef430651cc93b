// Metrics of predicted dependency trees, over all tokens of all sentences together.
//
//   uas  share of the tokens with the true head
//   las  share of the tokens with the true head and relation
//
// The variants `_words` leave out punctuation, which are tokens whose UPOS is PUNCT. `las_conll18`
// counts as the script of the CoNLL 2018 shared task: punctuation counts, and subtypes of relations
// do not (nsubj:pass is nsubj). 0/0 is 1.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/core/sample.hpp"

namespace costruct::dependency {

/// A problem that knows which tokens are punctuation.
class PunctuationMarks {
 public:
  virtual ~PunctuationMarks() = default;
  /// For each token of x: 1 if it is punctuation, and 0 if not.
  virtual Vector punctuation(InputId x) const = 0;
};

/// The metrics, `uas` first. MetricInput::labels are the names of the relations.
std::vector<OutputMetric> head_metrics();

/// The share of the tokens with a different head or relation, for the disagreement of views
/// (ProblemEntry::difference). 1 if the trees differ in length.
double head_difference(const Output& a, const Output& b);

}  // namespace costruct::dependency
