#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/data/features/rows/missing_marks.hpp"
#include "costruct/data/features/rows/number_style.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/formats/csv_rows.hpp"
#include "costruct/data/formats/set_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kFewValues = 100;
constexpr Index kMostCells = 10'000;  // of a row; files with more are no tables

// A column of a table, as far as the sample has it.
struct SampledColumn {
  std::string name;
  std::set<std::string, std::less<>> values;
  Index cells = 0, numbers = 0, sentences = 0;
  NumberStyleGuess guess;

  bool is_numeric() const { return cells > 0 && guess.style().has_value(); }
  // Whether each row has its own value, which no other row tells anything about.
  bool is_name() const {
    constexpr std::size_t kFew = 20;
    const bool called_id = name == "id" || name == "ID" || name == "Id" || name == "index";
    return static_cast<Index>(values.size()) == cells && values.size() > kFew &&
           (called_id || !is_numeric());
  }
  bool is_text() const { return 2 * sentences > cells; }
};

struct SampledTable {
  char separator = ',';
  std::vector<SampledColumn> columns;
  Index rows = 0, even_rows = 0;  // even_rows: those with as many cells as the header
  bool header_is_numbers = false, has_empty_lines = false;
};

// Whether a line is a sentence with commas, and not the names of columns: it ends as a sentence
// does, and a blank follows each separator.
bool is_sentence(std::string_view line, char separator) {
  constexpr std::string_view kBehind = " \t\"')", kEnds = ".!?";
  const std::size_t last = line.find_last_not_of(kBehind);
  if (last == std::string_view::npos || kEnds.find(line[last]) == std::string_view::npos)
    return false;
  for (std::size_t at = line.find(separator); at != std::string_view::npos;
       at = line.find(separator, at + 1)) {
    if (at + 1 == line.size() || line[at + 1] != ' ') return false;
  }
  return true;
}

// The table in the sample with this separator; no columns if the header is one cell or a sentence.
SampledTable sampled_table(const FileSample& sample, char separator) {
  SampledTable table;
  table.separator = separator;
  if (!sample.lines().empty() && is_sentence(sample.lines().front(), separator)) return table;
  CsvRows rows(LineReader(sample.name(), bytes_of(sample.text())), separator);
  std::vector<std::string_view> cells;
  try {
    if (!rows.next(cells, kMostCells) || rows.count() < 2 || rows.count() > kMostCells)
      return table;
    for (const std::string_view cell : cells) {
      table.columns.emplace_back();
      table.columns.back().name = cell;
    }
    table.header_is_numbers = std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
      return finite_number(cell).has_value();
    });
    const MissingMarks missing;
    while (rows.next(cells, kMostCells)) {
      ++table.rows;
      table.has_empty_lines = table.has_empty_lines || rows.passed_empty_lines();
      if (rows.count() != static_cast<Index>(table.columns.size())) continue;
      ++table.even_rows;
      for (std::size_t c = 0; c < cells.size(); ++c) {
        SampledColumn& column = table.columns[c];
        if (cells[c].empty() || cells[c] == kUnlabeledMark || missing.contains(cells[c])) continue;
        ++column.cells;
        column.values.emplace(cells[c].substr(0, kLongestField));
        column.numbers += column.guess.look_at(cells[c], rows.line());
        column.sentences += std::count(cells[c].begin(), cells[c].end(), ' ') > 1;
      }
    }
  } catch (const DataError&) {
    ++table.rows;  // a quote that is not closed, or the end of the sample within one
  }
  return table;
}

// The separator of the labels in cells that are lists, such as a;b; nullopt if cells are single
// labels. Lists have fewer different labels than there are different lists.
std::optional<char> separator_of_lists(const SampledColumn& column) {
  for (const char separator : {';', '|', ','}) {
    std::set<std::string> labels;
    std::size_t lists = 0;
    for (const std::string& value : column.values) {
      try {
        const std::vector<std::string> of_cell = labels_of_list(value, separator);
        lists += of_cell.size() > 1;
        labels.insert(of_cell.begin(), of_cell.end());
      } catch (const DataError&) {  // no list with this separator
        lists = 0;
        break;
      }
    }
    if (lists > 1 && 4 * lists >= column.values.size() && labels.size() < column.values.size())
      return separator;
  }
  return std::nullopt;
}

// Proposes the problem several for lists.
void recognise_lists(const SampledColumn& column, Recognition& r) {
  if (column.is_numeric()) return;
  const std::optional<char> separator = separator_of_lists(column);
  if (!separator) return;
  r.problem = kSeveral;
  if (*separator != ',') r.block[kLabelSeparator] = std::string(1, *separator);
  r.saw.push_back(
      fmt::format("Its cells are lists of labels, {} between them: problem several predicts all "
                  "labels of a list.",
                  shown_text(std::string(1, *separator))));
}

// The place of the target: the column that the hint names, or one with a usual name, or the last.
std::optional<std::size_t> target_of(const SampledTable& table, const std::string& hint) {
  const auto place = [&](const auto& is_target) -> std::optional<std::size_t> {
    const auto at = std::find_if(table.columns.begin(), table.columns.end(), is_target);
    if (at == table.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(at - table.columns.begin());
  };
  if (!hint.empty()) return place([&](const auto& column) { return column.name == hint; });
  for (const std::string_view usual : {"label", "class", "target", "y"}) {
    const auto found = place([&](const auto& column) {
      return std::equal(column.name.begin(), column.name.end(), usual.begin(), usual.end(),
                        [](unsigned char a, char b) { return std::tolower(a) == b; });
    });
    if (found) return found;
  }
  return table.columns.size() - 1;
}

// A text of its own in each of so many rows is no label.
constexpr Index kFewRows = 5;

std::vector<std::string> names_of_columns(const SampledTable& table) {
  std::vector<std::string> names;
  for (const SampledColumn& column : table.columns) names.push_back(column.name);
  return names;
}

// Chooses the columns that are left out, and says why, and those whose words are features.
void choose_columns(const SampledTable& table, std::size_t target, Recognition& r) {
  Json ignored = Json::array();
  std::string names;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const SampledColumn& column = table.columns[c];
    if (c == target || column.name.empty() || column.cells == 0) continue;
    if (column.is_numeric() && !column.is_name()) continue;
    if (column.is_text()) {
      r.block["features"].push_back(
          {{"extractor", "words"}, {"column", column.name}, {"group", column.name}});
    } else if (column.is_name()) {
      ignored.push_back(column.name);
      names += (names.empty() ? "" : ", ") + column.name;
    }
  }
  if (ignored.empty()) return;
  r.block[kIgnoreOption] = ignored;
  r.saw.push_back(fmt::format("Left out, because all values in it differ: {}.", names));
}

}  // namespace

Recognition recognise_csv(const FileSample& sample, const RecognitionHints& hints) {
  constexpr double kBest = 0.85, kEmptyLines = 0.97, kEmptyLinesAndTabs = 0.5;
  Recognition r;
  r.kind = "a table (CSV)";
  r.takes_label = true;
  r.values = RowValues::kMeasured;
  if (!sample.is_text()) return r;
  SampledTable table;
  double best = 0;
  for (const char separator : {',', ';', '\t'}) {
    SampledTable other = sampled_table(sample, separator);
    if (other.columns.empty() || other.rows == 0) continue;
    double fit = static_cast<double>(other.even_rows) / static_cast<double>(other.rows);
    // Sentences of tokens in columns have empty lines, and often TABs.
    if (other.has_empty_lines) fit *= separator == '\t' ? kEmptyLinesAndTabs : kEmptyLines;
    if (fit <= best) continue;
    best = fit;
    table = std::move(other);
  }
  if (best == 0) return r;
  r.fit = kBest * best * best;
  if (table.separator != ',') r.block["separator"] = std::string(1, table.separator);
  // A header does not name a column by one of its few values.
  const bool is_row =
      std::any_of(table.columns.begin(), table.columns.end(), [](const SampledColumn& column) {
        return column.values.size() < kFewValues && column.values.contains(column.name);
      });
  if (table.header_is_numbers || is_row) {
    r.question = fmt::format(
        "{}: a table without a header: write a first line with the names of the "
        "columns. If the first line has the names, give a data block with format csv "
        "and the target",
        sample.name());
    return r;
  }
  const std::optional<std::size_t> target = target_of(table, hints.label);
  if (!target) {
    const std::vector<std::string> names = names_of_columns(table);
    const std::string near = did_you_mean(hints.label, names);
    r.question = fmt::format("{}: no column {}: {}", sample.name(), shown_text(hints.label),
                             near.empty() ? "--label is one of " + one_of(names) : near);
    return r;
  }
  const SampledColumn& column = table.columns[*target];
  if (column.name.empty()) {
    r.question = fmt::format(
        "{}: the last column has no name: give it one in the first line, or say --label COLUMN",
        sample.name());
    return r;
  }
  r.block[kTargetOption] = column.name;
  r.saw.push_back(fmt::format(
      "It has {}. The target is {}, with {} in {}.{}",
      counted(static_cast<Index>(table.columns.size()), "column"), shown_text(column.name),
      counted(static_cast<Index>(column.values.size()), "different value"),
      counted(column.cells, "row"),
      hints.label.empty() ? " To take another one, use --label COLUMN." : ""));
  recognise_lists(column, r);
  const auto values = static_cast<Index>(column.values.size());
  const bool is_own =
      values > 10 ? 2 * values > column.cells : values == column.cells && values >= kFewRows;
  if (r.problem.empty() && hints.label.empty() && !column.is_numeric() && is_own)
    r.question = fmt::format(
        "{}: which column is to be predicted? {} has a text of its own in most rows: say --label "
        "COLUMN, one of {}",
        sample.name(), shown_text(column.name), one_of(names_of_columns(table)));
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string conflict = table.columns[c].guess.conflict();
    if (!conflict.empty() && r.question.empty())
      r.question = fmt::format("{}: column {}: {}", sample.name(), table.columns[c].name, conflict);
  }
  choose_columns(table, *target, r);
  const std::size_t left_out = r.block.contains(kIgnoreOption) ? r.block[kIgnoreOption].size() : 0;
  r.inputs = static_cast<Index>(table.columns.size() - 1 - left_out);
  if (r.inputs == 0 && r.question.empty())
    r.question = fmt::format(
        "{}: no column is left beside the target, because all values in the others differ",
        sample.name());
  return r;
}

}  // namespace costruct::experiments
