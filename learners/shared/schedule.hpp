// Computes the weight of unlabeled examples: of each or of all together, and how it grows over the
// epochs.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// How a weight grows over the epochs.
enum class Schedule { kConstant, kExponential };

inline const std::vector<std::string>& schedule_names() {
  static const std::vector<std::string> names = {"constant", "exponential"};
  return names;
}

/// Returns the weight at epoch t = 1, 2, ...:
///   constant     target
///   exponential  target * 2^min(0, t - epochs), which reaches the target at epoch `epochs`
/// Brefeld 2008, section 6.4 asks for an exponential approach within a fixed number of epochs and
/// gives no formula. This formula is our own.
inline double scheduled(Schedule schedule, double target, Index epoch, Index epochs) {
  if (schedule == Schedule::kConstant) return target;
  return std::ldexp(target, static_cast<int>(std::clamp<Index>(epoch - epochs, -2000, 0)));
}

/// kEach: an unlabeled example has weight Cu. kTotal: all unlabeled examples together have Cu times
/// the weight of all labeled examples.
enum class CuScale { kEach, kTotal };

/// Returns the weight of an unlabeled example, relative to a labeled example of weight 1:
///   each    weight
///   total   weight * (sum of the labeled examples' weights) / (number of unlabeled inputs)
/// The result is `weight` if nothing is unlabeled. Partially labeled examples count as labeled.
/// With `teaches_hidden` they also count as unlabeled: the sum of their weights is added to the
/// number of unlabeled inputs.
///
/// To give the same bits everywhere, the function adds the weights in the order of the examples and
/// multiplies before it divides.
/// @param teaches_hidden  whether the learner gives this weight also to the unknown labels of
///                        partially labeled examples
inline double weight_of_each(double weight, CuScale scale, const Sample& sample,
                             bool teaches_hidden = false) {
  double labeled = 0, unlabeled = static_cast<double>(sample.unlabeled.size());
  for (const LabeledExample& example : sample.labeled) labeled += example.weight;
  for (const PartialExample& example : sample.partial) {
    labeled += example.weight;
    if (teaches_hidden) unlabeled += example.weight;
  }
  if (scale == CuScale::kEach || unlabeled == 0) return weight;
  return weight * labeled / unlabeled;
}

/// Returns weight_of_each() for the options Cu and Cu_scale of a learner.
template <class Options>
double Cu_of_each(const Options& options, const Sample& sample, bool teaches_hidden = false) {
  return weight_of_each(options.Cu, options.Cu_scale, sample, teaches_hidden);
}

/// Declares the option Cu_scale, for a field of this name.
template <class Options>
void declare_Cu_scale(OptionDeclaration<Options>& options) {
  options.template choice<CuScale>("Cu_scale", &Options::Cu_scale, {"each", "total"},
                                   "each: an unlabeled example has weight Cu; total: all together "
                                   "have Cu times the weight of all labeled ones");
}

/// Declares the options Cu, Cu_scale, Cu_schedule and Cu_epochs, for fields of these names.
template <class Options>
void declare_Cu(
    OptionDeclaration<Options>& options, Range range,
    const std::string& Cu_epochs = "exponential schedule: the epoch at which Cu is reached") {
  options.number("Cu", &Options::Cu, range,
                 "weight of unlabeled examples; a labeled one has 1: see Cu_scale");
  declare_Cu_scale(options);
  options.template choice<Schedule>("Cu_schedule", &Options::Cu_schedule, schedule_names(),
                                    "how Cu grows over the epochs");
  options.integer("Cu_epochs", &Options::Cu_epochs, {.at_least = 1}, Cu_epochs)
      .only_with("Cu_schedule", "exponential");
}

}  // namespace costruct
