// Suggestions for misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace costruct {

/// The names in `valid` that the user may have meant by `name`, the best first. Case and the
/// punctuation between words do not count. The first of these rules that finds names decides. The
/// last three find at most three names:
///   - Names of the table of synonyms (synonyms.hpp), if `name` is what another program calls them.
///     One wrong letter is allowed in a longer `name`.
///   - Names that differ by a typing error (edit distance at most a quarter of the longer name). If
///     some names start with the whole of `name` and another word follows, it returns these
///     instead.
///   - Names that share words with `name`. For "svm" these are all names that contain the word svm.
///   - The nearest name by edit distance, if it is near enough. Up to two edits may be at most half
///     of the longer name, more edits at most two fifths of it.
/// Names of more than 200 bytes are not compared. If `name` is longer or empty, it returns none.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> valid);

/// "did you mean a, b or c?" with the nearest names, and the sentence of the table of synonyms if
/// they come from it. "" if there are none.
std::string did_you_mean(std::string_view name, std::span<const std::string> valid);

}  // namespace costruct
