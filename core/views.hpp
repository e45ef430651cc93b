// Views: several feature maps over the same inputs and outputs, the sum of their scores, and one
// map with all features.
#pragma once

#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// V >= 1 problems over the same inputs and outputs ("views"), with two problems made from them.
/// The joint problem stacks the feature maps of the views. The problem in one view has all features
/// in one map.
///
/// f(x, y) = sum_v <w_v, Phi_v(x, y)> is the score of the joint problem at the concatenated weights
/// (Brefeld 2008, eq. 5.7 and Prop. B.2). Features of outputs alone, such as transitions, occur in
/// the joint problem once for every view. The problem in one view has each of them once; learners
/// without views get this problem.
class Views {
 public:
  /// Makes the problem in one view. Called once, at the first call of together().
  using MakeOneView = std::function<std::shared_ptr<const StructuredProblem>()>;

  /// One view. The joint problem and the problem in one view are then this view.
  explicit Views(std::unique_ptr<const StructuredProblem> only) {
    views_.push_back(std::move(only));
  }
  /// Several views, which must not be empty. `joint` is the problem that stacks their feature maps.
  Views(std::vector<std::unique_ptr<const StructuredProblem>> views,
        std::unique_ptr<const StructuredProblem> joint, MakeOneView one_view)
      : views_(std::make_move_iterator(views.begin()), std::make_move_iterator(views.end())),
        joint_(std::move(joint)) {
    COSTRUCT_ASSERT(!views_.empty(), "at least one view");
    make_one_view_by(std::move(one_view));
  }

  /// V
  Index count() const { return static_cast<Index>(views_.size()); }
  const StructuredProblem& operator[](Index v) const { return *views_[v]; }
  const StructuredProblem& joint() const { return joint_ ? *joint_ : *views_[0]; }

  /// Views that consist of view v alone.
  Views alone(Index v) const { return only(views_[v]); }
  /// Views that consist of the problem in one view. Safe to call concurrently.
  Views together() const {
    if (!one_view_) return only(views_[0]);
    std::call_once(one_view_->once, [this] { one_view_->problem = one_view_->make(); });
    return only(one_view_->problem);
  }
  /// The same views with wrap(problem) in place of each problem. `wrap` takes and returns a
  /// std::shared_ptr<const StructuredProblem>, and may be called later.
  template <class Wrap>
  Views wrapped(const Wrap& wrap) const {
    Views wrapped;
    for (const auto& view : views_) wrapped.views_.push_back(wrap(view));
    if (joint_) wrapped.joint_ = wrap(joint_);
    if (one_view_)
      wrapped.make_one_view_by([all = *this, wrap] { return wrap(all.together().views_[0]); });
    return wrapped;
  }
  /// Replaces the function that makes the problem in one view. No effect if there is only one view.
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

  // shared with the results of alone()
  std::vector<std::shared_ptr<const StructuredProblem>> views_;
  std::shared_ptr<const StructuredProblem> joint_;
  std::shared_ptr<OneView> one_view_;  // null: there is one view
};

/// The concatenated weights of all views: the weights of Views::joint().
inline Vector stack(const std::vector<Vector>& weights) {
  Vector all;
  for (const Vector& w : weights) all.insert(all.end(), w.begin(), w.end());
  return all;
}

/// The optional interface I of a problem. Throws a ConfigError that names learner and interface if
/// the problem does not offer it.
template <class I>
const I& require(const StructuredProblem& problem, const char* interface_name,
                 const char* learner) {
  if (const I* found = offered<I>(problem)) return *found;
  throw ConfigError(std::string("learner ") + learner + ": " + not_offered(interface_name));
}

}  // namespace costruct
