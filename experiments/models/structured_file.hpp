// The file of a model whose predictions are decoded outputs: weights, and everything that they
// need.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/data/part_examples.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/models/kept_weights.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

struct StructuredFile {
  const ProblemEntry* problem = nullptr;
  Json problem_options;
  Json learner;                          ///< the learner block with its defaults, for people
  Json views;                            ///< the views block, for people
  const Format* format = nullptr;        ///< of the examples
  std::unique_ptr<ExampleSet> examples;  ///< none yet, with the alphabets of training
  ViewAssignment assignment;             ///< of its features
  ViewKernels kernels;                   ///< per view; none: the features as they are
  std::vector<Vector> weights;           ///< per view
};

/// Writes a model file; `origin`, for people, says where it comes from. Features without any
/// nonzero weight are dropped, their weights with them: no prediction changes.
void save_structured(const std::filesystem::path& file, const Config& config, const Json& origin,
                     const ExampleSet& examples, const ViewAssignment& assignment,
                     const Learned& learned);

/// Reads a model file. Throws DataError for a file that is malformed, or whose parts do not fit
/// each other.
StructuredFile read_structured(const ModelReader& file);

}  // namespace costruct::experiments
