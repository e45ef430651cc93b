// The format conllu_trees: dependency trees in CoNLL-U.
#include "costruct/data/dependency/dependency_drawing.hpp"
#include "costruct/data/dependency/dependency_examples.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

Format conllu_trees_format() {
  Format format;
  format.name = "conllu_trees";
  format.summary = "treebanks of Universal Dependencies with heads and relations (CoNLL-U)";
  format.input = dependency::kHeadedSentences;
  format.same_files_as = "conllu";
  format.options = conllu_tree_options().list();
  format.problem_options = {dependency::kTreesOption, dependency::kSingleRootOption};
  format.examples = [](const Json& block) { return std::make_unique<DependencyExamples>(block); };
  format.load = [](const ModelReader& model) {
    return std::make_unique<DependencyExamples>(model);
  };
  format.drawing = dependency_svg;
  return format;
}

}  // namespace costruct::experiments
