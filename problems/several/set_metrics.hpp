// Metrics of sets of labels.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct::several {

/// Metrics of the problem `several`, for n examples and L labels. Numbers are counted for each
/// label over all examples, or for each example over all labels. Let true be the number of labels
/// in true sets, predicted the number in predicted sets, and tp the number that both have.
///   f1_micro      2 sum tp / sum (predicted + true), sums over all labels
///   f1_macro      mean of 2 tp / (predicted + true) over the labels that are present in truth or
///                 prediction; 1 without any
///   f1_examples   mean of 2 tp / (predicted + true) over examples; an example of which both sets
///                 are empty counts as 1
///   subset_error  share of examples whose sets differ
///   hamming_loss  wrong labels / (n L), where L counts labels that training has not seen too
/// Labels that training has not seen are missing in all predictions, and count. f1_micro and
/// f1_macro offer the counts of each label, see OutputMetric::counts.
std::vector<OutputMetric> set_metrics();

}  // namespace costruct::several
