// What is known of the labels of chains, in score tables.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/core/interfaces/partial_outputs.hpp"

namespace costruct {

/// The score of a label that a fact rules out. It costs so much that no decoder chooses it while
/// another is left, and that its probability is 0. The cost is far above that of a forbidden
/// transition (allowed_transitions.hpp), so that facts win over transitions.
inline constexpr double kRuledOut = -1e120;

/// The known labels of some inputs.
class KnownLabels {
 public:
  /// Nothing is known.
  KnownLabels() = default;
  explicit KnownLabels(std::vector<Known> known)
      : known_(std::make_shared<const std::vector<Known>>(std::move(known))) {}

  /// For each part the labels that some of the outputs have there.
  static Known known_of(std::span<const Output> outputs);
  /// Whether y agrees with the facts.
  static bool allow(const Known& known, const Output& y);
  bool allow(InputId x, const Output& y) const;
  /// The facts about an input; null if nothing is known of it.
  const Known* of(InputId x) const;

  /// Whether a score is that of a label that is ruled out, or of an output that has one.
  static bool rules_out(double score) { return score < kRuledOut / 2; }
  /// Adds the costs to a table of scores: scores(t)[k] is that of label k at position t.
  template <class Rows>
  void add_to(InputId x, Index labels, const Rows& scores) const {
    const Known* known = of(x);
    if (known == nullptr) return;
    const std::vector<std::vector<int>>& facts = known->facts;
    for (std::size_t t = 0; t < facts.size(); ++t) {
      if (!facts[t].empty()) rule_out(facts[t], labels, scores(static_cast<Index>(t)));
    }
  }

 private:
  static void rule_out(const std::vector<int>& fact, Index labels, double* scores);

  std::shared_ptr<const std::vector<Known>> known_;
};

}  // namespace costruct
