// The format ptb: trees in brackets, as in the Penn Treebank.
#include <algorithm>

#include "costruct/data/formats/format.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"
#include "costruct/data/parsing/tree_drawing.hpp"
#include "costruct/data/parsing/treebank_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {
namespace {

Recognition recognise_treebank(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr double kBest = 0.95;
  Recognition r;
  r.kind = "trees in brackets (ptb)";
  r.problem = "parsing";
  if (!sample.is_text()) return r;
  std::size_t lines = 0, begun = 0, open = 0, closed = 0;
  for (const std::string_view line : sample.lines()) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    ++lines;
    begun += line[first] == '(';
    open += static_cast<std::size_t>(std::count(line.begin(), line.end(), '('));
    closed += static_cast<std::size_t>(std::count(line.begin(), line.end(), ')'));
  }
  if (lines == 0 || open < 2) return r;
  const double balance =
      static_cast<double>(std::min(open, closed)) / static_cast<double>(std::max(open, closed));
  r.fit = kBest * static_cast<double>(begun) / static_cast<double>(lines) * balance;
  r.block = {{"grammar", "corpus"},
             {"horizontal", 1},
             {"max_length", 15},
             {"features", {"rule", "border", "width"}}};
  r.saw.emplace_back(
      "Sentences of more than 15 tokens are left out (max_length), as parsing takes the cube of "
      "the "
      "length.");
  return r;
}

// A tree on a line. Tokens of a sentence without a tree may have no tags.
std::string tree_line(const parsing::Tree& tree) {
  const std::vector<const parsing::Tree*> leaves = parsing::leaves_of(tree);
  const bool has_tags = std::none_of(leaves.begin(), leaves.end(), [](const parsing::Tree* leaf) {
    return leaf->label.empty() && !leaf->word.empty();
  });
  if (has_tags) return parsing::bracketed(tree) + "\n";
  std::string line = std::string("(") + kNoTree;
  for (const parsing::Tree* leaf : leaves) line.append(" ").append(leaf->word);
  return line += ")\n";
}

// The tokens of a tree as a sentence without a tree.
parsing::Tree tokens_of(const parsing::Tree& tree) {
  parsing::Tree tokens{kNoTree, {}, {}};
  for (const parsing::Tree* leaf : parsing::leaves_of(tree)) {
    if (!leaf->word.empty()) tokens.children.push_back(*leaf);
  }
  return tokens;
}

}  // namespace

Format ptb_format() {
  Format format;
  format.name = "ptb";
  format.summary =
      "trees in brackets, as the Penn Treebank has them: ( (S (NP (DT the) ...) ...) )";
  format.input = parsing::kSentences;
  format.options = treebank_options().list();
  format.examples = [](const Json& block) { return std::make_unique<TreebankExamples>(block); };
  format.records = RecordFormat{
      .open =
          [](const std::filesystem::path& file) { return std::make_unique<BracketReader>(file); },
      .written =
          [](const RecordReader& record, bool outputs) {
            const parsing::Tree& tree = static_cast<const BracketReader&>(record).tree();
            return tree_line(outputs ? tree : tokens_of(tree));
          }};
  format.recognise = recognise_treebank;
  format.load = [](const ModelReader& model) { return std::make_unique<TreebankExamples>(model); };
  format.drawing = [](std::string_view text, std::string_view /*reference*/) {
    return tree_svg(text);
  };
  return format;
}

}  // namespace costruct::experiments
