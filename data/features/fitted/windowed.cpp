#include "costruct/data/features/fitted/windowed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

void WindowedValues::append(const Symbols& of_example, Index t,
                            std::vector<FittedEntry>& out) const {
  const Index length = std::ssize(of_example.number) / symbols_;
  const Index first = std::max<Index>(0, t - window_), last = std::min(length - 1, t + window_);
  for (Index at = first; at <= last; ++at) {
    append_word(of_example.number.subspan(at * symbols_, symbols_),
                static_cast<std::int32_t>((at - t + window_) * per_token_), out);
  }
}

std::string WindowedExtractor::feature_name(Index feature) const {
  return fmt::format("{}[{}]{}", name_prefix_, feature / per_token() - window_,
                     name_in_word(feature % per_token()));
}

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
