// Facts about outputs that have a label for each part: which labels a part may have. Decoders apply
// them to tables of scores.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/output.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct {

/// The known labels of some inputs. There is a fact for each part: its possible labels, ascending.
/// An empty fact, or a part behind the last fact, allows all labels.
class KnownLabels : public KnownInputs {
 public:
  /// Nothing is known.
  KnownLabels() = default;
  explicit KnownLabels(std::vector<Known> known);

  /// Returns a fact for each part: the labels that some of the outputs have there. There must be at
  /// least one output, and all outputs must have equally many parts.
  static Known known_of(std::span<const Output> outputs);
  /// Whether y agrees with the facts.
  static bool allow(const Known& known, const Output& y);
  bool allow(InputId x, const Output& y) const;

  /// Whether part t may have the label.
  /// @param known  null: nothing is known
  static bool allow_label(const Known* known, std::size_t t, int label);
  /// Adds kRuledOut to the scores of all labels that the facts about x rule out.
  /// @param labels  K, the number of labels
  /// @param scores  scores(t) must return a double* to the K scores of the labels of part t
  template <class Rows>
  void add_to(InputId x, Index labels, const Rows& scores) const {
    if (facts_ == nullptr) return;
    const std::size_t end = facts_->begin[static_cast<std::size_t>(x) + 1];
    for (std::size_t i = facts_->begin[static_cast<std::size_t>(x)]; i < end; ++i) {
      const Fact& fact = facts_->all[i];
      double* row = scores(fact.part);
      if (fact.labels != nullptr) {
        rule_out(*fact.labels, labels, row);
        continue;
      }
      const double possible = row[fact.label];
      for (Index k = 0; k < labels; ++k) row[k] += kRuledOut;
      row[fact.label] = possible;
    }
  }

 private:
  /// What is known of a part: its label, or several possible ones.
  struct Fact {
    std::int32_t part, label;
    const std::vector<int>* labels;  ///< null: the label alone
  };
  /// The facts of all inputs in one list, because decoders read them for each table. Those of input
  /// x begin at begin[x].
  struct Facts {
    std::vector<std::size_t> begin = {0};
    std::vector<Fact> all;
  };

  static void rule_out(const std::vector<int>& possible, Index labels, double* scores);

  std::shared_ptr<const Facts> facts_;  // null: nothing is known
};

/// A base class for problems whose outputs have a label for each part. It implements the facts of
/// KnownLabels, and which outputs they allow.
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
