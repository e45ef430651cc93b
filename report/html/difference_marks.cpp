#include "costruct/report/html/difference_marks.hpp"

#include <fmt/format.h>

#include "costruct/results/statistics/standings.hpp"

namespace costruct::experiments {
namespace {

constexpr double kClear = kAnswerLevel, kLikely = 0.05;  // levels of the two kinds of marks

}  // namespace

std::string meaning_of_marks() {
  return "▲ better, ▼ worse at the 1 % level; △ better, ▽ worse at the 5 % level";
}

std::string difference_mark(bool better, double p_holm) {
  if (!(p_holm < kLikely)) return "";
  if (p_holm < kClear) return better ? "▲ better" : "▼ worse";
  return better ? "△ better" : "▽ worse";
}

std::string html_difference_mark(bool better, double p_holm) {
  const std::string mark = difference_mark(better, p_holm);
  if (mark.empty()) return "";
  return fmt::format("<span class=\"{} {}\">{}</span>", better ? "better" : "worse",
                     p_holm < kClear ? "clear" : "likely", mark);
}

}  // namespace costruct::experiments
