// grids: square pictures with few smooth regions, under noise. The generator is ours.
//
// A picture has three discs with centers anywhere in it, and radii from an eighth to a quarter of
// its side. Pixels in a disc have the label 1, others 0. A pixel has the feature `gray`, which is 1
// with the label 1 and -1 with the label 0, plus `noise` times a standard normal number.
#include "costruct/data/generators/generated_graphs.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/generators/normal_draw.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {
namespace {

constexpr int kDiscs = 3;

struct GridOptions : PictureOptions {
  Index side = 30;
  double noise = 1;
};

const OptionDeclaration<GridOptions>& grids_generator_options() {
  static const auto options = [] {
    OptionDeclaration<GridOptions> declared;
    declare_pictures(declared);
    declared
        .integer("side", &GridOptions::side, {.at_least = 1, .at_most = 1000}, "pixels of a side")
        .number("noise", &GridOptions::noise, {.at_least = 0, .at_most = 1000},
                "standard deviation of the noise");
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
  for (int d = 0; d < kDiscs; ++d) {
    const double row = side * random.uniform(), column = side * random.uniform();
    discs.push_back({row, column, side * (1 + random.uniform()) / 8});
  }
  Picture picture{options.side, options.side, {}, {}};
  for (Index r = 0; r < options.side; ++r) {
    for (Index c = 0; c < options.side; ++c) {
      bool is_in_disc = false;
      for (const Disc& disc : discs)
        is_in_disc |= disc.contains(static_cast<double>(r) + .5, static_cast<double>(c) + .5);
      const double gray = (is_in_disc ? 1.0 : -1.0) + options.noise * normal_draw(random);
      picture.labels.emplace_back(is_in_disc ? "1" : "0");
      picture.features.push_back(Json::object({{"gray", gray}}));
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
    return static_cast<double>(options.pictures) * pixels * 3;  // a pixel and its two edges
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
