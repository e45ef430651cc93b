#include "costruct/report/report_outputs.hpp"

#include <fmt/format.h>

#include "costruct/core/error.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

/// A longer drawing, as of trees with hundreds of tokens, is replaced by the text.
constexpr std::size_t kLongestDrawing = 1 << 18;

// The drawing; empty if only the text can be shown.
std::string svg_of(const std::string& text, const std::string& reference,
                   const OutputDrawing& drawing) {
  try {
    std::string svg = drawing(text, reference);
    return svg.size() > kLongestDrawing ? "" : svg;
  } catch (const DataError&) {  // a forged store
    return "";
  }
}

// `name` makes the name of this region of the page unique.
std::string output_box(const char* which, const std::string& name, const std::string& text,
                       const std::string& reference, const OutputDrawing& drawing) {
  const std::string svg = svg_of(text, reference, drawing);
  return fmt::format(
      "<div class=\"output\">\n<p class=\"soft\">{0}</p>\n"
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{1}: "
      "{0}\">\n{2}</div>\n</div>\n",
      which, html(name), svg.empty() ? "<pre tabindex=\"0\">" + html(text) + "</pre>\n" : svg);
}

std::string output_pair(const char* which, const std::string& learner, const ScoredOutput& output,
                        const OutputDrawing& drawing) {
  const std::string name = fmt::format("{} output of {}", which, learner);
  return fmt::format("<h4>{}: {}, loss {:.4g}</h4>\n<div class=\"outputs\">\n{}{}</div>\n", which,
                     html(output.place), output.loss,
                     output_box("truth", name, output.truth, "", drawing),
                     output_box("prediction", name, output.predicted, output.truth, drawing)) +
         fmt::format(
             "<details><summary>As text</summary>\n<pre tabindex=\"0\">{}\n{}</pre>\n</details>\n",
             html(output.truth), html(output.predicted));
}

// The first repetition at the largest sizes that has outputs, or null.
const CellResult* cell_with_outputs(const RunSummary& summary, std::size_t learner) {
  const CellResult* found = nullptr;
  for (const CellGroup& group : summary.groups) {  // sizes ascend
    if (group.learner != learner) continue;
    for (const CellResult* cell : group.cells) {
      if (cell->repetition == 0 && cell->error.empty() && cell->extremes) found = cell;
    }
  }
  return found;
}

}  // namespace

std::string outputs_content(const RunSummary& summary, const OutputDrawing& drawing) {
  if (!drawing) return "";
  const std::vector<std::string> names = readable_names(summary.results.learners);
  std::string text;
  for (std::size_t learner = 0; learner < summary.results.learners.size(); ++learner) {
    const CellResult* cell = cell_with_outputs(summary, learner);
    if (cell == nullptr) continue;
    const std::string& name = names[learner];
    text += fmt::format("<h3>{}</h3>\n<p class=\"soft\">{} labeled, {} unlabeled</p>\n", html(name),
                        cell->labeled, cell->unlabeled) +
            output_pair("Worst", name, cell->extremes->worst, drawing) +
            output_pair("Best", name, cell->extremes->best, drawing);
  }
  if (text.empty()) return "";
  return "<p class=\"soft\">These are the outputs of largest and of smallest loss in "
         "the first repetition at the largest sizes. On ties the output with most parts "
         "is shown.</p>\n" +
         text;
}

}  // namespace costruct::experiments
