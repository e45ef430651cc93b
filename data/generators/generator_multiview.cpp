// multiview_sequences: sequences whose tokens are seen in several views. Its options control how
// far the assumptions of co-learning hold: views that are independent given the label, and clusters
// with a gap between them. The generator is ours.
//
// Before a view is rotated, label k of K has its mean at a corner of a regular simplex in the first
// K coordinates,
//   (separation / sqrt 2) (e_k - 1/K).
// All means have the same distance from 0, and any two are `separation` apart. The point of a token
// with label y in view v is
//   R_v (place_v + s (sqrt(d) shared + sqrt(1 - d) own_v))
// with
//   place_v   with probability `cluster` the mean of y, else mean_y + t (mean_b - mean_y), where b
//             is
//             another label and t is uniform on [0, 1/2). With probability d all views share one
//             draw, else each has its own
//   shared    D independent standard normal numbers, the same for all views
//   own_v     D such numbers for each view
//   d         `dependence`
//   s         1 for cluster 1, else the noise that keeps the difficulty of a view (noise_scale)
//   R_v       a rotation, so that every feature of a view is informative
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "costruct/core/sparse_vector.hpp"
#include "costruct/data/formats/chains/chain_reader.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/generators/noise_scale.hpp"
#include "costruct/data/generators/normal_draw.hpp"

namespace costruct::experiments {
namespace {

struct MultiviewOptions : ChainOptions {
  MultiviewOptions() {
    sequences = 200;
    switch_probability = 0.3;
  }
  Index labels = 3;
  Index views = 2;
  Index dimensions = 10;
  double separation = 2;
  double dependence = 0;
  double cluster = 1;
};

const OptionDeclaration<MultiviewOptions>& multiview_generator_options() {
  static const auto options = [] {
    OptionDeclaration<MultiviewOptions> declared;
    declare_chain(declared);
    declared
        .integer("labels", &MultiviewOptions::labels, {.at_least = 2, .at_most = 200},
                 "number of labels")
        .integer("views", &MultiviewOptions::views, {.at_least = 1, .at_most = 1000},
                 "number of views")
        .integer("dimensions", &MultiviewOptions::dimensions, {.at_least = 2, .at_most = 200},
                 "features of each view")
        .number("separation", &MultiviewOptions::separation, {.at_least = 0, .at_most = 10},
                "distance between the means of two labels")
        .number("dependence", &MultiviewOptions::dependence, {.at_least = 0, .at_most = 1},
                "correlation of the views given the label")
        .number("cluster", &MultiviewOptions::cluster, {.at_least = 0, .at_most = 1},
                "share of tokens about their label's mean");
    return declared;
  }();
  return options;
}

using Rows = std::vector<std::vector<double>>;

/// Draws orthonormal rows uniformly: normal vectors, each made orthogonal to the previous ones
/// (twice, against rounding). O(n^3).
Rows draw_rotation(Index n, RandomStream& random) {
  Rows rows;
  for (Index i = 0; i < n; ++i) {
    std::vector<double> row(static_cast<std::size_t>(n));
    for (double& x : row) x = normal_draw(random);
    for (int pass = 0; pass < 2; ++pass) {
      for (const std::vector<double>& earlier : rows) {
        const double overlap = dot(earlier, row);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= overlap * earlier[j];
      }
      const double norm = std::sqrt(dot(row, row));
      for (double& x : row) x /= norm;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The place of a token between the mean of its label and the mean of another one.
struct Place {
  Index other;
  double share;  // share of the way to the other mean
};

class Emission {
 public:
  explicit Emission(const MultiviewOptions& options)
      : options_(options),
        scale_(noise_scale(options.separation, options.cluster, options.labels)),
        shared_(static_cast<std::size_t>(options.dimensions)),
        unturned_(shared_.size()) {
    for (Index v = 0; v < options.views; ++v) {
      RandomStream random(static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(v),
                          "generate/multiview_sequences/rotation");
      rotations_.push_back(draw_rotation(options.dimensions, random));
    }
  }

  void operator()(Index label, RandomStream& random, std::vector<double>& point) {
    point.clear();
    for (double& x : shared_) x = normal_draw(random);
    const Place common = draw_place(label, random);
    const bool in_common = random.uniform() < options_.dependence;
    for (const Rows& rotation : rotations_) {
      const Place own = draw_place(label, random);
      place(label, in_common ? common : own);
      for (std::size_t j = 0; j < unturned_.size(); ++j) {
        unturned_[j] += scale_ * (std::sqrt(options_.dependence) * shared_[j] +
                                  std::sqrt(1 - options_.dependence) * normal_draw(random));
      }
      for (const std::vector<double>& row : rotation) point.push_back(dot(row, unturned_));
    }
  }

 private:
  Place draw_place(Index label, RandomStream& random) const {
    if (random.uniform() < options_.cluster) return {label, 0};
    const Index other = (label + 1 + random.below(options_.labels - 1)) % options_.labels;
    return {other, random.uniform() / 2};
  }

  void place(Index label, const Place& at) {
    const double corner = options_.separation / std::numbers::sqrt2;
    const auto labels = static_cast<std::size_t>(options_.labels);
    for (std::size_t j = 0; j < unturned_.size(); ++j)
      unturned_[j] = j < labels ? -corner / static_cast<double>(labels) : 0;
    unturned_[static_cast<std::size_t>(label)] += corner * (1 - at.share);
    unturned_[static_cast<std::size_t>(at.other)] += corner * at.share;
  }

  MultiviewOptions options_;
  double scale_;
  std::vector<Rows> rotations_;            // rotation of each view
  std::vector<double> shared_, unturned_;  // reused for each token
};

void check_together(const Json& json, const std::string& path, ConfigErrors& errors) {
  const MultiviewOptions options = multiview_generator_options().parse(json);
  if (options.dimensions < options.labels) {
    errors.add(path + ".dimensions",
               fmt::format(" = {}: must be >= labels = {}", options.dimensions, options.labels));
  }
}

double num_values(const Json& json) {
  const MultiviewOptions options = multiview_generator_options().parse(json);
  const auto tokens = static_cast<double>(options.sequences) * static_cast<double>(options.length);
  const auto dimensions = static_cast<double>(options.dimensions);
  return static_cast<double>(options.views) * dimensions *
         (tokens + dimensions);  // points and rotations
}

Json groups(const Json& json) {
  const MultiviewOptions options = multiview_generator_options().parse(json);
  Json list = Json::array();
  for (Index v = 0; v < options.views; ++v) {
    list.push_back({{"name", fmt::format("view{}", v)},
                    {"first", v * options.dimensions + 1},
                    {"last", (v + 1) * options.dimensions}});
  }
  return list;
}

}  // namespace

Generator multiview_sequences_generator() {
  Generator generator;
  generator.name = "multiview_sequences";
  generator.summary = "a Markov chain of labels, seen in views of any dependence";
  generator.input = kChains;
  generator.options = multiview_generator_options().list();
  generator.check_together = check_together;
  generator.num_values = num_values;
  generator.groups = groups;
  generator.open = [](const Json& json) -> std::unique_ptr<ExampleReader> {
    const MultiviewOptions options = multiview_generator_options().parse(json);
    return std::make_unique<ChainReader>("multiview_sequences", options, options.labels,
                                         Emission(options));
  };
  return generator;
}

}  // namespace costruct::experiments
