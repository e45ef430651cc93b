// What every regression learner is: fit(sample) -> a function per view and a report.
#pragma once

#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/core/regression/transport.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// A function per view, and the report. The prediction is the mean of the functions.
struct FittedRegression {
  std::vector<KernelExpansion> views;
  FitReport report;
};

class Regressor {
 public:
  virtual ~Regressor() = default;

  /// Throws ConfigError where the options do not suit V views, as a list with one value per view.
  virtual void check_views(Index /*count*/) const {}

  /// Fits the functions of all views. Changes nothing but the position of the unlabeled points: the
  /// same arguments give the same bits, for any number of threads. Throws DataError where the
  /// sample cannot be learned from (values too large).
  virtual FittedRegression fit(const RegressionSample& sample, const FitContext& context) const = 0;

  /// Whether fit_sites() is how these options ask to be solved.
  virtual bool distributed() const { return false; }

  /// Fits the functions of the sites that are local to this process, in the order of their numbers:
  /// site v has view v. `sites[v]` is the sample of a local site, one view with its own labeled and
  /// unlabeled points (the same m examples at every site, in the same order); null elsewhere.
  /// Called by all processes.
  virtual FittedRegression fit_sites(const std::vector<const RegressionSample*>& /*sites*/,
                                     Transport&, const FitContext&) const {
    throw ConfigError("this learner has no distributed solver");
  }
};

}  // namespace costruct
