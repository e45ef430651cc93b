// Writes and reads the file of a model whose predictions are decoded outputs: its weights and
// everything that they need.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/data/parts/part_examples.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/models/kept_weights.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// The content of a model file.
struct StructuredFile {
  const ProblemEntry* problem = nullptr;
  Json problem_options;
  Json learner;                          ///< the learner block with its defaults, for readers
  Json views;                            ///< the views block, for readers
  const Format* format = nullptr;        ///< of the examples
  std::unique_ptr<ExampleSet> examples;  ///< no examples yet, only the alphabets of training
  ViewAssignment assignment;             ///< of the features of `examples`
  ViewKernels kernels;                   ///< by view; empty: the features are unchanged
  std::vector<Vector> weights;           ///< by view

  /// The problem over these inputs, for each view.
  Views views_over(std::shared_ptr<const ProblemData> data) const {
    return problem->make(problem_options, std::move(data));
  }
};

/// Writes a model file. Features whose weights are all zero are dropped, which changes no
/// prediction.
/// @param origin  describes where the model comes from, for readers
void save_structured(const std::filesystem::path& file, const Config& config, const Json& origin,
                     const ExampleSet& examples, const ViewAssignment& assignment,
                     const Learned& learned);

/// Reads a model file. Throws DataError if the file is malformed, or if its parts do not match.
StructuredFile read_structured(const ModelReader& file);

}  // namespace costruct::experiments
