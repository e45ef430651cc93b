// Views: several feature maps over the same inputs and outputs, their sum, and all features in one
// map.
#pragma once

#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// V >= 1 problems over the same inputs and outputs, the joint problem whose feature map stacks
/// theirs, and the problem with all features in one view.
///
/// f(x, y) = sum_v <w_v, Phi_v(x, y)> is the score of the joint problem at the concatenated weights
/// (Brefeld 2008, eq. 5.7 and Prop. B.2). It has features of outputs alone, such as transitions,
/// once in every view. The problem in one view has each of them once: it is what a learner without
/// views is given.
class Views {
 public:
  /// Makes the problem in one view. It is called once, when together() is first asked for.
  using MakeOneView = std::function<std::shared_ptr<const StructuredProblem>()>;

  /// With one view all of these problems are that view.
  explicit Views(std::unique_ptr<const StructuredProblem> only) {
    views_.push_back(std::move(only));
  }
  Views(std::vector<std::unique_ptr<const StructuredProblem>> views,
        std::unique_ptr<const StructuredProblem> joint, MakeOneView one_view)
      : views_(std::make_move_iterator(views.begin()), std::make_move_iterator(views.end())),
        joint_(std::move(joint)) {
    COSTRUCT_ASSERT(!views_.empty(), "at least one view");
    make_one_view_by(std::move(one_view));
  }

  Index count() const { return static_cast<Index>(views_.size()); }
  const StructuredProblem& operator[](Index v) const { return *views_[v]; }
  const StructuredProblem& joint() const { return joint_ ? *joint_ : *views_[0]; }

  /// View v as the only one.
  Views alone(Index v) const { return only(views_[v]); }
  /// The problem in one view as the only view. Safe to call concurrently.
  Views together() const {
    if (!one_view_) return only(views_[0]);
    std::call_once(one_view_->once, [this] { one_view_->problem = one_view_->make(); });
    return only(one_view_->problem);
  }
  /// Replaces how the problem in one view is made, where there are several views.
  void make_one_view_by(MakeOneView make) {
    if (count() == 1) return;
    one_view_ = std::make_shared<OneView>();
    one_view_->make = std::move(make);
  }

 private:
  struct OneView {
    std::once_flag once;
    MakeOneView make;
    std::shared_ptr<const StructuredProblem> problem;
  };

  Views() = default;
  static Views only(std::shared_ptr<const StructuredProblem> problem) {
    Views views;
    views.views_.push_back(std::move(problem));
    return views;
  }

  std::vector<std::shared_ptr<const StructuredProblem>> views_;  // shared with what alone() makes
  std::shared_ptr<const StructuredProblem> joint_;
  std::shared_ptr<OneView> one_view_;  // null: there is one view
};

/// The weights of all views behind each other: those of Views::joint().
inline Vector stack(const std::vector<Vector>& weights) {
  Vector all;
  for (const Vector& w : weights) all.insert(all.end(), w.begin(), w.end());
  return all;
}

/// The second interface I of a problem, or a ConfigError that names both sides.
template <class I>
const I& require(const StructuredProblem& problem, const char* interface_name,
                 const char* learner) {
  if (const I* found = dynamic_cast<const I*>(&problem)) return *found;
  throw ConfigError(std::string("learner ") + learner + ": " + not_offered(interface_name));
}

}  // namespace costruct
