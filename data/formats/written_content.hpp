// Labels, cells and features of examples as the writers of formats (ExampleWriter) need them. The
// source is the file that is read, and the target is the format that is written.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/formats/content.hpp"
#include "costruct/data/formats/losses.hpp"

namespace costruct::experiments {

/// The loss of sentences that SchemeWatch does not accept.
inline constexpr const char* kBrokenScheme =
    "sentences with labels that break their scheme are read as conlleval does";

/// Checks whether the sentences of a file are all in one scheme of chunk labels, such as IOB2.
class SchemeWatch {
 public:
  /// Whether a sentence is in a scheme in which all accepted sentences before it are too. A
  /// sentence for which it returns false is ignored from then on. Call it for each sentence in
  /// turn.
  /// @param chunks  the chunks of these labels
  bool keeps(std::span<const std::string_view> labels, std::span<const Chunk> chunks,
             const ChunkNotation& notation);

 private:
  std::vector<ChunkScheme> possible_ = {ChunkScheme::kIob2, ChunkScheme::kIobes, ChunkScheme::kIob1,
                                        ChunkScheme::kIoe2, ChunkScheme::kIoe1};
};

/// Labels as a target format writes them: in the target's scheme, and without forbidden characters.
class WrittenLabels {
 public:
  /// @param block      of the target; its options `scheme` and `unknown` count
  /// @param unknown    what stands for labels that are not known
  /// @param forbidden  characters that labels may not have, besides line ends; _ stands for them
  /// Throws DataError if the target has a scheme, and the labels are not those of chunks.
  WrittenLabels(const Json& block, const ContentFacts& from, std::string unknown,
                std::string forbidden);
  /// The labels of an example, one for each part, valid until the next call. Throws DataError("what
  /// is wrong") if two labels would be written alike, or one as the mark of unknown labels. With a
  /// scheme it also throws if only some labels of the example are known.
  const std::vector<std::string>& of(const ExampleContent& example, Losses& losses);

 private:
  std::string written(std::string_view label, Losses& losses);

  std::optional<ChunkScheme> scheme_;
  SchemeWatch watch_;
  ChunkNotation notation_;
  std::string unknown_, forbidden_;
  std::map<std::string, std::string, std::less<>> originals_;  // of written labels with _
  std::vector<std::string> labels_;
};

/// Cells of columns that a target format asks for by name: from cells of that name, or from
/// features such as `token.pos[0]=NN`, `pos[0]=NN` and `pos=NN`.
class NamedCells {
 public:
  /// @param from     must outlive this
  /// @param columns  names; kWordColumn also stands for the first column of the source
  /// @param strict   whether each column must be there
  /// Throws ConfigError if the words are missing, or another column that must be there.
  NamedCells(const ContentFacts& from, std::vector<std::string> columns, bool strict);
  /// The cells of an example, part by part, "" where one is missing. Cell c of part p is at p * n +
  /// c for n columns. Valid until the next call. Adds the columns and features that the target does
  /// not hold to `losses`.
  std::vector<std::string>& of(const ExampleContent& example, Losses& losses);
  /// The same for formats that blanks separate. Blanks within cells become _, which counts as a
  /// loss. Empty cells become _ too.
  const std::vector<std::string>& without_blanks(const ExampleContent& example, Losses& losses);

 private:
  void take_features(const ExampleContent& example, Losses& losses);

  const ContentFacts& from_;
  std::vector<std::string> columns_;
  std::vector<Index> source_;  // place of each column in the source; -1: none
  std::vector<Index> unused_;  // columns of the source that the target does not hold
  struct Place {
    Index column = -1;
    std::size_t prefix = 0;  // bytes of the name in front of the cell
  };
  std::vector<Place> place_of_;  // by feature
  std::string unused_kind_;
  std::vector<std::string> cells_;
};

/// The columns of features in tables that writers make. Features are ordered by their numbers
/// (ContentFacts::features), and numbers that are missing leave no gap.
class FeatureOrder {
 public:
  explicit FeatureOrder(const ContentFacts& from);
  /// The column of a feature, from 0. `feature` is an index into ContentFacts::features.
  std::size_t place(std::int32_t feature) const {
    return place_of_[static_cast<std::size_t>(feature)];
  }
  Index size() const { return std::ssize(place_of_); }
  /// Whether the column of any feature, counted from 1, is not its number.
  bool renumbers() const { return renumbers_; }

 private:
  std::vector<std::size_t> place_of_;
  bool renumbers_ = false;
};

/// The cells of rows in tables: the cells of the source, or a number for each feature.
class TableCells {
 public:
  explicit TableCells(const ContentFacts& from);
  /// The names of the columns.
  const std::vector<std::string>& names() const { return names_; }
  /// The cells of a row, one for each column, valid until the next call. Features that a row lacks
  /// are 0.
  const std::vector<std::string>& of(const ExampleContent& row);

 private:
  std::vector<std::string> names_, cells_;
  std::optional<FeatureOrder> order_;  // nullopt: the source has cells
};

/// Adds a loss if a text is not UTF-8, for formats that write JSON.
void tell_if_not_utf8(std::string_view text, Losses& losses);

/// Finds the places of words in a text, in their order. Returns nullopt if a word is missing or
/// empty, or if the text has another word between them.
std::optional<std::vector<TextPiece>> words_of_text(std::string_view text,
                                                    std::span<const std::string> words);

}  // namespace costruct::experiments
