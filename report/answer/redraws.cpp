#include "costruct/report/answer/redraws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {

std::string redraws_in_words(const RunResults& results) {
  std::map<std::pair<Index, Index>, Index>
      of_draw;  // by run and repetition: all cells of a repetition have the same draw
  for (const CellResult& cell : results.cells) {
    Index& redraws = of_draw[{cell.drawn_by, cell.repetition}];
    redraws = std::max(redraws, cell.redraws);
  }
  Index made_again = 0, times = 0;
  for (const auto& [draw, redraws] : of_draw) {
    made_again += redraws > 0;
    times += redraws;
  }
  if (made_again == 0) return "";
  return fmt::format(
      "{} of {} lacked a label in the smallest training set, and {} drawn again until none did{}",
      made_again, counted(std::ssize(of_draw), "draw"), made_again == 1 ? "was" : "were",
      times == made_again ? "" : fmt::format(" ({} times in total)", times));
}

}  // namespace costruct::experiments
