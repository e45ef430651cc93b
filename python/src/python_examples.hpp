// Python's rows, sequences of attributes and sequences of tokens as examples in memory.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "costruct/data/memory/memory_examples.hpp"

namespace costruct::python {

using Examples = std::shared_ptr<experiments::MemoryExamples>;
template <class Number>
using Array = pybind11::array_t<Number, pybind11::array::c_style | pybind11::array::forcecast>;

/// Rows of a sparse matrix (CSR), for the formats svmlight and svmhmm. Column j is feature j + 1.
/// @param example_end  the number of rows up to the end of each example; None: each row is one
/// @param labels       one for each row
/// @param weights      one for each example, or None
/// @param num_columns  of the matrix, which a model keeps; 0: it keeps none
Examples rows(const Array<std::int64_t>& row_begin, const Array<std::int64_t>& columns,
              const Array<double>& values, const pybind11::sequence& labels,
              const pybind11::object& example_end, const pybind11::object& weights,
              Index num_columns);

/// Sequences whose items are dictionaries, as sklearn-crfsuite takes them, for the format crfsuite.
///   {"word": "Paris"}       the attribute word=Paris with value 1
///   {"is_title": True}      the attribute is_title with value 1; False is left out
///   {"length": 5}           the attribute length with value 5
///   {"affix": ["s", "is"]}  the attributes affix=s and affix=is with value 1
///   {"next": {...}}         the attributes of the inner dictionary behind next:
/// An item may also be a list of names. Throws TypeError with the place for anything else.
/// @param labels  for each sequence its labels; None: all are unlabeled
Examples attributes(const pybind11::sequence& sequences, const pybind11::object& labels,
                    const std::string& unknown, const pybind11::object& weights);

/// Sequences of tokens, for the format conll. A token is a string, or a tuple with a string for
/// each of `columns`.
Examples tokens(const pybind11::sequence& sequences, Index columns, const pybind11::object& labels,
                const std::string& unknown, const pybind11::object& weights);

}  // namespace costruct::python
