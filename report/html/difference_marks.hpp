// The marks of significant differences in tables.
#pragma once

#include <string>

namespace costruct::experiments {

/// What two kinds of marks stand for: "▲ better, ▼ worse at the 1 % level; △ better, ▽ worse at the
/// 5 % level".
std::string meaning_of_marks();
/// "▲ better" and so on; "" if Holm's p is 0.05 or more.
std::string difference_mark(bool better, double p_holm);
/// The same in HTML, for cells with other text. Copies of a table leave it out.
std::string html_difference_mark(bool better, double p_holm);

}  // namespace costruct::experiments
