// The problem `multivariate` with a loss of rankings: roc_area and average_precision.
#pragma once

#include <memory>

#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"
#include "costruct/problems/multivariate/sample_rows.hpp"

namespace costruct::multivariate {

/// Makes the problem. class_orderings.hpp describes its outputs and scores. References are labels
/// of the rows. The loss of an ordering y_hat is max(0, measure(y) - measure(y_hat)).
/// Loss-augmented decoding exists only for margin rescaling with r = 1. It compares y only with
/// orderings that have the same classes.
/// @param rows      the rows, without a bias, because only differences of scores matter
/// @param measure   kRocArea or kAveragePrecision
/// @param positive  the label whose rows a ranking puts above the others
std::unique_ptr<StructuredProblem> make_rankings(SampleRows rows, Measure measure, int positive);

}  // namespace costruct::multivariate
