// Which of the valid names somebody may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace costruct {

/// The members of `valid` that `name` may stand for, the best first, three at most. Case and the
/// signs between words do not count. Those that are a typing error away, but where some begin with
/// the whole name and go on with another word, these; else those with words of the name ("svm":
/// every one with an svm in it); else the nearest by edit distance, if up to two edits make up no
/// more than half of it, more than two no more than two fifths.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> valid);

/// "did you mean a, b or c?" for the nearest names, "" where there are none.
std::string did_you_mean(std::string_view name, std::span<const std::string> valid);

}  // namespace costruct
