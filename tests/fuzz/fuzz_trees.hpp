// The code that targets share that read any bytes as a treebank. Predictions must read back.
#pragma once

#include <string>
#include <vector>

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"
#include "fuzz_file.hpp"

namespace costruct::experiments {

/// The trees of a problem that no weight tells anything: the smallest ones.
inline std::string smallest_trees(const std::string& problem_type, const Json& options,
                                  ExampleSet& set, const std::filesystem::path& file,
                                  const ViewAssignment& views) {
  const auto stream = set.stream(file, views, false);
  std::string text;
  while (stream->read(3) > 0) {
    const Views made = find_problem(problem_type)->make(options, stream->data());
    const StructuredProblem& problem = made.joint();
    const Vector w(static_cast<std::size_t>(problem.dimension()), 0.0);
    for (InputId x = 0; x < problem.num_inputs(); ++x)
      text += stream->text_of(x, problem.decode(x, w).output);
  }
  return text;
}

/// Reads bytes as a file for training, and then for prediction.
inline void check_treebank(std::string_view bytes, const Json& block,
                           const std::string& problem_type, const Json& options) {
  const FuzzFile file(bytes);
  const std::vector<std::filesystem::path> files{file.path()};
  const auto set = find_format(block.at("format").get<std::string>())->examples(block);
  try {
    set->read(files, Role::kTrain);
    set->finish_training();
    for (Index f = 0; f < set->num_features(); ++f) require(set->feature_info(f).group >= 0);
    std::vector<Index> labeled;
    for (Index i = 0; i < set->size(); ++i) {
      if (!set->is_labeled(i)) continue;
      require(set->is_possible(set->output(i)));
      labeled.push_back(i);
    }
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    InputRequest request{labeled, {}, views};
    request.labeled = std::ssize(labeled);
    (void)set->inputs(request);
    const auto predicted = [&](const std::filesystem::path& path) {
      return smallest_trees(problem_type, options, *set, path, views);
    };
    const std::string once = predicted(file.path());
    if (!once.empty()) require(predicted(FuzzFile(once).path()) == once);
  } catch (const DataError&) {
  }
}

}  // namespace costruct::experiments
