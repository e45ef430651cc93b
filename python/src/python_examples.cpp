#include "python_examples.hpp"

#include <fmt/format.h>

namespace py = pybind11;

namespace costruct::python {
namespace {

using Layout = experiments::MemoryExamples::Layout;

std::string type_name(const py::handle& object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

// The bytes of a Python string, which it keeps.
std::string_view text_of(const py::handle& text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw py::error_already_set();
  return {bytes, static_cast<std::size_t>(size)};
}

[[noreturn]] void wrong_type(const std::string& where, const std::string& expected,
                             const py::handle& found, const char* remedy = "") {
  throw py::type_error(
      fmt::format("{}: expected {}, found {}{}", where, expected, type_name(found), remedy));
}

double weight_of(const py::object& weights, std::size_t example) {
  if (weights.is_none()) return 1;
  return weights[py::int_(example)].cast<double>();
}

/// The labels of one sequence. None stands for the mark of unlabeled parts, as one label or as the
/// labels of the whole sequence.
class SequenceLabels {
 public:
  SequenceLabels(const py::object& all, const std::string& unknown, std::size_t at,
                 std::size_t size)
      : unknown_(unknown) {
    if (all.is_none()) return;
    labels_ = all[py::int_(at)];
    if (labels_.is_none()) return;
    if (const std::size_t given = py::len(labels_); given != size)
      throw py::value_error(fmt::format("sequence {}: {} labels for {} items", at, given, size));
  }
  std::string_view at(std::size_t item) {
    if (labels_.is_none()) return unknown_;
    label_ = labels_[py::int_(item)];
    if (label_.is_none()) return unknown_;
    if (!PyUnicode_Check(label_.ptr())) label_ = py::str(label_);
    return text_of(label_);
  }

 private:
  const std::string& unknown_;
  py::object labels_ = py::none(), label_ = py::none();
};

// "sequence 3, item 0"
std::string place_of(std::size_t sequence, std::size_t item) {
  return fmt::format("sequence {}, item {}", sequence, item);
}

/// Adds the attributes of items.
class AttributeAdder {
 public:
  /// Adds those of an item of a sequence.
  void add_item(experiments::MemoryExamples& to, const py::handle& item, std::size_t sequence,
                std::size_t place) {
    to_ = &to;
    sequence_ = sequence;
    item_ = place;
    if (PyDict_Check(item.ptr())) return add_dict(item, "");
    if (PyUnicode_Check(item.ptr()) || !py::isinstance<py::iterable>(item))
      wrong_type(where(), "a dictionary or a list of names", item);
    for (const py::handle name : py::reinterpret_borrow<py::object>(item)) {
      if (!PyUnicode_Check(name.ptr())) wrong_type(where(), "names as strings", name);
      to.add_entry(text_of(name), 1);
    }
  }

 private:
  std::string where() const { return place_of(sequence_, item_); }
  void add_dict(const py::handle& item, const std::string& front) {
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(item)) {
      if (!PyUnicode_Check(key.ptr())) wrong_type(where(), "keys as strings", key);
      name_.assign(front).append(text_of(key));
      add_value(value);
    }
  }
  void add_value(const py::handle& value) {
    PyObject* object = value.ptr();
    if (PyUnicode_Check(object)) {
      name_.append("=").append(text_of(value));
      to_->add_entry(name_, 1);
    } else if (PyBool_Check(object)) {
      if (object == Py_True) to_->add_entry(name_, 1);
    } else if (PyFloat_Check(object) || PyLong_Check(object)) {
      to_->add_entry(name_, PyFloat_AsDouble(object));
      if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    } else if (PyDict_Check(object)) {
      add_dict(value, std::string(name_) + ":");
    } else if (PyList_Check(object) || PyTuple_Check(object) || PyAnySet_Check(object)) {
      add_each(value);
    } else {
      const double x = PyNumber_Check(object) ? PyFloat_AsDouble(object) : 0;  // NumPy's numbers
      if (!PyNumber_Check(object) || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        wrong_type(fmt::format("{}, \"{}\"", where(), name_),
                   "a string, a number, a bool, a list of strings or a dictionary", value);
      }
      to_->add_entry(name_, x);
    }
  }
  void add_each(const py::handle& values) {
    const std::string front = name_ + "=";
    for (const py::handle value : values) {
      if (!PyUnicode_Check(value.ptr()))
        wrong_type(fmt::format("{}, \"{}\"", where(), front), "strings in the list", value);
    }
    // A set has no order that is the same in each process.
    const py::list in_order(py::reinterpret_borrow<py::object>(values));
    if (PyAnySet_Check(values.ptr())) in_order.attr("sort")();
    for (const py::handle value : in_order) {
      name_.assign(front).append(text_of(value));
      to_->add_entry(name_, 1);
    }
  }
  experiments::MemoryExamples* to_ = nullptr;
  std::size_t sequence_ = 0, item_ = 0;
  std::string name_;
};

/// Lets Ctrl-C end the conversion of many examples. The interpreter hears signals only between its
/// own steps.
class SignalCheck {
 public:
  void after_example() {
    constexpr int kExamples = 64;
    if (++examples_ % kExamples == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
  }

 private:
  std::size_t examples_ = 0;
};

// Calls add(item, sequence, place) for each item of each sequence, after its label was added.
template <class Add>
Examples of_sequences(const py::sequence& sequences, Index columns, const py::object& labels,
                      const std::string& unknown, const py::object& weights, const Add& add) {
  auto examples = std::make_shared<experiments::MemoryExamples>(Layout::kChains, columns);
  SignalCheck signals;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const py::object sequence = sequences[i];
    if (PyUnicode_Check(sequence.ptr()) || !PySequence_Check(sequence.ptr()))
      wrong_type(fmt::format("sequence {}", i), "a list", sequence);
    const std::size_t size = py::len(sequence);
    SequenceLabels names(labels, unknown, i, size);
    for (std::size_t t = 0; t < size; ++t) {
      examples->add_part(names.at(t));
      const py::object item = sequence[py::int_(t)];
      add(*examples, item, i, t);
    }
    examples->end_example(weight_of(weights, i));
    signals.after_example();
  }
  return examples;
}

}  // namespace

Examples rows(const Array<std::int64_t>& row_begin, const Array<std::int64_t>& columns,
              const Array<double>& values, const py::sequence& labels,
              const py::object& example_end, const py::object& weights, Index num_columns) {
  const auto begin = row_begin.unchecked<1>();
  const auto column = columns.unchecked<1>();
  const auto value = values.unchecked<1>();
  auto examples = std::make_shared<experiments::MemoryExamples>(
      example_end.is_none() ? Layout::kRows : Layout::kChains);
  examples->set_num_columns(num_columns);
  std::size_t ended = 0;
  SignalCheck signals;
  for (py::ssize_t row = 0; row + 1 < begin.shape(0); ++row) {
    examples->add_part(text_of(py::object(labels[static_cast<std::size_t>(row)])));
    for (std::int64_t e = begin(row); e < begin(row + 1); ++e)
      examples->add_entry(static_cast<std::uint64_t>(column(e)) + 1, value(e));
    const bool ends =
        example_end.is_none() || example_end[py::int_(ended)].cast<py::ssize_t>() == row + 1;
    if (ends) examples->end_example(weight_of(weights, ended++));
    signals.after_example();
  }
  return examples;
}

Examples attributes(const py::sequence& sequences, const py::object& labels,
                    const std::string& unknown, const py::object& weights) {
  AttributeAdder adder;
  const auto add = [&adder](experiments::MemoryExamples& to, const py::object& item, std::size_t i,
                            std::size_t t) { adder.add_item(to, item, i, t); };
  return of_sequences(sequences, 0, labels, unknown, weights, add);
}

Examples tokens(const py::sequence& sequences, Index columns, const py::object& labels,
                const std::string& unknown, const py::object& weights) {
  const auto add = [&](experiments::MemoryExamples& to, const py::object& item, std::size_t i,
                       std::size_t t) {
    const auto where = [&] { return place_of(i, t); };
    if (PyUnicode_Check(item.ptr()) && columns == 2) {
      to.add_field(text_of(item));
    } else if (PyTuple_Check(item.ptr()) &&
               py::len(item) + 1 == static_cast<std::size_t>(columns)) {
      for (const py::handle field : item) {
        if (!PyUnicode_Check(field.ptr())) wrong_type(where(), "strings", field);
        to.add_field(text_of(field));
      }
    } else {
      wrong_type(
          where(), columns == 2 ? "a string" : fmt::format("a tuple of {} strings", columns - 1),
          item, "; a sentence is a list of words (str), of tuples of str, or of dictionaries");
    }
    to.add_field("");  // the place of the label
  };
  return of_sequences(sequences, columns, labels, unknown, weights, add);
}

}  // namespace costruct::python
