// The marks of significant differences in tables.
#pragma once

#include <string>

namespace costruct::experiments {

/// What two kinds of marks stand for: "▲ better, ▼ worse at the 1 % level; △ better, ▽ worse at the
/// 5 % level".
std::string meaning_of_marks();
/// The mark of a difference, such as "▲ better"; "" if Holm's p is 0.05 or more, or NaN.
/// @param better  whether the learner of the row is better than the one that it is compared with
std::string difference_mark(bool better, double p_holm);
/// The same as an HTML element, for cells that also have other text. If you copy a table of the
/// page, the copy leaves the mark out.
std::string html_difference_mark(bool better, double p_holm);

}  // namespace costruct::experiments
