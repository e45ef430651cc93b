// Drawings of graphs: grids as pictures, other graphs placed by distances, and what is wrong.
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>

#include "costruct/core/error.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/graph/graph_drawing.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::ptrdiff_t count_of(const std::string& text, const std::string& what) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

/// The elements of a part of the drawing; "" where there is none.
std::string part_of(const std::string& svg, const std::string& name) {
  std::smatch found;
  const std::regex group("<g class=\"" + name + "\"[^>]*>(.*?)</g>");
  std::string all;
  for (std::sregex_iterator it(svg.begin(), svg.end(), group), end; it != end; ++it)
    all += (*it)[1].str();
  return all;
}

/// A grid with these labels, row by row.
std::string grid(int columns, const std::vector<std::string>& labels) {
  Json nodes = Json::array(), edges = Json::array();
  const int n = static_cast<int>(labels.size());
  for (int v = 0; v < n; ++v) {
    nodes.push_back({{"label", labels[static_cast<std::size_t>(v)]}});
    if ((v + 1) % columns != 0) edges.push_back({v, v + 1});
    if (v + columns < n) edges.push_back({v + columns, v});
  }
  return Json{{"nodes", nodes}, {"edges", edges}}.dump();
}

std::vector<std::pair<double, double>> circles_of(const std::string& svg) {
  std::vector<std::pair<double, double>> middles;
  const std::regex circle(R"re(<circle cx="([0-9.]+)" cy="([0-9.]+)")re");
  for (std::sregex_iterator it(svg.begin(), svg.end(), circle), end; it != end; ++it)
    middles.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  return middles;
}

}  // namespace

TEST_CASE("a grid is a picture of squares in shades", "[data][graph]") {
  const std::string svg = graph_svg(grid(3, {"ink", "paper", "paper", "paper", "ink", "ink"}), "");
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" role=\"img\""));
  CHECK_THAT(svg, Contains("<title>Graph of 6 nodes and 7 edges</title>"));
  CHECK(count_of(part_of(svg, "nodes"), "<rect") == 6);
  CHECK(count_of(svg, "<circle") == 0);
  // The first row: its middles are 20 pixels apart.
  CHECK_THAT(svg, Contains("fill-opacity=\"0.00\"><rect x=\"8.5\" y=\"8.5\" width=\"19\""));
  CHECK_THAT(svg, Contains("fill-opacity=\"0.75\"><rect x=\"28.5\" y=\"8.5\"") &&
                      Contains("<rect x=\"48.5\" y=\"8.5\""));
  CHECK_THAT(part_of(svg, "legend"), Contains(">ink</text>") && Contains(">paper</text>"));
  CHECK(part_of(svg, "wrong").empty());
}

TEST_CASE("wrong nodes have a thick border that tells the true label", "[data][graph]") {
  const std::string truth = grid(2, {"a", "b", "<c>", "a"});
  const std::string svg = graph_svg(grid(2, {"a", "b", "b", "b"}), truth);
  CHECK_THAT(svg, Contains("<title>Graph of 4 nodes and 4 edges; 2 labels wrong</title>"));
  const std::string wrong = part_of(svg, "wrong");
  CHECK(count_of(wrong, "<rect") == 2);
  CHECK_THAT(wrong,
             Contains("<title>b, not &lt;c&gt;</title>") && Contains("<title>b, not a</title>"));
  // The labels of both are in the legend, so that the drawings of both have the same shades.
  CHECK_THAT(part_of(svg, "legend"), Contains(">&lt;c&gt;</text>"));
  CHECK(part_of(graph_svg(truth, truth), "wrong").empty());
}

TEST_CASE("many labels stand in the nodes, long ones as numbers", "[data][graph]") {
  const std::string counts = graph_svg(grid(3, {"0", "1", "2", "3", "4", "5"}), "");
  CHECK(count_of(part_of(counts, "labels"), "<text") == 6);
  CHECK_THAT(part_of(counts, "labels"), Contains(">5</text>"));
  CHECK(part_of(counts, "legend").empty());
  const std::string words = graph_svg(grid(3, {"zero", "one", "two", "three", "four", "five"}), "");
  CHECK_THAT(part_of(words, "labels"), Contains(">6</text>"));  // zero is the last one of the list
  CHECK_THAT(part_of(words, "legend"), Contains(">6 = zero</text>"));
}

TEST_CASE("nodes of other graphs lie as far apart as paths are long", "[data][graph]") {
  // A path of five nodes becomes a straight line.
  const std::string path =
      R"({"nodes": [{"label": "a"}, {"label": "a"}, {"label": "b"}, {"label": "a"}, {"label": "b"}],
          "edges": [[0, 2], [2, 4], [4, 1], [1, 3]]})";
  const std::string svg = graph_svg(path, "");
  CHECK(svg == graph_svg(path, ""));
  auto at = circles_of(svg);  // by label: a, a, a, b, b
  REQUIRE(at.size() == 5);
  const std::vector<std::size_t> circle_of = {0, 1, 3, 2, 4}, order = {0, 2, 4, 1, 3};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [x, y] = at[circle_of[order[i]]];
      const auto [u, v] = at[circle_of[order[j]]];
      CHECK(std::hypot(x - u, y - v) == Approx(44.0 * static_cast<double>(i - j)).epsilon(.03));
    }
  }
  CHECK(count_of(svg, "L") == 4);  // a line for each edge
  // Nodes without a path between them stay apart, and one node is a graph as well.
  const std::string apart =
      graph_svg(R"({"nodes": [{"label": "a"}, {"label": "a"}], "edges": []})", "");
  const auto two = circles_of(apart);
  REQUIRE(two.size() == 2);
  CHECK(std::hypot(two[0].first - two[1].first, two[0].second - two[1].second) >= 40);
  CHECK(circles_of(graph_svg(R"({"nodes": [{"label": "a"}], "edges": []})", "")).size() == 1);
  CHECK_THAT(graph_svg(R"({"nodes": [], "edges": []})", ""), Contains("0 nodes"));
}

TEST_CASE("a graph that is no grid is not drawn as one", "[data][graph]") {
  const auto is_grid = [](const std::string& edges) {
    const std::string nodes = R"([{"label": "a"}, {"label": "a"}, {"label": "a"}, {"label": "a"}])";
    const std::string svg = graph_svg(R"({"nodes": )" + nodes + R"(, "edges": )" + edges + "}", "");
    return count_of(part_of(svg, "nodes"), "<rect") == 4;
  };
  CHECK(is_grid("[[0, 1], [2, 3], [0, 2], [1, 3]]"));
  CHECK(is_grid("[[0, 1], [0, 2], [3, 1]]"));                // one edge is missing
  CHECK_FALSE(is_grid("[[0, 1], [1, 2], [2, 3], [0, 2]]"));  // 1 and 2 end and begin a row
  CHECK_FALSE(is_grid("[[0, 1], [0, 2], [0, 3]]"));          // two widths
  CHECK_FALSE(is_grid("[[0, 3]]"));                          // rows of three for four nodes
  CHECK_FALSE(is_grid("[[0, 1], [1, 2]]"));                  // a path
}

TEST_CASE("graphs that are too large are texts, and their drawing says so", "[data][graph]") {
  const Format& format = *find_format("graph");
  REQUIRE(format.drawing);
  CHECK_THROWS_WITH(format.drawing("[\"a\"]\n", ""),
                    Contains("a graph of more than 2500 nodes or 10000 edges is not drawn"));
  Json nodes(301, Json{{"label", "a"}});
  const std::string star = Json{{"nodes", nodes}, {"edges", {{0, 2}, {0, 3}}}}.dump();
  CHECK_THROWS_WITH(format.drawing(star, ""),
                    Contains("takes at most 300 nodes") && Contains("here are 301"));
  CHECK_THROWS_AS(format.drawing("no graph", ""), DataError);
  CHECK_THROWS_WITH(format.drawing(R"({"nodes": [{}], "edges": []})", ""),
                    Contains("a label at each node"));
}
