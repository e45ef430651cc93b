// A trained model: everything that predicting needs, and its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/experiments/data/encoder.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/kept_weights.hpp"

namespace costruct::experiments {

struct Model {
  const ProblemEntry* problem = nullptr;
  Json problem_options;
  Json learner;  ///< the learner block with its defaults, for people
  Json views;    ///< the views block, for people
  Encoder encoder;
  ViewAssignment assignment;    ///< of the encoder's features
  ViewKernels kernels;          ///< per view; none: the features as they are
  std::vector<Vector> weights;  ///< per view

  const std::vector<std::string>& labels() const { return encoder.labels(); }
};

/// Writes a model file. Features without any nonzero weight are dropped, their weights with them: no
/// prediction changes.
/// Throws DataError where a weight is not finite, as after an overflow: such a file could not be read back.
void save_model(const std::filesystem::path& file, const Config& config, const LoadedData& data,
                const ViewAssignment& assignment, const Learned& learned);

/// Reads a model file. Throws DataError for a file that is malformed, or whose parts do not fit each other.
Model load_model(const std::filesystem::path& file);

}  // namespace costruct::experiments
