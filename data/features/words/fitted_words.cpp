#include "costruct/data/features/words/fitted_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/features/words/stored_words.hpp"
#include "costruct/data/features/words/word_shape.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr double kLongest = 1 + 1e-6;  // a coordinate of a unit vector, with rounding

void save_table(ModelWriter& model, const std::string& name, const StringTable& table,
                const std::vector<std::int32_t>& row_of) {
  std::vector<std::string> texts;
  std::vector<std::int32_t> rows;
  for (std::size_t i = 0; i < row_of.size(); ++i) {
    if (row_of[i] < 0) continue;
    texts.emplace_back(table[static_cast<Index>(i)]);
    rows.push_back(row_of[i]);
  }
  model.add_strings(name, texts);
  model.add(name + ".rows", std::span<const std::int32_t>(rows));
}

std::vector<std::int32_t> load_table(const ModelReader& model, const std::string& prefix,
                                     const std::string& name, StringTable& table) {
  load_words(model, prefix, name, table);
  const auto rows = model.integers32(prefix + name + ".rows");
  if (table.size() != std::ssize(rows))
    fail_damaged(model, prefix, "a row for each word was expected");
  return {rows.begin(), rows.end()};
}

std::string cluster_name(const std::string& prefix, std::size_t cut) {
  return fmt::format("{}.clusters.{}", prefix, cut);
}

std::string shape_text(std::string_view word) {
  std::string shape;
  append_shape(word, shape);
  return shape;
}

}  // namespace

void WordSymbols::grow(std::string_view word, std::vector<std::int32_t>& symbols) {
  const std::string zeros = digits_as_zero(word);
  symbols.push_back(words.intern(zeros));
  symbols.push_back(shapes.intern(shape_text(zeros)));
}

void WordSymbols::look_up(std::string_view word, std::vector<std::int32_t>& symbols) const {
  const std::string zeros = digits_as_zero(word);
  symbols.push_back(words.find(zeros));
  symbols.push_back(shapes.find(shape_text(zeros)));
}

FittedWords FittedWords::fit(const std::vector<Symbols>& sentences, const WordSymbols& symbols,
                             const WordVectorOptions& options, Index min_count) {
  std::vector<Index> count(static_cast<std::size_t>(symbols.words.size()), 0);
  for (const auto& [numbers, unused] : sentences) {
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      if (numbers[i] >= 0) ++count[numbers[i]];
    }
  }
  std::vector<std::int32_t> row_of_word(count.size(), -1),
      row_of_shape(static_cast<std::size_t>(symbols.shapes.size()), -1);
  std::int32_t rows = 0;
  const auto row_in = [&](std::vector<std::int32_t>& row_of, std::int32_t symbol) {
    if (symbol < 0) return std::int32_t{-1};
    if (row_of[symbol] < 0) row_of[symbol] = rows++;
    return row_of[symbol];
  };
  std::vector<std::int32_t> numbered;
  for (const auto& [numbers, unused] : sentences) {
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      const bool is_rare = numbers[i] < 0 || count[numbers[i]] < min_count;
      numbered.push_back(is_rare ? row_in(row_of_shape, numbers[i + 1])
                                 : row_in(row_of_word, numbers[i]));
    }
  }
  std::vector<std::span<const std::int32_t>> of_rows;
  std::size_t begin = 0;
  for (const auto& [numbers, unused] : sentences) {
    of_rows.push_back(std::span(numbered).subspan(begin, numbers.size() / 2));
    begin += numbers.size() / 2;
  }
  WordVectors vectors = fit_word_vectors(of_rows, rows, options);
  return {std::move(row_of_word), std::move(row_of_shape), std::move(vectors)};
}

std::int32_t FittedWords::row_of(std::int32_t word, std::int32_t shape) const {
  if (word >= 0 && word < std::ssize(row_of_word_) && row_of_word_[word] >= 0)
    return row_of_word_[word];
  return shape >= 0 && shape < std::ssize(row_of_shape_) ? row_of_shape_[shape] : -1;
}

void FittedWords::save(ModelWriter& model, const std::string& prefix, const WordSymbols& symbols,
                       bool vectors) const {
  save_table(model, prefix + ".words", symbols.words, row_of_word_);
  save_table(model, prefix + ".shapes", symbols.shapes, row_of_shape_);
  if (vectors) save_vectors(model, prefix, rows_.vectors);
  for (std::size_t cut = 0; cut < rows_.cluster.size(); ++cut)
    model.add(cluster_name(prefix, cut), std::span<const std::int32_t>(rows_.cluster[cut]));
}

FittedWords FittedWords::load(const ModelReader& model, const std::string& prefix,
                              const WordVectorOptions& options, bool vectors,
                              WordSymbols& symbols) {
  auto row_of_word = load_table(model, prefix, ".words", symbols.words);
  auto row_of_shape = load_table(model, prefix, ".shapes", symbols.shapes);
  const auto rows = std::ssize(row_of_word) + std::ssize(row_of_shape);
  std::vector<bool> taken(static_cast<std::size_t>(rows), false);
  for (const auto* row_of : {&row_of_word, &row_of_shape}) {
    for (const std::int32_t row : *row_of) {
      if (row < 0 || row >= rows || taken[row])
        fail_damaged(model, prefix, "rows of words are wrong");
      taken[row] = true;
    }
  }
  WordVectors loaded;
  loaded.dimensions = options.dimensions;
  if (vectors) loaded.vectors = load_vectors(model, prefix, rows, options.dimensions, kLongest);
  for (std::size_t cut = 0; cut < options.clusters.size(); ++cut) {
    const auto cluster = model.integers32(cluster_name(prefix, cut));
    if (std::ssize(cluster) != rows)
      fail_damaged(model, prefix, "a cluster for each word was expected");
    if (std::any_of(cluster.begin(), cluster.end(),
                    [&](std::int32_t c) { return c < -1 || c >= options.clusters[cut]; }))
      fail_damaged(model, prefix, "a cluster number out of range");
    loaded.cluster.emplace_back(cluster.begin(), cluster.end());
  }
  return {std::move(row_of_word), std::move(row_of_shape), std::move(loaded)};
}

}  // namespace costruct::experiments
