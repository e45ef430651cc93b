// galaxy: a chain of two states that emit points in the plane (Brefeld 2008, section 7.4.3, after
// Lafferty et al. 2004). The thesis gives the chain but shows the points only in a figure. The
// exact shape is ours.
#include <cmath>
#include <numbers>

#include "costruct/data/formats/chains/chain_reader.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {
namespace {

// Two interlocking spiral arms around a dense core. The middles of neighbouring arms are 0.2 apart,
// so the thesis' Gaussian kernel (sigma2 = 0.35^2) reaches over several arms. With 2,000 points,
// the tenth neighbour is nearer than the gap of 0.1 between arms.
constexpr double kCoreRadius = 0.15;
constexpr double kInnerRadius = 0.25;  // of the middle of an arm, at its begin
constexpr double kPitch = 0.4;         // increase of the radius of an arm's middle in one turn
constexpr double kTurns = 2;
constexpr double kArmWidth = 0.1;
constexpr double kOuterRadius = kInnerRadius + kPitch * kTurns + kArmWidth / 2;

struct GalaxyOptions : ChainOptions {
  double core = 0.1;
};

const OptionDeclaration<GalaxyOptions>& galaxy_generator_options() {
  static const auto options = [] {
    OptionDeclaration<GalaxyOptions> declared;
    declare_chain(declared);
    declared.number("core", &GalaxyOptions::core, {.at_least = 0, .at_most = 1},
                    "share of points in the core");
    return declared;
  }();
  return options;
}

bool in_core(double x, double y) {
  return x * x + y * y <= kCoreRadius * kCoreRadius;
}

/// Whether a point is in an arm. The middle of the first arm is at radius kInnerRadius + kPitch * p
/// after p turns from the x-axis, 0 <= p <= kTurns. The other arm is the first one, rotated by half
/// a turn.
bool in_arm(double x, double y) {
  double angle = std::atan2(y, x) / (2 * std::numbers::pi);  // in turns
  if (angle < 0) angle += 1;
  for (double turns = angle; turns <= kTurns; turns += 1) {
    if (std::abs(std::sqrt(x * x + y * y) - (kInnerRadius + kPitch * turns)) <= kArmWidth / 2)
      return true;
  }
  return false;
}

/// Draws a point uniformly from a region within the square [-extent, extent]^2. The functions that
/// define the region never change the coordinates, so these have the same bits on every machine.
template <class Region>
void draw_from(const Region& contains, double extent, RandomStream& random,
               std::vector<double>& point) {
  do {
    for (double& coordinate : point) coordinate = extent * (2 * random.uniform() - 1);
  } while (!contains(point[0], point[1]));
}

std::unique_ptr<ExampleReader> open(const Json& json) {
  const GalaxyOptions options = galaxy_generator_options().parse(json);
  const auto emit = [core = options.core](Index state, RandomStream& random,
                                          std::vector<double>& point) {
    point.resize(2);
    if (random.uniform() < core) return draw_from(in_core, kCoreRadius, random, point);
    draw_from(in_arm, kOuterRadius, random, point);
    if (state == 1) point = {-point[0], -point[1]};
  };
  return std::make_unique<ChainReader>("galaxy", options, 2, emit);
}

}  // namespace

Generator galaxy_generator() {
  Generator generator;
  generator.name = "galaxy";
  generator.summary = "points of two spiral arms (Brefeld 2008, section 7.4.3)";
  generator.input = kChains;
  generator.options = galaxy_generator_options().list();
  generator.num_values = [](const Json& json) {
    const GalaxyOptions options = galaxy_generator_options().parse(json);
    return 2.0 * static_cast<double>(options.sequences) * static_cast<double>(options.length);
  };
  generator.groups = [](const Json&) -> Json {
    return Json::array({{{"name", "point"}, {"first", 1}, {"last", 2}}});
  };
  generator.open = open;
  return generator;
}

}  // namespace costruct::experiments
