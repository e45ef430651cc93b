// A structured problem whose members are methods of a Python object.
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct::python {

/// Numbers for Python outputs, in the order in which they are seen first. Equal ones have one
/// number. The interpreter's lock is held whenever it is used.
class PythonOutputs {
 public:
  PythonOutputs() = default;
  PythonOutputs(const PythonOutputs&) = delete;
  PythonOutputs& operator=(const PythonOutputs&) = delete;
  ~PythonOutputs();
  /// Throws a TypeError if y has no hash; `place` says where y stands, for messages.
  int number_of(const pybind11::object& y, const std::string& place);
  pybind11::object object_of(int number) const {
    return objects_[static_cast<std::size_t>(number)];
  }

 private:
  pybind11::dict numbers_;
  pybind11::list objects_;
};

/// A Python object with the methods of costruct.Problem, over a list of inputs. Outputs are any
/// Python objects, and have numbers.
///
/// joint_feature() and loss() are called once for the same arguments. Members take the
/// interpreter's lock, so fits use one thread. What a method raises leaves the fit as
/// pybind11::error_already_set.
class PythonProblem : public StructuredProblem {
 public:
  /// The lock is held. Throws pybind11::type_error and value_error for a wrong problem.
  PythonProblem(pybind11::object problem, pybind11::list inputs,
                std::shared_ptr<PythonOutputs> outputs);
  ~PythonProblem() override;

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return num_inputs_; }
  SparseVector joint_feature(InputId x, const Output& y) const override;
  Decoded decode(InputId x, ConstVectorRef w) const override;
  Exactness decoding_exactness() const override { return exactness_; }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override;
  std::optional<std::string> loss_augmentation_unavailable(Augmentation) const override;
  Exactness loss_augmented_exactness(Augmentation) const override { return exactness_; }
  double loss(InputId x, const Output& y, const Output& y_hat) const override;
  double score(InputId x, const Output& y, ConstVectorRef w) const override;

  /// The number of a Python output as an Output; the lock is held. Throws pybind11::type_error if
  /// the output has no hash.
  /// @param place  where the output comes from, for the message
  Output number_of(const pybind11::object& y, const std::string& place) const;
  /// The Python output of a number; the lock is held.
  pybind11::object object_of(const Output& y) const;
  /// How often methods of the object were called.
  Index crossings() const { return crossings_; }
  /// Throws pybind11::value_error for a label that outputs(x) does not list, or that has a loss
  /// against itself. The lock is held.
  /// @param y_name, x_name  what messages call the label and its input
  void check_label(InputId x, int y, const std::string& y_name, const std::string& x_name) const;

 protected:
  /// The numbers of all outputs of an input, each once, in the order of `outputs`. Only for
  /// problems with `outputs`.
  const std::vector<int>& outputs_of(InputId x) const;
  const SparseVector& feature_of(InputId x, int y) const;
  double score_of(InputId x, int y, ConstVectorRef w) const { return dot(feature_of(x, y), w); }
  /// 0 for the same output, else what loss() returns.
  double loss_of(int y, int y_hat) const;
  pybind11::object input(InputId x) const { return inputs_[static_cast<std::size_t>(x)]; }
  pybind11::object call(const char* method, pybind11::tuple arguments) const;
  /// A vector of dimension() entries that `method` has returned.
  SparseVector sparse(const pybind11::object& phi, const char* method) const;

  bool has_outputs_ = false;

 private:
  double called_loss(int y, int y_hat) const;

  pybind11::object problem_;
  pybind11::list inputs_;
  Index dimension_ = 0, num_inputs_ = 0;
  Exactness exactness_ = Exactness::kExact;
  std::shared_ptr<PythonOutputs> all_outputs_;
  mutable std::map<std::pair<InputId, int>, SparseVector> features_;
  mutable std::map<std::pair<int, int>, double> losses_;
  mutable std::map<InputId, std::vector<int>> outputs_;
  mutable std::set<int> checked_losses_;  // outputs whose loss against themselves is 0
  mutable Index crossings_ = 0;
};

/// A problem that can sum over its outputs. A subclass says how.
class SummedProblem : public PythonProblem, public LogPartition {
 public:
  using PythonProblem::PythonProblem;
  double log_partition(InputId x, ConstVectorRef w) const override;
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override;
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override;

 protected:
  struct Sums {
    double log_partition;
    SparseVector expected;  ///< E[Phi(x, y)]
  };

 private:
  /// The lock is held.
  virtual Sums sums(InputId x, ConstVectorRef w) const = 0;
};

/// A problem that lists the outputs of an input. All decoders and sums are enumeration. Outputs of
/// equal value are in the order of the list.
class EnumeratedProblem final : public SummedProblem, public RunnerUpDecoder, public KBestDecoder {
 public:
  using SummedProblem::SummedProblem;
  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override;
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override;
  TwoBest two_best(InputId x, ConstVectorRef w) const override;
  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override;

 private:
  Sums sums(InputId x, ConstVectorRef w) const override;
};

/// The problem of a Python object. It offers the interfaces for which the object has methods:
/// `outputs` all that enumeration serves, else `runner_up` and `log_partition` one each.
std::unique_ptr<PythonProblem> python_problem(const pybind11::object& problem,
                                              const pybind11::list& inputs,
                                              std::shared_ptr<PythonOutputs> outputs);

/// Whether two Python objects are one output.
bool same_outputs(const pybind11::object& a, const pybind11::object& b);

}  // namespace costruct::python
