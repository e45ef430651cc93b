// The format ptb: trees in brackets, as in the Penn Treebank.
#include "costruct/data/formats/format.hpp"
#include "costruct/data/parsing/tree_drawing.hpp"
#include "costruct/data/parsing/treebank_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {

Format ptb_format() {
  Format format;
  format.name = "ptb";
  format.summary =
      "trees in brackets, as the Penn Treebank has them: ( (S (NP (DT the) ...) ...) )";
  format.input = parsing::kSentences;
  format.options = treebank_options().list();
  format.examples = [](const Json& block) { return std::make_unique<TreebankExamples>(block); };
  format.load = [](const ModelReader& model) { return std::make_unique<TreebankExamples>(model); };
  format.drawing = [](std::string_view text, std::string_view /*reference*/) {
    return tree_svg(text);
  };
  return format;
}

}  // namespace costruct::experiments
