// What Python functions add to the catalogs: extractors, metrics, losses, learners, view policies,
// protocols, generators; and problems.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::python {

/// Adds an extractor of tokens. The function gets the words of a sentence, a list of str, and
/// returns a list of attributes, of str, for each word.
/// Throws std::logic_error if the catalog has the name.
void register_extractor(const std::string& name, const std::string& summary,
                        const pybind11::object& function);

/// Adds a metric of a problem. The function gets the true and the predicted outputs, two lists, and
/// returns a number. An output is the list of its labels, an output of a registered problem, or
/// else the text that the format prints of it.
/// @param scale  "share" (values from 0 to 1), "ratio" (from 0) or "count" (from 0)
/// Throws std::logic_error for an unknown problem or scale, and if the problem has the name.
void register_metric(const std::string& problem, const std::string& name,
                     const std::string& summary, bool higher_is_better, const std::string& scale,
                     const pybind11::object& function);

/// Adds a loss of labels. The function gets the right and the predicted label, two str, and returns
/// a number from 0. Throws std::logic_error as add_loss() does.
void register_loss(const std::string& problem, const std::string& name, const std::string& summary,
                   const pybind11::object& function);
/// Adds a loss of outputs as a whole. The function gets two outputs, each a list of labels, and
/// returns a number from 0. Throws std::logic_error as add_loss() does, and for a problem whose
/// outputs are no labels.
void register_loss_of_outputs(const std::string& problem, const std::string& name,
                              const std::string& summary, const pybind11::object& function);

// The functions below get the values of their options as further arguments by name; `options` has
// the default values. They return the same for the same arguments.

/// Adds a view policy of `count` views. The function gets the numbers of the features, the names of
/// their groups (None: no group) and a seed, and returns the view of each feature, -1 for none.
void register_view_policy(const std::string& name, const std::string& summary, Index count,
                          const pybind11::dict& options, const pybind11::object& function);
/// Adds a protocol. The function gets two lists, the repetition and a seed. The first list has the
/// labels of each example, or None. The second list has the group of each example, or None. The
/// function returns a dictionary with lists of examples from 0: labeled,
/// holdout (absent: the unlabeled examples are scored) and unlabeled (absent: all others).
void register_protocol(const std::string& name, const std::string& summary,
                       const pybind11::dict& options, const pybind11::object& function);
/// Adds a generator of rows, or of chains of rows. The function gets its options alone, and returns
/// MemoryExamples.
void register_generator(const std::string& name, const std::string& summary, bool are_chains,
                        const pybind11::dict& options, const pybind11::object& function);

/// Adds a supervised learner. The function gets a FitProblem, the labeled examples as tuples
/// (x, y, weight) and a seed, and the options as further arguments by name. It returns the weights.
/// @param options  their default values, in a dictionary: bool, int, float or str
/// Throws std::logic_error if the catalog has the name, or an option another kind of value.
void register_learner(const std::string& name, const std::string& summary,
                      const pybind11::dict& options, const pybind11::object& function);

/// Adds a problem, an object with the methods of costruct.Problem and two more, and a format of its
/// name, whose examples are lines. read(line) returns (x, y), with None as y of an unlabeled line;
/// a ValueError that it raises is an error in the data. write(y) returns what `predict` prints.
/// Throws std::logic_error if a catalog has the name, pybind11::type_error for a wrong object.
void register_problem(const std::string& name, const std::string& summary,
                      const pybind11::object& problem);

/// Whether a problem was added by register_problem().
bool is_registered_problem(const std::string& name);
/// The Python output of such a problem. The caller must hold the lock.
pybind11::object registered_output(const std::string& problem, const Output& y);

/// Sets whether an exception of these functions becomes an error of one line, such as
/// "ValueError: what (mine.py, line 3)". The program `python3 -m costruct` does so. By default an
/// exception arrives as it was raised.
void tell_errors_in_one_line(bool for_program);
/// The message of a Python exception, in one line with its place. The caller must hold the lock.
std::string one_line(const pybind11::error_already_set& error);

/// Adds the classes that learners get.
void define_fit_problem(pybind11::module_& module);

}  // namespace costruct::python
