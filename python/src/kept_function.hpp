// Python functions that catalogs keep, and what they take and return.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::python {

/// Whether functions that fail shall do so with an error of one line (tell_errors_in_one_line()).
bool tells_errors_in_one_line();
/// Throws std::runtime_error with one_line(error) as its message.
[[noreturn]] void pass_on(const pybind11::error_already_set& error);

/// A function that the catalogs keep. It is never freed, as catalogs outlive the interpreter. The
/// caller of it must hold the lock.
class KeptFunction {
 public:
  explicit KeptFunction(const pybind11::object& function)
      : function_(new pybind11::object(function)) {}
  /// Throws what the function raises. If tells_errors_in_one_line(), it throws one line instead,
  /// except for KeyboardInterrupt.
  template <class... Arguments>
  pybind11::object operator()(Arguments&&... arguments) const {
    try {
      return (*function_)(std::forward<Arguments>(arguments)...);
    } catch (const pybind11::error_already_set& error) {
      if (!tells_errors_in_one_line() || error.matches(PyExc_KeyboardInterrupt)) throw;
      pass_on(error);
    }
  }

 private:
  pybind11::object* function_;
};

/// Returns repr(object).
std::string shown(const pybind11::handle& object);

/// Throws a TypeError of Python that says what was expected.
[[noreturn]] void wrong_result(const pybind11::handle& value, const std::string& function,
                               const std::string& expected);

/// The value as a Type. Throws a TypeError of Python that says what was expected.
template <class Type>
Type cast_result(const pybind11::object& value, const std::string& function,
                 const std::string& expected) {
  try {
    return value.cast<Type>();
  } catch (const pybind11::cast_error&) {
    wrong_result(value, function, expected);
  }
}

/// The options of a Python function, from their default values: bool, int, float or str. Throws
/// std::logic_error for another kind of value.
std::vector<OptionInfo> options_of(const pybind11::dict& defaults);
/// The values of these options, as arguments by name. Missing options have their defaults.
pybind11::dict arguments_of(const Json& options, const std::vector<OptionInfo>& infos);

}  // namespace costruct::python
