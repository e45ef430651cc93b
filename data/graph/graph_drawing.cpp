#include "costruct/data/graph/graph_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <queue>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/svg_text.hpp"
#include "costruct/data/graph/graph_record.hpp"

namespace costruct::experiments {
namespace {

// Lengths in pixels.
constexpr double kGraphFrame = 8;
constexpr double kRadius = 9, kEdgeLength = 44;
constexpr double kCell = 20, kSmallCell = 12;  // sides of the squares of a grid
constexpr double kLetters = 11;
constexpr double kLegendLine = 18, kSwatch = 12;
constexpr Index kMostInLargeCells = 400;  // nodes of a grid
constexpr std::size_t kMostShades = 5;    // more labels are told by texts
constexpr std::size_t kMostInLegend = 24;
constexpr double kDarkest = 0.75;
constexpr double kLongestInNode = 1.4;  // ems
constexpr int kRounds = 100;

struct Point {
  double x = 0, y = 0;
};

// A graph with one label at each node, as a number in the sorted list of labels.
struct DrawnGraph {
  GraphRecord record;
  std::vector<std::string> labels;
  std::vector<std::size_t> label_of;  // of each node
  Index columns = 0;                  // of a grid; 0: it is none

  Index size() const { return std::ssize(record.nodes); }
};

GraphRecord read_graph(std::string_view text) {
  if (text.starts_with('['))
    throw DataError(fmt::format("a graph of more than {} nodes or {} edges is not drawn",
                                kMostDrawnNodes, kMostDrawnEdges));
  GraphRecord graph = parse_graph(text, true);
  for (const GraphRecord::Node& node : graph.nodes) {
    if (node.labels.size() != 1)
      throw DataError("a drawing takes a graph with a label at each node");
  }
  if (std::ssize(graph.nodes) > kMostDrawnNodes || std::ssize(graph.edges) > kMostDrawnEdges)
    throw DataError(
        fmt::format("a drawing takes at most {} nodes and {} edges, and here are {} and {}",
                    kMostDrawnNodes, kMostDrawnEdges, graph.nodes.size(), graph.edges.size()));
  return graph;
}

// The columns of a grid of at least 2 x 2 nodes, numbered row by row, whose edges connect nodes
// beside each other and below each other; 0 for other graphs. A grid may lack some of these edges.
Index grid_columns(const GraphRecord& graph) {
  Index columns = 0;
  for (const GraphRecord::Edge& edge : graph.edges) {
    const Index apart = std::abs(edge.from - edge.to);
    if (apart == 1) continue;
    if (columns != 0 && apart != columns) return 0;
    columns = apart;
  }
  if (columns < 2 || std::ssize(graph.nodes) % columns != 0) return 0;
  const bool leaves_row =
      std::any_of(graph.edges.begin(), graph.edges.end(), [&](const GraphRecord::Edge& edge) {
        const auto [low, high] = std::minmax(edge.from, edge.to);
        return high - low == 1 && high % columns == 0;
      });
  return leaves_row ? 0 : columns;
}

// Numbers of edges between all nodes, at i * n + j; one more than the largest one where there is no
// path.
std::vector<double> distances_of(const GraphRecord& graph) {
  const std::size_t n = graph.nodes.size();
  std::vector<std::vector<std::size_t>> beside(n);
  for (const GraphRecord::Edge& edge : graph.edges) {
    beside[static_cast<std::size_t>(edge.from)].push_back(static_cast<std::size_t>(edge.to));
    beside[static_cast<std::size_t>(edge.to)].push_back(static_cast<std::size_t>(edge.from));
  }
  std::vector<double> distance(n * n, -1);
  double largest = 0;
  for (std::size_t start = 0; start < n; ++start) {
    double* row = distance.data() + start * n;
    std::queue<std::size_t> reached;
    row[start] = 0;
    reached.push(start);
    for (; !reached.empty(); reached.pop()) {
      const std::size_t node = reached.front();
      largest = std::max(largest, row[node]);
      for (const std::size_t other : beside[node]) {
        if (row[other] >= 0) continue;
        row[other] = row[node] + 1;
        reached.push(other);
      }
    }
  }
  for (double& each : distance) each = each < 0 ? largest + 1 : each;
  return distance;
}

// Lowers sum_(i < j) (|x_i - x_j| - d_ij)^2 / d_ij^2 round by round, from a circle: each node in
// turn goes where the others want it on average (Gansner et al. 2004, equation 10).
std::vector<Point> placed_by_stress(const GraphRecord& graph) {
  const std::size_t n = graph.nodes.size();
  const std::vector<double> distance = distances_of(graph);
  std::vector<Point> at(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
    const double radius = 1 + std::sqrt(static_cast<double>(n)) / 2;
    at[i] = {radius * std::cos(angle), radius * std::sin(angle)};
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      Point sum;
      double weights = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        const double d = distance[i * n + j], weight = 1 / (d * d);
        const double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y;
        const double length = std::hypot(dx, dy), stretch = length > 1e-9 ? d / length : 0;
        sum.x += weight * (at[j].x + dx * stretch);
        sum.y += weight * (at[j].y + dy * stretch);
        weights += weight;
      }
      if (weights > 0) at[i] = {sum.x / weights, sum.y / weights};
    }
  }
  return at;
}

// The middles of the nodes in pixels, and the size of all.
std::vector<Point> places_of(const DrawnGraph& graph, double& width, double& height) {
  std::vector<Point> at;
  width = height = 2 * kGraphFrame;
  if (graph.columns > 0) {
    const double cell = graph.size() <= kMostInLargeCells ? kCell : kSmallCell;
    for (Index v = 0; v < graph.size(); ++v)
      at.push_back({kGraphFrame + cell * (static_cast<double>(v % graph.columns) + .5),
                    kGraphFrame + cell * (static_cast<double>(v / graph.columns) + .5)});
    width += cell * static_cast<double>(graph.columns);
    height += cell * static_cast<double>(graph.size() / graph.columns);
    return at;
  }
  at = placed_by_stress(graph.record);
  if (at.empty()) return at;
  const auto [left, right] = std::minmax_element(
      at.begin(), at.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(
      at.begin(), at.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  const Point first{left->x, top->y}, last{right->x, bottom->y};
  const double margin = kGraphFrame + kRadius + 2;
  for (Point& each : at)
    each = {margin + kEdgeLength * (each.x - first.x), margin + kEdgeLength * (each.y - first.y)};
  width = 2 * margin + kEdgeLength * (last.x - first.x);
  height = 2 * margin + kEdgeLength * (last.y - first.y);
  return at;
}

// One element for a node: a circle, or the square of a grid.
std::string node_shape(const DrawnGraph& graph, const Point& at, double larger,
                       std::string_view in) {
  const std::string close = in.empty() ? "/>" : fmt::format(">{}</", in);
  if (graph.columns == 0)
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"{}", at.x, at.y,
                       kRadius + larger, in.empty() ? close : close + "circle>");
  const double cell = (graph.size() <= kMostInLargeCells ? kCell : kSmallCell) - 1;
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.0f}\"{}",
                     at.x - cell / 2, at.y - cell / 2, cell, cell,
                     in.empty() ? close : close + "rect>");
}

std::string svg_group(const std::string& attributes, const std::string& shapes) {
  return shapes.empty() ? "" : fmt::format("<g {}>{}</g>\n", attributes, shapes);
}

double shade_of(std::size_t label, std::size_t labels) {
  if (labels > kMostShades || labels < 2) return 0;
  return kDarkest * static_cast<double>(label) / static_cast<double>(labels - 1);
}

// How nodes and the legend tell the labels apart.
class LabelMarks {
 public:
  explicit LabelMarks(const std::vector<std::string>& labels)
      : labels_(labels), shades_(labels.size() <= kMostShades) {
    for (const std::string& label : labels_)
      are_short_ = are_short_ && text_ems(label) <= kLongestInNode;
  }
  bool are_shades() const { return shades_; }
  // The text in a node; "": its shade tells the label.
  std::string in_node(std::size_t label) const {
    if (shades_) return "";
    return are_short_ ? labels_[label] : std::to_string(label + 1);
  }
  bool has_legend() const { return shades_ || !are_short_; }

  std::string legend(double top) const {
    std::string lines;
    const auto out = std::back_inserter(lines);
    for (std::size_t l = 0; l < std::min(labels_.size(), kMostInLegend); ++l) {
      const double y = top + kLegendLine * static_cast<double>(l);
      if (shades_) {
        fmt::format_to(out,
                       "<rect x=\"{0}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" "
                       "stroke=\"currentColor\" fill-opacity=\"{3:.2f}\"/>",
                       kGraphFrame, y, kSwatch, shade_of(l, labels_.size()));
      }
      fmt::format_to(out, "<text x=\"{}\" y=\"{:.1f}\">{}{}</text>",
                     kGraphFrame + (shades_ ? kSwatch + 6 : 0), y + kSwatch - 2,
                     shades_ ? "" : in_node(l) + " = ", xml_escaped(labels_[l]));
    }
    if (labels_.size() > kMostInLegend)
      fmt::format_to(out, "<text x=\"{}\" y=\"{:.1f}\">and {} more</text>", kGraphFrame,
                     top + kLegendLine * static_cast<double>(kMostInLegend) + kSwatch - 2,
                     labels_.size() - kMostInLegend);
    return lines;
  }
  double legend_height() const {
    const std::size_t lines = std::min(labels_.size(), kMostInLegend + 1);
    return has_legend() ? kLegendLine * static_cast<double>(lines) : 0;
  }
  double legend_width() const {
    double widest = 0;
    for (const std::string& label : labels_) widest = std::max(widest, text_ems(label));
    return has_legend() ? 2 * kGraphFrame + kSwatch + 30 + kLetters * widest : 0;
  }

 private:
  const std::vector<std::string>& labels_;
  bool shades_, are_short_ = true;
};

std::string edges_of(const DrawnGraph& graph, const std::vector<Point>& at) {
  std::string path;
  if (graph.columns > 0) return path;  // squares beside each other
  for (const GraphRecord::Edge& edge : graph.record.edges) {
    const Point &from = at[static_cast<std::size_t>(edge.from)],
                &to = at[static_cast<std::size_t>(edge.to)];
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length <= 2 * kRadius) continue;
    const double border = kRadius / length;
    fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x + border * dx,
                   from.y + border * dy, to.x - border * dx, to.y - border * dy);
  }
  return path.empty() ? ""
                      : fmt::format(
                            "<path class=\"edges\" fill=\"none\" stroke=\"currentColor\" "
                            "stroke-opacity=\"0.5\" d=\"{}\"/>\n",
                            path);
}

// The drawn graph, with the labels of the reference in its list.
DrawnGraph drawn(GraphRecord record, const GraphRecord* reference) {
  DrawnGraph graph{std::move(record), {}, {}, 0};
  for (const GraphRecord* each : {&std::as_const(graph.record), reference}) {
    if (each == nullptr) continue;
    for (const GraphRecord::Node& node : each->nodes) graph.labels.push_back(node.labels[0]);
  }
  std::sort(graph.labels.begin(), graph.labels.end());
  graph.labels.erase(std::unique(graph.labels.begin(), graph.labels.end()), graph.labels.end());
  for (const GraphRecord::Node& node : graph.record.nodes) {
    const auto place = std::lower_bound(graph.labels.begin(), graph.labels.end(), node.labels[0]);
    graph.label_of.push_back(static_cast<std::size_t>(place - graph.labels.begin()));
  }
  graph.columns = grid_columns(graph.record);
  if (graph.columns == 0 && graph.size() > kMostPlacedNodes)
    throw DataError(
        fmt::format("a drawing of a graph that is no grid takes at most {} nodes, and "
                    "here are {}",
                    kMostPlacedNodes, graph.size()));
  return graph;
}

}  // namespace

std::string graph_svg(std::string_view text, std::string_view reference) {
  GraphRecord record = read_graph(text), truth;
  if (!reference.empty()) truth = read_graph(reference);
  const bool is_compared = !reference.empty() && truth.nodes.size() == record.nodes.size();
  const DrawnGraph graph = drawn(std::move(record), is_compared ? &truth : nullptr);
  const LabelMarks marks(graph.labels);
  double width = 0, height = 0;
  const std::vector<Point> at = places_of(graph, width, height);

  std::vector<std::string> shapes(graph.labels.size());
  std::string wrong, texts;
  Index num_wrong = 0;
  for (std::size_t v = 0; v < at.size(); ++v) {
    const std::size_t label = graph.label_of[v];
    shapes[marks.are_shades() ? label : 0] += node_shape(graph, at[v], 0, "");
    if (const std::string in = marks.in_node(label); !in.empty())
      fmt::format_to(std::back_inserter(texts), "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                     at[v].x, at[v].y + 4, xml_escaped(in));
    if (!is_compared || truth.nodes[v].labels == graph.record.nodes[v].labels) continue;
    ++num_wrong;
    const std::string title =
        fmt::format("<title>{}, not {}</title>", xml_escaped(graph.labels[label]),
                    xml_escaped(truth.nodes[v].labels[0]));
    wrong += node_shape(graph, at[v], 1, title);
  }

  std::string body = edges_of(graph, at);
  for (std::size_t l = 0; l < shapes.size(); ++l)
    body += svg_group(fmt::format("class=\"nodes\" stroke=\"currentColor\" stroke-opacity=\"0.5\" "
                                  "fill-opacity=\"{:.2f}\"",
                                  shade_of(l, graph.labels.size())),
                      shapes[l]);
  body += svg_group(
      "class=\"wrong\" fill=\"none\" pointer-events=\"all\" stroke=\"currentColor\" "
      "stroke-width=\"3\"",
      wrong);
  body += svg_group("class=\"labels\" text-anchor=\"middle\"", texts);
  if (marks.has_legend()) body += svg_group("class=\"legend\"", marks.legend(height));
  std::string title = fmt::format("Graph of {} and {}", counted(graph.size(), "node"),
                                  counted(std::ssize(graph.record.edges), "edge"));
  if (is_compared) title += fmt::format("; {} wrong", counted(num_wrong, "label"));
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" role=\"img\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, sans-serif\" "
      "font-size=\"{2:.0f}\" fill=\"currentColor\">\n<title>{3}</title>\n{4}</svg>\n",
      std::max(width, marks.legend_width()), height + marks.legend_height() + kGraphFrame, kLetters,
      title, body);
}

}  // namespace costruct::experiments
