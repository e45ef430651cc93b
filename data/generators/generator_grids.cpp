// grids: square pictures with few smooth regions, under noise. The generator is ours.
//
// A picture has three discs with centers anywhere in it, and radii from an eighth to a quarter of
// its side. Pixels in a disc have the label 1, others 0. A pixel has the feature `gray`, which is 1
// with the label 1 and -1 with the label 0, plus `noise` times a standard normal number.
//
// With more than two labels, disc d has the label 1 + d mod (labels - 1), and there is a disc for
// each label at least. Later discs cover earlier ones. A pixel has the features `gray 0`, `gray 1`,
// ..., of which that of its label is 1 and the others are -1, each with its own noise.
#include <algorithm>

#include "costruct/data/generators/generated_graphs.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/generators/normal_draw.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kDiscs = 3;

struct GridOptions : PictureOptions {
  Index side = 30;
  double noise = 1;
  Index labels = 2;
};

const OptionDeclaration<GridOptions>& grids_generator_options() {
  static const auto options = [] {
    OptionDeclaration<GridOptions> declared;
    declare_pictures(declared);
    declared
        .integer("side", &GridOptions::side, {.at_least = 1, .at_most = 1000}, "pixels of a side")
        .number("noise", &GridOptions::noise, {.at_least = 0, .at_most = 1000},
                "standard deviation of the noise")
        .integer("labels", &GridOptions::labels, {.at_least = 2, .at_most = 20},
                 "number of labels");
    return declared;
  }();
  return options;
}

struct Disc {
  double row, column, radius;
  bool contains(double r, double c) const {
    return (r - row) * (r - row) + (c - column) * (c - column) <= radius * radius;
  }
};

Picture draw_grid(const GridOptions& options, RandomStream& random) {
  const auto side = static_cast<double>(options.side);
  std::vector<Disc> discs;
  for (Index d = 0; d < std::max(kDiscs, options.labels - 1); ++d) {
    const double row = side * random.uniform(), column = side * random.uniform();
    discs.push_back({row, column, side * (1 + random.uniform()) / 8});
  }
  Picture picture{options.side, options.side, {}, {}};
  for (Index r = 0; r < options.side; ++r) {
    for (Index c = 0; c < options.side; ++c) {
      Index label = 0;
      for (std::size_t d = 0; d < discs.size(); ++d) {
        if (discs[d].contains(static_cast<double>(r) + .5, static_cast<double>(c) + .5))
          label = 1 + static_cast<Index>(d) % (options.labels - 1);
      }
      const auto gray = [&](bool is_bright) {
        return (is_bright ? 1.0 : -1.0) + options.noise * normal_draw(random);
      };
      Json features = Json::object();
      if (options.labels == 2) features["gray"] = gray(label == 1);
      for (Index k = 0; options.labels > 2 && k < options.labels; ++k)
        features["gray " + std::to_string(k)] = gray(label == k);
      picture.labels.push_back(std::to_string(label));
      picture.features.push_back(std::move(features));
    }
  }
  return picture;
}

}  // namespace

Generator grids_generator() {
  Generator generator;
  generator.name = "grids";
  generator.summary = "noisy pictures of discs";
  generator.input = graph::kGraphs;
  generator.options = grids_generator_options().list();
  generator.num_values = [](const Json& json) {
    const GridOptions options = grids_generator_options().parse(json);
    const auto pixels = static_cast<double>(options.side) * static_cast<double>(options.side);
    const auto grays = static_cast<double>(options.labels == 2 ? 1 : options.labels);
    return static_cast<double>(options.pictures) * pixels * (grays + 2);  // and its two edges
  };
  generator.records = [](const Json& json) -> std::unique_ptr<RecordReader> {
    const GridOptions options = grids_generator_options().parse(json);
    return std::make_unique<PictureRecords>(
        "grids", options.pictures, options.seed,
        [options](RandomStream& random) { return draw_grid(options, random); });
  };
  return generator;
}

}  // namespace costruct::experiments
