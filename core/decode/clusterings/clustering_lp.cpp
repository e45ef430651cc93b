// The linear program of correlation clustering, solved by CLP. For similarities s it is (Brefeld
// 2008, section 8.2)
//   max <s, z>  subject to  0 <= z <= 1  and  z_jk + z_kl - z_jl <= 1 for all j, k, l.
//
// Components. Let z be feasible. Let z' be z with all pairs between different connected components
// of {s_jk > 0} set to 0. If j, k and l are in one component, their inequality has not changed.
// Otherwise at most one of the three is not 0. So z' is feasible, and its value is at least that of
// z, because those pairs have s <= 0. Therefore each component is a program of its own.
//
// Bounds. For any multipliers lambda >= 0 of some triangle inequalities with coefficients A,
//   sum lambda + sum_jk max(0, s_jk - (lambda^T A)_jk)
// is an upper bound of the maximum (weak duality). RelaxedPartition::value is such a sum, computed
// here from the final multipliers of CLP. So no partition is better, whatever the tolerances of
// CLP.
//
// Halves. z = 1/2 on all pairs with s > 0, and 0 elsewhere, is feasible. If similarities are noise,
// it is also optimal, but highly degenerate. The simplex method then takes three seconds for a
// hundred objects and more than a minute for two hundred. Multipliers prove that it is optimal.
// They belong to the inequalities that it satisfies with equality: those of j, k, l with s_jk, s_kl
// > 0 > s_jl. See HalvesProof.
#include <ClpFactorization.hpp>
#include <ClpSimplex.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"

namespace costruct {
namespace {

// All violated inequalities are added at once. For a hundred objects this takes one or two rounds.
// Rounds of a few thousand rows, the most violated ones, took up to ten times as long in all.
constexpr double kViolated = 1e-7;  // by more than this
constexpr double kSimplexTolerance = 1e-9;
constexpr Index kMostRowsARound = 400'000;
constexpr std::size_t kMostLookedAt = std::size_t{1}
                                      << 22;  // violated inequalities of a round: 100 MB
constexpr Index kLeastForHalves = 24;         // CLP solves smaller programs in some milliseconds

/// The inequality z_first + z_second - z_third <= 1, given by pairs.
struct Triangle {
  int first, second, third;
};

/// A component of {s_jk > 0}: its objects and their similarities.
struct Component {
  std::vector<Index> objects;  // ascending
  Vector similarity;           // by pair of places in `objects`

  Index size() const { return static_cast<Index>(objects.size()); }
};

/// The solution for a component.
struct Relaxed {
  Vector z;
  double bound;
  Index rounds, triangles;
};

std::vector<Component> positive_components(Index objects, ConstVectorRef similarity) {
  std::vector<Component> components;
  std::vector<bool> reached(objects);
  for (Index start = 0; start < objects; ++start) {
    if (reached[start]) continue;
    reached[start] = true;
    std::vector<Index> members{start};
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (Index other = 0; other < objects; ++other) {
        if (reached[other]) continue;  // so it is not members[i]
        if (!(similarity[pair_index(std::max(members[i], other), std::min(members[i], other))] > 0))
          continue;
        reached[other] = true;
        members.push_back(other);
      }
    }
    std::sort(members.begin(), members.end());
    Component component{std::move(members), {}};
    for (Index j = 0; j < component.size(); ++j) {
      for (Index k = 0; k < j; ++k)
        component.similarity.push_back(
            similarity[pair_index(component.objects[j], component.objects[k])]);
    }
    components.push_back(std::move(component));
  }
  return components;
}

/// A symmetric matrix made from values of pairs; 0 on the diagonal.
class Square {
 public:
  template <class Of>
  Square(Index n, ConstVectorRef by_pair, const Of& of) : n_(n), values_(n * n, 0.) {
    for (Index j = 0; j < n; ++j) {
      for (Index k = 0; k < j; ++k) set(j, k, of(by_pair[pair_index(j, k)]));
    }
  }
  Square(Index n, ConstVectorRef by_pair) : Square(n, by_pair, [](double x) { return x; }) {}

  double operator()(Index j, Index k) const { return values_[j * n_ + k]; }
  const double* row(Index j) const { return values_.data() + j * n_; }
  double* row(Index j) { return values_.data() + j * n_; }
  void set(Index j, Index k, double value) { values_[j * n_ + k] = values_[k * n_ + j] = value; }

 private:
  Index n_;
  Vector values_;
};

double product(Index n, const double* a, const double* b) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Looks for multipliers that prove that the halves are optimal:
///   sum of lambda over the triangles of a pair  =  s_jk    where s_jk > 0
///                                               <= |s_jk|  where s_jk < 0.
/// Their sum is then half the sum of the positive similarities.
///
/// If there are such multipliers, there are also some (those of largest entropy) of the form
///   lambda_jkl = u_jk u_kl v_jl  with  v <= 1.
/// Iterative scaling finds them. It sets the factors, pair by pair, to what the condition of the
/// pair needs. A sweep takes O(n^3) steps.
class HalvesProof {
 public:
  explicit HalvesProof(const Component& component)
      : n_(component.size()),
        s_(n_, component.similarity),
        u_(n_, component.similarity, [](double s) { return s > 0 ? 1. : 0.; }),
        v_(n_, component.similarity, [](double s) { return s < 0 ? 1. : 0.; }) {
    for (const double s : component.similarity) half_ += std::max(0., s) / 2;
  }

  /// An upper bound that the halves attain up to 1e-10 of it; nullopt as soon as there seems to be
  /// none.
  std::optional<double> bound() {
    constexpr int kSweepsAStep = 5, kMostSteps = 100;
    double last = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSteps; ++step) {
      for (int i = 0; i < kSweepsAStep; ++i) {
        if (!sweep()) return std::nullopt;
      }
      const double gap = this->gap();
      if (gap <= 1e-10 * half_) return half_ + gap;
      if (step > 1 && !(gap < .7 * last)) return std::nullopt;
      last = gap;
    }
    return std::nullopt;
  }

 private:
  double used(Index j, Index k) const {
    return product(n_, u_.row(k), v_.row(j)) + product(n_, u_.row(j), v_.row(k));
  }

  bool sweep() {
    for (Index j = 0; j < n_; ++j) {
      for (Index k = 0; k < j; ++k) {
        if (!(s_(j, k) > 0)) continue;
        const double factor = s_(j, k) / used(j, k);
        if (!std::isfinite(factor)) return false;
        u_.set(j, k, factor);
      }
    }
    for (Index j = 0; j < n_; ++j) {
      for (Index k = 0; k < j; ++k) {
        if (s_(j, k) < 0) v_.set(j, k, std::min(1., -s_(j, k) / product(n_, u_.row(j), u_.row(k))));
      }
    }
    return true;
  }

  // The bound minus the value. A triangle has two pairs with s > 0, so an excess or a lack at such
  // a pair counts half. After a sweep no pair with s < 0 has an excess.
  double gap() const {
    double off = 0;
    for (Index j = 0; j < n_; ++j) {
      for (Index k = 0; k < j; ++k) {
        if (s_(j, k) > 0) off += std::abs(s_(j, k) - u_(j, k) * used(j, k));
      }
    }
    return off / 2;
  }

  Index n_;
  Square s_, u_, v_;
  double half_ = 0;
};

/// The program of a component, with the triangle inequalities that solutions have violated so far.
class TriangleProgram {
 public:
  explicit TriangleProgram(const Component& component)
      : n_(component.size()),
        s_(component.similarity),
        z_(s_.size()),
        scale_(*std::max_element(s_.begin(), s_.end())) {
    for (std::size_t i = 0; i < s_.size(); ++i) {
      z_[i] = s_[i] > 0;
      bound_ += std::max(0., s_[i]);
    }
  }

  /// Whether the solution with bounds only (1 where s_jk > 0) is feasible, and so optimal.
  bool bounds_are_enough() { return violated(1).empty(); }

  /// Adds violated inequalities and solves again, until none is violated. If CLP fails or memory is
  /// too small, z is the repaired last solution, and the bound still holds.
  void solve() {
    try {
      solve_by_rounds();
    } catch (const CoinError&) {
    } catch (const std::bad_alloc&) {
    }
    round_off();
    repair();
  }

  Relaxed result() && { return {std::move(z_), bound_, rounds_, std::ssize(rows_)}; }

 private:
  void solve_by_rounds() {
    load();
    for (;;) {
      const std::vector<Triangle> added = chosen(violated(kMostLookedAt));
      if (added.empty()) break;
      add(added);
      model_.dual();
      if (!model_.isProvenOptimal()) model_.primal();
      ++rounds_;
      std::copy_n(model_.primalColumnSolution(), z_.size(), z_.begin());
      bound_ = std::min(bound_, bound_of_multipliers());
      if (!model_.isProvenOptimal()) break;
    }
  }

  struct Violation {
    double excess;
    Triangle triangle;
  };

  int column(Index j, Index k) const {
    return static_cast<int>(j > k ? pair_index(j, k) : pair_index(k, j));
  }

  // The violated inequalities in a fixed order, at most `most` of them.
  std::vector<Violation> violated(std::size_t most) const {
    const Square z(n_, z_);
    std::vector<Violation> found;
    for (Index k = 0; k < n_; ++k) {
      for (Index j = 0; j < n_; ++j) {
        if (!(z(j, k) > kViolated)) continue;
        const double* to_j = z.row(j);
        const double* to_k = z.row(k);
        for (Index l = 0; l < j; ++l) {
          const double excess = z(j, k) + to_k[l] - to_j[l] - 1;
          if (!(excess > kViolated) || l == k) continue;
          found.push_back({excess, {column(j, k), column(k, l), column(j, l)}});
          if (found.size() == most) return found;
        }
      }
    }
    return found;
  }

  // The violated inequalities that are not yet in the program. If there are too many, the most
  // violated ones, and for no pair more than twice its share.
  std::vector<Triangle> chosen(std::vector<Violation> found) {
    Index most_of_a_pair = std::ssize(found);
    if (std::ssize(found) > kMostRowsARound) {
      most_of_a_pair = 6 * kMostRowsARound / std::ssize(s_) + 1;
      std::stable_sort(found.begin(), found.end(),
                       [](const Violation& a, const Violation& b) { return a.excess > b.excess; });
    }
    std::vector<Index> count(s_.size());
    std::vector<Triangle> rows;
    for (const auto& [excess, triangle] : found) {
      if (std::ssize(rows) == kMostRowsARound) break;
      const auto [first, second, third] = triangle;
      if (std::max({count[first], count[second], count[third]}) >= most_of_a_pair) continue;
      // Two of the pairs determine the three objects; the third pair determines the inequality.
      const std::int64_t key = std::int64_t{std::min(first, second)} * std::ssize(s_) + third;
      if (!there_.insert(key).second) continue;
      for (const int i : {first, second, third}) ++count[i];
      rows.push_back(triangle);
    }
    return rows;
  }

  // Sets up the program: minimise -s z / scale, starting from the solution with bounds only.
  //
  // Similarities below minus the total of all s_jk > 0 are raised to this value. This keeps the
  // numbers in a range and does not change the optimum. The sum of optimal multipliers is at most
  // that total, which is the bound without any multipliers. So no pair needs more.
  void load() {
    model_.setLogLevel(0);
    const std::size_t columns = s_.size();
    const std::vector<CoinBigIndex> starts(columns + 1, 0);
    const Vector lower(columns, 0.), upper(columns, 1.);
    Vector cost(columns);
    const double total = bound_;
    for (std::size_t i = 0; i < columns; ++i) cost[i] = -std::max(s_[i], -total) / scale_;
    model_.loadProblem(static_cast<int>(columns), 0, starts.data(), nullptr, nullptr, lower.data(),
                       upper.data(), cost.data(), nullptr, nullptr);
    model_.setPrimalTolerance(kSimplexTolerance);
    model_.setDualTolerance(kSimplexTolerance);
    model_.factorization()->setDenseThreshold(0);  // no LAPACK, which would start its own threads
    for (std::size_t i = 0; i < columns; ++i) {
      model_.setColumnStatus(static_cast<int>(i),
                             s_[i] > 0 ? ClpSimplex::atUpperBound : ClpSimplex::atLowerBound);
    }
  }

  void add(const std::vector<Triangle>& rows) {
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> columns;
    Vector elements;
    for (const auto& [first, second, third] : rows) {
      columns.insert(columns.end(), {first, second, third});
      elements.insert(elements.end(), {1, 1, -1});
      starts.push_back(static_cast<CoinBigIndex>(columns.size()));
    }
    const Vector lower(rows.size(), -COIN_DBL_MAX), upper(rows.size(), 1.);
    model_.addRows(static_cast<int>(rows.size()), lower.data(), upper.data(), starts.data(),
                   columns.data(), elements.data());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }

  double bound_of_multipliers() const {
    const double* dual = model_.dualRowSolution();
    double bound = 0;
    Vector left = s_;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const double lambda = std::max(0., -dual[r] * scale_);
      bound += lambda;
      left[rows_[r].first] -= lambda;
      left[rows_[r].second] -= lambda;
      left[rows_[r].third] += lambda;
    }
    for (const double profit : left) bound += std::max(0., profit);
    return bound;
  }

  // Rounds values within kViolated of 0, 1/2 or 1 to these.
  void round_off() {
    for (double& z : z_) {
      z = std::clamp(z, 0., 1.);
      const double nearest = std::round(2 * z) / 2;
      if (std::abs(z - nearest) <= kViolated) z = nearest;
    }
  }

  // Raises z to the least feasible point above it: 1 - z_jl becomes the length of the shortest path
  // from j to l (Floyd-Warshall).
  void repair() {
    if (violated(1).empty()) return;
    Square away(n_, z_, [](double z) { return 1 - z; });
    for (Index k = 0; k < n_; ++k) {
      const double* from_k = away.row(k);
      for (Index j = 0; j < n_; ++j) {
        if (j == k) continue;
        double* from_j = away.row(j);
        for (Index l = 0; l < n_; ++l) from_j[l] = std::min(from_j[l], from_j[k] + from_k[l]);
      }
    }
    for (Index j = 0; j < n_; ++j) {
      for (Index k = 0; k < j; ++k) z_[pair_index(j, k)] = 1 - away(j, k);
    }
  }

  Index n_;
  const Vector& s_;
  Vector z_;
  double scale_;
  double bound_ = 0;
  Index rounds_ = 0;
  std::vector<Triangle> rows_;
  std::unordered_set<std::int64_t> there_;
  ClpSimplex model_;
};

Relaxed relaxed_component(const Component& component) {
  TriangleProgram program(component);
  if (program.bounds_are_enough()) return std::move(program).result();
  if (component.size() >= kLeastForHalves) {
    if (const std::optional<double> bound = HalvesProof(component).bound()) {
      Vector z = component.similarity;
      for (double& share : z) share = share > 0 ? .5 : 0;
      return {std::move(z), *bound, 0, 0};
    }
  }
  program.solve();
  return std::move(program).result();
}

}  // namespace

std::optional<std::string> linear_program_unavailable() {
  return std::nullopt;
}

RelaxedPartition relaxed_partition(Index objects, ConstVectorRef similarity) {
  RelaxedPartition relaxed;
  relaxed.z.assign(num_pairs(objects), 0.);
  for (const Component& component : positive_components(objects, similarity)) {
    if (component.size() == 1) continue;
    const Relaxed part = relaxed_component(component);
    for (Index j = 0; j < component.size(); ++j) {
      for (Index k = 0; k < j; ++k)
        relaxed.z[pair_index(component.objects[j], component.objects[k])] =
            part.z[pair_index(j, k)];
    }
    relaxed.value += part.bound;
    relaxed.rounds += part.rounds;
    relaxed.triangles += part.triangles;
  }
  return relaxed;
}

}  // namespace costruct
