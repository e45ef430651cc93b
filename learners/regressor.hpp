// The interface of regression learners: fit(sample) returns a function per view and a report.
#pragma once

#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/core/regression/transport.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// The result of a fit: a function per view, and the report. The prediction is the mean of the
/// functions.
struct FittedRegression {
  std::vector<KernelExpansion> views;
  FitReport report;
};

/// A regression algorithm with its options. Call fit() to train; if distributed() is true, call
/// fit_sites().
class Regressor {
 public:
  virtual ~Regressor() = default;

  /// Throws ConfigError if the options do not suit this number of views. For example, a list of
  /// values, one for each view, has another length.
  virtual void check_views(Index /*count*/) const {}

  /// Fits the functions of all views. Changes only the read position of the unlabeled points. The
  /// same arguments give the same bits, for any number of threads. Throws DataError if the sample
  /// cannot be learned from (values too large).
  virtual FittedRegression fit(const RegressionSample& sample, const FitContext& context) const = 0;

  /// Whether these options ask for fit_sites().
  virtual bool distributed() const { return false; }

  /// Fits the functions of the sites that are local to this process, in the order of their numbers.
  /// Site v has view v. `sites[v]` is the sample of a local site, null for other sites. This sample
  /// has one view with its own labeled and unlabeled points. The unlabeled points are the same m
  /// examples at every site, in the same order. All processes call this function.
  virtual FittedRegression fit_sites(const std::vector<const RegressionSample*>& /*sites*/,
                                     Transport&, const FitContext&) const {
    throw ConfigError("this learner has no distributed solver");
  }
};

}  // namespace costruct
