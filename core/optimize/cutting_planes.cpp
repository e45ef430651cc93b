#include "costruct/core/optimize/cutting_planes.hpp"

#include <algorithm>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct {
namespace {

// Examples are summed in runs, in parallel. The number of runs depends only on the number of
// examples, so that the bits are the same for any number of threads. Each run needs a dense vector
// of weights, which is scanned every time.
constexpr Index kRun = 512, kMostRuns = 4;

// The non-zero entries of a dense vector. Sets the vector to 0.
SparseVector take_entries(VectorRef dense) {
  SparseVector taken;
  for (std::size_t k = 0; k < dense.size(); ++k) {
    if (dense[k] == 0) continue;
    taken.index.push_back(static_cast<Index>(k));
    taken.value.push_back(std::exchange(dense[k], 0.0));
  }
  return taken;
}

// a - (-b): the sum of two sparse vectors, without coordinates of 0.
SparseVector sparse_sum(const SparseVector& a, SparseVector b) {
  for (double& value : b.value) value = -value;
  return difference(a, b);
}

}  // namespace

ChosenOutputs::Choice ChosenOutputs::add(const MaxMargin& objective, std::vector<Output> outputs,
                                         int threads) {
  COSTRUCT_ASSERT(outputs.size() == outputs_.size(), "a plane chooses one output per example");
  Choice choice(outputs.size());
  std::vector<char> is_new(outputs.size(), 0);
  parallel_for(size(), threads, 64, [&](Index i) {
    const auto& [x, y, weight] = objective.examples[i];
    Chosen chosen{objective.problem.loss(x, y, outputs[i]), std::move(outputs[i])};
    std::vector<Chosen>& known = outputs_[i];
    const auto at = std::find(known.rbegin(), known.rend(), chosen);
    choice[i] = static_cast<std::int32_t>(known.rend() - at) - 1;
    if (at != known.rend()) return;
    choice[i] = static_cast<std::int32_t>(known.size());
    known.push_back(std::move(chosen));
    is_new[i] = 1;
  });
  added_ += std::count(is_new.begin(), is_new.end(), 1);
  return choice;
}

void ChosenOutputs::forget_unused(std::span<Choice*> choices) {
  if (added_ <= in_use_ + size()) return;
  added_ = in_use_ = 0;
  std::vector<std::int32_t> number;
  for (Index i = 0; i < size(); ++i) {
    std::vector<Chosen>& outputs = outputs_[i];
    number.assign(outputs.size(), -1);
    for (const Choice* choice : choices) number[(*choice)[i]] = 0;
    std::int32_t kept = 0;
    for (std::size_t o = 0; o < outputs.size(); ++o) {
      if (number[o] < 0) continue;
      number[o] = kept;
      if (static_cast<std::size_t>(kept) != o) outputs[kept] = std::move(outputs[o]);
      ++kept;
    }
    outputs.resize(kept);
    outputs.shrink_to_fit();
    for (Choice* choice : choices) (*choice)[i] = number[(*choice)[i]];
    in_use_ += kept;
  }
}

CuttingPlanes::CuttingPlanes(const MaxMargin& objective, int threads)
    : objective_(objective),
      threads_(threads),
      outputs_(objective.size()),
      planes_(1),
      runs_(objective.shared != nullptr
                ? 1
                : std::clamp<Index>((objective.size() + kRun - 1) / kRun, 1, kMostRuns),
            Vector(objective.problem.dimension(), 0.0)) {
  const Vector zero = {0.0};
  gram_.append(zero);
}

void CuttingPlanes::add(std::vector<Output> outputs) {
  Plane plane;
  plane.choice = outputs_.add(objective_, std::move(outputs), threads_);
  Vector b(objective_.size());
  plane.change = change_to(plane.choice, b);
  plane.b = sum_over_examples(objective_, 1, [&](Index i) { return b[i]; });
  add_products(plane.change);
  planes_.push_back(std::move(plane));
}

// Adds what example i contributes to the vector of the plane with this choice minus that of the
// last plane; also sets its b_i.
void CuttingPlanes::add_change(Index i, const ChosenOutputs::Choice& choice, Vector& b,
                               VectorRef into) const {
  const Plane& last = planes_.back();
  const bool is_first = last.choice.empty();
  const auto& [x, y, weight] = objective_.examples[i];
  const auto scale_of = [&](std::int32_t number) {
    return constraint_scale(outputs_.of(i, number).loss, objective_.augmentation);
  };
  const ConstraintScale scale = scale_of(choice[i]);
  b[i] = weight * scale.b;
  if (weight == 0 || (!is_first && choice[i] == last.choice[i])) return;
  std::vector<Output> changed = {outputs_.of(i, choice[i]).output};
  Vector coefficients = {weight * scale.s};
  if (!is_first) {
    changed.push_back(outputs_.of(i, last.choice[i]).output);
    coefficients.push_back(-weight * scale_of(last.choice[i]).s);
  }
  objective_.problem.add_differences(x, y, changed, coefficients, into);
}

// The vector of the plane with this choice minus that of the last plane; also its b_i.
SparseVector CuttingPlanes::change_to(const ChosenOutputs::Choice& choice, Vector& b) {
  if (objective_.shared != nullptr) {
    accumulate_examples(objective_, threads_, runs_.front(),
                        [&](Index i, VectorRef into) { add_change(i, choice, b, into); });
    return take_entries(runs_.front());
  }
  const Index n = objective_.size(), runs = static_cast<Index>(runs_.size());
  std::vector<SparseVector> parts(runs);
  parallel_for(runs, threads_, 1, [&](Index r) {
    for (Index i = r * n / runs; i < (r + 1) * n / runs; ++i) add_change(i, choice, b, runs_[r]);
    parts[r] = take_entries(runs_[r]);
  });
  SparseVector change = std::move(parts.front());
  for (Index r = 1; r < runs; ++r) change = sparse_sum(change, std::move(parts[r]));
  return change;
}

// Appends the row of the plane that differs from the last one by `change`.
void CuttingPlanes::add_products(const SparseVector& change) {
  const Index count = size();
  Vector& dense = runs_.front();
  add_to(dense, 1, change);
  Vector with_change(count + 1, 0.0);  // of each plane
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
  for (Index p = 1; p < count; ++p) with_change[p] = dot(planes_[p].change, dense);
  for (Index p = 1; p < count; ++p) with_change[p] += with_change[p - 1];
  for (const Index k : change.index) dense[k] = 0;
  const Index last = count - 1;
  Vector products(count + 1, 0.0);
  for (Index p = 1; p < count; ++p) products[p] = gram_(p, last) + with_change[p];
  products[count] = gram_(last, last) + 2 * with_change[last];
  for (const double value : change.value) products[count] += value * value;
  gram_.append(products);
}

void CuttingPlanes::combine(ConstVectorRef alpha, VectorRef w) const {
  Vector of_change(alpha.begin(), alpha.end());
  for (Index p = size() - 2; p > 0; --p) of_change[p] += of_change[p + 1];
  // Each range of coordinates contains equally many entries of the longest change, because few
  // features make up most of them. Ranges are dealt to threads in turn, so that a thread finds its
  // own in its cache. No coordinate depends on another, so neither do the bits on the ranges.
  const Index ranges = 8 * threads_;
  const auto longest = std::max_element(
      planes_.begin(), planes_.end(),
      [](const Plane& a, const Plane& b) { return a.change.index.size() < b.change.index.size(); });
  const std::vector<Index>& entries = longest->change.index;
  const auto border = [&](Index r) {
    if (r == 0) return Index{0};
    return r == ranges || entries.empty() ? static_cast<Index>(w.size())
                                          : entries[r * entries.size() / ranges];
  };
#pragma omp parallel for schedule(static, 1) num_threads(threads_)
  for (Index r = 0; r < ranges; ++r) {
    const Index begin = border(r), end = border(r + 1);
    std::fill(w.begin() + begin, w.begin() + end, 0.0);
    for (std::size_t p = 1; p < planes_.size(); ++p) {
      if (!(of_change[p] > 0)) continue;
      const auto& [index, value] = planes_[p].change;
      std::size_t e = std::lower_bound(index.begin(), index.end(), begin) - index.begin();
      for (; e < index.size() && index[e] < end; ++e) w[index[e]] += of_change[p] * value[e];
    }
  }
}

double CuttingPlanes::slack(ConstVectorRef w) const {
  double product = 0, greatest = 0;
  for (std::size_t p = 1; p < planes_.size(); ++p) {
    product += dot(planes_[p].change, w);
    greatest = std::max(greatest, planes_[p].b - product);
  }
  return greatest;
}

std::vector<SolverStart::Plane> CuttingPlanes::chosen(ConstVectorRef alpha) const {
  std::vector<SolverStart::Plane> chosen;
  for (std::size_t p = 1; p < planes_.size(); ++p) {
    if (!(alpha[p] > 0)) continue;
    SolverStart::Plane& plane = chosen.emplace_back();
    plane.alpha = alpha[p];
    for (Index i = 0; i < objective_.size(); ++i)
      plane.outputs.push_back(outputs_.of(i, planes_[p].choice[i]).output);
  }
  return chosen;
}

void CuttingPlanes::keep(std::span<const Index> kept) {
  if (std::ssize(kept) == size()) return;
  COSTRUCT_ASSERT(kept.front() == 0 && kept.back() == size() - 1,
                  "the trivial plane and the last one are kept");
  std::size_t to = 0;
  SparseVector before;  // the changes of planes that are left out since the last one kept
  for (Index p = 1; p < size(); ++p) {
    Plane& plane = planes_[p];
    if (!before.index.empty()) plane.change = sparse_sum(before, std::move(plane.change));
    if (p != kept[to + 1]) {
      before = std::move(plane.change);
      continue;
    }
    before = {};
    if (static_cast<Index>(++to) != p) planes_[to] = std::move(plane);
  }
  planes_.resize(kept.size());
  gram_.keep(kept);
  std::vector<ChosenOutputs::Choice*> choices;
  for (std::size_t p = 1; p < planes_.size(); ++p) choices.push_back(&planes_[p].choice);
  outputs_.forget_unused(choices);
}

std::vector<DualVariables> CuttingPlanes::dual_variables(ConstVectorRef alpha) const {
  std::vector<DualVariables> all(objective_.size());
  parallel_for(objective_.size(), threads_, 64, [&](Index i) {
    std::vector<std::int32_t> numbers;
    for (std::size_t p = 1; p < planes_.size(); ++p) {
      if (alpha[p] == 0) continue;
      const std::int32_t number = planes_[p].choice[i];
      const double of_plane = objective_.examples[i].weight * alpha[p];
      const auto at = std::find(numbers.begin(), numbers.end(), number);
      if (at != numbers.end()) {
        all[i].alpha[at - numbers.begin()] += of_plane;
        continue;
      }
      numbers.push_back(number);
      all[i].outputs.push_back(outputs_.of(i, number).output);
      all[i].alpha.push_back(of_plane);
    }
  });
  return all;
}

}  // namespace costruct
