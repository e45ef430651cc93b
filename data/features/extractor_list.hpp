// Lists of extractors, as data blocks have them under `features`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {

/// The option `features`: a list of extractors, each {"extractor": name, its options}. For tokens
/// it has a default. For rows it may be null, which keeps the numbers as they are.
OptionInfo features_option(ExtractorInput input);

/// Checks a list of extractors item by item, with paths that begin with `path`. `columns` are the
/// columns of tokens. If there are no columns, options that refer to columns are not checked.
void check_features(const Json& features, ExtractorInput input,
                    const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors);

/// Notes on options that have no effect, in the list `features` or because of it; one line each.
/// check_features() must have accepted the block.
std::vector<std::string> notes_on_features(const Json& block, const std::string& path);

/// A note on the columns that no extractor uses, and how to use them. Returns nullopt if all are
/// used, or if a template may use any column.
std::optional<std::string> note_on_columns(const Json& block,
                                           const std::vector<std::string>& columns,
                                           const std::string& path);

/// The files that extractors of a data block name as `text`, and the option `profiles` of pairs of
/// sequences.
std::vector<std::string> texts_of_features(const Json& block);

/// The default list: tokens of the column "word". If there is no such column, the first column
/// other than "label" is used.
Json default_token_features(const std::vector<std::string>& columns);

/// The options of a list item: the item without the name of its extractor.
Json without_extractor(Json item);

}  // namespace costruct::experiments
