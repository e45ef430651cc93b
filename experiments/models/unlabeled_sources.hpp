// The unlabeled points of a regressor, from memory, files or a generator.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/dense_points.hpp"

namespace costruct::experiments {

/// The points of some examples in memory, then those that are streamed from files or a generator
/// (LoadedData::streams_unlabeled). Config and data must outlive the result.
/// @param points     assigns features to views
/// @param in_memory  numbers of examples of the data
std::unique_ptr<UnlabeledPoints> unlabeled_points(const Config& config, const LoadedData& data,
                                                  const DensePoints& points,
                                                  const std::vector<Index>& in_memory);

}  // namespace costruct::experiments
