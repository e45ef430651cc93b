// Optional interface of a problem: weights that are known without training.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "costruct/core/options.hpp"

namespace costruct {

/// Names a set of known weights, for example of published substitution scores. The problem says
/// which names and options there are.
struct KnownSet {
  std::string name;  ///< as messages call it, for example "known substitution scores"
  Json options;      ///< complete: a value for each option of the set
};

/// Offered by problems with sets of weights that need no training, for example those of published
/// scores. A learner returns such a set as a baseline.
class KnownWeights {
 public:
  virtual ~KnownWeights() = default;
  /// Whether the problem has a set of this name.
  virtual bool has_known_set(std::string_view name) const = 0;
  /// The reason why the problem with its data lacks these weights, as text after "needs "; nullopt
  /// where it has them. Call it only for names with has_known_set().
  virtual std::optional<std::string> known_weights_unavailable(const KnownSet& set) const = 0;
  /// The weights, StructuredProblem::dimension() entries. Call it only where
  /// known_weights_unavailable() is nullopt.
  virtual Vector known_weights(const KnownSet& set) const = 0;
};

}  // namespace costruct
