// Small samples of regression, from fixed seeds.
#pragma once

#include <memory>

#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"

namespace costruct::test {

/// Numbers in [-1, 1], the same ones for the same seed.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<std::int64_t>(state_) >> 11) / 0x1p52;
  }
  Matrix matrix(Index rows, Index cols) {
    Matrix a(rows, cols);
    for (double& x : a.data) x = next();
    return a;
  }

 private:
  std::uint64_t state_;
};

/// A sample of V views with d_v = 2 + v features, n labeled points (or n + v, where they differ by
/// view) and m unlabeled ones.
struct RegressionData {
  std::vector<LabeledPoints> labeled;
  std::vector<Matrix> unlabeled;

  RegressionData(Index num_views, Index n, Index m, std::uint64_t seed, bool differ = false) {
    Numbers numbers(seed);
    for (Index v = 0; v < num_views; ++v) {
      const Index own = differ ? n + v : n;
      LabeledPoints points{numbers.matrix(2 + v, own), {}};
      for (Index i = 0; i < own; ++i) {
        points.targets.push_back(std::sin(2 * points.points(0, i)) + points.points(1, i) +
                                 0.1 * numbers.next());
      }
      labeled.push_back(std::move(points));
      unlabeled.push_back(numbers.matrix(2 + v, m));
    }
  }
};

/// Hands out unlabeled points `size` at a time, and counts how often it began anew.
class InPieces : public UnlabeledPoints {
 public:
  InPieces(std::vector<Matrix> by_view, Index size) : all_(std::move(by_view)), size_(size) {}
  void rewind() override {
    at_ = 0;
    ++passes;
  }
  bool next(std::vector<Matrix>& by_view) override {
    const Index count = std::min(size_, all_.front().cols - at_);
    if (count <= 0) return false;
    by_view.clear();
    for (const Matrix& a : all_) {
      Matrix piece(a.rows, count);
      std::copy_n(a.data.begin() + at_ * a.rows, count * a.rows, piece.data.begin());
      by_view.push_back(std::move(piece));
    }
    at_ += count;
    return true;
  }
  int passes = 0;

 private:
  std::vector<Matrix> all_;
  Index size_, at_ = 0;
};

inline FittedRegression fit_regressor(const std::string& name, const Json& options,
                                      const std::vector<LabeledPoints>& labeled,
                                      const std::vector<Matrix>& unlabeled, int threads = 1) {
  UnlabeledInMemory source(unlabeled);
  FitContext context;
  context.threads = threads;
  return find_learner(name)->make_regressor(options)->fit({labeled, &source}, context);
}

inline double largest_difference(ConstVectorRef a, ConstVectorRef b) {
  double largest = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

}  // namespace costruct::test
