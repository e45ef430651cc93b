#include "costruct/problems/parsing/tree.hpp"

namespace costruct::parsing {
namespace {

void append_text(const std::string& text, std::string& line) {
  for (const char c : text) {
    if (c == '(') {
      line += "-LRB-";
    } else if (c == ')') {
      line += "-RRB-";
    } else {
      line += std::string_view(" \t\n\v\f\r").find(c) == std::string_view::npos ? c : '_';
    }
  }
}

void append_bracket(const Tree& tree, std::string& line) {
  line += '(';
  append_text(tree.label, line);
  for (const Tree& child : tree.children) {
    line += ' ';
    append_bracket(child, line);
  }
  if (!tree.word.empty()) {
    line += ' ';
    append_text(tree.word, line);
  }
  line += ')';
}

}  // namespace

std::vector<const Tree*> leaves_of(const Tree& tree) {
  std::vector<const Tree*> leaves, ahead{&tree};
  while (!ahead.empty()) {
    const Tree* node = ahead.back();
    ahead.pop_back();
    if (node->is_leaf()) leaves.push_back(node);
    for (auto child = node->children.rbegin(); child != node->children.rend(); ++child)
      ahead.push_back(&*child);
  }
  return leaves;
}

std::string bracketed(const Tree& tree) {
  std::string line;
  append_bracket(tree, line);
  return line;
}

}  // namespace costruct::parsing
