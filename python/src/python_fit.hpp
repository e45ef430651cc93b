// Fits of problems in Python, and their predictions.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct::python {

/// Fits a learner of the catalog. Returns (weights, the report as JSON, the number of calls of
/// methods). Throws ConfigError for wrong options and needs that the problem does not meet.
/// @param outputs  the output of each input; None: unlabeled
/// @param weights  for each input, or None
/// @param options  of the learner, a JSON object
pybind11::tuple fit_problem(const pybind11::object& problem, const pybind11::list& inputs,
                            const pybind11::list& outputs, const pybind11::object& weights,
                            const std::string& learner, const std::string& options,
                            std::uint64_t seed);

/// The predicted output of each input.
pybind11::list predict_problem(const pybind11::object& problem, const pybind11::list& inputs,
                               const Vector& w);
/// The k best outputs of each input: a list of (output, score), the best first. Throws ConfigError
/// for a problem without `outputs`.
pybind11::list problem_k_best(const pybind11::object& problem, const pybind11::list& inputs,
                              const Vector& w, Index k);

}  // namespace costruct::python
