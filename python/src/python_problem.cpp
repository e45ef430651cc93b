#include "python_problem.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace py = pybind11;

namespace costruct::python {
namespace {

// A key that is the same for equal outputs: lists and arrays become tuples.
py::object key_of(const py::object& y) {
  if (py::isinstance<py::array>(y)) return key_of(y.attr("tolist")());
  if (!py::isinstance<py::list>(y) && !py::isinstance<py::tuple>(y)) return y;
  py::list parts;
  for (const py::handle part : y) parts.append(key_of(py::reinterpret_borrow<py::object>(part)));
  return py::tuple(parts);
}

// The type and the value of an object for messages: "the str 'abc'".
std::string shown(const py::handle& object) {
  constexpr std::size_t kMost = 60;
  const std::string type = py::str(py::type::handle_of(object).attr("__name__"));
  const py::str text = py::repr(object);
  if (py::len(text) <= kMost) return fmt::format("the {} {}", type, std::string(text));
  const py::str cut(text[py::slice(0, kMost, 1)]);
  return fmt::format("the {} {} ...", type, std::string(cut));
}

// A Python number, or nullopt for other objects.
std::optional<double> number_in(const py::handle& object) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (PyErr_Occurred() == nullptr) return value;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 && PyErr_ExceptionMatches(PyExc_ValueError) == 0)
    throw py::error_already_set();
  PyErr_Clear();
  return std::nullopt;
}

// A whole Python number, or nullopt for other objects.
std::optional<Index> whole_number_in(const py::handle& object) {
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (whole) return whole.cast<Index>();
  PyErr_Clear();
  return std::nullopt;
}

// The part of a message about an object without a hash, and the remedy.
std::string without_hash(const py::handle& part) {
  const char* remedy = "use a tuple, or give its class __hash__ and __eq__";
  if (PyAnySet_Check(part.ptr())) remedy = "use frozenset in place of set";
  if (PyDict_Check(part.ptr())) remedy = "use a tuple of its items, as tuple(sorted(y.items()))";
  return fmt::format("{}, which has no hash; outputs need one: {}", shown(part), remedy);
}

// Throws a TypeError if a key has no hash. The message names the part of a tuple that has none.
void check_hash(const py::handle& key, const std::string& place) {
  if (PyObject_Hash(key.ptr()) != -1) return;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  if (py::isinstance<py::tuple>(key)) {
    for (const py::handle part : key) check_hash(part, place);
  }
  throw py::type_error(fmt::format("{} has {}", place, without_hash(key)));
}

// The weights without a copy. They can be read as long as the call lasts.
py::array view_of(ConstVectorRef w) {
  const py::capsule not_owned(w.data(), [](void*) {});
  py::array_t<double> view(static_cast<py::ssize_t>(w.size()), w.data(), not_owned);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

// Whether an object has a method, which the base class Problem may have set to None.
bool has_method(const py::object& problem, const char* name) {
  return py::hasattr(problem, name) && !problem.attr(name).is_none();
}

double value_of(double loss, double score, double reference, Augmentation augmentation) {
  const double b = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  return augmentation.rescaling == Rescaling::kMargin ? b + score : b * (1 + score - reference);
}

// The first of the outputs with the largest value.
template <class Value>
std::optional<Decoded> best_of(const std::vector<int>& outputs, const Value& value,
                               int except = -1) {
  std::optional<Decoded> best;
  for (const int y : outputs) {
    if (y == except) continue;
    const double of_y = value(y);
    if (!best || of_y > best->value) best = Decoded{{{y}}, of_y};
  }
  return best;
}

}  // namespace

PythonOutputs::~PythonOutputs() {
  const py::gil_scoped_acquire lock;
  numbers_.release().dec_ref();
  objects_.release().dec_ref();
}

int PythonOutputs::number_of(const py::object& y, const std::string& place) {
  const py::object key = key_of(y);
  check_hash(key, place);
  if (numbers_.contains(key)) return numbers_[key].cast<int>();
  const int number = static_cast<int>(objects_.size());
  numbers_[key] = number;
  objects_.append(y);
  return number;
}

PythonProblem::PythonProblem(py::object problem, py::list inputs,
                             std::shared_ptr<PythonOutputs> outputs)
    : problem_(std::move(problem)), inputs_(std::move(inputs)), all_outputs_(std::move(outputs)) {
  for (const char* method : {"joint_feature", "loss"}) {
    if (!py::hasattr(problem_, method))
      throw py::type_error(fmt::format("the problem has no method {}()", method));
  }
  has_outputs_ = has_method(problem_, "outputs");
  if (!has_outputs_ && !py::hasattr(problem_, "inference"))
    throw py::type_error("the problem has neither outputs(x) nor inference(x, w)");
  if (!py::hasattr(problem_, "size_joint_feature"))
    throw py::type_error("the problem has no size_joint_feature, the number of weights");
  const py::object size = problem_.attr("size_joint_feature");
  dimension_ = whole_number_in(size).value_or(0);
  if (dimension_ < 1) {
    throw py::value_error(
        fmt::format("size_joint_feature is {}, expected a whole number from 1: set it to the "
                    "number of weights, in the class or in __init__",
                    shown(size)));
  }
  num_inputs_ = static_cast<Index>(inputs_.size());
  const bool is_exact = py::getattr(problem_, "exact", py::bool_(true)).cast<bool>();
  exactness_ = is_exact ? Exactness::kExact : Exactness::kGreedy;
}

PythonProblem::~PythonProblem() {
  const py::gil_scoped_acquire lock;
  problem_.release().dec_ref();
  inputs_.release().dec_ref();
}

py::object PythonProblem::call(const char* method, py::tuple arguments) const {
  ++crossings_;
  return problem_.attr(method)(*arguments);
}

Output PythonProblem::number_of(const py::object& y, const std::string& place) const {
  return {{all_outputs_->number_of(y, place)}};
}

py::object PythonProblem::object_of(const Output& y) const {
  return all_outputs_->object_of(y.parts.at(0));
}

SparseVector PythonProblem::sparse(const py::object& phi, const char* method) const {
  std::vector<std::pair<Index, double>> entries;
  const auto add = [&](Index index, double value) {
    if (index < 0 || index >= dimension_) {
      throw py::value_error(
          fmt::format("{}() has the index {}, expected 0 to {} (size_joint_feature)", method, index,
                      dimension_ - 1));
    }
    if (!std::isfinite(value)) {
      throw py::value_error(fmt::format(
          "{}() has the value {} at index {}, expected finite numbers", method, value, index));
    }
    if (value != 0) entries.emplace_back(index, value);
  };
  const auto fail = [&](const std::string& found) {
    throw py::type_error(
        fmt::format("{}() returned {}: return an array of {} numbers (size_joint_feature), a "
                    "dictionary from indices to numbers, or one row of a SciPy sparse matrix",
                    method, found, dimension_));
  };
  const auto check_size = [&](const py::object& shape, const std::string& numbers, bool is_right) {
    if (is_right) return;
    throw py::value_error(
        fmt::format("{}() is an array of {}, expected {} (size_joint_feature); its "
                    "shape is {}: return one number for each weight, or set size_joint_feature",
                    method, numbers, dimension_, std::string(py::str(shape))));
  };
  if (py::isinstance<py::dict>(phi)) {
    for (const auto& [index, value] : py::reinterpret_borrow<py::dict>(phi)) {
      const std::optional<Index> at = whole_number_in(index);
      const std::optional<double> number = number_in(value);
      if (!at || !number)
        fail(fmt::format("a dictionary with {} at {}", shown(value), shown(index)));
      add(*at, *number);
    }
  } else if (py::hasattr(phi, "tocoo")) {  // of SciPy
    const py::object coo = phi.attr("tocoo")();
    const py::tuple shape = coo.attr("shape");
    const auto columns = shape[shape.size() - 1].cast<Index>();
    const bool is_row = shape.size() == 1 || (shape.size() == 2 && shape[0].cast<Index>() == 1);
    check_size(shape, fmt::format("{} columns", columns), is_row && columns == dimension_);
    const auto index = coo.attr("col").cast<py::array_t<std::int64_t>>();
    const auto value = coo.attr("data").cast<py::array_t<double>>();
    for (py::ssize_t e = 0; e < index.size(); ++e) add(index.at(e), value.at(e));
  } else {
    const py::array given = py::array::ensure(phi);
    const char kind = given ? given.dtype().kind() : 'O';
    const bool is_numeric = kind == 'f' || kind == 'i' || kind == 'u' || kind == 'b';
    if (!is_numeric && !(kind == 'O' && given && given.ndim() == 1)) fail(shown(phi));
    check_size(given.attr("shape"), fmt::format("{} numbers", given.size()),
               given.ndim() == 1 && given.size() == dimension_);
    const auto dense =
        py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(given);
    if (!dense) fail(shown(phi));
    for (Index k = 0; k < dimension_; ++k) add(k, dense.at(k));
  }
  return make_sparse(std::move(entries));
}

const SparseVector& PythonProblem::feature_of(InputId x, int y) const {
  const auto known = features_.find({x, y});
  if (known != features_.end()) return known->second;
  const py::object phi = call("joint_feature", py::make_tuple(input(x), object_of({{y}})));
  return features_.emplace(std::pair(x, y), sparse(phi, "joint_feature")).first->second;
}

double PythonProblem::called_loss(int y, int y_hat) const {
  const py::object returned = call("loss", py::make_tuple(object_of({{y}}), object_of({{y_hat}})));
  const std::optional<double> loss = number_in(returned);
  if (!loss) {
    throw py::type_error(
        fmt::format("loss() returned {} for y = {} and y_hat = {}, expected a "
                    "number from 0: return a number from loss(y, y_hat)",
                    shown(returned), shown(object_of({{y}})), shown(object_of({{y_hat}}))));
  }
  if (!(*loss >= 0) || !std::isfinite(*loss))
    throw py::value_error(fmt::format("loss() is {}, expected a finite number from 0", *loss));
  return *loss;
}

double PythonProblem::loss_of(int y, int y_hat) const {
  if (y == y_hat) return 0;
  const auto known = losses_.find({y, y_hat});
  if (known != losses_.end()) return known->second;
  return losses_.emplace(std::pair(y, y_hat), called_loss(y, y_hat)).first->second;
}

void PythonProblem::check_label(InputId x, int y, const std::string& y_name,
                                const std::string& x_name) const {
  if (has_outputs_ && std::ranges::count(outputs_of(x), y) == 0) {
    throw py::value_error(fmt::format(
        "{} is {}, which is not among the {} outputs that outputs(x) lists for {}: correct the "
        "label, or let outputs(x) list it",
        y_name, shown(object_of({{y}})), outputs_of(x).size(), x_name));
  }
  if (!checked_losses_.insert(y).second) return;
  if (const double loss = called_loss(y, y); loss > 0) {
    throw py::value_error(fmt::format(
        "loss(y, y) is {} for {} = {}, expected 0: let loss(y, y_hat) return 0 for equal outputs",
        loss, y_name, shown(object_of({{y}}))));
  }
}

const std::vector<int>& PythonProblem::outputs_of(InputId x) const {
  const auto known = outputs_.find(x);
  if (known != outputs_.end()) return known->second;
  const py::object listed = call("outputs", py::make_tuple(input(x)));
  if (!py::isinstance<py::iterable>(listed)) {
    throw py::type_error(fmt::format(
        "outputs() returned {} for input {}, expected a list of outputs", shown(listed), x));
  }
  const std::string place = fmt::format("outputs() of input {}", x);
  std::vector<int> all;
  std::set<int> seen;
  for (const py::handle y : listed) {
    const int number = number_of(py::reinterpret_borrow<py::object>(y), place).parts[0];
    if (seen.insert(number).second) all.push_back(number);
  }
  if (all.empty()) throw py::value_error(fmt::format("outputs() is empty for input {}", x));
  return outputs_.emplace(x, std::move(all)).first->second;
}

SparseVector PythonProblem::joint_feature(InputId x, const Output& y) const {
  const py::gil_scoped_acquire lock;
  return feature_of(x, y.parts.at(0));
}

double PythonProblem::score(InputId x, const Output& y, ConstVectorRef w) const {
  const py::gil_scoped_acquire lock;
  return score_of(x, y.parts.at(0), w);
}

double PythonProblem::loss(InputId, const Output& y, const Output& y_hat) const {
  const py::gil_scoped_acquire lock;
  return loss_of(y.parts.at(0), y_hat.parts.at(0));
}

Decoded PythonProblem::decode(InputId x, ConstVectorRef w) const {
  const py::gil_scoped_acquire lock;
  if (has_outputs_) return *best_of(outputs_of(x), [&](int y) { return score_of(x, y, w); });
  const Output y =
      number_of(call("inference", py::make_tuple(input(x), view_of(w))), "inference()");
  return {y, score_of(x, y.parts[0], w)};
}

std::optional<std::string> PythonProblem::loss_augmentation_unavailable(
    Augmentation augmentation) const {
  if (has_outputs_) return std::nullopt;
  const py::gil_scoped_acquire lock;
  if (!py::hasattr(problem_, "loss_augmented_inference"))
    return "the problem has neither outputs(x) nor loss_augmented_inference(x, y, w)";
  if (augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1)
    return std::nullopt;
  return "loss_augmented_inference() is for margin rescaling with slack_norm 1; a problem with "
         "outputs(x) has all of them";
}

Decoded PythonProblem::loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const {
  const py::gil_scoped_acquire lock;
  const int reference = y.parts.at(0);
  if (has_outputs_) {
    const double of_y = score_of(x, reference, w);
    return *best_of(outputs_of(x), [&](int other) {
      return value_of(loss_of(reference, other), score_of(x, other, w), of_y, augmentation);
    });
  }
  const Output found = number_of(
      call("loss_augmented_inference", py::make_tuple(input(x), object_of(y), view_of(w))),
      "loss_augmented_inference()");
  return {found, loss_of(reference, found.parts[0]) + score_of(x, found.parts[0], w)};
}

std::optional<Decoded> EnumeratedProblem::runner_up(InputId x, const Output& y,
                                                    ConstVectorRef w) const {
  const py::gil_scoped_acquire lock;
  return best_of(
      outputs_of(x), [&](int other) { return score_of(x, other, w); }, y.parts.at(0));
}

std::optional<Decoded> EnumeratedProblem::most_violated_other(InputId x, const Output& y,
                                                              ConstVectorRef w,
                                                              Augmentation augmentation) const {
  const py::gil_scoped_acquire lock;
  const int reference = y.parts.at(0);
  const double of_y = score_of(x, reference, w);
  const bool is_margin = augmentation.rescaling == Rescaling::kMargin;
  return best_of(
      outputs_of(x),
      [&](int other) {
        return value_of(loss_of(reference, other), score_of(x, other, w), of_y, augmentation) -
               (is_margin ? of_y : 0);
      },
      reference);
}

TwoBest EnumeratedProblem::two_best(InputId x, ConstVectorRef w) const {
  TwoBest found{decode(x, w), std::nullopt};
  found.runner_up = runner_up(x, found.best.output, w);
  return found;
}

std::vector<Decoded> EnumeratedProblem::k_best(InputId x, Index k, ConstVectorRef w) const {
  const py::gil_scoped_acquire lock;
  std::vector<Decoded> all;
  for (const int y : outputs_of(x)) all.push_back({{{y}}, score_of(x, y, w)});
  std::ranges::stable_sort(all, std::greater(), &Decoded::value);
  if (k < std::ssize(all)) all.resize(static_cast<std::size_t>(k));
  return all;
}

SummedProblem::Sums EnumeratedProblem::sums(InputId x, ConstVectorRef w) const {
  const std::vector<int>& outputs = outputs_of(x);
  const double most = best_of(outputs, [&](int y) { return score_of(x, y, w); })->value;
  double total = 0;
  for (const int y : outputs) total += std::exp(score_of(x, y, w) - most);
  std::vector<std::pair<Index, double>> entries;
  for (const int y : outputs) {
    const double p = std::exp(score_of(x, y, w) - most) / total;
    const SparseVector& phi = feature_of(x, y);
    for (std::size_t e = 0; e < phi.index.size(); ++e)
      entries.emplace_back(phi.index[e], p * phi.value[e]);
  }
  return {most + std::log(total), make_sparse(std::move(entries))};
}

double SummedProblem::log_partition(InputId x, ConstVectorRef w) const {
  const py::gil_scoped_acquire lock;
  return sums(x, w).log_partition;
}

double SummedProblem::add_expected_feature(InputId x, ConstVectorRef w, double scale,
                                           VectorRef into) const {
  const py::gil_scoped_acquire lock;
  const Sums found = sums(x, w);
  add_to(into, scale, found.expected);
  return found.log_partition;
}

std::unique_ptr<ExpectedFeatures> SummedProblem::expected_features(std::vector<InputId> inputs,
                                                                   Vector factors) const {
  class OneByOne final : public ExpectedFeatures {
   public:
    OneByOne(const SummedProblem& problem, std::vector<InputId> of, Vector factors)
        : problem_(problem), inputs_(std::move(of)), factors_(std::move(factors)) {
      for (Index j = 0; j < problem.dimension(); ++j) coordinates_.push_back(j);
    }
    const std::vector<Index>& coordinates() const override { return coordinates_; }
    double add(ConstVectorRef w, int /*threads*/, VectorRef into) const override {
      double total = 0;
      for (std::size_t i = 0; i < inputs_.size(); ++i)
        total += factors_[i] * problem_.add_expected_feature(inputs_[i], w, factors_[i], into);
      return total;
    }

   private:
    const SummedProblem& problem_;
    std::vector<InputId> inputs_;
    Vector factors_;
    std::vector<Index> coordinates_;
  };
  return std::make_unique<OneByOne>(*this, std::move(inputs), std::move(factors));
}

namespace {

/// A problem without `outputs` whose object has `log_partition(x, w)`, which returns log Z and the
/// expected joint feature.
class OwnSums : public SummedProblem {
 public:
  using SummedProblem::SummedProblem;

 private:
  Sums sums(InputId x, ConstVectorRef w) const override {
    const py::object found = call("log_partition", py::make_tuple(input(x), view_of(w)));
    const bool is_pair = py::isinstance<py::tuple>(found) && py::len(found) == 2;
    const auto log_z = is_pair ? number_in(found[py::int_(0)]) : std::nullopt;
    if (!log_z || !std::isfinite(*log_z)) {
      throw py::type_error(
          fmt::format("log_partition() returned {}: expected a tuple of log Z, a finite number, "
                      "and the expected joint feature",
                      shown(found)));
    }
    return {*log_z, sparse(found[py::int_(1)], "log_partition")};
  }
};

/// A problem without `outputs` whose object has `runner_up(x, y, w)`, which returns the best output
/// other than y, or None.
template <class Base>
class OwnRunnerUp final : public Base, public RunnerUpDecoder {
 public:
  using Base::Base;

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    const py::gil_scoped_acquire lock;
    const py::object found =
        this->call("runner_up", py::make_tuple(this->input(x), this->object_of(y), view_of(w)));
    if (found.is_none()) return std::nullopt;
    const Output other = this->number_of(found, "runner_up()");
    if (other == y) {
      throw py::value_error(fmt::format(
          "runner_up(x, y, w) returned y itself, {}: return the best other output, or None",
          shown(found)));
    }
    return Decoded{other, this->score_of(x, other.parts[0], w)};
  }
  // loss_augmented_inference() finds it, unless it finds y. Then no other output violates its
  // constraint, and the runner-up stands for that which is closest to it.
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    Decoded worst = this->loss_augmented_decode(x, y, w, augmentation);
    if (worst.output == y) {
      const std::optional<Decoded> other = runner_up(x, y, w);
      if (!other) return std::nullopt;
      worst = *other;
      worst.value += this->loss(x, y, worst.output);
    }
    return Decoded{worst.output, worst.value - this->score(x, y, w)};
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    TwoBest found{this->decode(x, w), std::nullopt};
    found.runner_up = runner_up(x, found.best.output, w);
    return found;
  }
};

}  // namespace

std::unique_ptr<PythonProblem> python_problem(const py::object& problem, const py::list& inputs,
                                              std::shared_ptr<PythonOutputs> outputs) {
  if (has_method(problem, "outputs"))
    return std::make_unique<EnumeratedProblem>(problem, inputs, std::move(outputs));
  const bool other = has_method(problem, "runner_up"), sums = has_method(problem, "log_partition");
  if (other && sums)
    return std::make_unique<OwnRunnerUp<OwnSums>>(problem, inputs, std::move(outputs));
  if (other)
    return std::make_unique<OwnRunnerUp<PythonProblem>>(problem, inputs, std::move(outputs));
  if (sums) return std::make_unique<OwnSums>(problem, inputs, std::move(outputs));
  return std::make_unique<PythonProblem>(problem, inputs, std::move(outputs));
}

bool same_outputs(const py::object& a, const py::object& b) {
  return key_of(a).equal(key_of(b));
}

}  // namespace costruct::python
