// Checks the laws of PartialOutputs and IndependentParts (core/interfaces/). A fact is a piece of
// knowledge about an output; see core/known.hpp.
#pragma once

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/violations.hpp"

namespace costruct::contract {

/// Draws facts of each input from its outputs. Then it compares within() with enumeration of the
/// allowed outputs, and counting() with enumeration of all outputs. A null counting() is right.
/// Does nothing if the problem does not offer PartialOutputs.
/// @param problem   a view of the instance, or its joint problem
/// @param instance  `outputs` must list at least one output for each input
/// @param name      what violations call the problem, for example "view 0"
/// @param dice      draws facts and weights
/// @param out       gets the violations of kFacts, kWithin and kCounting (problem_laws.hpp); its
///                  set_where() is called
void check_partial_outputs(const StructuredProblem& problem, const SmallInstance& instance,
                           const std::string& name, Dice& dice, Violations& out);

/// Checks that with_independent_parts() has some of the features of the problem and no others, and
/// the same dimension and losses. Its decoders must agree with enumeration. Does nothing if the
/// problem does not offer IndependentParts. The arguments are the same; `out` gets violations of
/// kIndependentParts.
void check_independent_parts(const StructuredProblem& problem, const SmallInstance& instance,
                             const std::string& name, Dice& dice, Violations& out);

}  // namespace costruct::contract
