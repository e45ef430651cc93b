// Facts about the labels of chains, in score tables.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/output.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct {

/// The known labels of some inputs.
class KnownLabels : public KnownInputs {
 public:
  using KnownInputs::KnownInputs;

  /// For each part the labels that some of the outputs have there.
  static Known known_of(std::span<const Output> outputs);
  /// Whether y agrees with the facts.
  static bool allow(const Known& known, const Output& y);
  bool allow(InputId x, const Output& y) const;

  /// Whether part t may have the label.
  /// @param known  null: nothing is known
  static bool allow_label(const Known* known, std::size_t t, int label);
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
};

/// The code that problems with known labels of parts share. It defines the facts, and which outputs
/// they allow.
class PartialLabels : public PartialOutputs {
 public:
  Known known_of(InputId, std::span<const Output> outputs) const final {
    return KnownLabels::known_of(outputs);
  }
  bool allows(InputId, const Known& known, const Output& y) const final {
    return KnownLabels::allow(known, y);
  }
};

}  // namespace costruct
