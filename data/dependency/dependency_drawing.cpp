#include "costruct/data/dependency/dependency_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/svg_text.hpp"
#include "costruct/data/dependency/conllu_sentence.hpp"

namespace costruct::experiments {
namespace {

// Lengths in pixels.
constexpr double kWordLetters = 14, kSmallLetters = 11;
constexpr double kFrame = 6;
constexpr double kBetweenWords = 14;
constexpr double kLayer = 26;     // between arcs above each other
constexpr double kTagBelow = 16;  // from the base line of a word to that of its tag
constexpr double kArrow = 4;

struct DrawnArc {
  int head = 0, dependent = 0;  // places: 0 is the root
  Index layer = 1;              // height above the words
  bool is_reference = false, is_wrong = false, has_wrong_relation = false;
  std::string_view relation;

  int low() const { return std::min(head, dependent); }
  int high() const { return std::max(head, dependent); }
};

ConlluSentence read_drawn(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.find("\n\n") != std::string_view::npos)
    throw DataError("a drawing takes one sentence, and there are several");
  ConlluSentence sentence = conllu_sentence(text, true);
  check_heads(sentence, false);
  for (const ConlluSentence::Token& token : sentence.tokens) {
    if (token.head < 0) throw DataError("a drawing takes a sentence in which all heads are known");
  }
  return sentence;
}

// The arcs of a sentence, and the true ones where they differ. Each lies above those within it.
std::vector<DrawnArc> arcs_over(const ConlluSentence& sentence, const ConlluSentence* reference) {
  std::vector<DrawnArc> arcs;
  for (std::size_t t = 0; t < sentence.tokens.size(); ++t) {
    const auto& token = sentence.tokens[t];
    DrawnArc& arc = arcs.emplace_back();
    arc.head = token.head;
    arc.dependent = static_cast<int>(t) + 1;
    arc.relation = token.relation;
    if (reference == nullptr) continue;
    const auto& truth = reference->tokens[t];
    arc.is_wrong = truth.head != token.head;
    arc.has_wrong_relation = truth.relation != token.relation;
    if (!arc.is_wrong) continue;
    DrawnArc right = arc;
    right.head = truth.head;
    right.relation = truth.relation;
    right.is_reference = true;
    right.is_wrong = right.has_wrong_relation = false;
    arcs.push_back(right);
  }
  std::stable_sort(arcs.begin(), arcs.end(), [](const DrawnArc& a, const DrawnArc& b) {
    return a.high() - a.low() < b.high() - b.low();
  });
  std::vector<Index> top(sentence.tokens.size() + 2, 0);  // between places p and p + 1
  for (DrawnArc& arc : arcs) {
    if (arc.head == 0) continue;
    const auto first = top.begin() + arc.low(), last = top.begin() + arc.high();
    arc.layer = 1 + *std::max_element(first, last);
    std::fill(first, last, arc.layer);
  }
  const Index highest = *std::max_element(top.begin(), top.end());
  for (DrawnArc& arc : arcs) {
    if (arc.head == 0) arc.layer = highest + 1;
  }
  return arcs;
}

// The middle of each word from left to right, and the width of all.
std::vector<double> middles_of(const ConlluSentence& sentence, double& width) {
  std::vector<double> middles;
  width = kFrame;
  for (const auto& token : sentence.tokens) {
    const double own =
        std::max(kWordLetters * text_ems(token.form),
                 kSmallLetters * std::max(text_ems(token.upos), text_ems(token.relation)));
    middles.push_back(width + own / 2);
    width += own + kBetweenWords;
  }
  width += kFrame - kBetweenWords;
  return middles;
}

// The strokes and relations of arcs, by kind.
struct ArcStrokes {
  std::string right, wrong, reference, relations, wrong_relations;
};

void draw_arc(const DrawnArc& arc, const std::vector<double>& middles, double ground,
              ArcStrokes& strokes) {
  const auto middle = [&](int place) { return middles[static_cast<std::size_t>(place) - 1]; };
  const double x = middle(arc.dependent), height = kLayer * static_cast<double>(arc.layer);
  std::string& path = arc.is_reference ? strokes.reference
                      : arc.is_wrong   ? strokes.wrong
                                       : strokes.right;
  const auto out = std::back_inserter(path);
  double label_x = x;
  if (arc.head == 0) {
    fmt::format_to(out, "M{:.1f} {:.1f}V{:.1f}", x, ground - height, ground);
  } else {
    const double from = middle(arc.head), corner = std::min(8.0, std::abs(x - from) / 2);
    const double towards = x > from ? corner : -corner;
    const double start = from + towards / 2, top = ground - height;
    fmt::format_to(out, "M{:.1f} {:.1f}V{:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}", start, ground,
                   top + corner, start, top, start + towards, top, x - towards);
    fmt::format_to(out, "Q{:.1f} {:.1f} {:.1f} {:.1f}V{:.1f}", x, top, x, top + corner, ground);
    label_x = (start + x) / 2;
  }
  fmt::format_to(out, "M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}", x - kArrow / 2, ground - kArrow,
                 x, ground, x + kArrow / 2, ground - kArrow);
  std::string& labels = arc.has_wrong_relation ? strokes.wrong_relations : strokes.relations;
  if (arc.relation != "_")
    fmt::format_to(std::back_inserter(labels), "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", label_x,
                   ground - height - 3, xml_escaped(arc.relation));
}

std::string arc_path(const char* name, double width, const char* style, const std::string& path) {
  if (path.empty()) return "";
  return fmt::format(
      "<path class=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\"{} d=\"{}\"/>\n",
      name, width, style, path);
}

std::string text_group(const std::string& attributes, const std::string& texts) {
  return texts.empty() ? "" : fmt::format("<g {}>{}</g>\n", attributes, texts);
}

std::string row_of(const ConlluSentence& sentence, const std::vector<double>& middles, double y,
                   std::string_view ConlluSentence::Token::*field) {
  std::string texts;
  for (std::size_t t = 0; t < middles.size(); ++t)
    fmt::format_to(std::back_inserter(texts), "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                   middles[t], y, xml_escaped(sentence.tokens[t].*field));
  return texts;
}

}  // namespace

std::string dependency_svg(std::string_view text, std::string_view reference) {
  const ConlluSentence sentence = read_drawn(text);
  ConlluSentence truth;
  if (!reference.empty()) truth = read_drawn(reference);
  const bool is_compared = truth.tokens.size() == sentence.tokens.size();
  const std::vector<DrawnArc> arcs = arcs_over(sentence, is_compared ? &truth : nullptr);
  double width = 0;
  const std::vector<double> middles = middles_of(sentence, width);
  Index layers = 0;
  for (const DrawnArc& arc : arcs) layers = std::max(layers, arc.layer);
  const double ground = kFrame + kSmallLetters + 3 + kLayer * static_cast<double>(layers);
  ArcStrokes strokes;
  for (const DrawnArc& arc : arcs) draw_arc(arc, middles, ground, strokes);
  const double words = ground + kWordLetters + 3;
  std::string title;
  for (const auto& token : sentence.tokens)
    fmt::format_to(std::back_inserter(title), "{}{} ({} of {})", title.empty() ? "" : ", ",
                   token.form, token.relation, token.head);
  const std::string small = fmt::format("font-size=\"{:.0f}\"", kSmallLetters);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dependencies\" role=\"img\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"system-ui, sans-serif\" font-size=\"{2:.0f}\" text-anchor=\"middle\" "
      "fill=\"currentColor\">\n<title>{3}</title>\n{4}</svg>\n",
      width, words + kTagBelow + kFrame, kWordLetters, xml_escaped(title),
      arc_path("arcs", 1, " stroke-opacity=\"0.7\"", strokes.right) +
          arc_path("reference", 1.5, " stroke-opacity=\"0.6\" stroke-dasharray=\"4 3\"",
                   strokes.reference) +
          arc_path("wrong", 2.5, "", strokes.wrong) +
          text_group("class=\"relations\" " + small, strokes.relations) +
          text_group("class=\"relations\" font-weight=\"bold\" " + small, strokes.wrong_relations) +
          text_group("class=\"words\"",
                     row_of(sentence, middles, words, &ConlluSentence::Token::form)) +
          text_group("class=\"tags\" " + small,
                     row_of(sentence, middles, words + kTagBelow, &ConlluSentence::Token::upos)));
}

}  // namespace costruct::experiments
