// snakes: pictures of a snake, whose pixels are counted from its first to its last one. The task is
// that of Nowozin et al. 2011, "Decision tree fields": what a pixel sees near it does not say how
// far along the snake it is.
//
// A snake is a walk of `length` steps on the plane that never enters a pixel twice. Each step goes
// to a free neighbour, all alike; a walk without one is drawn again. The pixel before step i has
// the label i and the color of the step: up, down, left or right. All others have the label 0 and
// the color background. The picture is the smallest rectangle around the pixels of the snake, with
// a margin of one pixel.
//
// A node has the colors of the 3 x 3 pixels around it as features, one name each. There is
// background outside of the picture.
#include <algorithm>
#include <array>

#include "costruct/data/generators/generated_graphs.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {
namespace {

// What the features of edges have of the input.
enum class SnakeEdges { kDirection, kColors, kWindows };

struct SnakeOptions : PictureOptions {
  Index length = 10;
  SnakeEdges edges = SnakeEdges::kWindows;
};

const OptionDeclaration<SnakeOptions>& snakes_generator_options() {
  static const auto options = [] {
    OptionDeclaration<SnakeOptions> declared;
    declare_pictures(declared);
    declared
        .integer("length", &SnakeOptions::length, {.at_least = 2, .at_most = 100},
                 "pixels of a snake")
        .choice("edges", &SnakeOptions::edges, {"direction", "colors", "windows"},
                "what edges see of their ends");
    return declared;
  }();
  return options;
}

struct PixelPlace {
  Index row = 0, column = 0;
  friend bool operator==(const PixelPlace&, const PixelPlace&) = default;
};

struct Step {
  const char* name;
  Index down, right;
};
constexpr std::array<Step, 4> kSteps = {
    {{"up", -1, 0}, {"down", 1, 0}, {"left", 0, -1}, {"right", 0, 1}}};
constexpr const char* kBackground = "background";

constexpr std::array<Step, 9> kWindow = {{{"above left", -1, -1},
                                          {"above", -1, 0},
                                          {"above right", -1, 1},
                                          {"left", 0, -1},
                                          {"here", 0, 0},
                                          {"right", 0, 1},
                                          {"below left", 1, -1},
                                          {"below", 1, 0},
                                          {"below right", 1, 1}}};

PixelPlace after(const PixelPlace& place, const Step& step) {
  return {place.row + step.down, place.column + step.right};
}

// A pixel of a snake, and the step from it to the next one.
struct SnakePixel {
  PixelPlace place;
  const Step* step;
};

std::vector<SnakePixel> draw_snake(Index length, RandomStream& random) {
  std::vector<SnakePixel> snake;
  PixelPlace at;
  while (std::ssize(snake) < length) {
    std::vector<const Step*> free;
    for (const Step& step : kSteps) {
      const PixelPlace next = after(at, step);
      const bool is_taken = std::any_of(
          snake.begin(), snake.end(), [&](const SnakePixel& pixel) { return pixel.place == next; });
      if (!is_taken) free.push_back(&step);
    }
    if (free.empty()) {
      snake.clear();
      at = {};
      continue;
    }
    const Step* step = free[static_cast<std::size_t>(random.below(std::ssize(free)))];
    snake.push_back({at, step});
    at = after(at, *step);
  }
  return snake;
}

// The features of pixels and edges of a picture with a snake.
class SnakePicture {
 public:
  explicit SnakePicture(const std::vector<SnakePixel>& snake) {
    PixelPlace least = snake[0].place, most = least;
    for (const auto& [place, step] : snake) {
      least = {std::min(least.row, place.row), std::min(least.column, place.column)};
      most = {std::max(most.row, place.row), std::max(most.column, place.column)};
    }
    rows_ = most.row - least.row + 3;
    columns_ = most.column - least.column + 3;
    const auto pixels = static_cast<std::size_t>(rows_ * columns_);
    colors_.assign(pixels, kBackground);
    labels_.assign(pixels, "0");
    for (std::size_t i = 0; i < snake.size(); ++i) {
      const auto pixel = static_cast<std::size_t>((snake[i].place.row - least.row + 1) * columns_ +
                                                  snake[i].place.column - least.column + 1);
      colors_[pixel] = snake[i].step->name;
      labels_[pixel] = std::to_string(i + 1);
    }
  }

  Picture with(SnakeEdges edges) const {
    Picture picture{rows_, columns_, labels_, {}};
    for (Index v = 0; v < rows_ * columns_; ++v) picture.features.push_back(window("", v));
    if (edges == SnakeEdges::kDirection) return picture;
    picture.edge_features = [*this, edges](Index from, Index to) {
      const std::string type = to == from + 1 ? kHorizontal : kVertical;
      if (edges == SnakeEdges::kColors)
        return Json{type + ", from: " + colors_[static_cast<std::size_t>(from)],
                    type + ", to: " + colors_[static_cast<std::size_t>(to)]};
      Json both = window(type + ", from: ", from);
      for (Json& name : window(type + ", to: ", to)) both.push_back(std::move(name));
      return both;
    };
    return picture;
  }

 private:
  // The names of the colors around a pixel.
  Json window(const std::string& prefix, Index pixel) const {
    Json names = Json::array();
    for (const Step& step : kWindow) {
      const PixelPlace at = after({pixel / columns_, pixel % columns_}, step);
      const bool is_inside =
          at.row >= 0 && at.row < rows_ && at.column >= 0 && at.column < columns_;
      const char* color = is_inside
                              ? colors_[static_cast<std::size_t>(at.row * columns_ + at.column)]
                              : kBackground;
      names.push_back(prefix + step.name + " " + color);
    }
    return names;
  }

  Index rows_, columns_;
  std::vector<const char*> colors_;
  std::vector<std::string> labels_;
};

}  // namespace

Generator snakes_generator() {
  Generator generator;
  generator.name = "snakes";
  generator.summary = "snakes whose pixels are counted (Nowozin et al. 2011)";
  generator.input = graph::kGraphs;
  generator.options = snakes_generator_options().list();
  generator.num_values = [](const Json& json) {
    const SnakeOptions options = snakes_generator_options().parse(json);
    const double of_edge = options.edges == SnakeEdges::kWindows  ? 18
                           : options.edges == SnakeEdges::kColors ? 2
                                                                  : 0;
    constexpr double kPixels = 5;  // of the box of a snake, for each of its pixels, at most
    return static_cast<double>(options.pictures) * kPixels * static_cast<double>(options.length) *
           (9 + 2 * of_edge);
  };
  generator.records = [](const Json& json) -> std::unique_ptr<RecordReader> {
    const SnakeOptions options = snakes_generator_options().parse(json);
    return std::make_unique<PictureRecords>(
        "snakes", options.pictures, options.seed, [options](RandomStream& random) {
          return SnakePicture(draw_snake(options.length, random)).with(options.edges);
        });
  };
  return generator;
}

}  // namespace costruct::experiments
