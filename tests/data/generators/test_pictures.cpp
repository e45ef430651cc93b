// Generated pictures: what their definitions say, read back from the records, with tolerances of
// five standard errors.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <set>

#include "costruct/data/data_config.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/graph/graph_record.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/problems/graph/graphs.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::vector<std::string> errors_of(const Json& generate) {
  ConfigErrors errors;
  check_data_block({{"generate", generate}}, "data", errors);
  return errors.messages();
}

std::vector<std::string> texts_of(const Json& generate) {
  INFO(generate.dump());
  REQUIRE(errors_of(generate).empty());
  const GeneratedData data = read_generate(generate_with_defaults(generate));
  const auto records = data.generator->records(data.options);
  std::vector<std::string> texts;
  while (records->next_record(true)) texts.emplace_back(records->text());
  return texts;
}

std::vector<GraphRecord> draw(const Json& generate) {
  std::vector<GraphRecord> graphs;
  for (const std::string& text : texts_of(generate)) graphs.push_back(parse_graph(text, true));
  return graphs;
}

// A picture as a grid. The widths come from the edges: a vertical one leads to the next row.
struct Grid {
  explicit Grid(const GraphRecord& graph) : of(graph) {
    const auto nodes = static_cast<int>(graph.nodes.size());
    columns = nodes;
    for (const auto& edge : graph.edges) {
      if (edge.type == "vertical") columns = std::min(columns, edge.to - edge.from);
    }
    rows = nodes / columns;
  }
  bool has(int row, int column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
  const GraphRecord::Node& at(int row, int column) const {
    return of.nodes[static_cast<std::size_t>(row * columns + column)];
  }
  int label(int row, int column) const { return std::stoi(at(row, column).labels.at(0)); }
  std::set<std::string> features(int row, int column) const {
    std::set<std::string> names;
    for (const NamedValue& feature : at(row, column).features) names.insert(feature.name);
    return names;
  }
  // The color of a pixel, by its own window.
  std::string color(int row, int column) const {
    if (!has(row, column)) return "background";
    for (const char* name : {"up", "down", "left", "right", "background"}) {
      if (features(row, column).count(std::string("here ") + name) > 0) return name;
    }
    return "";
  }
  const GraphRecord& of;
  int rows, columns;
};

const std::map<std::string, std::pair<int, int>> kTo = {
    {"up", {-1, 0}}, {"down", {1, 0}}, {"left", {0, -1}}, {"right", {0, 1}}};

void check_edges_of_grid(const Grid& grid) {
  std::map<std::pair<int, int>, std::string> expected, found;
  for (int r = 0; r < grid.rows; ++r) {
    for (int c = 0; c < grid.columns; ++c) {
      const int v = r * grid.columns + c;
      if (grid.has(r, c + 1)) expected[{v, v + 1}] = "horizontal";
      if (grid.has(r + 1, c)) expected[{v, v + grid.columns}] = "vertical";
    }
  }
  for (const auto& edge : grid.of.edges) found[{edge.from, edge.to}] = edge.type;
  CHECK(found == expected);
  CHECK(found.size() == grid.of.edges.size());
}

bool fits(double share, double probability, double n) {
  return std::abs(share - probability) <= 5 * std::sqrt(probability * (1 - probability) / n);
}

}  // namespace

TEST_CASE("the colors of a snake lead from its first pixel to all others in their order",
          "[data][generate]") {
  const int length = GENERATE(2, 10, 40);
  for (const GraphRecord& graph :
       draw({{"type", "snakes"}, {"pictures", 30}, {"length", length}})) {
    const Grid grid(graph);
    std::map<int, std::pair<int, int>> place;
    int backgrounds = 0, least_row = grid.rows, least_column = grid.columns, most_row = 0,
        most_column = 0;
    for (int r = 0; r < grid.rows; ++r) {
      for (int c = 0; c < grid.columns; ++c) {
        const int label = grid.label(r, c);
        CHECK((grid.color(r, c) == "background") == (label == 0));
        backgrounds += label == 0;
        if (label == 0) continue;
        CHECK(place.emplace(label, std::pair(r, c)).second);
        least_row = std::min(least_row, r);
        least_column = std::min(least_column, c);
        most_row = std::max(most_row, r);
        most_column = std::max(most_column, c);
      }
    }
    REQUIRE(std::ssize(place) == length);
    CHECK(backgrounds + length == grid.rows * grid.columns);
    CHECK(least_row == 1);
    CHECK(least_column == 1);
    CHECK(most_row == grid.rows - 2);
    CHECK(most_column == grid.columns - 2);
    for (int i = 1; i <= length; ++i) {
      const auto [r, c] = place.at(i);
      const auto [down, right] = kTo.at(grid.color(r, c));
      CHECK(grid.label(r + down, c + right) == (i < length ? i + 1 : 0));
    }
  }
}

TEST_CASE("pixels and edges of snakes see the colors that their names say", "[data][generate]") {
  const std::map<std::string, std::pair<int, int>> window = {
      {"above left", {-1, -1}}, {"above", {-1, 0}}, {"above right", {-1, 1}},
      {"left", {0, -1}},        {"here", {0, 0}},   {"right", {0, 1}},
      {"below left", {1, -1}},  {"below", {1, 0}},  {"below right", {1, 1}}};
  for (const std::string edges : {"direction", "colors", "windows"}) {
    for (const GraphRecord& graph : draw({{"type", "snakes"}, {"pictures", 5}, {"edges", edges}})) {
      const Grid grid(graph);
      check_edges_of_grid(grid);
      const auto seen = [&](int v) {
        std::set<std::string> names;
        for (const auto& [name, to] : window)
          names.insert(name + " " +
                       grid.color(v / grid.columns + to.first, v % grid.columns + to.second));
        return names;
      };
      for (int v = 0; v < std::ssize(graph.nodes); ++v) {
        CHECK(grid.features(v / grid.columns, v % grid.columns) == seen(v));
        CHECK(graph.nodes[static_cast<std::size_t>(v)].features.size() == 9);
      }
      for (const auto& edge : graph.edges) {
        std::set<std::string> expected, found;
        for (const auto& [end, v] : {std::pair{"from", edge.from}, std::pair{"to", edge.to}}) {
          const std::string prefix = edge.type + ", " + end + ": ";
          if (edges == "colors")
            expected.insert(prefix + grid.color(v / grid.columns, v % grid.columns));
          if (edges != "windows") continue;
          for (const std::string& name : seen(v)) expected.insert(prefix + name);
        }
        for (const NamedValue& feature : edge.features) found.insert(feature.name);
        CHECK(found == expected);
      }
    }
  }
}

TEST_CASE("a snake takes each free step alike", "[data][generate]") {
  constexpr int kPictures = 4000;
  constexpr double n = kPictures;
  std::map<std::string, double> first, second;
  for (const GraphRecord& graph :
       draw({{"type", "snakes"}, {"pictures", kPictures}, {"length", 2}, {"edges", "direction"}})) {
    const Grid grid(graph);
    std::string of[2];
    for (int r = 0; r < grid.rows; ++r) {
      for (int c = 0; c < grid.columns; ++c) {
        if (grid.label(r, c) > 0) of[grid.label(r, c) - 1] = grid.color(r, c);
      }
    }
    ++first[of[0]];
    const std::map<std::string, std::string> back = {
        {"up", "down"}, {"down", "up"}, {"left", "right"}, {"right", "left"}};
    CHECK(of[1] != back.at(of[0]));
    second[of[1]] += of[0] == "up";
  }
  for (const auto& [step, count] : first) CHECK(fits(count / n, .25, n));
  for (const auto& [step, count] : second) CHECK(fits(count / n, step == "down" ? 0 : 1. / 12, n));
}

TEST_CASE("the pictures of grids have three discs and white noise", "[data][generate]") {
  double n = 0, sum = 0, squares = 0, inside = 0;
  for (const GraphRecord& graph : draw({{"type", "grids"}, {"pictures", 40}, {"noise", 2}})) {
    const Grid grid(graph);
    check_edges_of_grid(grid);
    CHECK(grid.rows == 30);
    for (const auto& node : graph.nodes) {
      REQUIRE(node.features.size() == 1);
      CHECK(node.features[0].name == "gray");
      const bool is_one = node.labels.at(0) == "1";
      const double noise = (node.features[0].value - (is_one ? 1 : -1)) / 2;
      ++n;
      sum += noise;
      squares += noise * noise;
      inside += is_one;
    }
    // Few neighbours differ: a disc of radius r has at most 8 r + 4 such pairs, and r <= 30 / 4.
    int differ = 0;
    for (const auto& edge : graph.edges)
      differ += graph.nodes[static_cast<std::size_t>(edge.from)].labels !=
                graph.nodes[static_cast<std::size_t>(edge.to)].labels;
    CHECK(differ <= 3 * (8 * 30 / 4 + 4));
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2 / n));
  // A disc that lies inside has on average the share pi / 64 * 7 / 3 of the picture.
  CHECK(inside / n > .05);
  CHECK(inside / n < 3 * 3.1416 / 64 * 7 / 3);
}

TEST_CASE("grids of several labels have a gray value for each, and as many discs as they need",
          "[data][generate]") {
  double n = 0, sum = 0, squares = 0;
  std::map<std::string, int> pictures_with;
  for (const GraphRecord& graph :
       draw({{"type", "grids"}, {"pictures", 60}, {"labels", 5}, {"noise", 3}})) {
    check_edges_of_grid(Grid(graph));
    std::set<std::string> labels;
    int differ = 0;
    for (const auto& node : graph.nodes) {
      REQUIRE(node.features.size() == 5);
      labels.insert(node.labels.at(0));
      for (std::size_t k = 0; k < 5; ++k) {
        CHECK(node.features[k].name == "gray " + std::to_string(k));
        const bool is_own = node.labels[0] == std::to_string(k);
        const double noise = (node.features[k].value - (is_own ? 1 : -1)) / 3;
        ++n;
        sum += noise;
        squares += noise * noise;
      }
    }
    for (const auto& edge : graph.edges)
      differ += graph.nodes[static_cast<std::size_t>(edge.from)].labels !=
                graph.nodes[static_cast<std::size_t>(edge.to)].labels;
    CHECK(differ <= 4 * (8 * 30 / 4 + 4));  // four discs, as with two labels
    for (const std::string& label : labels) ++pictures_with[label];
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2 / n));
  REQUIRE(pictures_with.size() == 5);
  for (const auto& [label, count] : pictures_with) CHECK(count > 30);
  CHECK(pictures_with["1"] <= pictures_with["4"] + 5);  // later discs lie on top
  CHECK(errors_of({{"type", "grids"}, {"labels", 1}}).size() == 1);
}

TEST_CASE("pictures depend on the seed and their number alone, and labels not on edges",
          "[data][generate]") {
  for (const char* type : {"snakes", "grids"}) {
    const std::vector<std::string> few = texts_of({{"type", type}, {"pictures", 3}}),
                                   more = texts_of({{"type", type}, {"pictures", 5}}),
                                   other = texts_of({{"type", type}, {"pictures", 3}, {"seed", 2}});
    CHECK(std::equal(few.begin(), few.end(), more.begin()));
    CHECK(few != other);
  }
  const auto plain = draw({{"type", "snakes"}, {"pictures", 5}, {"edges", "direction"}}),
             seeing = draw({{"type", "snakes"}, {"pictures", 5}});
  for (std::size_t i = 0; i < plain.size(); ++i) {
    for (std::size_t v = 0; v < plain[i].nodes.size(); ++v)
      CHECK(plain[i].nodes[v].labels == seeing[i].nodes.at(v).labels);
  }
}

TEST_CASE("examples of pictures are those of a file with the same lines", "[data][generate]") {
  const Json block = {{"generate", {{"type", "snakes"}, {"pictures", 4}, {"length", 3}}}};
  const auto examples = make_examples(read_data_config(block), graph::kGraphs, Target::kLabels);
  examples->read({}, Role::kTrain);
  examples->finish_training();
  REQUIRE(examples->size() == 4);
  CHECK(examples->label_names() == std::vector<std::string>{"0", "1", "2", "3"});
  const auto graphs = draw(block["generate"]);
  for (Index i = 0; i < 4; ++i) {
    CHECK(examples->place(i).file == "generated snakes");
    CHECK(examples->place(i).line == i + 1);
    const auto& nodes = graphs[static_cast<std::size_t>(i)].nodes;
    for (std::size_t v = 0; v < nodes.size(); ++v)
      CHECK(std::to_string(examples->output(i).parts[v]) == nodes[v].labels[0]);
  }
}

TEST_CASE("options of pictures that are wrong are refused", "[data][generate]") {
  CHECK(errors_of({{"type", "snakes"}, {"length", 1}}).size() == 1);
  CHECK(errors_of({{"type", "snakes"}, {"edges", "none"}}).size() == 1);
  const auto errors = errors_of({{"type", "grids"}, {"pictures", 1000}, {"side", 1000}});
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Contains("asks for 3e+09 numbers"));
  CHECK(errors_of({{"type", "grids"}, {"side", 1001}}).size() == 1);
  CHECK(
      errors_of({{"type", "snakes"}, {"pictures", 9000000000000000000}, {"length", 100}}).size() ==
      1);
}
