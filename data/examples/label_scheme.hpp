// LabelScheme: labels of chunks in the coding scheme of a file, and in the one to learn in. The
// schemes, such as IOB2, are described in problems/chunk_scheme.hpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/problems/chunk_scheme.hpp"

namespace costruct::experiments {

/// The option of formats of chains that names the scheme to learn in.
inline constexpr const char* kSchemeOption = "scheme";
OptionInfo scheme_option();
/// The scheme to learn in that a block names; nullopt if labels are learned as they are.
std::optional<ChunkScheme> scheme_of(const Json& block);

/// Translates labelings of whole sentences between files and learners. Learned labels are written
/// as B-NP, I-NP, E-NP, S-NP and O. Cost of all members: linear in the number of tokens.
class LabelScheme {
 public:
  /// Finds the scheme of a file: the one in which most of the labelings are. Among equals it is the
  /// first of IOB2, IOBES, IOB1, IOE2 and IOE1. A labeling without parts has no influence. Returns
  /// nullopt if the labels are not those of chunks.
  /// @param names      the name of each label
  /// @param labelings  the labels of each sentence, as indices of `names`
  /// @param learned    the scheme to learn in
  static std::optional<LabelScheme> find(std::span<const std::string> names,
                                         std::span<const Output> labelings, ChunkScheme learned);
  /// The scheme that stored() describes; nullopt if the text is damaged.
  static std::optional<LabelScheme> from_stored(const Json& stored);
  /// The scheme as a model stores it.
  Json stored() const;

  /// Whether a label is a chunk label, as the file spells them.
  bool knows(std::string_view label) const { return notation_.parse(label).has_value(); }
  /// The labels of a sentence to learn from. All must be known.
  std::vector<std::string> learned(std::span<const std::string_view> in_file) const;
  /// The labels of a sentence as the file has them, from learned labels.
  std::vector<std::string> in_file(std::span<const std::string> learned) const;

  /// Whether files spell labels as they are learned.
  bool keeps_labels() const { return file_ == learned_ && notation_ == ChunkNotation(); }
  /// The scheme of the files.
  ChunkScheme in_files() const { return file_; }
  /// "labels are in IOB1 (written as B_NP) and are learned in IOBES". The part from "and" is left
  /// out if they are learned as they are.
  std::string text() const;
  /// The number of labelings that are not in the scheme of the file, as find() counted them.
  /// first_misfit() is the index of the first one among find()'s labelings, or -1.
  Index misfits() const { return misfits_; }
  Index first_misfit() const { return first_misfit_; }

 private:
  ChunkScheme file_ = ChunkScheme::kIob2, learned_ = ChunkScheme::kIob2;
  ChunkNotation notation_;
  Index misfits_ = 0, first_misfit_ = -1;
};

}  // namespace costruct::experiments
