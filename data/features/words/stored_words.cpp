#include "costruct/data/features/words/stored_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/core/types.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

void fail_damaged(const ModelReader& model, const std::string& prefix, const std::string& what) {
  throw DataError(fmt::format("{}: damaged model: {}: {}", model.file(), prefix, what));
}

void load_words(const ModelReader& model, const std::string& prefix, const std::string& name,
                StringTable& table) {
  for (const std::string& text : model.strings(prefix + name)) {
    if (table.find(text) >= 0) fail_damaged(model, prefix, "a word that stands twice");
    table.intern(text);
  }
}

std::vector<float> load_vectors(const ModelReader& model, const std::string& prefix, Index rows,
                                Index dimensions, double most) {
  const auto numbers = model.doubles(prefix + ".vectors");
  if (std::ssize(numbers) != rows * dimensions)
    fail_damaged(model, prefix, "a vector for each word was expected");
  if (std::any_of(numbers.begin(), numbers.end(),
                  [most](double x) { return !(std::abs(x) <= most); }))
    fail_damaged(model, prefix, fmt::format("vectors are longer than {:g}", std::floor(most)));
  return {numbers.begin(), numbers.end()};
}

void save_vectors(ModelWriter& model, const std::string& prefix, std::span<const float> vectors) {
  const Vector numbers(vectors.begin(), vectors.end());
  model.add(prefix + ".vectors", std::span<const double>(numbers));
}

}  // namespace costruct::experiments
