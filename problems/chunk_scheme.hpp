// The coding schemes of chunks: how a label per token says where chunks begin and end, and of which
// type they are.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// The coding schemes. A token outside of all chunks has the label O. A token of a chunk of type X
/// has one of these tags:
///   IOB1   I; B only for the first token of a chunk right behind another one of the same type
///   IOB2   B for the first token, I for all others (also called BIO)
///   IOE1   I; E only for the last token of a chunk right before another one of the same type
///   IOE2   E for the last token, I for all others
///   IOBES  B for the first token, I for inner ones, E for the last one, S for a token alone; BILOU
///          and BMES are the same scheme with other letters
enum class ChunkScheme { kIob1, kIob2, kIoe1, kIoe2, kIobes };

/// The names of the schemes in options, in the order of the enumerators.
std::vector<std::string> chunk_scheme_names();
/// The name of a scheme in messages: "IOB1", "IOBES".
std::string shown_scheme(ChunkScheme scheme);

/// The tokens begin..end-1, of one type. The type may be empty.
struct Chunk {
  Index begin = 0, end = 0;
  std::string_view type;
  bool operator==(const Chunk&) const = default;
};

/// How labels spell a tag and a type.
struct ChunkNotation {
  /// The letters of the tags B, I, E and S, in this order: "BIES", "BILU", "BMES" or "BMEW".
  std::string letters = "BIES";
  char separator = '-';   ///< between tag and type: '-', '_' or ':'
  bool tag_last = false;  ///< whether the type comes first, as in NP-B
  bool operator==(const ChunkNotation&) const = default;

  /// The tag of a label (B, I, E, S or O, whatever letters the notation has) and its type.
  struct Parsed {
    char tag = 'O';
    std::string_view type;  ///< empty if the tag stands alone; points into the label
  };
  /// Returns the tag and the type of a label; nullopt if it is not a label of this notation.
  std::optional<Parsed> parse(std::string_view label) const;
  /// The label of a tag and a type.
  std::string spell(char tag, std::string_view type) const;
};

/// The notation in which all of these labels are chunk labels; nullopt if there is none. To be sure
/// of it, the labels must have at least a tag with a type, or O and a tag alone, or three different
/// tags alone.
std::optional<ChunkNotation> notation_of(std::span<const std::string> labels);

/// The chunks of a sentence, by the rules of count_chunks() (label_metrics.hpp), which read all
/// schemes. The types in the result point into `labels`. A label that is not of this notation
/// counts as O.
std::vector<Chunk> chunks_of(std::span<const std::string_view> labels,
                             const ChunkNotation& notation);

/// The labels of a sentence of `length` tokens with these chunks. The chunks are in ascending order
/// and do not overlap.
std::vector<std::string> chunk_labels(std::span<const Chunk> chunks, Index length,
                                      ChunkScheme scheme, const ChunkNotation& notation);

/// Whether a scheme allows the labels `before` and `after` as neighbours. nullopt stands for the
/// start or the end of a sentence.
bool may_follow(ChunkScheme scheme, const std::optional<ChunkNotation::Parsed>& before,
                const std::optional<ChunkNotation::Parsed>& after);

/// The scheme that labels most likely have, by their tags. It is IOBES if S occurs, or both E and
/// B. Otherwise it is IOE2 if E occurs, and IOB2 if B occurs. nullopt if only I occurs, which fits
/// several schemes.
std::optional<ChunkScheme> scheme_of_tags(std::span<const std::string> labels,
                                          const ChunkNotation& notation);

}  // namespace costruct
