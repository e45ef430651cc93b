// Writes word vectors that were learned from text to a file that runs share.
#pragma once

#include <filesystem>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/data/features/words/text_vectors.hpp"

namespace costruct::experiments {

/// Whether write_text_vectors() has a layout for the end of this file's name:
///   .safetensors  words, shapes of rare words, vectors; see kVectorFact
///   .txt, .vec    word2vec text: a line "N d", then N lines of a word and its d numbers; no shapes
bool is_vector_file_name(const std::filesystem::path& file);

/// The metadata key of a .safetensors file of word vectors. Its value is an object with the options
/// that the vectors were made with. The arrays of the file are `words` (strings), `shapes`
/// (strings) and `vectors` (F32): a row for each word, then one for each shape. Words are sorted by
/// falling frequency.
inline constexpr const char* kVectorFact = "word_vectors";

/// Writes vectors to a file, completely or not at all. Both layouts hold the same 32-bit numbers,
/// and words by falling frequency. Throws OutputError. Throws DataError if all words are rare and
/// the layout is text.
/// @param facts  the value of kVectorFact; not used in text
/// @param file   a name for which is_vector_file_name() holds
void write_text_vectors(const TextVectors& learned, const Json& facts,
                        const std::filesystem::path& file);

}  // namespace costruct::experiments
