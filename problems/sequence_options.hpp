// The options of the problem `sequence`, and what they say of labels.
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

struct SequenceOptions {
  SequenceLoss loss = SequenceLoss::kHamming;
  Json costs = nullptr;
  Index order = 1;
  double eta = 1;
  bool bias = false;
  bool boundary = false;
  std::string outside = "O";
  Json transitions = "any";
};

OptionDeclaration<SequenceOptions> sequence_options();

/// The costs of labels; null for losses without. Throws ConfigError if they are missing, or not for
/// these labels.
std::shared_ptr<const LabelCosts> label_costs(const PartData& data, const SequenceOptions& options);

/// The label that does not count for F1, or -1.
int outside_label(const PartData& data, const SequenceOptions& options);

/// A note if the outside label is one of many letters, so that it may be a class like the others.
std::string note_on_outside(const Json& json, std::span<const std::string> labels);

/// See ProblemEntry::why_impossible.
std::function<std::string(const Output&)> why_not_allowed(const Json& json,
                                                          std::span<const std::string> labels);

}  // namespace costruct
