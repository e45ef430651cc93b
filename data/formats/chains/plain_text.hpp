// Plain text as sentences of words without labels.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/examples/raw_example.hpp"

namespace costruct::experiments {

/// The unit of a plain text that counts as a sentence.
enum class TextUnit {
  kLines,     ///< a line with a word
  kSentences  ///< a sentence by Unicode boundaries, over several lines; a blank line ends one
};

/// The names of the units in options, in the order of the enumerators.
std::vector<std::string> text_unit_names();

/// The option of column formats that says that files under `unlabeled` are plain text, and names
/// its unit.
inline constexpr const char* kUnlabeledTextOption = "unlabeled_text";
/// The declaration of this option.
OptionInfo unlabeled_text_option();
/// The unit that a data block names; nullopt if its unlabeled files have the format of the others.
std::optional<TextUnit> unlabeled_text_of(const Json& block);

/// Returns why extractors cannot take plain text: they use a column beside the words. "" if they
/// can.
/// @param features  the option `features` of a block
/// @param columns   the columns of its format
std::string why_no_plain_text(const Json& features, const std::vector<std::string>& columns);

/// Opens a file of plain text as sentences with these columns. Words (text_pieces.hpp) fill the
/// column "word", or the first one that is not the label. The column of the label is empty, and the
/// others have "_". RawExample::record is the sentence. A file may have no sentence. Throws
/// DataError if the file does not open; the reader throws it for a word longer than kLongestField.
std::unique_ptr<ExampleReader> open_plain_text(const std::filesystem::path& file, TextUnit unit,
                                               const std::vector<std::string>& columns);

}  // namespace costruct::experiments
