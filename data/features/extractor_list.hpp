// Lists of extractors, as they are under `features` in data blocks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {

/// The option `features`: a list of extractors {"extractor": name, its options}. For tokens, the
/// default is the list default_token_features(). For rows, null means the numbers as they are. For
/// texts, null means the extractor `words` for each text.
OptionInfo features_option(ExtractorInput input);

/// Checks a list `features`: combinations of options, columns, and groups. Skips the items that the
/// option itself refuses. Errors have paths that start with `path`.
/// @param columns  the columns of tokens; if empty, checks that depend on columns are skipped
void check_features(const Json& features, ExtractorInput input,
                    const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors);

/// Notes, one for each line, on items and options without effect in a block. The block must be
/// accepted by check_features().
std::vector<std::string> notes_on_features(const Json& block, const std::string& path);

/// A note on columns of tokens that no extractor of a block uses, and how to use them. nullopt if
/// all are used.
std::optional<std::string> note_on_columns(const Json& block,
                                           const std::vector<std::string>& columns,
                                           const std::string& path);

/// The columns that the extractors of a list use. The list must be accepted by check_features().
std::set<std::string> columns_of_features(const Json& features,
                                          const std::vector<std::string>& columns);

/// The files that a data block names: `text`, `file` and `ids` of extractors, and `profiles` of
/// pairs of sequences.
std::vector<std::string> texts_of_features(const Json& block);

/// The default list: tokens of the column "word". If no column has this name, tokens of the first
/// column other than "label".
Json default_token_features(const std::vector<std::string>& columns);

/// The options of an item of the list, without the name of its extractor.
Json without_extractor(Json item);

}  // namespace costruct::experiments
