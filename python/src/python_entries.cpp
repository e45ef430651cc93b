#include "python_entries.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "costruct/core/random.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"
#include "kept_function.hpp"

namespace py = pybind11;

namespace costruct::python {
namespace {

bool is_program = false;  // see tell_errors_in_one_line()

// The names of the labels of outputs, or those of the sets that they are.
py::list labels_of(std::span<const Output> outputs, std::span<const std::string> labels,
                   bool are_sets) {
  py::list all;
  for (const Output& y : outputs) {
    py::list parts;
    for (std::size_t t = 0; t < y.parts.size(); ++t) {
      if (!are_sets) {
        parts.append(labels[static_cast<std::size_t>(y.parts[t])]);
      } else if (y.parts[t] == 1) {
        parts.append(labels[t]);
      }
    }
    all.append(parts);
  }
  return all;
}

// Outputs as a Python metric gets them.
py::list outputs_of(const std::string& problem, std::span<const Output> outputs,
                    const MetricInput& input) {
  const ProblemEntry& entry = *find_problem(problem);
  if (entry.has_parts()) return labels_of(outputs, input.labels, entry.predicts_sets);
  py::list all;
  for (const Output& y : outputs) {
    if (is_registered_problem(problem)) {
      all.append(registered_output(problem, y));
    } else {
      all.append(py::str(input.text_of(y)));
    }
  }
  return all;
}

using Weights = py::array_t<double, py::array::c_style>;

// The problem of a fit, for a learner in Python. It can be used during the fit alone. Each call
// ends the fit if it shall stop.
class FitProblem {
 public:
  FitProblem(const StructuredProblem& problem, const FitContext& context)
      : problem_(&problem), context_(&context) {}

  void end() { problem_ = nullptr; }

  Index dimension() const { return problem().dimension(); }

  // The weights to change, which must be the array itself and not a copy of it.
  static Weights weights_to_change(const py::array& w) {
    if (!py::isinstance<py::array_t<double>>(w) || !w.writeable() ||
        (w.flags() & py::array::c_style) == 0) {
      throw py::type_error(fmt::format(
          "add_difference(): w is an array of {}{}: expected one of float64 that can be changed",
          std::string(py::str(w.dtype())), w.writeable() ? "" : ", read-only"));
    }
    return py::reinterpret_borrow<Weights>(w);
  }

  std::pair<Output, double> inference(InputId x, const Weights& w) const {
    const Decoded found = at(x).decode(x, vector_of(w));
    return {found.output, found.value};
  }
  std::pair<Output, double> loss_augmented_inference(InputId x, const Output& y,
                                                     const Weights& w) const {
    const Decoded found = at(x).loss_augmented_decode(x, y, vector_of(w), Augmentation{});
    return {found.output, found.value};
  }
  double loss(InputId x, const Output& y, const Output& y_hat) const {
    return at(x).loss(x, y, y_hat);
  }
  double score(InputId x, const Output& y, const Weights& w) const {
    return at(x).score(x, y, vector_of(w));
  }
  py::tuple joint_feature(InputId x, const Output& y) const {
    const SparseVector phi = at(x).joint_feature(x, y);
    return py::make_tuple(
        py::array_t<Index>(static_cast<py::ssize_t>(phi.index.size()), phi.index.data()),
        py::array_t<double>(static_cast<py::ssize_t>(phi.value.size()), phi.value.data()));
  }
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      const py::array& of_python) const {
    Weights w = weights_to_change(of_python);
    check_size(w);
    at(x).add_difference(x, y, y_hat, scale,
                         VectorRef(w.mutable_data(), static_cast<std::size_t>(w.size())));
  }

 private:
  const StructuredProblem& problem() const {
    if (problem_ == nullptr)
      throw std::runtime_error("the problem is used after the end of its fit");
    if (context_->stop_requested()) throw Interrupted();
    return *problem_;
  }
  const StructuredProblem& at(InputId x) const {
    const StructuredProblem& found = problem();
    if (x < 0 || x >= found.num_inputs()) {
      throw py::index_error(fmt::format("input {}: expected 0 to {}", x, found.num_inputs() - 1));
    }
    return found;
  }
  void check_size(const Weights& w) const {
    if (w.ndim() != 1 || w.size() != dimension()) {
      throw py::value_error(
          fmt::format("w has {} numbers: expected an array of {} "
                      "(size_joint_feature)",
                      w.size(), dimension()));
    }
  }
  ConstVectorRef vector_of(const Weights& w) const {
    check_size(w);
    return {w.data(), static_cast<std::size_t>(w.size())};
  }

  const StructuredProblem* problem_;
  const FitContext* context_;
};

class PythonLearner final : public Learner {
 public:
  PythonLearner(std::string name, KeptFunction function, Json options,
                std::vector<OptionInfo> infos)
      : name_(std::move(name)),
        function_(function),
        options_(std::move(options)),
        infos_(std::move(infos)) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const py::gil_scoped_acquire lock;
    const auto problem = std::make_shared<FitProblem>(views.joint(), context);
    py::list labeled;
    for (const LabeledExample& example : sample.labeled)
      labeled.append(py::make_tuple(example.x, example.y, example.weight));
    const py::dict options = arguments_of(options_, infos_);
    struct End {
      FitProblem& problem;
      ~End() { problem.end(); }
    } const end{*problem};
    const std::uint64_t seed = RandomStream(context.seed, context.repetition, "python").next();
    const py::object result = call(problem, labeled, seed, options, context);
    const auto w = result.is_none() ? Weights() : Weights::ensure(result);
    if (!w || result.is_none() || w.ndim() != 1 || w.size() != views.joint().dimension()) {
      PyErr_Clear();
      const std::string found = py::hasattr(result, "shape")
                                    ? "an array of shape " + shown(result.attr("shape"))
                                    : shown(result);
      throw py::value_error(
          fmt::format("learner {} returned {}: expected {} weights "
                      "(size_joint_feature)",
                      name_, found, views.joint().dimension()));
    }
    Fitted fitted;
    fitted.weights = {Vector(w.data(), w.data() + w.size())};
    if (!std::all_of(w.data(), w.data() + w.size(), [](double v) { return std::isfinite(v); }))
      throw py::value_error(fmt::format("learner {} returned weights that are not finite", name_));
    fitted.report.iterations = 1;
    fitted.report.converged = true;
    fitted.report.stopped_because = "the function returned";
    return fitted;
  }

 private:
  py::object call(const std::shared_ptr<FitProblem>& problem, const py::list& labeled,
                  std::uint64_t seed, const py::dict& options, const FitContext& context) const {
    try {
      return function_(problem, labeled, seed, **options);
    } catch (py::error_already_set& error) {
      if (context.stop_requested() && error.matches(PyExc_KeyboardInterrupt)) throw Interrupted();
      throw;
    }
  }

  std::string name_;
  KeptFunction function_;
  Json options_;
  std::vector<OptionInfo> infos_;
};

}  // namespace

void tell_errors_in_one_line(bool for_program) {
  is_program = for_program;
}

bool tells_errors_in_one_line() {
  return is_program;
}

void pass_on(const py::error_already_set& error) {
  throw std::runtime_error(one_line(error));
}

std::string shown(const py::handle& object) {
  return py::repr(object).cast<std::string>();
}

void wrong_result(const py::handle& value, const std::string& function,
                  const std::string& expected) {
  throw py::type_error(
      fmt::format("{} returned {}: expected {}", function, shown(value), expected));
}

std::vector<OptionInfo> options_of(const py::dict& defaults) {
  const std::string meaning = "of the Python function";
  std::vector<OptionInfo> options;
  for (const auto& [key, value] : defaults) {
    const std::string name = key.cast<std::string>();
    if (py::isinstance<py::bool_>(value)) {
      options.push_back(boolean_option(name, value.cast<bool>(), meaning));
    } else if (py::isinstance<py::int_>(value)) {
      options.push_back(integer_option(name, value.cast<std::int64_t>(), {}, meaning));
    } else if (py::isinstance<py::float_>(value)) {
      options.push_back(number_option(name, value.cast<double>(), {}, meaning));
    } else if (py::isinstance<py::str>(value)) {
      options.push_back(text_option(name, value.cast<std::string>(), meaning));
    } else {
      throw std::logic_error(fmt::format(
          "option {} = {}: expected a bool, int, float or str as default", name, shown(value)));
    }
  }
  return options;
}

py::dict arguments_of(const Json& options, const std::vector<OptionInfo>& infos) {
  py::dict arguments;
  for (const OptionInfo& info : infos) {
    const Json value = options.value(info.name, info.default_value);
    const py::str name(info.name);
    if (value.is_boolean()) {
      arguments[name] = py::bool_(value.get<bool>());
    } else if (value.is_number_integer()) {
      arguments[name] = py::int_(value.get<std::int64_t>());
    } else if (value.is_number()) {
      arguments[name] = py::float_(value.get<double>());
    } else {
      arguments[name] = py::str(value.get<std::string>());
    }
  }
  return arguments;
}

std::string one_line(const py::error_already_set& error) {
  const std::string type = py::str(error.type().attr("__name__"));
  std::string text = type + ": " + std::string(py::str(error.value()));
  std::replace(text.begin(), text.end(), '\n', ' ');
  const py::object traceback = error.trace();
  if (!traceback) return text;
  const py::list frames = py::module_::import("traceback").attr("extract_tb")(traceback);
  if (frames.empty()) return text;
  const py::object frame = frames[frames.size() - 1];
  return fmt::format("{} ({}, line {})", text, std::string(py::str(frame.attr("filename"))),
                     std::string(py::str(frame.attr("lineno"))));
}

void register_extractor(const std::string& name, const std::string& summary,
                        const py::object& function) {
  const KeptFunction kept(function);
  experiments::add_extractor(experiments::extractor_of(
      name, summary, [name, kept](std::span<const std::string_view> words) {
        const py::gil_scoped_acquire lock;
        py::list list;
        for (const std::string_view word : words) list.append(py::str(word));
        return cast_result<std::vector<std::vector<std::string>>>(kept(list), "extractor " + name,
                                                                  "a list of str for each word");
      }));
}

void register_metric(const std::string& problem, const std::string& name,
                     const std::string& summary, bool higher_is_better, const std::string& scale,
                     const py::object& function) {
  const KeptFunction kept(function);
  OutputMetric metric;
  metric.info.name = name;
  metric.info.meaning = summary;
  metric.info.higher_is_better = higher_is_better;
  if (scale == "share") {
    metric.info.scale = MetricScale::kShare;
  } else if (scale == "ratio") {
    metric.info.scale = MetricScale::kRatio;
  } else if (scale == "count") {
    metric.info.scale = MetricScale::kCount;
  } else {
    throw std::logic_error("scale = \"" + scale + "\": expected \"share\", \"ratio\" or \"count\"");
  }
  const ProblemEntry* const entry = find_problem(problem);
  metric.needs_all_parts = entry != nullptr && !entry->has_parts();
  const MetricInfo info = metric.info;
  metric.compute = [info, kept, problem](const MetricInput& input) {
    const py::gil_scoped_acquire lock;
    const auto value = cast_result<double>(
        kept(outputs_of(problem, input.truth, input), outputs_of(problem, input.predicted, input)),
        "metric " + info.name, "a number");
    if (!(value >= info.lowest() && value <= info.highest())) {
      throw py::value_error(fmt::format("metric {} returned {}: expected a number from {} to {}",
                                        info.name, value, info.lowest(), info.highest()));
    }
    return value;
  };
  add_metric(problem, std::move(metric));
}

void register_loss(const std::string& problem, const std::string& name, const std::string& summary,
                   const py::object& function) {
  const auto between = [name, kept = KeptFunction(function)](const std::string& y,
                                                             const std::string& y_hat) {
    const py::gil_scoped_acquire lock;
    return cast_result<double>(kept(y, y_hat), "loss " + name, "a number");
  };
  add_loss(problem, LabelLossEntry{name, summary, between});
}

void register_loss_of_outputs(const std::string& problem, const std::string& name,
                              const std::string& summary, const py::object& function) {
  const ProblemEntry* const entry = find_problem(problem);
  const bool has_labels = entry != nullptr && (entry->has_parts() || problem == "graph");
  if (entry != nullptr && !has_labels) {
    throw std::logic_error("loss \"" + name + "\": outputs of problem \"" + problem +
                           "\" are no labels, so that a Python function cannot take them");
  }
  const bool are_sets = entry != nullptr && entry->predicts_sets;
  const auto between = [name, are_sets, kept = KeptFunction(function)](
                           const Output& y, const Output& y_hat,
                           std::span<const std::string> labels) {
    const py::gil_scoped_acquire lock;
    const py::list both = labels_of(std::vector{y, y_hat}, labels, are_sets);
    return cast_result<double>(kept(both[0], both[1]), "loss " + name, "a number");
  };
  add_loss(problem, OutputLossEntry{name, summary, between});
}

void register_learner(const std::string& name, const std::string& summary, const py::dict& options,
                      const py::object& function) {
  LearnerEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.source = "a Python function";
  entry.options = options_of(options);
  entry.example_weights = ExampleWeights::kUpdate;
  entry.make = [name, kept = KeptFunction(function), infos = entry.options](const Json& json) {
    return std::make_unique<PythonLearner>(name, kept, json, infos);
  };
  add_learner(std::move(entry));
}

void define_fit_problem(py::module_& module) {
  py::class_<Output>(module, "Output")
      .def_readonly("parts", &Output::parts)
      .def(py::self == py::self)
      .def("__repr__",
           [](const Output& y) { return fmt::format("Output({})", fmt::join(y.parts, ", ")); });
  py::class_<FitProblem, std::shared_ptr<FitProblem>>(module, "FitProblem")
      .def_property_readonly("size_joint_feature", &FitProblem::dimension)
      .def("inference", &FitProblem::inference, py::arg("x"), py::arg("w"))
      .def("loss_augmented_inference", &FitProblem::loss_augmented_inference, py::arg("x"),
           py::arg("y"), py::arg("w"))
      .def("loss", &FitProblem::loss, py::arg("x"), py::arg("y"), py::arg("y_hat"))
      .def("score", &FitProblem::score, py::arg("x"), py::arg("y"), py::arg("w"))
      .def("joint_feature", &FitProblem::joint_feature, py::arg("x"), py::arg("y"))
      .def("add_difference", &FitProblem::add_difference, py::arg("x"), py::arg("y"),
           py::arg("y_hat"), py::arg("scale"), py::arg("w"));
}

}  // namespace costruct::python
