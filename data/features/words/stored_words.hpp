// Words and their vectors in models.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

class ModelReader;  // io/model_file.hpp
class ModelWriter;

/// Throws DataError for a damaged part of a model.
[[noreturn]] void fail_damaged(const ModelReader& model, const std::string& prefix,
                               const std::string& what);

/// Restores an empty table from the strings of a model. Throws DataError if one occurs twice.
void load_words(const ModelReader& model, const std::string& prefix, const std::string& name,
                StringTable& table);

/// The vectors of words in a model, one row after the other. Throws DataError if they are not
/// `rows` rows of `dimensions` numbers, or if a number exceeds `most`.
std::vector<float> load_vectors(const ModelReader& model, const std::string& prefix, Index rows,
                                Index dimensions, double most);
void save_vectors(ModelWriter& model, const std::string& prefix, std::span<const float> vectors);

}  // namespace costruct::experiments
