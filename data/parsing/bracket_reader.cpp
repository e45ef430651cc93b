#include "costruct/data/parsing/bracket_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {

using parsing::Tree;

bool BracketReader::next(Tree& tree) {
  open_.clear();
  leaves_ = 0;
  for (std::string_view sign; next_sign(sign);) {
    if (sign == "(") {
      open_bracket();
    } else if (open_.empty()) {
      lines_.fail(sign == ")" ? "a ) that closes no bracket"
                              : fmt::format("{} stands outside of brackets", shown_text(sign)));
    } else if (sign == ")") {
      close_bracket(tree);
      if (open_.empty()) return true;
    } else {
      add_text(sign);
    }
  }
  if (open_.empty()) return false;
  fail(fmt::format("the file ends within the tree that begins here: {} brackets are not closed",
                   open_.size()));
}

// Reads "(", ")" or a text; returns false at the end of the file.
bool BracketReader::next_sign(std::string_view& sign) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  for (;;) {
    const std::size_t begin = rest_.find_first_not_of(kBlanks);
    if (begin != std::string_view::npos) {
      rest_.remove_prefix(begin);
      break;
    }
    if (!lines_.next(rest_)) {
      rest_ = {};
      return false;
    }
  }
  const bool is_bracket = rest_.front() == '(' || rest_.front() == ')';
  const std::size_t length =
      is_bracket ? 1 : std::min(rest_.find_first_of(" \t\r\v\f()"), rest_.size());
  sign = rest_.substr(0, length);
  rest_.remove_prefix(length);
  if (sign.size() > kLongestText)
    lines_.fail(
        fmt::format("{} has more than {} bytes: no label or word", shown_text(sign), kLongestText));
  return true;
}

void BracketReader::open_bracket() {
  if (open_.empty()) {
    line_ = lines_.line();
  } else if (const Open& outer = open_.back(); !outer.node.word.empty() || outer.has_words) {
    lines_.fail(
        fmt::format("a bracket beside a word in ({} ...): a leaf is (TAG word)", outer.node.label));
  }
  if (open_.size() == kDeepest) {
    lines_.fail(
        fmt::format("more than {} brackets within each other, in the tree that begins in line {}",
                    kDeepest, line_));
  }
  open_.emplace_back();
}

void BracketReader::add_text(std::string_view text) {
  Tree& node = open_.back().node;
  if (node.label.empty() && node.children.empty()) {
    node.label = text;
  } else if (is_on_top() && node.label == kNoTree &&
             (node.children.empty() || open_.back().has_words)) {
    node.children.push_back({"", {}, std::string(text)});
    open_.back().has_words = true;
    ++leaves_;
  } else if (!node.children.empty()) {
    lines_.fail(fmt::format("the word {} beside brackets in ({} ...): a leaf is (TAG word)",
                            shown_text(text), node.label));
  } else if (!node.word.empty()) {
    lines_.fail(fmt::format("two words, {} and {}, in a bracket: a leaf is (TAG word)",
                            shown_text(node.word), shown_text(text)));
  } else {
    node.word = text;
    ++leaves_;
  }
  if (leaves_ > kMostLeaves) {
    fail(fmt::format("the tree that begins here has more than {} leaves: is a bracket not closed?",
                     kMostLeaves));
  }
}

void BracketReader::check_closed(const Open& bracket) const {
  const Tree& node = bracket.node;
  const bool is_outermost = open_.size() == 1;
  if (!node.children.empty()) {
    if (node.label.empty() && !is_outermost) lines_.fail("a bracket without a label within a tree");
  } else if (node.label.empty()) {
    if (!is_outermost) lines_.fail("an empty bracket () within a tree");
  } else if (node.word.empty() && !(is_on_top() && node.label == kNoTree)) {
    lines_.fail(fmt::format("the leaf ({}) has no word: a leaf is (TAG word)", node.label));
  }
}

void BracketReader::close_bracket(Tree& tree) {
  check_closed(open_.back());
  Tree node = std::move(open_.back().node);
  open_.pop_back();
  if (!open_.empty()) {
    open_.back().node.children.push_back(std::move(node));
    return;
  }
  const bool encloses = node.label.empty() && node.children.size() == 1;
  tree =
      encloses && node.children[0].label == kNoTree ? std::move(node.children[0]) : std::move(node);
}

}  // namespace costruct::experiments
