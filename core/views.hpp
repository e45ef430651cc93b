// Views: several feature maps over the same inputs and outputs, and their sum.
#pragma once

#include <iterator>
#include <memory>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// V >= 1 problems over the same inputs and outputs, and the joint problem whose feature map stacks theirs:
/// f(x, y) = sum_v <w_v, Phi_v(x, y)> is its score at the concatenated weights (Brefeld 2008, eq. 5.7 and
/// Prop. B.2).
class Views {
 public:
  /// With one view the joint problem is that view.
  explicit Views(std::unique_ptr<const StructuredProblem> only) { views_.push_back(std::move(only)); }
  Views(std::vector<std::unique_ptr<const StructuredProblem>> views,
        std::unique_ptr<const StructuredProblem> joint)
      : views_(std::make_move_iterator(views.begin()), std::make_move_iterator(views.end())),
        joint_(std::move(joint)) {
    COSTRUCT_ASSERT(!views_.empty(), "at least one view");
  }

  Index count() const { return static_cast<Index>(views_.size()); }
  const StructuredProblem& operator[](Index v) const { return *views_[v]; }
  const StructuredProblem& joint() const { return joint_ ? *joint_ : *views_[0]; }

  /// View v as the only one, and the joint problem as the only view: for learners that know no views.
  Views alone(Index v) const { return only(views_[v]); }
  Views together() const { return only(joint_ ? joint_ : views_[0]); }

 private:
  Views() = default;
  static Views only(std::shared_ptr<const StructuredProblem> problem) {
    Views views;
    views.views_.push_back(std::move(problem));
    return views;
  }

  std::vector<std::shared_ptr<const StructuredProblem>> views_;  // shared with what alone() makes
  std::shared_ptr<const StructuredProblem> joint_;
};

/// The weights of all views behind each other: those of Views::joint().
inline Vector stack(const std::vector<Vector>& weights) {
  Vector all;
  for (const Vector& w : weights) all.insert(all.end(), w.begin(), w.end());
  return all;
}

/// The weights of each view, from those of Views::joint(): stack() undone.
inline std::vector<Vector> unstack(const Vector& all, const Views& views) {
  std::vector<Vector> weights;
  auto begin = all.begin();
  for (Index v = 0; v < views.count(); ++v) {
    const auto end = begin + static_cast<std::ptrdiff_t>(views[v].dimension());
    weights.emplace_back(begin, end);
    begin = end;
  }
  return weights;
}

/// The second interface I of a problem, or a ConfigError that names both sides.
template <class I>
const I& require(const StructuredProblem& problem, const char* interface_name, const char* learner) {
  if (const I* found = dynamic_cast<const I*>(&problem)) return *found;
  throw ConfigError(std::string("learner ") + learner + ": " + not_offered(interface_name));
}

}  // namespace costruct
