// regression_views: numbers to predict from attributes. The attributes show a hidden point in
// several views, each of which suffices. The generator is ours.
//
// A row has a hidden point z with q = `latent` coordinates, each uniform on [-sqrt 3, sqrt 3)
// (variance 1), and
//   x_j = <a_j, z> + noise e_j         a_j: a direction, drawn once for attribute j;
//                                      e_j: noise of variance 1
//   y   = sum_k h(z_k + z_{k+1} / 2)   h(u) = 2 u / (1 + u^2), indices modulo q
//
// The attributes of view v start at v d / V; there are at least q of them. So without noise they
// determine z and therefore y. The sum of four integers of 16 bits replaces a normal e_j. It needs
// one draw of 64 bits, and no function whose last bits differ between libraries.
#include <fmt/format.h>

#include <cmath>

#include "costruct/core/random.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/data/examples/view_places.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/generators/normal_draw.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kBlockRows = 2048;

struct RegressionViewsOptions {
  Index labeled = 100;
  Index unlabeled = 0;
  Index attributes = 10;
  Index views = 2;
  Index latent = 2;
  double noise = 0.1;
  Index seed = 1;
  bool stream = false;
};

const OptionDeclaration<RegressionViewsOptions>& regression_views_generator_options() {
  static const auto options = [] {
    using Options = RegressionViewsOptions;
    OptionDeclaration<Options> declared;
    declared.integer("labeled", &Options::labeled, {.at_least = 1}, "number of labeled examples")
        .integer("unlabeled", &Options::unlabeled, {.at_least = 0}, "number of unlabeled examples")
        .integer("attributes", &Options::attributes, {.at_least = 1, .at_most = 100'000},
                 "number of attributes")
        .integer("views", &Options::views, {.at_least = 1, .at_most = 1000}, "number of views")
        .integer("latent", &Options::latent, {.at_least = 1, .at_most = 1000},
                 "coordinates of the hidden point")
        .number("noise", &Options::noise, {.at_least = 0, .at_most = 1000},
                "standard deviation of the noise")
        .integer("seed", &Options::seed, {.at_least = 0},
                 "names the random draws; another seed, other data")
        .boolean("stream", &Options::stream, "leave the unlabeled examples out of memory");
    return declared;
  }();
  return options;
}

/// Draws rows. Each depends only on the seed, its kind and its number.
class RowDraw {
 public:
  explicit RowDraw(const RegressionViewsOptions& options) : options_(options) {
    const Index q = options.latent;
    for (Index j = 0; j < options.attributes; ++j) {
      RandomStream random(seed(), static_cast<std::uint64_t>(j),
                          "generate/regression_views/directions");
      std::vector<double> direction(static_cast<std::size_t>(q));
      for (double& a : direction) a = normal_draw(random);
      const double norm = std::sqrt(dot(direction, direction));
      for (const double a : direction) directions_.push_back(a / norm);
    }
  }

  const RegressionViewsOptions& options() const { return options_; }

  /// Writes the attributes of an example and returns its target.
  /// @param hidden  scratch memory for `latent` numbers
  double operator()(bool labeled, Index number, double* attributes, double* hidden) const {
    RandomStream random(
        seed(), static_cast<std::uint64_t>(number),
        labeled ? "generate/regression_views/labeled" : "generate/regression_views/unlabeled");
    const double half_width = std::sqrt(3.0);
    const Index q = options_.latent;
    for (Index k = 0; k < q; ++k) hidden[k] = (2 * random.uniform() - 1) * half_width;
    const double* direction = directions_.data();
    const auto size = static_cast<std::size_t>(q);
    for (Index j = 0; j < options_.attributes; ++j, direction += q)
      attributes[j] = dot(ConstVectorRef(direction, size), ConstVectorRef(hidden, size)) +
                      options_.noise * deviation(random.next());
    double target = 0;
    for (Index k = 0; k < q; ++k) {
      const double u = hidden[k] + hidden[(k + 1) % q] / 2;
      target += 2 * u / (1 + u * u);
    }
    return target;
  }

 private:
  std::uint64_t seed() const { return static_cast<std::uint64_t>(options_.seed); }

  /// Mean 0 and variance 1: the sum of four uniform numbers of {0, ..., 2^16 - 1}, scaled.
  static double deviation(std::uint64_t bits) {
    static const double scale = 1 / std::sqrt((0x1p32 - 1) / 3);
    const auto sum = static_cast<std::int64_t>((bits & 0xFFFF) + (bits >> 16 & 0xFFFF) +
                                               (bits >> 32 & 0xFFFF) + (bits >> 48));
    return static_cast<double>(sum - 2 * 0xFFFF) * scale;
  }

  RegressionViewsOptions options_;
  std::vector<double> directions_;  // latent x attributes
};

class RegressionViewsReader : public ExampleReader {
 public:
  explicit RegressionViewsReader(const RegressionViewsOptions& options)
      : draw_(options),
        attributes_(static_cast<std::size_t>(options.attributes)),
        hidden_(static_cast<std::size_t>(options.latent)) {}

  bool next(RawExample& example) override {
    const RegressionViewsOptions& options = draw_.options();
    if (drawn_ == options.labeled + (options.stream ? 0 : options.unlabeled)) return false;
    const bool labeled = drawn_ < options.labeled;
    const double target = draw_(labeled, labeled ? drawn_ : drawn_ - options.labeled,
                                attributes_.data(), hidden_.data());
    example.clear();
    example.line = ++drawn_;
    example.length = 1;
    label_ = labeled ? fmt::format("{}", target) : std::string(kUnlabeledMark);
    example.labels.push_back(label_);
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      if (attributes_[j] == 0) continue;  // zeros are left out, as in files
      example.number.push_back(j + 1);
      example.value.push_back(attributes_[j]);
    }
    example.part_begin.push_back(static_cast<Index>(example.number.size()));
    return true;
  }

  Index line() const override { return drawn_; }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    throw DataError(fmt::format("generated regression_views, example {}: {}", line, what));
  }

 private:
  RowDraw draw_;
  std::vector<double> attributes_, hidden_;
  std::string label_;
  Index drawn_ = 0;
};

/// The unlabeled examples. They are drawn block by block, in parallel.
class DrawnPoints : public UnlabeledPoints {
 public:
  DrawnPoints(const RegressionViewsOptions& options, ViewPlaces places, int threads)
      : draw_(options), places_(std::move(places)), threads_(threads) {}

  void rewind() override { drawn_ = 0; }

  bool next(std::vector<Matrix>& by_view) override {
    const RegressionViewsOptions& options = draw_.options();
    const Index count = std::min(kBlockRows, options.unlabeled - drawn_), d = options.attributes;
    if (count <= 0) return false;
    rows_.resize(static_cast<std::size_t>(kBlockRows * d));
    hidden_.resize(static_cast<std::size_t>(kBlockRows * options.latent));
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (Index i = 0; i < count; ++i)
      draw_(false, drawn_ + i, rows_.data() + i * d, hidden_.data() + i * options.latent);
    places_.scatter(rows_.data(), count, d, by_view);
    drawn_ += count;
    return true;
  }

 private:
  RowDraw draw_;
  ViewPlaces places_;
  int threads_;
  Index drawn_ = 0;
  std::vector<double> rows_, hidden_;
};

Index first_attribute(const RegressionViewsOptions& options, Index view) {
  return view * options.attributes / options.views;
}

void check_views_together(const Json& json, const std::string& path, ConfigErrors& errors) {
  const RegressionViewsOptions options = regression_views_generator_options().parse(json);
  if (options.attributes / options.views < options.latent) {
    errors.add(path + ".attributes",
               fmt::format(" = {}: must be >= views * latent = {}, for each view to tell "
                           "the hidden point",
                           options.attributes, options.views * options.latent));
  }
}

double num_view_values(const Json& json) {
  const RegressionViewsOptions options = regression_views_generator_options().parse(json);
  const double rows = static_cast<double>(options.labeled) +
                      (options.stream ? 0 : static_cast<double>(options.unlabeled));
  return static_cast<double>(options.attributes) * (rows + static_cast<double>(options.latent));
}

Json view_groups(const Json& json) {
  const RegressionViewsOptions options = regression_views_generator_options().parse(json);
  Json list = Json::array();
  for (Index v = 0; v < options.views; ++v) {
    list.push_back({{"name", fmt::format("view{}", v)},
                    {"first", first_attribute(options, v) + 1},
                    {"last", first_attribute(options, v + 1)}});
  }
  return list;
}

}  // namespace

Generator regression_views_generator() {
  Generator generator;
  generator.name = "regression_views";
  generator.summary = "a smooth function of a hidden point that each view shows";
  generator.input = kRows;
  generator.target = Target::kNumber;
  generator.options = regression_views_generator_options().list();
  generator.check_together = check_views_together;
  generator.num_values = num_view_values;
  generator.groups = view_groups;
  generator.open = [](const Json& json) -> std::unique_ptr<ExampleReader> {
    return std::make_unique<RegressionViewsReader>(
        regression_views_generator_options().parse(json));
  };
  generator.unlabeled = [](const Json& json, std::span<const std::int32_t> view_of, Index count,
                           int threads) -> std::unique_ptr<UnlabeledPoints> {
    const RegressionViewsOptions options = regression_views_generator_options().parse(json);
    if (!options.stream) return nullptr;
    COSTRUCT_ASSERT(static_cast<Index>(view_of.size()) <= options.attributes,
                    "a view for each attribute");
    return std::make_unique<DrawnPoints>(options, ViewPlaces(view_of, count), threads);
  };
  return generator;
}

}  // namespace costruct::experiments
