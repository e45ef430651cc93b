// Fits of problems in Python, and their predictions.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct::python {

/// Fits a learner of the catalog. Returns (w, the report as JSON, the number of calls of Python
/// methods). Throws ConfigError for wrong options and needs that the problem does not meet, and
/// value_error if no input has an output.
/// @param outputs  the output of each input; None: unlabeled
/// @param weights  of the examples, one for each input; or None
/// @param options  of the learner, a JSON object
pybind11::tuple fit_problem(const pybind11::object& problem, const pybind11::list& inputs,
                            const pybind11::list& outputs, const pybind11::object& weights,
                            const std::string& learner, const std::string& options,
                            std::uint64_t seed);

/// The predicted output of each input. Throws value_error if w has not size_joint_feature entries.
pybind11::list predict_problem(const pybind11::object& problem, const pybind11::list& inputs,
                               const Vector& w);
/// The k best outputs of each input: a list of (output, score), the best first. Throws ConfigError
/// if the problem has no method outputs(x), and value_error as predict_problem() does.
pybind11::list problem_k_best(const pybind11::object& problem, const pybind11::list& inputs,
                              const Vector& w, Index k);

}  // namespace costruct::python
