// Drawings of alignments: a path through the table of both sequences.
#include <catch2/catch.hpp>
#include <regex>

#include "costruct/core/error.hpp"
#include "costruct/data/alignment/alignment_drawing.hpp"
#include "costruct/data/formats/format.hpp"
#include "pairs.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The commands of the path of this class; "" where there is none.
std::string path_of(const std::string& svg, const std::string& name) {
  std::smatch found;
  const std::regex path("<path class=\"" + name + "\"[^>]* d=\"([^\"]*)\"");
  return std::regex_search(svg, found, path) ? found[1].str() : "";
}

std::ptrdiff_t count_of(const std::string& text, const std::string& what) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

std::pair<int, int> pixels_of(const std::string& svg) {
  std::smatch size;
  REQUIRE(std::regex_search(svg, size, std::regex(R"re( width="([0-9]+)" height="([0-9]+)")re")));
  return {std::stoi(size[1]), std::stoi(size[2])};
}

}  // namespace

TEST_CASE("pairs are drawn diagonally, what is alone straight", "[data][alignments]") {
  const std::string svg = alignment_svg(">one x\nAC--DEF\n>two\nACWWD-F\n");
  // The 6 positions of the longer side take 262 pixels.
  CHECK(count_of(path_of(svg, "pairs"), "M") == 3);
  CHECK(count_of(path_of(svg, "gaps"), "M") == 2);
  CHECK(path_of(svg, "pairs").starts_with("M46.0 34.0L133.3 121.3"));
  CHECK(path_of(svg, "gaps").starts_with("M133.3 121.3L133.3 208.7"));
  CHECK_THAT(
      svg,
      Contains(
          "<title>Alignment of one (5 residues, to the right) and two (6 residues, downwards): "
          "4 pairs</title>"));
  CHECK_THAT(svg, Contains("role=\"img\"") && Contains("fill=\"currentColor\"") &&
                      Contains(">one</text>"));
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"alignment\""));
}

TEST_CASE("a reference is a dashed line below the prediction", "[data][alignments]") {
  const std::string predicted = ">one\nAC--DEF\n>two\nACWWD-F\n";
  const std::string svg = alignment_svg(predicted, ">one\nACD-EF\n>two\nACWWDF\n");
  CHECK(path_of(svg, "reference") == "M46.0 34.0L177.0 165.0L177.0 208.7L264.3 296.0");
  CHECK(path_of(svg, "pairs") == path_of(alignment_svg(predicted), "pairs"));
  CHECK(svg.find("class=\"reference\"") < svg.find("class=\"pairs\""));  // which covers it
  CHECK_THAT(svg, Contains(": 4 pairs; dashed, the reference: 5 pairs</title>") &&
                      Contains(">reference</text>") && Contains(">predicted</text>"));
  CHECK(count_of(svg, "stroke-dasharray=\"5 3\"") == 2);  // and in the legend
  CHECK(path_of(alignment_svg(predicted), "reference").empty());
  CHECK(count_of(alignment_svg(predicted), "legend") == 0);
  for (const std::size_t n : {0, 1, 500}) {
    const std::string long_pair =
        ">a\n" + std::string(n, 'A') + "\n>b\n" + std::string(n, 'A') + "\n";
    CHECK(pixels_of(alignment_svg(long_pair, long_pair)).first <= 320);
    CHECK(pixels_of(alignment_svg(long_pair, long_pair)).second <= 320);
  }
  CHECK(message_of<DataError>([&] { alignment_svg(predicted, ">a\nA\n>b\nA\n"); }) ==
        "a reference of 1 and 1 residues, to be drawn below an alignment of 5 and 6");
}

TEST_CASE("drawings are at most 320 pixels wide, with ticks at every 50th position",
          "[data][alignments]") {
  const auto drawn = [](std::size_t n, std::size_t m) {
    const std::string gaps_first(m, '-'), gaps_second(n, '-');
    return alignment_svg(">a\n" + std::string(n, 'A') + gaps_first + "\n>b\n" + gaps_second +
                         std::string(m, 'A') + "\n");
  };
  for (const auto& [n, m] :
       {std::pair{0, 0}, std::pair{1, 1}, std::pair{520, 160}, std::pair{1, 5000}}) {
    const std::string svg = drawn(static_cast<std::size_t>(n), static_cast<std::size_t>(m));
    CHECK(pixels_of(svg).first <= 320);
    CHECK(pixels_of(svg).second <= 320);
    CHECK(count_of(path_of(svg, "ticks"), "M") == 1 + n / 50 + m / 50);
    CHECK(path_of(svg, "pairs").empty());
  }
  const std::string svg = drawn(520, 160);
  CHECK_THAT(svg, Contains(">50</text>") && Contains(">500</text>"));
  CHECK(count_of(drawn(1, 5000), "text-anchor=\"end\"") <= 11);
}

TEST_CASE("names are safe within XML, and not long", "[data][alignments]") {
  const std::string svg = alignment_svg(">a<b>&\"\x01\nA\n>" + std::string(500, 'n') + "\nA\n");
  CHECK_THAT(svg, Contains("a&lt;b&gt;&amp;&quot;\\u0001"));
  CHECK(svg.size() < 2000);
  CHECK(pixels_of(svg).second <= 320);
  CHECK_THAT(alignment_svg(">\nA\n>\nA\n"), Contains("Alignment of the first (1 residue,"));
}

TEST_CASE("a text that is not one aligned pair has no drawing", "[data][alignments]") {
  const auto error = [](const char* text) {
    return message_of<DataError>([&] { alignment_svg(text); });
  };
  CHECK_THAT(error(""), Contains("there is none"));
  CHECK_THAT(error(">a ?\nA\n>b\nA\n"), Contains("marked ?"));
  CHECK_THAT(error(">a\nA\n>b\nA\n>c\nA\n>d\nA\n"),
             Contains("alignment:5: a drawing takes one pair"));
  CHECK_THAT(error(">a\nA\n>b\nAC\n"), Contains("1 and 2 columns"));
  CHECK_THAT(error("(S (NN a))"), Contains("expected a header"));
}

TEST_CASE("both formats of alignments draw what is predicted", "[data][alignments]") {
  const auto set = training_pairs(">a\nAC-\n>b\n-CD\n", {{"mode", "local"}});
  for (const char* name : {"fasta_pairs", "tmalign"}) {
    const Format* format = find_format(name);
    CHECK_THAT(format->drawing(set->text_of_example(0, set->output(0)), ""), Contains(": 1 pair<"));
    CHECK_THAT(format->drawing(set->text_of({}), set->text_of({})), Contains("0 pairs; dashed"));
  }
}
