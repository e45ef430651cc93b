// The laws of PartialOutputs and IndependentParts.
#pragma once

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/violations.hpp"

namespace costruct::contract {

/// Draws facts of each input from its outputs. Then it compares within() and counting() with
/// enumeration of the allowed outputs. Does nothing if the problem does not offer PartialOutputs.
void check_partial_outputs(const StructuredProblem& problem, const SmallInstance& instance,
                           const std::string& name, Dice& dice, Violations& out);

/// The laws of IndependentParts: its features are some of those of the problem, and its decoders
/// agree with enumeration.
void check_independent_parts(const StructuredProblem& problem, const SmallInstance& instance,
                             const std::string& name, Dice& dice, Violations& out);

}  // namespace costruct::contract
