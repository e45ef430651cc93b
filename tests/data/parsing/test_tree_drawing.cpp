// Drawings of trees: well-formed whatever the tree is, parents in the middle above their children.
#include "costruct/data/parsing/tree_drawing.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/data/formats/format.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

using Names = std::vector<std::string>;

struct Text {
  std::string text;
  double x = 0, y = 0;
};

std::vector<Text> texts_of(const std::string& svg) {
  static const std::regex kText(R"re(<text x="([0-9.]+)" y="([0-9.]+)">([^<]*)</text>)re");
  std::vector<Text> texts;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), kText); at != std::sregex_iterator();
       ++at)
    texts.push_back({(*at)[3], std::stod((*at)[1]), std::stod((*at)[2])});
  return texts;
}

std::map<std::string, Text> by_text(const std::string& svg) {
  std::map<std::string, Text> texts;
  for (const Text& text : texts_of(svg)) texts[text.text] = text;
  return texts;
}

// Why the text is no well-formed XML, as far as drawings could go wrong; "" where it is.
std::string xml_error(const std::string& xml) {
  static const std::regex kTag(R"re(</?([a-z]+)((?: [A-Za-z-]+="[^"<&]*")*)(/?)>)re");
  static const std::regex kPlain(R"re((?:[^<>&\x01-\x08\x0b-\x1f]|&(?:amp|lt|gt|quot);)*)re");
  Names open;
  std::string rest = xml;
  for (std::smatch tag; !rest.empty();) {
    const std::size_t begin = rest.find('<');
    if (!std::regex_match(rest.substr(0, begin), kPlain)) return "text: " + rest.substr(0, begin);
    if (begin == std::string::npos) break;
    rest = rest.substr(begin);
    if (!std::regex_search(rest, tag, kTag, std::regex_constants::match_continuous))
      return "no tag: " + rest.substr(0, 60);
    if (rest[1] == '/') {
      if (open.empty() || open.back() != tag[1]) return "closes nothing: " + tag.str();
      open.pop_back();
    } else if (tag[3].length() == 0) {
      open.push_back(tag[1]);
    }
    rest = tag.suffix();
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::string drawing_of(const std::string& brackets) {
  const std::string svg = tree_svg(brackets);
  CHECK(xml_error(svg) == "");
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK_THAT(svg, Contains("role=\"img\"") && Contains("<title>") &&
                      Contains("fill=\"currentColor\"") && Contains("viewBox=\"0 0 "));
  return svg;
}

std::pair<double, double> size_of(const std::string& svg) {
  static const std::regex kSize(R"re( width="([0-9]+)" height="([0-9]+)")re");
  std::smatch size;
  REQUIRE(std::regex_search(svg, size, kSize));
  return {std::stod(size[1]), std::stod(size[2])};
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("labels stand in the middle above their children, leaves on one line",
          "[data][treebank]") {
  const std::string svg =
      drawing_of("(S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (ADVP (RB well))))\n");
  const auto at = by_text(svg);
  REQUIRE(at.size() == 12);
  CHECK(at.at("NP").x == Approx((at.at("DT").x + at.at("NN").x) / 2).margin(0.1));
  CHECK(at.at("VP").x == Approx((at.at("VBZ").x + at.at("ADVP").x) / 2).margin(0.1));
  CHECK(at.at("S").x == Approx((at.at("NP").x + at.at("VP").x) / 2).margin(0.1));
  CHECK(at.at("ADVP").x == at.at("RB").x);
  CHECK(at.at("S").y < at.at("NP").y);
  CHECK(at.at("NP").y == at.at("VP").y);
  CHECK(at.at("VP").y < at.at("ADVP").y);
  for (const char* tag : {"DT", "NN", "VBZ"}) CHECK(at.at(tag).y == at.at("RB").y);
  const Names words = {"the", "cat", "sleeps", "well"}, tags = {"DT", "NN", "VBZ", "RB"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    CHECK(at.at(words[i]).x == at.at(tags[i]).x);
    CHECK(at.at(words[i]).y == at.at("well").y);
    CHECK(at.at(words[i]).y > at.at(tags[i]).y);
    if (i > 0) CHECK(at.at(words[i]).x > at.at(words[i - 1]).x + 20);
  }
  const std::string path = svg.substr(svg.find(" d=\"") + 4);
  const std::string branches = path.substr(0, path.find('"'));
  CHECK(count(branches, "M") == 7);  // to every node but the first
  CHECK(count(branches, "V") == 3);  // on to the leaves that are not on the lowest level
  const auto [width, height] = size_of(svg);
  for (const auto& [text, place] : at) {
    CHECK((place.x > 0 && place.x < width));
    CHECK((place.y > 0 && place.y < height));
  }
  CHECK_THAT(
      svg,
      Contains("<title>(S (NP (DT the) (NN cat)) (VP (VBZ sleeps) (ADVP (RB well))))</title>"));
}

TEST_CASE("long labels over short words do not run into their neighbours", "[data][treebank]") {
  const auto at =
      by_text(drawing_of("(S (ALONGLABELINDEED (A a)) (ANOTHERLONGLABEL (B b)) (C c))"));
  CHECK(at.at("ANOTHERLONGLABEL").x - at.at("ALONGLABELINDEED").x > 14 * 8);
  CHECK(at.at("C").x - at.at("ANOTHERLONGLABEL").x > 7 * 8);
  CHECK(size_of(drawing_of("(S (A a))")).first <
        size_of(drawing_of("(S (A aaaaaaaaaaaaaaaaaaa))")).first);
}

TEST_CASE("one token, a chain of labels, an outermost bracket without label", "[data][treebank]") {
  const std::string one = drawing_of("(NN cat)");
  CHECK(by_text(one).size() == 2);
  CHECK(count(one, "<path") == 0);

  const auto chain = by_text(drawing_of("(TOP (S (VP (VB go))))"));
  for (const char* label : {"TOP", "S", "VP", "VB", "go"})
    CHECK(chain.at(label).x == chain.at("S").x);
  CHECK(chain.at("VB").y - chain.at("VP").y == Approx(chain.at("S").y - chain.at("TOP").y));

  const std::string outer = drawing_of("( (S (NN cat)))");
  CHECK_THAT(outer, Contains("<title>( (S (NN cat)))</title>"));
  CHECK(outer.substr(outer.find("</title>")) ==
        drawing_of("(S (NN cat))").substr(drawing_of("(S (NN cat))").find("</title>")));
  CHECK(by_text(drawing_of("((A a) (B b))")).size() == 4);
}

TEST_CASE("what is no parse is drawn too: flat tokens, nothing", "[data][treebank]") {
  const auto words = by_text(drawing_of("(? he sees)"));
  CHECK(words.size() == 3);
  CHECK(words.at("?").y < words.at("he").y);
  CHECK(by_text(drawing_of("(? (PRP he) (VBZ sees))")).size() == 5);
  CHECK(by_text(drawing_of("()\n")).contains("()"));
  CHECK(by_text(drawing_of("(?)")).size() == 1);
}

TEST_CASE("no text of a tree becomes markup, or is no XML", "[data][treebank]") {
  const std::string svg = drawing_of(
      "(S<script> (\"&amp;\" <b>&</b>) (X \"'>) (Y \x01\x1b[2J) (Z \xff\xfe) (U \xe2\x80\xae))");
  CHECK_THAT(svg, !Contains("<script>") && !Contains("<b>") &&
                      Contains("&lt;b&gt;&amp;&lt;/b&gt;") && Contains("\\u001b[2J") &&
                      Contains("\\xff") && Contains("\\u202e"));
}

TEST_CASE("what is not one tree is an error", "[data][treebank]") {
  CHECK_THAT(message_of<DataError>([] { tree_svg(""); }), Contains("there is none"));
  CHECK_THAT(message_of<DataError>([] { tree_svg("(A a)\n(B b)\n"); }), Contains("another one"));
  CHECK_THAT(message_of<DataError>([] { tree_svg("(A a"); }), Contains("not closed"));
}

TEST_CASE("a drawing grows as its tree does, wide or deep", "[data][treebank]") {
  std::string wide = "(S", deep, left;
  for (int i = 0; i < 500; ++i) wide += " (NN word)";
  for (int i = 0; i < 998; ++i) deep += "(X ";
  deep += "(NN word)" + std::string(998, ')');
  for (int i = 0; i < 499; ++i) left += "(X ";
  left += "(NN word)";
  for (int i = 0; i < 499; ++i) left += " (NN word))";
  const std::string svg = tree_svg(wide + ")");
  CHECK(texts_of(svg).size() == 1001);
  CHECK(svg.size() < 100'000);
  CHECK(size_of(svg).first > 500 * 20);
  CHECK(texts_of(tree_svg(deep)).size() == 1000);
  CHECK(tree_svg(deep).size() < 200'000);
  CHECK(texts_of(tree_svg(left)).size() == 1499);
  CHECK(size_of(tree_svg(left)).first < 500 * 80);
}

TEST_CASE("the formats of trees, alignments and graphs have drawings, and no others of ours",
          "[data][formats]") {
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    const bool is_drawn = format.name == "ptb" || format.name == "conllu_trees" ||
                          format.name == "fasta_pairs" || format.name == "tmalign" ||
                          format.name == "graph";
    CHECK(static_cast<bool>(format.drawing) == is_drawn);
  }
}
