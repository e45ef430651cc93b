// Writes word vectors that were learned from text to a file that runs share.
#pragma once

#include <filesystem>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/data/features/words/text_vectors.hpp"

namespace costruct::experiments {

/// The layouts, by the end of a file's name.
///   .safetensors  words, shapes of rare words, vectors; see kVectorFact
///   .txt, .vec    word2vec text: a line "N d", then a word and its numbers a line; no shapes
bool is_vector_file_name(const std::filesystem::path& file);

/// The fact that a .safetensors file of word vectors has, with the options that it was made with.
/// Its arrays are `words` (strings), `shapes` (strings) and `vectors` (F32): a row for each word,
/// then one for each shape. Words are sorted by falling frequency.
inline constexpr const char* kVectorFact = "word_vectors";

/// Writes vectors to a file, completely or not at all. Both layouts hold the same 32-bit numbers.
/// Throws OutputError.
/// @param facts  the value of kVectorFact
void write_text_vectors(const TextVectors& learned, const Json& facts,
                        const std::filesystem::path& file);

}  // namespace costruct::experiments
