// The options of the problem `sequence`, and functions that apply them to the labels of the data.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/problems/sequence_loss.hpp"

namespace costruct {

/// The options of the problem.
struct SequenceOptions {
  SequenceLoss loss = SequenceLoss::kHamming;
  Json costs = nullptr;       ///< for loss cost_matrix: the matrix costs[true][predicted]
  Index order = 1;            ///< order of the transitions, 1 to 3
  double eta = 1;             ///< value of the transition features, >= 0
  bool bias = false;          ///< whether each label has a weight that needs no feature
  bool boundary = false;      ///< whether the first and the last label have features
  std::string outside = "O";  ///< the label that does not count for F1; "": all labels count
  Json transitions = "any";   ///< which labels may be neighbours, see AllowedTransitions::form()
};

/// Declares the options.
OptionDeclaration<SequenceOptions> sequence_options();

/// The costs of labels; null unless the loss is cost_matrix. Throws ConfigError if the costs are
/// missing, or if the matrix does not fit the number of labels.
std::shared_ptr<const LabelCosts> label_costs(const PartData& data, const SequenceOptions& options);

/// The number of the label `outside`; -1 if the data do not have it.
int outside_label(const PartData& data, const SequenceOptions& options);

/// Returns a note for the user if the outside label may be a class like the others, else "". There
/// is a note if `outside` is among the labels and all labels are single letters. There is none if
/// all of them are letters of chunk schemes (B, I, O, E, S, L, U, M).
/// @param json    the problem's options
/// @param labels  the names of the labels by number
std::string note_on_outside(const Json& json, std::span<const std::string> labels);

/// See ProblemEntry::why_impossible. An output is impossible if the option `transitions` forbids
/// it.
std::function<std::string(const Output&)> why_not_allowed(const Json& json,
                                                          std::span<const std::string> labels);

}  // namespace costruct
