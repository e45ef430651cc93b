#include "costruct/experiments/results/claims_table.hpp"

#include <fmt/format.h>

#include "costruct/experiments/results/claims.hpp"
#include "costruct/experiments/results/terminal_text.hpp"

namespace costruct::experiments {

std::string claims_text(const RunResults& results) {
  const std::vector<ClaimVerdict> verdicts = judge_claims(results);
  if (verdicts.empty()) return "";
  std::string text = "claims\n";
  for (const ClaimVerdict& verdict : verdicts) {
    text += fmt::format("  {:<10}  {}", verdict_name(verdict.verdict), printable(verdict.statement));
    if (verdict.cells.size() != 1) {
      text += fmt::format(": {} of {} cells reproduced, {} refuted", verdict.reproduced, verdict.cells.size(),
                          verdict.refuted);
    } else if (const ClaimCell& cell = verdict.cells.front(); !cell.note.empty()) {
      text += ": " + cell.note;
    } else if (verdict.is_growth) {
      text += fmt::format(": exponent {:.3f}, {:.3f} to {:.3f}", cell.first, cell.low, cell.high);
    } else {
      text += fmt::format(": difference {:.4f}, p = {:.2g}, {} pairs", cell.difference, cell.p, cell.count);
    }
    if (!verdict.source.empty()) text += " [" + printable(verdict.source) + "]";
    text += "\n";
  }
  return text;
}

}  // namespace costruct::experiments
