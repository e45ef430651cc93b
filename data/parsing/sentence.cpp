#include "costruct/data/parsing/sentence.hpp"

#include "costruct/data/parsing/bracket_reader.hpp"

namespace costruct::experiments {
namespace {

using parsing::Tree;

std::string cleaned_label(const std::string& label, const Cleaning& cleaning) {
  constexpr std::string_view kSigns = "-=|";
  std::string left = label;
  if (cleaning.strips_functions && !label.empty() &&
      kSigns.find(label.front()) == std::string_view::npos)
    left.resize(std::min(label.find_first_of(kSigns), label.size()));
  const auto renamed = cleaning.renamed.find(left);
  return renamed == cleaning.renamed.end() ? left : renamed->second;
}

}  // namespace

std::optional<Tree> cleaned(const Tree& tree, const Cleaning& cleaning) {
  if (tree.is_leaf()) {
    if (tree.word.empty() || (cleaning.drops_traces && tree.label == "-NONE-")) return std::nullopt;
    return Tree{cleaned_label(tree.label, cleaning), {}, tree.word};
  }
  Tree left{cleaned_label(tree.label, cleaning), {}, ""};
  for (const Tree& child : tree.children) {
    if (std::optional<Tree> node = cleaned(child, cleaning))
      left.children.push_back(std::move(*node));
  }
  if (left.children.empty()) return std::nullopt;
  return left;
}

TaggedSentence sentence_of(const Tree& tree) {
  TaggedSentence sentence;
  for (const Tree* leaf : leaves_of(tree)) {
    sentence.tags.push_back(leaf->label.empty() ? kNoTree : leaf->label);
    sentence.words.push_back(leaf->word);
  }
  return sentence;
}

}  // namespace costruct::experiments
