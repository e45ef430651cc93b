#include "costruct/experiments/results/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "costruct/experiments/results/html.hpp"
#include "costruct/experiments/results/metrics.hpp"

namespace costruct::experiments {
namespace {

/// Builds one table, row by row, and stops at kMostTableRows.
class Table {
 public:
  Table(std::string caption, const std::vector<std::string>& columns, const std::vector<bool>& numeric,
        std::size_t expected_rows)
      : numeric_(numeric) {
    const bool tall = expected_rows > 20;
    text_ =
        fmt::format("<div class=\"scroll{}\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>\n",
                    tall ? " tall" : "", html(caption));
    text_ += "<caption>" + html(caption) + "</caption>\n<thead><tr>";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text_ +=
          fmt::format("<th scope=\"col\"{}>{}</th>", numeric[i] ? " class=\"number\"" : "", html(columns[i]));
    }
    text_ += "</tr></thead>\n<tbody>\n";
  }

  bool full() const { return rows_ >= kMostTableRows; }

  void begin_row() {
    text_ += "<tr>";
    column_ = 0;
    ++rows_;
  }
  /// A cell whose content is HTML already.
  void cell(const std::string& content) {
    text_ += fmt::format("<td class=\"{}\">{}</td>", numeric_[column_] ? "number" : "value", content);
    ++column_;
  }
  void text(std::string_view content) { cell(html(content)); }
  void end_row() { text_ += "</tr>\n"; }

  std::string finish(std::size_t all_rows) {
    text_ += "</tbody>\n</table>\n</div>\n";
    if (all_rows > rows_) {
      text_ += fmt::format(
          "<p class=\"soft\">The first {} of {} rows. The CSV files in the folder of the run have all.</p>\n",
          rows_, all_rows);
    }
    return std::move(text_);
  }

 private:
  std::string text_;
  std::vector<bool> numeric_;
  std::size_t column_ = 0, rows_ = 0;
};

std::string number_text(double value, const char* format) {
  return std::isnan(value) ? "–" : fmt::format(fmt::runtime(format), value);
}

std::string with_error(const MeanAndError& value, const char* format) {
  if (std::isnan(value.standard_error)) return number_text(value.mean, format);
  return number_text(value.mean, format) + " <span class=\"error\">± " +
         number_text(value.standard_error, format) + "</span>";
}

std::string compact(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string p_text(double p) {
  if (std::isnan(p)) return "–";
  if (p < 1e-4) return p == 0 ? "0" : fmt::format("{:.1e}", p);
  return fmt::format("{:.4f}", p);
}

std::string claim_cells(const ClaimVerdict& verdict) {
  const std::vector<std::string> comparison = {"cell",       "pairs",      "left out", "first", "second",
                                               "difference", "std. error", "t",        "p",     "verdict"};
  const std::vector<std::string> growth = {"cells",      "repetitions", "left out", "exponent",
                                           "std. error", "low",         "high",     "verdict"};
  const std::vector<std::string>& columns = verdict.is_growth ? growth : comparison;
  std::vector<bool> numeric(columns.size(), true);
  numeric.front() = numeric.back() = false;
  const std::string caption = verdict.is_growth ? fmt::format("Fitted exponents with their {:g} % intervals",
                                                              100 * (1 - verdict.alpha))
                                                : "One-sided paired t-tests in the claimed direction";
  Table table(caption, columns, numeric, verdict.cells.size());
  for (const ClaimCell& cell : verdict.cells) {
    if (table.full()) break;
    table.begin_row();
    table.text(cell.where);
    table.text(std::to_string(cell.count));
    table.text(std::to_string(cell.left_out));
    if (verdict.is_growth) {
      for (const double value : {cell.first, cell.standard_error, cell.low, cell.high}) {
        table.text(number_text(value, "{:.3f}"));
      }
    } else {
      for (const double value : {cell.first, cell.second, cell.difference, cell.standard_error}) {
        table.text(number_text(value, "{:.4g}"));
      }
      table.text(number_text(cell.t, "{:.2f}"));
      table.text(p_text(cell.p));
    }
    table.text(verdict_name(cell.verdict) + (cell.note.empty() ? "" : ": " + cell.note));
    table.end_row();
  }
  return table.finish(verdict.cells.size());
}

void flatten(const Json& json, const std::string& path,
             std::vector<std::pair<std::string, std::string>>& rows) {
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items()) flatten(value, path.empty() ? key : path + "." + key, rows);
    return;
  }
  rows.push_back({path, compact(json)});
}

}  // namespace

std::string metric_table(const RunResults& results, const std::vector<CurvePoint>& points,
                         const std::string& metric) {
  std::map<Sizes, std::map<std::string, MeanAndError>> rows;
  for (const CurvePoint& point : points) {
    if (point.metric == metric) rows[{point.labeled, point.unlabeled}][point.learner] = point.value;
  }
  const MetricEntry* entry = find_metric(metric);
  const bool higher_is_better = entry && entry->higher_is_better;
  std::vector<std::string> columns = {"labeled", "unlabeled"};
  columns.insert(columns.end(), results.learners.begin(), results.learners.end());
  columns.push_back("repetitions");
  Table table(metric + ", mean ± standard error" +
                  (results.learners.size() > 1
                       ? std::string(higher_is_better ? ", the highest in bold" : ", the lowest in bold")
                       : ""),
              columns, std::vector<bool>(columns.size(), true), rows.size());
  for (const auto& [sizes, values] : rows) {
    if (table.full()) break;
    double best = NAN;
    Index fewest = 0, most = 0;
    for (const auto& [learner, value] : values) {
      if (std::isnan(best) || (higher_is_better ? value.mean > best : value.mean < best)) best = value.mean;
      fewest = most == 0 ? value.count : std::min(fewest, value.count);
      most = std::max(most, value.count);
    }
    table.begin_row();
    table.text(std::to_string(sizes.first));
    table.text(std::to_string(sizes.second));
    for (const std::string& learner : results.learners) {
      const auto value = values.find(learner);
      if (value == values.end()) {
        table.text("–");
      } else if (results.learners.size() > 1 && value->second.mean == best) {
        table.cell("<span class=\"best\">" + with_error(value->second, "{:.4f}") + "</span>");
      } else {
        table.cell(with_error(value->second, "{:.4f}"));
      }
    }
    table.text(fewest == most ? std::to_string(most) : fmt::format("{} to {}", fewest, most));
    table.end_row();
  }
  return table.finish(rows.size());
}

std::string time_table(const std::vector<TimePoint>& points) {
  Table table("Seconds, mean ± standard error",
              {"learner", "labeled", "unlabeled", "training", "prediction", "repetitions"},
              {false, true, true, true, true, true}, points.size());
  for (const TimePoint& point : points) {
    if (table.full()) break;
    table.begin_row();
    table.text(point.learner);
    table.text(std::to_string(point.labeled));
    table.text(std::to_string(point.unlabeled));
    table.cell(with_error(point.train, "{:.3g}"));
    table.cell(with_error(point.predict, "{:.3g}"));
    table.text(std::to_string(point.train.count));
    table.end_row();
  }
  return table.finish(points.size());
}

std::string claim_section(const std::vector<ClaimVerdict>& verdicts) {
  std::string text;
  for (const ClaimVerdict& verdict : verdicts) {
    const std::string name = verdict_name(verdict.verdict);
    const char* sign = verdict.verdict == Verdict::kReproduced ? "✓"
                       : verdict.verdict == Verdict::kRefuted  ? "✗"
                                                               : "?";
    text += fmt::format("<article class=\"claim {}\">\n<h3><span class=\"verdict\">{} {}</span>{}</h3>\n",
                        name, sign, name, html(verdict.text.empty() ? verdict.statement : verdict.text));
    if (!verdict.text.empty()) text += "<p>" + html(verdict.statement) + "</p>\n";
    if (!verdict.source.empty()) text += "<p class=\"soft\">" + html(verdict.source) + "</p>\n";
    const std::string cells =
        verdict.cells.size() == 1 ? "1 cell" : fmt::format("{} cells", verdict.cells.size());
    const std::string allowed = verdict.allow == 0 ? "" : fmt::format(" ({} may fail)", verdict.allow);
    text += fmt::format(
        "<details{}><summary>{}{}: {} reproduced, {} refuted, {} "
        "undecided</summary>\n{}</details>\n</article>\n",
        verdict.cells.size() == 1 ? " open" : "", cells, allowed, verdict.reproduced, verdict.refuted,
        verdict.undecided, claim_cells(verdict));
  }
  return text;
}

std::string selection_table(const std::vector<SelectionRow>& selection) {
  Table table(
      "Mean of the metric for each value tried, on draws of their own; the choice in bold",
      {"learner", "labeled", "unlabeled", "parameters", "metric", "mean ± std. error", "draws", "chosen"},
      {false, true, true, false, false, true, true, false}, selection.size());
  for (const SelectionRow& row : selection) {
    if (table.full()) break;
    table.begin_row();
    table.text(row.learner);
    table.text(std::to_string(row.labeled));
    table.text(std::to_string(row.unlabeled));
    table.text(compact(row.parameters));
    table.text(row.metric);
    const std::string value = with_error({row.count, row.mean, row.standard_error}, "{:.4f}");
    table.cell(row.chosen ? "<span class=\"best\">" + value + "</span>" : value);
    table.text(std::to_string(row.count));
    table.text(row.chosen ? "chosen" : "");
    table.end_row();
  }
  return table.finish(selection.size());
}

std::string failure_table(const RunResults& results) {
  std::vector<const CellResult*> failed;
  for (const CellResult& cell : results.cells) {
    if (!cell.error.empty()) failed.push_back(&cell);
  }
  Table table("Cells that failed", {"learner", "labeled", "unlabeled", "repetition", "error"},
              {false, true, true, true, false}, failed.size());
  for (const CellResult* cell : failed) {
    if (table.full()) break;
    table.begin_row();
    table.text(cell->learner);
    table.text(std::to_string(cell->labeled));
    table.text(std::to_string(cell->unlabeled));
    table.text(std::to_string(cell->repetition));
    table.text(cell->error);
    table.end_row();
  }
  return table.finish(failed.size());
}

std::string provenance_table(const Json& provenance) {
  std::vector<std::pair<std::string, std::string>> rows;
  flatten(provenance, "", rows);
  Table table("Where the numbers come from", {"what", "value"}, {false, false}, 0);
  for (const auto& [key, value] : rows) {
    if (table.full()) break;
    table.begin_row();
    table.text(key);
    table.text(value);
    table.end_row();
  }
  return table.finish(rows.size());
}

}  // namespace costruct::experiments
