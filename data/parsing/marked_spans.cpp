#include "costruct/data/parsing/marked_spans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/problems/parsing/symbols.hpp"

namespace costruct::experiments {
namespace {

using parsing::Tree;

// The labels of the brackets over each span, outermost first.
using LabelsOfSpans = std::map<std::pair<Index, Index>, std::vector<std::string>>;

constexpr char kAbsentMark = '!';
constexpr int kNoSymbol = -1;

// The brackets of a tree.
struct Brackets {
  LabelsOfSpans labels;
  bool may_be_absent;
  std::vector<MarkedSpan> absent = {};
};

// Adds the brackets of a tree whose first token is `first`; returns the end of its tokens.
Index add_brackets(const Tree& tree, Index first, Brackets& brackets) {
  if (tree.is_leaf()) return first + 1;
  Index last = first;
  for (const Tree& child : tree.children) last = add_brackets(child, last, brackets);
  if (brackets.may_be_absent && tree.label.starts_with(kAbsentMark)) {
    MarkedSpan& span = brackets.absent.emplace_back(MarkedSpan{first, last, {}, true});
    if (tree.label.size() > 1) span.labels = {tree.label.substr(1)};
    return last;
  }
  LabelsOfSpans& labels = brackets.labels;
  std::vector<std::string>& own = labels[{first, last}];
  if (tree.label != kNoTree && !tree.label.empty()) own.insert(own.begin(), tree.label);
  return last;
}

// Whether `labels` are in `chain`, in their order.
bool has_in_order(const std::vector<std::string>& chain, const std::vector<std::string>& labels) {
  std::size_t found = 0;
  for (const std::string& label : chain) found += found < labels.size() && label == labels[found];
  return found == labels.size();
}

}  // namespace

std::vector<MarkedSpan> marked_spans(const Tree& tree) {
  Brackets brackets{{}, tree.label == kNoTree};
  const Index length = add_brackets(tree, 0, brackets);
  std::vector<MarkedSpan> spans = std::move(brackets.absent);
  for (auto& [span, own] : brackets.labels) {
    const auto [first, last] = span;
    if (own.empty() && (last - first == length || last - first == 1)) continue;
    spans.push_back({first, last, std::move(own)});
  }
  return spans;
}

Known facts_of(const std::vector<MarkedSpan>& spans, const std::vector<std::string>& symbols,
               ImpossibleBrackets impossible) {
  Known known;
  for (const MarkedSpan& span : spans) {
    std::vector<int>& fact = known.facts.emplace_back();
    const int first = static_cast<int>(span.first);
    fact = {span.is_absent ? ~first : first, static_cast<int>(span.last)};
    if (span.labels.empty() && !span.is_absent) continue;
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      const parsing::Symbol symbol = parsing::symbol_of(symbols[s]);
      if (!symbol.is_intermediate && symbol.is_leaf == (span.last - span.first == 1) &&
          has_in_order(symbol.chain, span.labels))
        fact.push_back(static_cast<int>(s));
    }
    if (fact.size() > 2 || span.labels.empty()) continue;
    if (impossible == ImpossibleBrackets::kThrow) {
      throw DataError(fmt::format(
          "the bracket {} over {} is known, but no whole tree of training has one: expected a "
          "label of these trees, or ?",
          shown_text(span.labels.front()),
          span.last - span.first == 1 ? "one token" : "several tokens"));
    }
    if (!span.is_absent) fact.push_back(kNoSymbol);  // every tree lacks an absent one
  }
  return known;
}

Index count_impossible(const Known& known) {
  return std::ranges::count_if(known.facts, [](const std::vector<int>& fact) {
    return fact.size() == 3 && fact.back() == kNoSymbol;
  });
}

}  // namespace costruct::experiments
