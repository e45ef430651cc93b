// Log-partitions and marginals of chains, in logarithms and in factors, against enumeration.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/core/decode/chains/chain_marginals.hpp"
#include "costruct/core/decode/chains/chain_sums.hpp"
#include "costruct/core/decode/lane_exp.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

struct Size {
  Index length, labels;
};
const std::vector<Size> kSizes = {{0, 1},  {0, 5},  {1, 1},  {1, 2},  {1, 8},  {1, 9},  {1, 40},
                                  {2, 1},  {2, 2},  {2, 3},  {2, 4},  {2, 5},  {2, 8},  {2, 9},
                                  {2, 12}, {2, 13}, {2, 16}, {2, 17}, {2, 21}, {2, 24}, {2, 25},
                                  {2, 29}, {2, 32}, {2, 33}, {2, 40}, {2, 65}, {2, 70}, {3, 3},
                                  {3, 7},  {3, 9},  {4, 4},  {5, 3},  {8, 2},  {9, 1}};

void fill(ChainScores& scores, Size size, Dice& dice, const std::function<double(Dice&)>& draw) {
  scores.reset(size.length, size.labels);
  for (Index t = 0; t < size.length; ++t) {
    for (Index k = 0; k < size.labels; ++k) scores.node(t)[k] = draw(dice);
  }
  for (Index p = 0; p < size.labels; ++p) {
    for (Index k = 0; k < size.labels; ++k) scores.edge(p)[k] = draw(dice);
  }
}

/// The definitions, in long double: every labeling with its own probability.
ChainMarginals enumerated(const ChainScores& scores) {
  const Index T = scores.length(), K = scores.labels();
  const auto labelings = all_labelings(T, K);
  std::vector<long double> value;
  for (const Output& y : labelings) value.push_back(chain_value(scores, y));
  const long double top = *std::max_element(value.begin(), value.end());
  long double total = 0;
  for (const long double v : value) total += std::exp(v - top);
  std::vector<long double> label(T * K, 0), pair(K * K, 0);
  for (std::size_t i = 0; i < labelings.size(); ++i) {
    const long double p = std::exp(value[i] - top) / total;
    const auto& y = labelings[i].parts;
    for (Index t = 0; t < T; ++t) {
      label[t * K + y[t]] += p;
      if (t > 0) pair[y[t - 1] * K + y[t]] += p;
    }
  }
  return {static_cast<double>(top + std::log(total)), Vector(label.begin(), label.end()),
          Vector(pair.begin(), pair.end())};
}

/// The same through ChainSums, whose padding holds what a caller may leave there.
ChainMarginals summed(const ChainScores& scores, double weight = 1) {
  const Index T = scores.length(), K = scores.labels();
  ChainSums sums(K);
  Vector edge;
  for (Index p = 0; p < K; ++p) edge.insert(edge.end(), scores.edge(p), scores.edge(p) + K);
  sums.set_edges(edge);
  AlignedRows node, pairs;
  double* rows = node.reserve(T * sums.stride());
  std::fill_n(rows, T * sums.stride(), 1e9);
  for (Index t = 0; t < T; ++t) std::copy_n(scores.node(t), K, rows + t * sums.stride());
  std::fill_n(pairs.reserve(K * sums.stride()), K * sums.stride(), 0.0);
  ChainSums::Scratch scratch;
  ChainMarginals found;
  found.log_partition = sums.marginals(rows, T, weight, pairs.data(), scratch);
  for (Index t = 0; t < T; ++t) {
    found.label.insert(found.label.end(), rows + t * sums.stride(), rows + t * sums.stride() + K);
    for (Index k = K; k < sums.stride(); ++k) CHECK(rows[t * sums.stride() + k] == 0);
  }
  for (Index p = 0; p < K; ++p) {
    const double* row = pairs.data() + p * sums.stride();
    found.pair.insert(found.pair.end(), row, row + K);
  }
  return found;
}

void check_close(const ChainMarginals& found, const ChainMarginals& expected, double factor = 1) {
  CHECK(found.log_partition == Approx(expected.log_partition).epsilon(1e-13).margin(1e-12));
  REQUIRE(found.label.size() == expected.label.size());
  REQUIRE(found.pair.size() == expected.pair.size());
  double worst = 0;  // relative to probabilities, or sums of them, above one
  const auto compare = [&](const Vector& a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      worst =
          std::max(worst, std::abs(a[i] - factor * b[i]) / std::max(1.0, std::abs(factor * b[i])));
    }
  };
  compare(found.label, expected.label);
  compare(found.pair, expected.pair);
  CHECK(worst * 1e12 < 1);
}

void check_probabilities(const ChainMarginals& marginals, Index T, Index K) {
  CHECK(std::isfinite(marginals.log_partition));
  double pairs = 0;
  for (const double p : marginals.pair) {
    if (!(p >= 0)) CHECK(p >= 0);
    pairs += p;
  }
  CHECK(pairs == Approx(static_cast<double>(std::max<Index>(T - 1, 0))).epsilon(1e-9));
  for (Index t = 0; t < T; ++t) {
    double total = 0;
    for (Index k = 0; k < K; ++k) {
      const double p = marginals.label[t * K + k];
      if (!(p >= 0)) CHECK(p >= 0);
      total += p;
    }
    if (std::abs(total - 1) > 1e-9) CHECK(total == Approx(1).epsilon(1e-9));
  }
}

}  // namespace

TEST_CASE("labels that are ruled out have probability 0", "[core][chain]") {
  Dice dice(11);
  for (const Size size : kSizes) {
    if (size.length < 1 || std::pow(size.labels, size.length) > 3000) continue;
    ChainScores scores;
    fill(scores, size, dice, [](Dice& d) { return 5 * d.real(); });
    std::vector<Index> ruled_out;
    for (Index t = 0; t < size.length; ++t) {
      const Index kept = dice.range(0, static_cast<int>(size.labels) - 1);
      for (Index k = 0; k < size.labels; ++k) {
        if (k == kept || dice.range(0, 1) == 0) continue;
        scores.node(t)[k] -= 1e120;
        ruled_out.push_back(t * size.labels + k);
      }
    }
    const ChainMarginals found = summed(scores);
    check_close(found, enumerated(scores));
    for (const Index place : ruled_out) CHECK(found.label[place] == 0);
  }
}

TEST_CASE("exponentials of registers are right to two units in the last place", "[core][decode]") {
  Dice dice(2000);
  std::vector<double> points = {0.0,     -0.0,     1.0,   -1.0,   1e-300, -1e-17,
                                0.34657, -0.34658, 700.0, -700.0, -708.0};
  for (int i = 0; i < 200000; ++i) points.push_back((i % 2 == 0 ? 700 : 2) * dice.real());
  while (points.size() % lanes::kWidth != 0) points.push_back(0);
  double worst = 0;
  for (std::size_t i = 0; i < points.size(); i += lanes::kWidth) {
    const lanes::Lanes found = lanes::exp(lanes::load_loose(points.data() + i));
    for (Index j = 0; j < lanes::kWidth; ++j) {
      const long double exact = std::exp(static_cast<long double>(points[i + j]));
      worst = std::max(worst, static_cast<double>(std::abs(found[j] / exact - 1)));
    }
  }
  CHECK(worst < 2 * 0x1p-52);
  for (const double x : {-709.0, -1e5, -1e308, -std::numeric_limits<double>::infinity()}) {
    const double tiny = lanes::exp(lanes::broadcast(x))[0];
    CHECK(tiny > 0);
    CHECK(tiny < 1e-307);
  }
}

TEST_CASE("logarithms of registers are right to two units in the last place", "[core][decode]") {
  Dice dice(2001);
  std::vector<double> points = {1e-300, 0.5, 0.7071, 0.7072, 1.4142, 1.4143, 2, 3, 4, 1e300};
  for (int i = 0; i < 100000; ++i) {
    points.push_back(2.5 + 1.5 * dice.real());
    points.push_back(1 + std::ldexp(dice.real(), -1 - i % 50));
    points.push_back(std::exp(690 * dice.real()));
  }
  double worst = 0;
  for (const double point : points) {
    const long double exact = std::log(static_cast<long double>(point));
    const double found = lanes::log(lanes::broadcast(point))[0];
    if (exact != 0) worst = std::max(worst, static_cast<double>(std::abs(found / exact - 1)));
  }
  CHECK(worst < 2 * 0x1p-52);
  CHECK(lanes::log(lanes::broadcast(1))[0] == 0);
}

TEST_CASE("log-partition and marginals of a chain equal enumeration", "[core][decode]") {
  Dice dice(2001);
  ChainScores scores;
  for (const Size size : kSizes) {
    for (const Numbers numbers :
         {Numbers::kZeros, Numbers::kIntegers, Numbers::kNegative, Numbers::kReals}) {
      INFO("length " << size.length << ", labels " << size.labels << ", numbers "
                     << static_cast<int>(numbers));
      fill(scores, size, dice, [&](Dice& d) { return d.draw(numbers); });
      const ChainMarginals expected = enumerated(scores);
      check_close(chain_marginals(scores), expected);
      CHECK(chain_log_partition(scores) == chain_marginals(scores).log_partition);
      check_close(summed(scores), expected);
      check_close(summed(scores, -2.5), expected, -2.5);
    }
  }
}

TEST_CASE("scores that spread widely are summed as exactly as others", "[core][decode]") {
  // From where factors still serve to where only logarithms do.
  Dice dice(2002);
  ChainScores scores;
  for (const double spread : {50.0, 149.0, 151.0, 300.0, 800.0, 5000.0}) {
    for (const Size size : {Size{1, 3}, {4, 3}, {6, 2}, {3, 9}}) {
      INFO("spread " << spread << ", length " << size.length << ", labels " << size.labels);
      fill(scores, size, dice, [&](Dice& d) { return std::round(spread * d.real() / 2); });
      const ChainMarginals expected = enumerated(scores);
      check_close(chain_marginals(scores), expected);
      check_close(summed(scores), expected);
    }
  }
}

TEST_CASE("a labeling that starts far behind and catches up is not lost", "[core][decode]") {
  // Label 1 starts 800 behind label 0, no edge joins the two, and wins 10 at each of 200 positions.
  ChainScores scores;
  scores.reset(200, 2);
  scores.node(0)[0] = 800;
  for (Index t = 1; t < 200; ++t) scores.node(t)[1] = 10;
  scores.edge(0)[1] = scores.edge(1)[0] = -5000;
  for (const ChainMarginals& found : {chain_marginals(scores), summed(scores)}) {
    CHECK(found.log_partition == Approx(1990).epsilon(1e-14));
    for (Index t = 0; t < 200; ++t) CHECK(found.label[2 * t + 1] == Approx(1));
    CHECK(found.pair[3] == Approx(199));
  }
}

TEST_CASE("long chains neither overflow nor underflow", "[core][decode]") {
  // With all scores equal to c, Z = K^T exp(c (2T - 1)).
  for (const double c : {-40.0, 0.0, 40.0}) {
    const Index T = 20000, K = 3;
    ChainScores scores;
    scores.reset(T, K);
    for (Index t = 0; t < T; ++t) std::fill_n(scores.node(t), K, c);
    for (Index p = 0; p < K; ++p) std::fill_n(scores.edge(p), K, c);
    const double expected = T * std::log(3.0) + c * static_cast<double>(2 * T - 1);
    for (const ChainMarginals& found : {chain_marginals(scores), summed(scores)}) {
      CHECK(found.log_partition == Approx(expected).epsilon(1e-12));
      check_probabilities(found, T, K);
    }
  }
}

TEST_CASE("both ways of summing agree on long chains of random scores", "[core][decode]") {
  Dice dice(2003);
  ChainScores scores;
  for (const Size size : {Size{3000, 2}, {400, 9}, {200, 22}, {100, 45}}) {
    for (const double spread : {1.0, 30.0, 140.0}) {
      fill(scores, size, dice, [&](Dice& d) { return spread * d.real() / 2; });
      check_close(summed(scores), chain_marginals(scores));
    }
  }
}

TEST_CASE("huge scores give finite probabilities that sum to one", "[core][decode]") {
  Dice dice(2004);
  ChainScores scores;
  for (const double huge : {1e5, 1e17, 1e300}) {
    for (const Size size : {Size{1, 4}, {7, 3}, {50, 9}}) {
      fill(scores, size, dice, [&](Dice& d) { return huge * d.range(-1, 1); });
      for (const ChainMarginals& found : {chain_marginals(scores), summed(scores)}) {
        check_probabilities(found, size.length, size.labels);
      }
      CHECK(chain_log_partition(scores) == Approx(viterbi(scores).value).epsilon(1e-3));
    }
  }
}

namespace {

/// The definition, in long double: every labeling with its own probability and F.
ChainCovariances enumerated_covariances(const ChainScores& scores, double a, const Vector& g) {
  const Index T = scores.length(), K = scores.labels();
  const auto labelings = all_labelings(T, K);
  std::vector<long double> p, F;
  for (const Output& y : labelings) {
    p.push_back(chain_value(scores, y));
    F.push_back(a * static_cast<long double>(chain_value(scores, y)));
    for (const int k : y.parts) F.back() += g[k];
  }
  const long double top = *std::max_element(p.begin(), p.end());
  long double total = 0, mean = 0, entropy = 0;
  for (long double& each : p) total += each = std::exp(each - top);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] /= total;
    mean += p[i] * F[i];
    if (p[i] > 0) entropy -= p[i] * std::log(p[i]);
  }
  std::vector<long double> label(T * K, 0), pair(K * K, 0);
  for (std::size_t i = 0; i < labelings.size(); ++i) {
    const auto& y = labelings[i].parts;
    for (Index t = 0; t < T; ++t) {
      label[t * K + y[t]] += p[i] * (F[i] - mean);
      if (t > 0) pair[y[t - 1] * K + y[t]] += p[i] * (F[i] - mean);
    }
  }
  return {static_cast<double>(entropy), Vector(label.begin(), label.end()),
          Vector(pair.begin(), pair.end())};
}

ChainCovariances summed_covariances(const ChainScores& scores, double a, const Vector& g,
                                    double weight) {
  const Index T = scores.length(), K = scores.labels();
  ChainSums sums(K);
  Vector edge;
  for (Index p = 0; p < K; ++p) edge.insert(edge.end(), scores.edge(p), scores.edge(p) + K);
  sums.set_edges(edge);
  const Index stride = sums.stride();
  AlignedRows node, pairs, of_labels;
  double* rows = node.reserve(T * stride);
  std::fill_n(rows, T * stride, 1e9);
  for (Index t = 0; t < T; ++t) std::copy_n(scores.node(t), K, rows + t * stride);
  std::fill_n(pairs.reserve(K * stride), K * stride, 0.0);
  std::fill_n(of_labels.reserve(stride), stride, 0.0);
  std::copy(g.begin(), g.end(), of_labels.data());
  ChainSums::Scratch scratch;
  ChainCovariances found;
  found.entropy = sums.covariances(rows, T, a, of_labels.data(), weight, pairs.data(), scratch);
  for (Index t = 0; t < T; ++t) {
    found.label.insert(found.label.end(), rows + t * stride, rows + t * stride + K);
    for (Index k = K; k < stride; ++k) CHECK(rows[t * stride + k] == 0);
  }
  for (Index p = 0; p < K; ++p)
    found.pair.insert(found.pair.end(), pairs.data() + p * stride, pairs.data() + p * stride + K);
  return found;
}

/// Tolerance relative to how far F reaches.
void check_covariances(const ChainCovariances& found, const ChainCovariances& expected,
                       double weight, double reach) {
  CHECK(found.entropy == Approx(expected.entropy).epsilon(1e-12).margin(1e-12 * reach));
  const auto worst = [&](const Vector& a, const Vector& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      most = std::max(most, std::abs(a[i] - weight * b[i]));
    return most;
  };
  CHECK(worst(found.label, expected.label) <= 1e-12 * weight * reach);
  CHECK(worst(found.pair, expected.pair) <= 1e-12 * weight * reach);
}

}  // namespace

TEST_CASE("entropies and covariances of a chain are those of enumeration", "[core][decode]") {
  Dice dice(77);
  for (const Size size : kSizes) {
    for (const double spread : {0.0, 1.0, 8.0, 300.0}) {  // the last is for logarithms
      ChainScores scores;
      fill(scores, size, dice, [&](Dice& d) { return spread * (d.real() - 0.5) + 1000; });
      Vector g(size.labels);
      for (double& each : g) each = 4 * dice.real() - 2;
      for (const auto& [a, of_labels] :
           {std::pair{1.0, Vector(size.labels, 0.0)}, {0.0, g}, {-0.7, g}}) {
        INFO(size.length << " positions, " << size.labels << " labels, spread " << spread << ", a "
                         << a);
        const ChainCovariances expected = enumerated_covariances(scores, a, of_labels);
        // In logarithms scores keep their distance to 0, which costs digits.
        const double reach = 1 + static_cast<double>(size.length) * (spread + 4);
        check_covariances(chain_covariances(scores, a, of_labels), expected, 1,
                          reach + 2000 * static_cast<double>(size.length));
        check_covariances(summed_covariances(scores, a, of_labels, 2.5), expected, 2.5,
                          reach + (spread > 100 ? 2000 * static_cast<double>(size.length) : 0));
      }
    }
  }
}

TEST_CASE("covariances are the derivatives of probabilities along the scores of F",
          "[core][decode]") {
  Dice dice(78);
  for (const Size size : {Size{30, 3}, Size{12, 9}}) {
    ChainScores scores;
    fill(scores, size, dice, [](Dice& d) { return 6 * d.real() - 3; });
    Vector g(size.labels);
    for (double& each : g) each = dice.real();
    const double a = 0.4, step = 1e-5;
    const auto moved = [&](double by) {
      ChainScores other = scores;
      for (Index t = 0; t < size.length; ++t) {
        for (Index k = 0; k < size.labels; ++k)
          other.node(t)[k] += by * (a * scores.node(t)[k] + g[k]);
      }
      for (Index p = 0; p < size.labels; ++p) {
        for (Index k = 0; k < size.labels; ++k) other.edge(p)[k] += by * a * scores.edge(p)[k];
      }
      return chain_marginals(other);
    };
    const ChainMarginals up = moved(step), down = moved(-step);
    const ChainCovariances found = summed_covariances(scores, a, g, 1);
    for (std::size_t i = 0; i < found.label.size(); ++i)
      CHECK(found.label[i] == Approx((up.label[i] - down.label[i]) / (2 * step)).margin(1e-8));
    for (std::size_t i = 0; i < found.pair.size(); ++i)
      CHECK(found.pair[i] == Approx((up.pair[i] - down.pair[i]) / (2 * step)).margin(1e-8));
  }
}

TEST_CASE("scores of any size leave entropies and covariances finite", "[core][decode]") {
  for (const double huge : {1e5, 1e150, 1e300}) {
    for (const Index length : {1, 2, 5}) {
      Dice dice(79);
      ChainScores scores;
      fill(scores, {length, 3}, dice, [&](Dice& d) { return huge * (d.range(0, 2) - 1); });
      const ChainCovariances found = summed_covariances(scores, 1, Vector(3, 1.0), 1);
      CHECK(std::isfinite(found.entropy));
      CHECK(found.entropy >= 0);
      for (const Vector* each : {&found.label, &found.pair})
        CHECK(std::all_of(each->begin(), each->end(), [](double v) { return std::isfinite(v); }));
    }
  }
}
