#include "costruct/report/answer/remarks.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {
namespace {

// The warnings and notes of the draws of one learner at one size.
struct OfSize {
  Index draws = 0, warned = 0;
  std::string first_warning;
  std::map<std::string, Index> noted;  // draws by the beginning of their note
};

std::string beginning_of(const std::string& note) {
  return note.substr(0, note.rfind(": "));
}

}  // namespace

std::vector<Remark> remarks_of(const RunResults& results) {
  std::vector<Remark> remarks;
  for (const std::string& learner : results.learners) {
    std::map<std::pair<Index, Index>, OfSize> sizes;
    for (const CellResult& cell : results.cells) {
      if (cell.learner != learner || !cell.error.empty()) continue;
      OfSize& of_size = sizes[{cell.labeled, cell.unlabeled}];
      ++of_size.draws;
      if (!cell.warnings.empty() && of_size.warned++ == 0)
        of_size.first_warning = cell.warnings.front();
      std::set<std::string> beginnings;  // a draw counts once
      for (const std::string& note : cell.notes) beginnings.insert(beginning_of(note));
      for (const std::string& beginning : beginnings) ++of_size.noted[beginning];
    }
    for (const auto& [size, said] : sizes) {
      const std::string where =
          fmt::format("with {} labeled and {} unlabeled", size.first, size.second);
      if (said.warned > 0) {
        remarks.push_back(
            {learner, fmt::format("{}, {} of {} warned; the first: {}", where, said.warned,
                                  counted(said.draws, "draw"), said.first_warning)});
      }
      for (const auto& [note, count] : said.noted) {
        remarks.push_back({learner, fmt::format("{}, in {} of {}: {}", where, count,
                                                counted(said.draws, "draw"), note)});
      }
    }
  }
  return remarks;
}

}  // namespace costruct::experiments
