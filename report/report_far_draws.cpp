#include "costruct/report/report_far_draws.hpp"

#include <fmt/format.h>

#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

void mark_far_draws(const std::vector<FarDraw>& draws, CellMarks& marks) {
  std::map<CellMarks::key_type, Index> counts;
  for (const FarDraw& draw : draws)
    ++counts[{draw.learner, {draw.labeled, draw.any_unlabeled ? kAnyUnlabeled : draw.unlabeled}}];
  for (const auto& [cell, count] : counts) {
    std::string& mark = marks[cell];
    mark += fmt::format("{}<span class=\"far\">{} far off</span>", mark.empty() ? "" : "<br>",
                        counted(count, "draw"));
  }
}

std::string far_draws_content(const std::vector<FarDraw>& draws, const LearnerNames& names) {
  if (draws.empty()) return "";
  const char* format = draws.front().format;
  Table table{{text_column("learner"), "labeled", "unlabeled", "repetition", "value",
               "median of the others", "others", "row"},
              draws.front().metric +
                  ": draws far from all others of their cell, which the means above hide"};
  for (const FarDraw& draw : draws)
    table.add({names(draw.learner), draw.labeled,
               draw.any_unlabeled ? "any" : std::to_string(draw.unlabeled), draw.repetition,
               number_text(draw.value, format), number_text(draw.median, format), draw.others,
               draw.row > 0 ? std::to_string(draw.row) : "–"});
  return html_table(table);
}

}  // namespace costruct::experiments
