#include "costruct/report/answer/remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {
namespace {

using Size = std::pair<Index, Index>;  // labeled and unlabeled

// The draws of a learner with a warning or note, by size. Each draw counts once.
struct Drawn {
  std::map<Size, Index> at;
  std::map<Size, std::string> first;  // what the first draw at a size said
};

// "the guard chose hmm: its loss is 1" without the reason.
std::string beginning_of(const std::string& note) {
  return note.substr(0, note.rfind(": "));
}

std::string warned(const std::string& share, const std::string& first) {
  return share + " warned. The first warning: " + first;
}

std::string noted(const std::string& share, const std::string& note) {
  return "in " + share + ", " + note;
}

constexpr std::string_view kGuardChose = "the guard chose ";

// "hmm without unlabeled examples in 2 fits and perceptron in 1 fit"
std::string choices_text(const std::map<std::string, Index>& fits_of) {
  std::string text;
  for (const auto& [choice, fits] : fits_of)
    text += fmt::format("{}{} in {}", text.empty() ? "" : " and ", choice, counted(fits, "fit"));
  return text;
}

// What the guard of a learner decided.
// @param decided  the choices at each size, with their numbers of fits
Remark remark_on_guard(const std::string& learner,
                       const std::map<Size, std::map<std::string, Index>>& decided) {
  Remark remark{learner, "", {}};
  std::map<std::string, Index> all;
  for (const auto& [size, fits_of] : decided) {
    remark.at_sizes.push_back(fmt::format("with {} labeled and {} unlabeled examples, {}{}",
                                          size.first, size.second, kGuardChose,
                                          choices_text(fits_of)));
    for (const auto& [choice, fits] : fits_of) all[choice] += fits;
  }
  if (decided.size() == 1) {
    remark.text = std::move(remark.at_sizes.front());
    remark.at_sizes.clear();
  } else {
    remark.text = std::string(kGuardChose) + choices_text(all);
  }
  return remark;
}

// The draws that are compared with those of a remark: those with unlabeled examples if it is on
// such draws alone, else all.
std::map<Size, Index> draws_like(const Drawn& drawn, std::map<Size, Index> draws) {
  const auto uses_none = [](const auto& at) { return at.first.second == 0; };
  if (std::none_of(drawn.at.begin(), drawn.at.end(), uses_none)) std::erase_if(draws, uses_none);
  return draws;
}

// The remark of one warning or note.
// @param all_draws  the draws of the learner at each size
// @param in_words  (share of draws, what the first of them said) -> the text
template <class InWords>
Remark counted_remark(const std::string& learner, const std::map<Size, Index>& all_draws,
                      const Drawn& drawn, const InWords& in_words) {
  Remark remark{learner, "", {}};
  const std::map<Size, Index> draws = draws_like(drawn, all_draws);
  Index sum = 0;
  for (const auto& [size, count] : drawn.at) {
    sum += count;
    remark.at_sizes.push_back(
        fmt::format("with {} labeled and {} unlabeled examples, {}", size.first, size.second,
                    in_words(fmt::format("{} of {}", count, counted(draws.at(size), "fit")),
                             drawn.first.at(size))));
  }
  if (drawn.at.size() == 1) {
    remark.text = std::move(remark.at_sizes.front());
    remark.at_sizes.clear();
    return remark;
  }
  Index all = 0;
  for (const auto& [size, count] : draws) all += count;
  std::string share = fmt::format("{} of {}", sum, counted(all, "fit"));
  if (draws.size() < all_draws.size()) share += " with unlabeled examples";
  if (drawn.at.size() < draws.size())
    share += fmt::format(" (at {} of {} sizes)", drawn.at.size(), draws.size());
  remark.text = in_words(share, drawn.first.begin()->second);
  return remark;
}

}  // namespace

std::vector<Remark> remarks_of(const RunResults& results) {
  std::vector<Remark> remarks;
  for (const std::string& learner : results.learners) {
    std::map<Size, Index> draws;
    Drawn warnings;
    std::map<std::string, Drawn> notes;                    // by their beginning
    std::map<Size, std::map<std::string, Index>> decided;  // by the guard
    const auto add = [](Drawn& drawn, const Size& size, const std::string& said) {
      ++drawn.at[size];
      drawn.first.emplace(size, said);
    };
    for (const CellResult& cell : results.cells) {
      if (cell.learner != learner || !cell.error.empty()) continue;
      const Size size = {cell.labeled, cell.unlabeled};
      ++draws[size];
      if (!cell.warnings.empty()) add(warnings, size, cell.warnings.front());
      std::set<std::string> beginnings;  // a draw counts once
      for (const std::string& note : cell.notes) beginnings.insert(beginning_of(note));
      for (const std::string& beginning : beginnings) {
        if (beginning.starts_with(kGuardChose)) {
          ++decided[size][beginning.substr(kGuardChose.size())];
        } else {
          add(notes[beginning], size, beginning);
        }
      }
    }
    if (!warnings.at.empty()) remarks.push_back(counted_remark(learner, draws, warnings, warned));
    for (const auto& [beginning, drawn] : notes)
      remarks.push_back(counted_remark(learner, draws, drawn, noted));
    if (!decided.empty()) remarks.push_back(remark_on_guard(learner, decided));
  }
  return remarks;
}

}  // namespace costruct::experiments
