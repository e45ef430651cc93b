// The bound. For any multipliers lambda of the conditions of edges,
//   sum_v max_k [score_v(k) + sum of lambda_e(k) over its edges]
//     + sum_e max_pk [score_e(p, k) - lambda_e(p) - lambda_e(k)]
// is an upper bound of the linear program (weak duality). RelaxedLabeling::value is such a sum,
// computed here from the final multipliers of CLP. So no labeling is better, whatever the
// tolerances of CLP.
#include "costruct/core/decode/graph/relaxed_labeling.hpp"

#include <ClpFactorization.hpp>
#include <ClpSimplex.hpp>
#include <algorithm>
#include <cmath>
#include <limits>

namespace costruct {
namespace {

constexpr double kAttained = 1e-9;  // a labeling this close to the bound is the solution
constexpr double kPolytopeTolerance = 1e-9;
constexpr double kLowestAllowed = -1e100;

// Columns: the shares of labels, then those of pairs, as in RelaxedLabeling. Rows: for edge e,
// those of its first node's label p at 2 e K + p, and of its second node's label k at 2 e K + K +
// k; then one for each node.
class PolytopeProgram {
 public:
  explicit PolytopeProgram(const GraphScores& scores)
      : scores_(scores),
        n_(scores.length()),
        K_(scores.labels()),
        edges_(std::ssize(scores.edges())) {
    load();
  }

  RelaxedLabeling solve() {
    model_.dual();
    if (!model_.isProvenOptimal()) model_.primal();
    RelaxedLabeling z;
    const double* found = model_.primalColumnSolution();
    const auto share = [](double value) {
      if (value <= kPolytopeTolerance) return 0.;
      return value >= 1 - kPolytopeTolerance ? 1. : value;
    };
    z.label.resize(static_cast<std::size_t>(n_ * K_));
    z.pairs.resize(static_cast<std::size_t>(edges_ * K_ * K_));
    std::transform(found, found + n_ * K_, z.label.begin(), share);
    std::transform(found + n_ * K_, found + columns(), z.pairs.begin(), share);
    z.value = bound();
    return z;
  }

 private:
  Index columns() const { return n_ * K_ + edges_ * K_ * K_; }
  Index rows() const { return 2 * edges_ * K_ + n_; }
  const double* pairs_of(Index e) const {
    return scores_.table(scores_.edges()[static_cast<std::size_t>(e)].table);
  }
  bool is_allowed(Index v, Index k) const { return scores_.node(v)[k] > kLowestAllowed; }

  // Minimises -score / scale.
  void load() {
    std::vector<std::vector<std::pair<int, double>>> of_node(static_cast<std::size_t>(n_ * K_));
    Vector cost(static_cast<std::size_t>(columns()), 0.), upper(cost.size(), 1.);
    for (Index v = 0; v < n_; ++v) {
      for (Index k = 0; k < K_; ++k) {
        const auto column = static_cast<std::size_t>(v * K_ + k);
        of_node[column].emplace_back(static_cast<int>(2 * edges_ * K_ + v), 1);
        if (is_allowed(v, k)) {
          cost[column] = -scores_.node(v)[k];
        } else {
          upper[column] = 0;
        }
      }
    }
    for (Index e = 0; e < edges_; ++e) {
      const GraphEdge& edge = scores_.edges()[static_cast<std::size_t>(e)];
      for (Index p = 0; p < K_; ++p) {
        of_node[static_cast<std::size_t>(edge.from * K_ + p)].emplace_back(2 * e * K_ + p, -1);
        of_node[static_cast<std::size_t>(edge.to * K_ + p)].emplace_back(2 * e * K_ + K_ + p, -1);
        for (Index k = 0; k < K_; ++k) {
          const auto column = static_cast<std::size_t>(n_ * K_ + (e * K_ + p) * K_ + k);
          cost[column] = -pairs_of(e)[p * K_ + k];
          if (!is_allowed(edge.from, p) || !is_allowed(edge.to, k)) upper[column] = 0;
        }
      }
    }
    for (const double each : cost) scale_ = std::max(scale_, std::abs(each));
    for (double& each : cost) each /= scale_;

    std::vector<CoinBigIndex> starts{0};
    std::vector<int> row;
    Vector element;
    for (const auto& entries : of_node) {
      for (const auto& [at, value] : entries) {
        row.push_back(at);
        element.push_back(value);
      }
      starts.push_back(static_cast<CoinBigIndex>(row.size()));
    }
    for (Index e = 0; e < edges_; ++e) {
      for (Index p = 0; p < K_; ++p) {
        for (Index k = 0; k < K_; ++k) {
          row.push_back(static_cast<int>(2 * e * K_ + p));
          row.push_back(static_cast<int>(2 * e * K_ + K_ + k));
          element.insert(element.end(), {1, 1});
          starts.push_back(static_cast<CoinBigIndex>(row.size()));
        }
      }
    }
    const Vector lower(cost.size(), 0.);
    Vector right(static_cast<std::size_t>(rows()), 0.);
    std::fill(right.end() - n_, right.end(), 1.);
    model_.setLogLevel(0);
    model_.loadProblem(static_cast<int>(columns()), static_cast<int>(rows()), starts.data(),
                       row.data(), element.data(), lower.data(), upper.data(), cost.data(),
                       right.data(), right.data());
    model_.setPrimalTolerance(kPolytopeTolerance);
    model_.setDualTolerance(kPolytopeTolerance);
    model_.factorization()->setDenseThreshold(0);  // no LAPACK, which would start its own threads
  }

  double bound() const {
    const double* dual = model_.dualRowSolution();
    // The multiplier of a row, which a share of the edge pays and the label of the node receives.
    const auto lambda = [&](Index row) { return -dual[row] * scale_; };
    Vector of_label(static_cast<std::size_t>(n_ * K_));
    for (Index i = 0; i < n_ * K_; ++i) of_label[static_cast<std::size_t>(i)] = scores_.node(0)[i];
    double sum = 0;
    for (Index e = 0; e < edges_; ++e) {
      const GraphEdge& edge = scores_.edges()[static_cast<std::size_t>(e)];
      double most = -std::numeric_limits<double>::infinity();
      for (Index p = 0; p < K_; ++p) {
        of_label[static_cast<std::size_t>(edge.from * K_ + p)] += lambda(2 * e * K_ + p);
        of_label[static_cast<std::size_t>(edge.to * K_ + p)] += lambda(2 * e * K_ + K_ + p);
        for (Index k = 0; k < K_; ++k) {
          if (!is_allowed(edge.from, p) || !is_allowed(edge.to, k)) continue;
          most = std::max(
              most, pairs_of(e)[p * K_ + k] - lambda(2 * e * K_ + p) - lambda(2 * e * K_ + K_ + k));
        }
      }
      sum += most;
    }
    for (Index v = 0; v < n_; ++v) {
      const double* row = of_label.data() + v * K_;
      sum += *std::max_element(row, row + K_);
    }
    return sum;
  }

  const GraphScores& scores_;
  Index n_, K_, edges_;
  double scale_ = 1;
  ClpSimplex model_;
};

// A labeling as a point of the polytope.
RelaxedLabeling whole(const GraphScores& scores, const Output& y, double value) {
  const Index K = scores.labels(), edges = std::ssize(scores.edges());
  RelaxedLabeling z{Vector(static_cast<std::size_t>(scores.length() * K), 0.),
                    Vector(static_cast<std::size_t>(edges * K * K), 0.), value};
  for (Index v = 0; v < scores.length(); ++v)
    z.label[static_cast<std::size_t>(v * K + y.parts[static_cast<std::size_t>(v)])] = 1;
  for (Index e = 0; e < edges; ++e) {
    const GraphEdge& edge = scores.edges()[static_cast<std::size_t>(e)];
    const Index p = y.parts[static_cast<std::size_t>(edge.from)],
                k = y.parts[static_cast<std::size_t>(edge.to)];
    z.pairs[static_cast<std::size_t>((e * K + p) * K + k)] = 1;
  }
  return z;
}

}  // namespace

RelaxedLabeling relaxed_labeling(const GraphScores& scores, const MessagePassing& messages) {
  if (scores.length() == 0) return {};
  const BoundedLabeling by_messages = messages.decode_by_messages(scores);
  const double value = by_messages.found.value;
  if (by_messages.bound - value <= kAttained * (1 + std::abs(value)))
    return whole(scores, by_messages.found.output, std::max(by_messages.bound, value));
  RelaxedLabeling z = PolytopeProgram(scores).solve();
  z.value = std::min(z.value, by_messages.bound);
  return z;
}

}  // namespace costruct
