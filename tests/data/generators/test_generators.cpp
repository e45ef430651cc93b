// Generated data: the laws that their options promise, with tolerances of five standard errors.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "costruct/data/generators/generator.hpp"
#include "costruct/data/generators/noise_scale.hpp"
#include "costruct/data/generators/normal_draw.hpp"
#include "support/encoding.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using Point = std::vector<double>;

namespace {

constexpr double kErrors = 5;  // standard errors that an estimate may be off

std::vector<std::string> errors_of(const Json& data) {
  ConfigErrors errors;
  check_data_block(data, "data", errors);
  return errors.messages();
}

std::string only_error(const Json& generate) {
  const auto errors = errors_of({{"generate", generate}});
  INFO(generate.dump());
  CHECK(errors.size() == 1);
  return errors.empty() ? "" : errors[0];
}

ReadCorpus read_generated(const Json& generate) {
  const Json data = {{"generate", generate}};
  const auto errors = errors_of(data);
  INFO(data.dump());
  REQUIRE(errors.empty());
  ReadCorpus read{Encoder(data, kChains), {}};
  read.encoder.read({}, Role::kTrain, read.corpus);
  read.encoder.finish_labels(read.corpus);
  return read;
}

struct Token {
  Index label;
  Point point;  // coordinate j at j - 1
};
using Sequences = std::vector<std::vector<Token>>;

Sequences draw(const Json& generate) {
  const ReadCorpus read = read_generated(generate);
  const FeatureTable& table = read.corpus.features;
  Sequences sequences(static_cast<std::size_t>(read.corpus.size()));
  for (Index i = 0; i < read.corpus.size(); ++i) {
    for (Index t = 0; t < table.length(i); ++t) {
      const std::string& label = read.encoder.labels()[read.corpus.outputs[i].parts[t]];
      Token token{std::stoll(label), Point(static_cast<std::size_t>(table.num_features), 0.0)};
      const Index part = table.example_begin[i] + t;
      for (std::size_t e = 0; e < table.features_of(part).size(); ++e) {
        const auto number = read.encoder.feature_info(table.features_of(part)[e]).number;
        token.point.at(number - 1) = table.values_of(part)[e];
      }
      sequences[static_cast<std::size_t>(i)].push_back(std::move(token));
    }
  }
  return sequences;
}

std::vector<Token> tokens_of(const Sequences& sequences) {
  std::vector<Token> all;
  for (const auto& sequence : sequences) all.insert(all.end(), sequence.begin(), sequence.end());
  return all;
}

// Whether a share of n independent trials fits a probability.
bool fits(double share, double probability, double n) {
  return std::abs(share - probability) <=
         kErrors * std::sqrt(probability * (1 - probability) / n) + 1e-12;
}

double radius(const Point& p) {
  return std::hypot(p[0], p[1]);
}

double squared_distance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

// The share of tokens whose label is not that of most of the k nearest others; ties count half.
double leave_one_out_error(const std::vector<Token>& tokens, std::size_t k) {
  double errors = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::vector<std::pair<double, Index>> others;
    for (std::size_t j = 0; j < tokens.size(); ++j) {
      if (j != i)
        others.emplace_back(squared_distance(tokens[i].point, tokens[j].point), tokens[j].label);
    }
    std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(k), others.end());
    const auto same = static_cast<std::size_t>(
        std::count_if(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(k),
                      [&](const auto& o) { return o.second == tokens[i].label; }));
    errors += 2 * same < k ? 1 : 2 * same == k ? 0.5 : 0;
  }
  return errors / static_cast<double>(tokens.size());
}

Json multiview(Json more = Json::object()) {
  Json generate = {{"type", "multiview_sequences"}, {"sequences", 1000}, {"dimensions", 4}};
  generate.update(more);
  return generate;
}

// The coordinates of a view out of all.
Point view_of(const Token& token, std::size_t view, std::size_t dimensions) {
  const auto begin = token.point.begin() + static_cast<std::ptrdiff_t>(view * dimensions);
  return {begin, begin + static_cast<std::ptrdiff_t>(dimensions)};
}

Point mean_in_view(const std::vector<Token>& tokens, Index label, std::size_t view,
                   std::size_t dimensions) {
  Point sum(dimensions, 0.0);
  double count = 0;
  for (const Token& token : tokens) {
    if (token.label != label) continue;
    const Point x = view_of(token, view, dimensions);
    for (std::size_t j = 0; j < dimensions; ++j) sum[j] += x[j];
    ++count;
  }
  for (double& x : sum) x /= count;
  return sum;
}

// Where a point lies on the line through a (0) and b (1).
double along(const Point& x, const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] - a[j]) * (b[j] - a[j]);
  return sum / squared_distance(a, b);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto mean = [](const std::vector<double>& x) {
    double sum = 0;
    for (const double each : x) sum += each;
    return sum / static_cast<double>(x.size());
  };
  const double mean_a = mean(a), mean_b = mean(b);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

double normal_upper_tail(double x) {
  return std::erfc(x / std::numbers::sqrt2) / 2;
}

std::vector<std::vector<Index>> labels_of(const Sequences& sequences) {
  std::vector<std::vector<Index>> labels;
  for (const auto& sequence : sequences) {
    labels.emplace_back();
    for (const Token& token : sequence) labels.back().push_back(token.label);
  }
  return labels;
}

bool same_bits(const Sequences& a, const Sequences& b, std::size_t sequences, std::size_t length) {
  for (std::size_t i = 0; i < sequences; ++i) {
    for (std::size_t t = 0; t < length; ++t) {
      if (a.at(i).at(t).label != b.at(i).at(t).label || a[i][t].point != b[i][t].point)
        return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("normal draws have the moments and tails of the normal distribution",
          "[data][generate]") {
  RandomStream random(1, 0, "normal draws");
  constexpr double n = 200000;
  double sum = 0, squares = 0, fourths = 0, tails[4] = {};
  for (int i = 0; i < n; ++i) {
    const double y = normal_draw(random);
    sum += y;
    squares += y * y;
    fourths += y * y * y * y;
    for (int k = 0; k < 4; ++k) tails[k] += y > k - 1;
  }
  CHECK(std::abs(sum / n) < kErrors / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < kErrors * std::sqrt(2 / n));   // Var y^2 = 2
  CHECK(std::abs(fourths / n - 3) < kErrors * std::sqrt(96 / n));  // Var y^4 = 105 - 9
  for (int k = 0; k < 4; ++k) CHECK(fits(tails[k] / n, normal_upper_tail(k - 1), n));
}

TEST_CASE("a generated chain starts uniformly and switches as often as it is told to",
          "[data][generate]") {
  struct Case {
    Json generate;
    double labels, switches;
  };
  const auto [generate, labels, switches] =
      GENERATE(Case{{{"type", "galaxy"}, {"sequences", 3000}, {"length", 10}}, 2, 0.1},
               Case{{{"type", "galaxy"}, {"sequences", 500}, {"switch", 0}}, 2, 0},
               Case{{{"type", "galaxy"}, {"sequences", 500}, {"switch", 1}}, 2, 1},
               Case{multiview({{"labels", 4}}), 4, 0.3});
  INFO(generate.dump());
  const Sequences sequences = draw(generate);
  const auto n = static_cast<double>(sequences.size());
  std::map<Index, double> first;
  std::map<std::pair<Index, Index>, double> pairs;
  double switched = 0, steps = 0;
  for (const auto& sequence : sequences) {
    ++first[sequence[0].label];
    for (std::size_t t = 1; t < sequence.size(); ++t, ++steps) {
      switched += sequence[t].label != sequence[t - 1].label;
      ++pairs[{sequence[t - 1].label, sequence[t].label}];
    }
  }
  CHECK(first.size() == static_cast<std::size_t>(labels));
  for (const auto& [label, count] : first) CHECK(fits(count / n, 1 / labels, n));
  CHECK(fits(switched / steps, switches, steps));
  for (const auto& [pair, count] : pairs) {  // to each other label alike
    const double each = pair.first == pair.second ? 1 - switches : switches / (labels - 1);
    CHECK(fits(count / steps, each / labels,
               steps / 4));  // neighbouring steps hang together: a wider bound
  }
}

TEST_CASE("the galaxy is a common core and two arms with a gap, one the other turned",
          "[data][generate]") {
  const std::vector<Token> tokens = tokens_of(draw({{"type", "galaxy"}}));
  REQUIRE(tokens.size() == 2000);
  std::vector<Token> arms;
  double core = 0;
  for (const Token& token : tokens) {
    CHECK(radius(token.point) <= 1.1 + 1e-12);
    if (radius(token.point) <= 0.15) ++core;
    if (radius(token.point) > 0.15) arms.push_back(token);
  }
  CHECK(fits(core / 2000, 0.1, 2000));
  double nearest = 1;
  for (const Token& a : arms) {
    CHECK(radius(a.point) >= 0.2 - 1e-12);
    for (const Token& b : arms) {
      if (a.label < b.label) nearest = std::min(nearest, squared_distance(a.point, b.point));
    }
  }
  // The gap is 0.1 from arm to arm along a ray, a little less across: a spiral is not at right
  // angles to it.
  CHECK(std::sqrt(nearest) > 0.09);

  // The area of an arm within a radius, by summing over its turns.
  const auto area_within = [](double limit) {
    double area = 0;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i) {
      const double middle = 0.25 + 0.4 * 2 * (i + 0.5) / kSteps;
      const double outer = std::min(middle + 0.05, limit), inner = std::min(middle - 0.05, limit);
      area += (outer * outer - inner * inner) / kSteps;
    }
    return area;
  };
  for (const double limit : {0.4, 0.6, 0.8, 1.0}) {
    for (const Index state : {0, 1}) {
      double within = 0, all = 0;
      for (const Token& token : arms) {
        if (token.label != state) continue;
        ++all;
        within += radius(token.point) <= limit;
      }
      CHECK(fits(within / all, area_within(limit) / area_within(2), all));
    }
  }
}

TEST_CASE("ten nearest neighbours tell the galaxy's arms apart, and nothing its core",
          "[data][generate]") {
  const std::vector<Token> arms = tokens_of(draw({{"type", "galaxy"}, {"core", 0}}));
  CHECK(leave_one_out_error(arms, 10) < 0.002);
  const std::vector<Token> core = tokens_of(draw({{"type", "galaxy"}, {"core", 1}}));
  const double error = leave_one_out_error(core, 10);
  CHECK(error > 0.4);  // neighbours share their points, so this is no sum of independent trials
  CHECK(error < 0.6);
  const double both = leave_one_out_error(tokens_of(draw({{"type", "galaxy"}})), 10);
  INFO("10-nearest-neighbour error of the default galaxy: " << both);
  CHECK(both > 0.03);
  CHECK(both < 0.07);
}

TEST_CASE("the means of the labels are a separation apart, in each view, and equally far from 0",
          "[data][generate]") {
  const double separation = GENERATE(0.5, 2.0, 6.0);
  const std::vector<Token> tokens = tokens_of(draw(multiview({{"separation", separation}})));
  for (std::size_t view = 0; view < 2; ++view) {
    const Point zero(4, 0.0);
    for (Index a = 0; a < 3; ++a) {
      const Point mean_a = mean_in_view(tokens, a, view, 4);
      // Some 6,667 tokens a label: the estimate of a mean is off by 1/80 in each coordinate.
      CHECK(std::sqrt(squared_distance(mean_a, zero)) ==
            Approx(separation / std::sqrt(3)).margin(kErrors * 2.0 / 80));
      for (Index b = 0; b < a; ++b) {
        CHECK(std::sqrt(squared_distance(mean_a, mean_in_view(tokens, b, view, 4))) ==
              Approx(separation).margin(kErrors * 2.0 / 80));
      }
    }
  }
}

TEST_CASE("the noise of a view is white, of variance 1 at cluster 1", "[data][generate]") {
  const std::vector<Token> tokens =
      tokens_of(draw(multiview({{"separation", 0}, {"dependence", GENERATE(0.0, 0.6, 1.0)}})));
  const auto n = static_cast<double>(tokens.size());
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (const Token& token : tokens) sum += token.point[i] * token.point[j];
      CHECK(std::abs(sum / n - (i == j ? 1 : 0)) < kErrors * std::sqrt((i == j ? 2 : 1) / n));
    }
  }
}

TEST_CASE("dependence is the correlation of the views given the label", "[data][generate]") {
  const double dependence = GENERATE(0.0, 0.3, 0.8, 1.0);
  const double cluster = GENERATE(0.0, 0.5);
  const std::vector<Token> tokens = tokens_of(draw(multiview(
      {{"dependence", dependence}, {"cluster", cluster}, {"views", 3}, {"separation", 3}})));
  CAPTURE(dependence, cluster);
  for (Index label = 0; label < 3; ++label) {
    std::vector<std::vector<double>> deviation(3);  // towards the next label's mean
    for (std::size_t view = 0; view < 3; ++view) {
      const Point own = mean_in_view(tokens, label, view, 4);
      const Point other = mean_in_view(tokens, (label + 1) % 3, view, 4);
      for (const Token& token : tokens) {
        if (token.label == label)
          deviation[view].push_back(along(view_of(token, view, 4), own, other));
      }
    }
    const auto n = static_cast<double>(deviation[0].size());
    for (const auto& [u, v] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const double found = correlation(deviation[u], deviation[v]);
      if (dependence == 1) {
        CHECK(found > 1 - 1e-9);  // the views are turned copies of each other
      } else {
        CHECK(std::abs(found - dependence) < kErrors / std::sqrt(n));
      }
    }
  }
}

TEST_CASE("at cluster 1 there is a gap between the labels, at cluster 0 there is none",
          "[data][generate]") {
  const auto counts = [](double cluster) {  // of tokens between the means, in ten equal bins
    const std::vector<Token> tokens = tokens_of(
        draw(multiview({{"labels", 2}, {"separation", 8}, {"cluster", cluster}, {"views", 1}})));
    const Point a = mean_in_view(tokens, 0, 0, 4), b = mean_in_view(tokens, 1, 0, 4);
    // A label's tokens are on average (1 - cluster) / 4 of the way from its own mean.
    const double offset = (1 - cluster) / 4;
    std::vector<double> bins(10, 0.0);
    for (const Token& token : tokens) {
      const double place = offset + (1 - 2 * offset) * along(view_of(token, 0, 4), a, b);
      if (place >= 0 && place < 1) ++bins[static_cast<std::size_t>(10 * place)];
    }
    return bins;
  };
  const auto gap = counts(1);
  CHECK(gap[4] + gap[5] < 0.01 * (gap[0] + gap[9]));
  const auto even = counts(0);
  const double expected = 20000.0 / 10;
  for (std::size_t bin = 1; bin < 9; ++bin) {
    CAPTURE(bin);
    // 2% for bins that move with the estimated means
    CHECK(std::abs(even[bin] - expected) < kErrors * std::sqrt(expected) + 0.02 * expected);
  }
}

TEST_CASE("the nearest mean in a view errs alike at any cluster and dependence",
          "[data][generate]") {
  const Index labels = GENERATE(2, 3);
  const double separation = GENERATE(1.0, 4.0);
  // The mean of a label's tokens is its mean but for a factor, the same for all labels.
  const auto errors = [&](double cluster, double dependence) {
    const std::vector<Token> tokens = tokens_of(draw(multiview({{"labels", labels},
                                                                {"separation", separation},
                                                                {"cluster", cluster},
                                                                {"dependence", dependence}})));
    std::vector<double> shares;
    for (std::size_t view = 0; view < 2; ++view) {
      std::vector<Point> means;
      for (Index label = 0; label < labels; ++label)
        means.push_back(mean_in_view(tokens, label, view, 4));
      double wrong = 0;
      for (const Token& token : tokens) {
        const Point x = view_of(token, view, 4);
        const auto nearest =
            std::min_element(means.begin(), means.end(), [&](const Point& a, const Point& b) {
              return squared_distance(x, a) < squared_distance(x, b);
            });
        wrong += nearest - means.begin() != token.label;
      }
      shares.push_back(wrong / static_cast<double>(tokens.size()));
    }
    return shares;
  };
  constexpr double n = 20000;
  const double expected = labels == 2 ? normal_upper_tail(separation / 2) : errors(1, 0)[0];
  for (const double cluster : {0.0, 0.4, 1.0}) {
    for (const double dependence : {0.0, 0.7}) {
      CAPTURE(labels, separation, cluster, dependence);
      for (const double share : errors(cluster, dependence))
        CHECK(
            fits(share, expected,
                 labels == 2 ? n : n / 2));  // a difference of two estimates has twice the variance
    }
  }
}

TEST_CASE("with two labels the error of the nearest mean has a closed form", "[data][generate]") {
  for (const double separation : {0.01, 1.0, 3.0, 8.0}) {
    for (const double scale : {0.01, 0.3, 1.0}) {
      CAPTURE(separation, scale);
      const double a = separation / 2 / scale;
      CHECK(nearest_mean_error(separation, 1, 2, scale) ==
            Approx(normal_upper_tail(a)).margin(1e-14));
      // int_0^1 P(Z > a u) du, by parts
      const double density_drop = -std::expm1(-a * a / 2) / std::sqrt(2 * std::numbers::pi);
      CHECK(nearest_mean_error(separation, 0, 2, scale) ==
            Approx(normal_upper_tail(a) + density_drop / a)
                .epsilon(1e-5)
                .margin(1e-14));  // Simpson's rule
    }
  }
}

TEST_CASE("the scale of the noise keeps the error, and has no jump at small separations",
          "[data][generate]") {
  for (const Index labels : {2, 3, 50}) {
    CHECK(noise_scale(2, 1, labels) == 1);
    for (const double separation : {0.1, 2.0, 6.0, 10.0}) {
      const double scale = noise_scale(separation, 0.3, labels);
      CAPTURE(labels, separation, scale);
      CHECK(scale < 1);
      CHECK(nearest_mean_error(separation, 0.3, labels, scale) ==
            Approx(nearest_mean_error(separation, 1, labels, 1)).epsilon(1e-5));
    }
    CHECK(noise_scale(0.9e-3, 0.3, labels) ==
          Approx(noise_scale(1.1e-3, 0.3, labels)).epsilon(1e-3));
  }
}

TEST_CASE("the same options give the same bits, another seed other data", "[data][generate]") {
  for (Json generate : {Json{{"type", "galaxy"}}, Json{{"type", "multiview_sequences"}}}) {
    INFO(generate.dump());
    const Sequences first = draw(generate);
    CHECK(same_bits(first, draw(generate), first.size(), 20));
    generate["seed"] = 2;
    const Sequences other = draw(generate);
    CHECK(labels_of(first) != labels_of(other));
    CHECK(first[0][0].point != other[0][0].point);
    generate["seed"] = 1;
    generate["sequences"] = 7;
    generate["length"] = 5;
    CHECK(same_bits(draw(generate), first, 7, 5));  // fewer and shorter: how the others begin
  }
}

TEST_CASE("the labels do not depend on the points", "[data][generate]") {
  const auto labels = labels_of(draw({{"type", "multiview_sequences"}}));
  for (const Json& dial : {Json{{"dependence", 0.5}}, Json{{"cluster", 0}}, Json{{"views", 5}},
                           Json{{"dimensions", 3}}, Json{{"separation", 0.1}}}) {
    Json generate = {{"type", "multiview_sequences"}};
    generate.update(dial);
    CHECK(labels_of(draw(generate)) == labels);
  }
}

TEST_CASE("the smallest generated data are data", "[data][generate]") {
  CHECK(draw({{"type", "galaxy"}, {"sequences", 1}, {"length", 1}}).size() == 1);
  const Sequences one = draw({{"type", "multiview_sequences"},
                              {"sequences", 1},
                              {"length", 1},
                              {"labels", 2},
                              {"dimensions", 2}});
  CHECK(one[0][0].point.size() == 4);
  const Sequences wide = draw({{"type", "multiview_sequences"},
                               {"sequences", 2},
                               {"length", 2},
                               {"labels", 200},
                               {"dimensions", 200},
                               {"views", 1},
                               {"separation", 1e-9},
                               {"cluster", 0}});
  for (const double x : wide[0][0].point) CHECK(std::abs(x) < 10);
}

TEST_CASE("features are numbered coordinates, in a group for each view", "[data][generate]") {
  const auto check = [](const Json& generate, const std::vector<std::string>& groups,
                        Index per_group) {
    const ReadCorpus read = read_generated(generate);
    CHECK(read.encoder.groups() == groups);
    CHECK(read.encoder.num_features() == per_group * static_cast<Index>(groups.size()));
    for (Index f = 0; f < read.encoder.num_features(); ++f) {
      const FeatureInfo info = read.encoder.feature_info(f);
      CHECK(info.name == std::to_string(info.number));
      CHECK(info.group == static_cast<int>((static_cast<Index>(info.number) - 1) / per_group));
    }
  };
  check({{"type", "galaxy"}}, {"point"}, 2);
  check({{"type", "multiview_sequences"}, {"views", 3}}, {"view0", "view1", "view2"}, 10);
}

TEST_CASE("wrong generators say what is wrong and what would be right", "[data][generate][block]") {
  CHECK(only_error({{"type", "galxy"}}) ==
        "data.generate.type = \"galxy\": no generator; did you mean galaxy?");
  CHECK(only_error({{"type", "galaxy"}, {"sequnces", 3}}) ==
        "unknown key data.generate.sequnces: did you mean sequences?");
  CHECK_THAT(only_error(3), Contains("data.generate = 3: must be an object with `type`"));
  CHECK_THAT(only_error(Json::object()), Contains("data.generate.type is missing"));
  CHECK(only_error({{"type", "galaxy"}, {"core", 2}}) ==
        "data.generate.core = 2: must be >= 0 and <= 1");
  CHECK(only_error({{"type", "multiview_sequences"}, {"labels", 12}}) ==
        "data.generate.dimensions = 10: must be >= labels = 12");
  CHECK(errors_of({{"generate", {{"type", "galaxy"}}}, {"train", "t"}}) ==
        std::vector<std::string>{
            "data.train stands beside generate, which makes all examples: leave one of them out"});
  CHECK(errors_of(
            {{"generate", {{"type", "galaxy"}}}, {"format", "svmhmm"}, {"limit", 3}, {"trian", 1}})
            .size() == 3);
}

TEST_CASE("more numbers than fit into memory are refused before any is drawn",
          "[data][generate][block]") {
  CHECK_THAT(only_error({{"type", "galaxy"}, {"sequences", 1'000'000'000'000}}),
             Contains("asks for 4e+13 numbers"));
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK_THAT(only_error({{"type", "galaxy"}, {"sequences", most}, {"length", most}}),
             Contains("at most"));
  CHECK_THAT(only_error({{"type", "multiview_sequences"}, {"sequences", 100'000}, {"views", 20}}),
             Contains("draw fewer or shorter"));
  // Rotations count: a few tokens in many views of many dimensions.
  CHECK_THAT(only_error({{"type", "multiview_sequences"},
                         {"sequences", 1},
                         {"length", 60},
                         {"dimensions", 200},
                         {"views", 1000}}),
             Contains("at most"));
}

TEST_CASE("a generator gets all of its options, and stays the same from then on",
          "[data][generate][block]") {
  const Json data = {{"generate", {{"type", "galaxy"}, {"switch", 1}}}};
  const Json block = resolve_dataset(data);
  CHECK(block["generate"] == Json({{"type", "galaxy"},
                                   {"sequences", 100},
                                   {"length", 20},
                                   {"switch", 1.0},
                                   {"seed", 1},
                                   {"core", 0.1}}));
  CHECK(block["generate"]["switch"].is_number_float());
  CHECK(errors_of(block).empty());
  CHECK(resolve_dataset(block) == block);
}
