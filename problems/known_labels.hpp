// What is known of the labels of chains, in score tables.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/interfaces/partial_outputs.hpp"

namespace costruct {

/// The known labels of some inputs. A label that a fact rules out costs so much that no decoder
/// chooses it while another is left, and that its probability is 0. The cost is far above that of a
/// forbidden transition (allowed_transitions.hpp), so that facts win over transitions.
class KnownLabels {
 public:
  /// Nothing is known.
  KnownLabels() = default;
  explicit KnownLabels(std::vector<Known> known)
      : known_(std::make_shared<const std::vector<Known>>(std::move(known))) {}

  /// Whether y agrees with the facts.
  static bool allow(const Known& known, const Output& y);
  bool allow(InputId x, const Output& y) const;

  /// Adds the costs to a table of scores: scores(t)[k] is that of label k at position t.
  template <class Rows>
  void add_to(InputId x, Index labels, const Rows& scores) const {
    if (known_ == nullptr) return;
    const std::vector<std::vector<int>>& facts = (*known_)[static_cast<std::size_t>(x)].facts;
    for (std::size_t t = 0; t < facts.size(); ++t) {
      if (!facts[t].empty()) rule_out(facts[t], labels, scores(static_cast<Index>(t)));
    }
  }

 private:
  static void rule_out(const std::vector<int>& fact, Index labels, double* scores);

  std::shared_ptr<const std::vector<Known>> known_;
};

}  // namespace costruct
