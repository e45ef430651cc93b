// Lists of extractors, as data blocks have them under `features`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {

/// The option `features`: the list of extractors, each {"extractor": name, its options}. Of tokens
/// it has a default; of rows null stands for the numbers as they are.
OptionInfo features_option(ExtractorInput input);

/// Checks a list of extractors item by item, paths behind `path`. `columns` are those of tokens;
/// where there are none, what rests on them is not checked.
void check_features(const Json& features, ExtractorInput input,
                    const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors);

/// What has no effect in the list `features` of a block that check_features() accepts, or by it: a
/// line each.
std::vector<std::string> notes_on_features(const Json& block, const std::string& path);

/// Which columns of tokens no extractor of a block takes, and what would; nothing where all are
/// taken, or a template may take any.
std::optional<std::string> note_on_columns(const Json& block,
                                           const std::vector<std::string>& columns,
                                           const std::string& path);

/// The files that extractors of a data block name as `text`, and `profiles` of pairs of sequences.
std::vector<std::string> texts_of_features(const Json& block);

/// What stands for an absent list: tokens of the column "word", or of the first column beside
/// "label" where none is called so.
Json default_token_features(const std::vector<std::string>& columns);

/// An item of a list without the name of its extractor: its options.
Json without_extractor(Json item);

}  // namespace costruct::experiments
