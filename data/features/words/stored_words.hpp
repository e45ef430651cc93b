// Words and their vectors in model files. Feature extractors that learn from words use them. The
// arrays of an extractor have names that begin with its `prefix`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

class ModelReader;  // io/model_file.hpp
class ModelWriter;

/// Throws DataError "FILE: damaged model: PREFIX: what".
[[noreturn]] void fail_damaged(const ModelReader& model, const std::string& prefix,
                               const std::string& what);

/// Fills an empty table with the strings `prefix` + `name` of a model, in their order. Throws
/// DataError if one occurs twice.
void load_words(const ModelReader& model, const std::string& prefix, const std::string& name,
                StringTable& table);

/// The vectors of words in the array `prefix`.vectors of a model, one row after the other. Throws
/// DataError if they are not `rows` rows of `dimensions` numbers, or if the magnitude of a number
/// exceeds `most`.
std::vector<float> load_vectors(const ModelReader& model, const std::string& prefix, Index rows,
                                Index dimensions, double most);
/// Writes this array.
void save_vectors(ModelWriter& model, const std::string& prefix, std::span<const float> vectors);

}  // namespace costruct::experiments
