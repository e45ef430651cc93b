// The format conllu_trees: dependency trees in CoNLL-U.
#include "costruct/data/dependency/dependency_drawing.hpp"
#include "costruct/data/dependency/dependency_examples.hpp"
#include "costruct/data/formats/chains/conllu_lines.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

// Never takes a file for trees by itself, because the format conllu recognises the same files.
// Describes the file of a user who wants trees.
Recognition recognise_trees(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr std::size_t kUposField = 3, kXposField = 4, kFeatsField = 5, kHeadField = 6;
  Recognition r;
  r.kind = "dependency trees (CoNLL-U)";
  r.problem = "dependency";
  Index tokens = 0, with_upos = 0, with_xpos = 0, with_feats = 0, with_head = 0;
  std::uint64_t of_sentence = 0;
  for (const std::string_view line : sample.lines()) {
    if (line.empty()) of_sentence = 0;
    ConlluFields fields;
    if (line.empty() || line.front() == '#' || split_conllu(line, fields) != kConlluColumns ||
        conllu_line(fields[0], of_sentence) != ConlluLine::kToken)
      continue;
    ++of_sentence;
    ++tokens;
    with_upos += fields[kUposField] != kNoConlluValue;
    with_xpos += fields[kXposField] != kNoConlluValue;
    with_feats += fields[kFeatsField] != kNoConlluValue;
    with_head += fields[kHeadField] != kNoConlluValue;
  }
  r.unlabeled = with_head == 0;
  const auto is_column = [&](Index with) { return tokens > 0 && 2 * with > tokens; };
  const bool both = is_column(with_upos) && is_column(with_xpos);
  r.block["non_projective"] = "lift";
  r.block["tag"] = both                   ? "both"
                   : is_column(with_upos) ? "upos"
                   : is_column(with_xpos) ? "xpos"
                                          : "none";
  if (r.block["tag"] == "none") {
    r.block["clusters"] = {30, 200};
  } else if (4 * with_feats > tokens) {  // punctuation has none, and other words may lack some
    r.block["features"] = arc_feature_groups();
  }
  return r;
}

}  // namespace

Format conllu_trees_format() {
  Format format;
  format.name = "conllu_trees";
  format.summary = "treebanks of Universal Dependencies with heads and relations (CoNLL-U)";
  format.input = dependency::kHeadedSentences;
  format.same_files_as = "conllu";
  format.options = conllu_tree_options().list();
  format.recognise = recognise_trees;
  format.problem_options = {dependency::kTreesOption, dependency::kSingleRootOption};
  format.examples = [](const Json& block) { return std::make_unique<DependencyExamples>(block); };
  format.load = [](const ModelReader& model) {
    return std::make_unique<DependencyExamples>(model);
  };
  format.drawing = dependency_svg;
  return format;
}

}  // namespace costruct::experiments
