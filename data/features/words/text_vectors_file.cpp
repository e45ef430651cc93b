#include "costruct/data/features/words/text_vectors_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/output_file.hpp"

namespace costruct::experiments {
namespace {

/// Words or shapes with their rows.
struct NamedRows {
  std::vector<std::string> names;
  std::vector<std::int32_t> rows;

  NamedRows(const StringTable& table, const std::vector<std::int32_t>& row_of) {
    for (Index i = 0; i < table.size(); ++i) {
      if (row_of[i] < 0) continue;
      names.emplace_back(table[i]);
      rows.push_back(row_of[i]);
    }
  }
  void sort_by_frequency(const std::vector<Index>& occurrences) {
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return occurrences[rows[a]] > occurrences[rows[b]]; });
    const NamedRows before = *this;
    for (std::size_t i = 0; i < order.size(); ++i) {
      names[i] = before.names[order[i]];
      rows[i] = before.rows[order[i]];
    }
  }
};

void write_safetensors(const TextVectors& learned, const NamedRows& words, const Json& facts,
                       const std::filesystem::path& file) {
  const NamedRows shapes(learned.rows.shapes, learned.rows.row_of_shape);
  const Index dimensions = learned.vectors.dimensions;
  std::vector<float> numbers;
  numbers.reserve(learned.vectors.vectors.size());
  for (const NamedRows* named : {&words, &shapes}) {
    for (const std::int32_t row : named->rows) {
      const auto vector = learned.vectors.vector(row);
      numbers.insert(numbers.end(), vector.begin(), vector.end());
    }
  }
  ModelWriter model;
  model.set(kVectorFact, facts);
  model.add_strings("words", words.names);
  model.add_strings("shapes", shapes.names);
  model.add("vectors", std::span<const float>(numbers),
            {std::ssize(numbers) / dimensions, dimensions});
  model.write(file);
}

void write_word2vec_text(const TextVectors& learned, const NamedRows& words,
                         const std::filesystem::path& file) {
  OutputFile out(file);
  out.write(fmt::format("{} {}\n", words.names.size(), learned.vectors.dimensions));
  for (std::size_t i = 0; i < words.names.size(); ++i) {
    out.write(words.names[i]);
    for (const float x : learned.vectors.vector(words.rows[i])) out.write(fmt::format(" {}", x));
    out.write('\n');
  }
  out.commit();
}

}  // namespace

bool is_vector_file_name(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".safetensors" || ending == ".txt" || ending == ".vec";
}

void write_text_vectors(const TextVectors& learned, const Json& facts,
                        const std::filesystem::path& file) {
  NamedRows words(learned.rows.words, learned.rows.row_of_word);
  words.sort_by_frequency(learned.rows.occurrences);
  if (words.names.empty() && file.extension() != ".safetensors")
    throw DataError(file.string() + ": no word is frequent enough: choose a smaller --min-count");
  if (file.extension() == ".safetensors") {
    write_safetensors(learned, words, facts, file);
  } else {
    write_word2vec_text(learned, words, file);
  }
}

}  // namespace costruct::experiments
