#include "python_fit.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/fitting_learners.hpp"
#include "interruptible.hpp"
#include "python_problem.hpp"

namespace py = pybind11;

namespace costruct::python {

namespace {

// The problem over inputs to predict. Throws pybind11::value_error for a wrong number of weights.
std::unique_ptr<PythonProblem> problem_with(const py::object& problem, const py::list& inputs,
                                            const Vector& w) {
  std::unique_ptr<PythonProblem> made =
      python_problem(problem, inputs, std::make_shared<PythonOutputs>());
  if (std::ssize(w) != made->dimension())
    throw py::value_error(
        fmt::format("{} weights, expected {} (size_joint_feature)", w.size(), made->dimension()));
  return made;
}

}  // namespace

py::tuple fit_problem(const py::object& problem, const py::list& inputs, const py::list& outputs,
                      const py::object& weights, const std::string& learner,
                      const std::string& options, std::uint64_t seed) {
  const LearnerEntry* entry = find_learner(learner);
  if (entry == nullptr || !entry->make)
    throw ConfigError(fmt::format("learner = {}: no learner of outputs", learner));
  ConfigErrors errors;
  const Json given = Json::parse(options);
  check_options(entry->options, given, "learner", errors);
  errors.throw_if_any("costruct");
  const Json all = with_defaults(entry->options, given);

  std::unique_ptr<PythonProblem> made =
      python_problem(problem, inputs, std::make_shared<PythonOutputs>());
  const PythonProblem& of_python = *made;
  Sample sample;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto x = static_cast<InputId>(i);
    const py::object y = outputs[i];
    if (y.is_none()) {
      sample.unlabeled.push_back(x);
      continue;
    }
    const double weight = weights.is_none() ? 1 : weights[py::int_(i)].cast<double>();
    sample.labeled.push_back({x, of_python.number_of(y, fmt::format("y[{}]", i)), weight});
  }
  if (sample.labeled.empty()) throw py::value_error("y has no output: all are None");
  const Views views(std::move(made));
  try {
    check_needs(*entry, all, views);
  } catch (const ConfigError& error) {
    const std::vector<std::string> fitting = fitting_learners(views);
    if (std::ranges::count(fitting, learner) > 0) throw;  // an option needs more
    throw ConfigError(fmt::format("{}: use {}", error.what(), one_of(fitting)));
  }
  for (const auto& [x, y, weight] : sample.labeled)
    of_python.check_label(x, y.parts[0], fmt::format("y[{}]", x), fmt::format("X[{}]", x));
  Fitted fitted;
  std::vector<std::string> notes;
  if (!sample.unlabeled.empty() && !uses_unlabeled(*entry, all))
    notes.push_back(experiments::unused_unlabeled_note(learner));
  run_interruptibly(1, [&](const std::atomic<bool>* stop) {
    FitContext context;
    context.seed = seed;
    context.stop = stop;
    fitted = entry->make(all)->fit(views, sample, context);
  });
  const Json report = experiments::report_json(fitted.report, notes);
  return py::make_tuple(stack(fitted.weights), report.dump(), of_python.crossings());
}

py::list predict_problem(const py::object& problem, const py::list& inputs, const Vector& w) {
  const std::unique_ptr<PythonProblem> made = problem_with(problem, inputs, w);
  py::list found;
  for (InputId x = 0; x < made->num_inputs(); ++x)
    found.append(made->object_of(made->decode(x, w).output));
  return found;
}

py::list problem_k_best(const py::object& problem, const py::list& inputs, const Vector& w,
                        Index k) {
  const std::unique_ptr<PythonProblem> made = problem_with(problem, inputs, w);
  const auto* decoder = offered<KBestDecoder>(*made);
  if (decoder == nullptr) {
    throw ConfigError(
        "the k best outputs need the method outputs(x), which lists the outputs of an input");
  }
  py::list found;
  for (InputId x = 0; x < made->num_inputs(); ++x) {
    py::list of_x;
    for (const Decoded& each : decoder->k_best(x, k, w))
      of_x.append(py::make_tuple(made->object_of(each.output), each.value));
    found.append(of_x);
  }
  return found;
}

}  // namespace costruct::python
