// csv: a table with a line of column names. One column is to be predicted.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/rows/missing_marks.hpp"
#include "costruct/data/features/rows/number_style.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/data/formats/csv_rows.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostColumns = 100'000;

char separator_of(const Json& block) {
  const auto at = block.find("separator");
  return at == block.end() ? ',' : at->get_ref<const std::string&>().front();
}

class CsvReader : public ExampleReader {
 public:
  CsvReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : rows_(file, separator_of(block)),
        file_(file.string()),
        unknown_(unknown_mark(block)),
        labels_(labels) {
    read_header(file);
    if (labels != LabelUse::kIgnored) find_target(block.at(kTargetOption).get<std::string>());
  }

  bool next(RawExample& example) override {
    example.clear();
    const bool any = rows_.next(example.fields, width() + has_index_);
    if (width() == 1 && rows_.passed_empty_lines()) {
      fail_at(any ? rows_.line() - 1 : rows_.line() + 1,
              "an empty line in a table of one column: a missing value is written ?");
    }
    if (!any) {
      if (!has_rows_)
        tell_once(
            fmt::format("costruct: note: {}: has no row below its first line, the names of {}",
                        file_, counted(width(), "column")));
      return false;
    }
    has_rows_ = true;
    if (rows_.count() != width() + has_index_) {
      fail_at(rows_.line(), fmt::format("the row has {}, but the header has {}",
                                        counted(rows_.count(), "cell"), width() + has_index_));
    }
    if (has_index_) example.fields.erase(example.fields.begin());
    example.line = rows_.line();
    example.length = 1;
    example.columns = width();
    if (example.header != header_) example.header = header_;
    example.reader = this;
    example.record = rows_.record();
    example.labels.push_back(target_ < 0 ? std::string_view() : label(example.fields[target_]));
    return true;
  }

  std::string_view header_record() const override { return header_record_; }
  Index line() const override { return rows_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    rows_.fail_at(line, what);
  }

 private:
  Index width() const { return static_cast<Index>(header_->size()); }
  // An empty cell is the empty set, or has no label.
  std::string_view label(std::string_view cell) const {
    if (labels_ == LabelUse::kSets && cell.empty()) {
      tell_once(fmt::format(
          "costruct: note: {}: an empty cell is an example that has none of the labels; "
          "{} marks an unlabeled one",
          file_, unknown_));
      return cell;
    }
    return cell.empty() ? std::string_view(unknown_) : cell;
  }

  void read_header(const std::filesystem::path& file) {
    std::vector<std::string_view> cells;
    if (!rows_.next(cells, kMostColumns))
      throw DataError(file.string() + ": is empty, expected a header");
    if (rows_.count() > kMostColumns)
      fail_at(rows_.line(),
              fmt::format("{} columns, at most {} are read", rows_.count(), kMostColumns));
    header_record_ = rows_.record();
    std::vector<std::string> names(cells.begin(), cells.end());
    if (names.size() > 1 && names.front().empty()) {
      has_index_ = 1;
      names.erase(names.begin());
      cells.erase(cells.begin());
      tell_once(fmt::format(
          "costruct: note: {}:{}: the first column has no name, as the index of a data frame: it "
          "is left out (to_csv(index=False) writes none)",
          file.string(), rows_.line()));
    }
    const auto empty = std::find(names.begin(), names.end(), "");
    if (empty != names.end())
      fail_at(rows_.line(),
              fmt::format("column {} has no name in the header: give it one, or leave the column "
                          "out of the file",
                          empty - names.begin() + 1 + has_index_));
    if (has_index_ == 0 && std::all_of(cells.begin(), cells.end(),
                                       [](auto cell) { return finite_number(cell).has_value(); }))
      fail_at(rows_.line(),
              "all cells are numbers, expected a header with the names of the columns");
    std::sort(cells.begin(), cells.end());
    const auto twice = std::adjacent_find(cells.begin(), cells.end());
    if (twice != cells.end()) fail_at(rows_.line(), "two columns are called " + shown_text(*twice));
    header_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  }

  void find_target(const std::string& name) {
    const auto at = std::find(header_->begin(), header_->end(), name);
    if (at == header_->end()) {
      fail_at(1, fmt::format("there is no column {}, the target: {}", shown_text(name),
                             other_separator().value_or(advice_on_column(name, *header_))));
    }
    target_ = at - header_->begin();
  }

  // Advice if the header is only one cell and contains a character that often separates cells.
  std::optional<std::string> other_separator() const {
    if (width() != 1) return std::nullopt;
    for (const char sign : {';', '\t', ','}) {
      if (header_->front().find(sign) != std::string::npos)
        return fmt::format("all of the header is one cell, {}; is \"separator\": {} missing?",
                           shown_text(header_->front()), Json(std::string(1, sign)).dump());
    }
    return std::nullopt;
  }

  CsvRows rows_;
  std::string file_, unknown_;
  LabelUse labels_;
  std::shared_ptr<const std::vector<std::string>> header_;
  std::string header_record_;
  Index has_index_ = 0;  // 1: rows begin with a cell that has no name and is left out
  bool has_rows_ = false;
  Index target_ = -1;  // -1: not yet known, or not needed
};

void append_cell(std::string_view cell, std::string& row) {
  const std::string_view special = "\"\r\n\t;, ";
  if (!cell.empty() && cell.find_first_of(special) == std::string_view::npos) {
    row += cell;
    return;
  }
  row += '"';
  for (const char c : cell) row.append(c == '"' ? 2 : 1, c);
  row += '"';
}

// A row with one cell more.
std::string with_cell(const Json& block, std::string_view row, std::string_view cell) {
  std::string longer(row);
  longer += separator_of(block);
  append_cell(cell, longer);
  return longer;
}

// The cells of a record as they stand there, with quotes and blanks.
std::vector<std::string_view> raw_cells(std::string_view record, char separator) {
  std::vector<std::string_view> cells;
  bool is_quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < record.size(); ++at) {
    if (record[at] == '"') is_quoted = !is_quoted;
    if (is_quoted || record[at] != separator) continue;
    cells.push_back(record.substr(begin, at - begin));
    begin = at + 1;
  }
  cells.push_back(record.substr(begin));
  return cells;
}

// The place of the target among the columns of a header; nullopt if there is no such column.
std::optional<std::size_t> target_in(const Json& block, std::string_view header) {
  CsvRows rows(LineReader("the header", bytes_of(header)), separator_of(block));
  std::vector<std::string_view> names;
  rows.next(names, kMostColumns);
  const auto at =
      std::find(names.begin(), names.end(), block.at(kTargetOption).get_ref<const std::string&>());
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

std::string written_head(const Json& block, std::string_view header) {
  if (target_in(block, header)) return std::string(header) + "\n";
  return with_cell(block, header, block.at(kTargetOption).get_ref<const std::string&>()) + "\n";
}

// A row with the label in the target's cell; the others stay as they are.
std::string written_row(const Json& block, const RelabeledExample& row) {
  const std::string& label = row.labels.front();
  const std::optional<std::size_t> target = target_in(block, row.header);
  if (!target) return with_cell(block, row.record, label) + "\n";
  const std::string_view cell = raw_cells(row.record, separator_of(block))[*target];
  const auto place = static_cast<std::size_t>(cell.data() - row.record.data());
  std::string text(row.record.substr(0, place));
  append_cell(label, text);
  return text.append(row.record.substr(place + cell.size())) += '\n';
}

/// Writes the target as the last column.
class CsvWriter final : public ExampleWriter {
 public:
  CsvWriter(const Json& block, const ContentFacts& from)
      : separator_(separator_of(block)),
        target_(block.value(kTargetOption, from.block.value(kTargetOption, kLabelColumn))),
        cells_(from),
        labels_(block, from, unknown_mark(block), "") {
    const std::vector<std::string>& names = cells_.names();
    if (std::find(names.begin(), names.end(), target_) != names.end())
      throw ConfigError(
          fmt::format("--to: a column is called {} as the target: name another one "
                      "with \"target\"",
                      shown_name(target_)));
    if (std::ssize(names) >= kMostColumns)
      throw ConfigError(fmt::format("--to: csv would have {} columns, at most {} are read",
                                    names.size() + 1, kMostColumns));
  }

  std::string head() const override { return row_of(cells_.names(), target_); }
  std::string text(const ExampleContent& row, Losses& losses) override {
    std::vector<std::string> cells = cells_.of(row);
    for (std::string& cell : cells) {
      if (cell.find('\0') != std::string::npos) {
        losses.add("cells with NUL bytes lose them");
        cell.erase(std::remove(cell.begin(), cell.end(), '\0'), cell.end());
      }
      for (std::size_t at = 0; (at = cell.find("\r\n", at)) != std::string::npos;) {
        losses.add("line ends CR LF within cells become LF");
        cell.erase(at, 1);
      }
    }
    return row_of(cells, labels_.of(row, losses).front());
  }
  void complete(Json& block) const override { block[kTargetOption] = target_; }

 private:
  std::string row_of(const std::vector<std::string>& cells, const std::string& last) const {
    std::string row;
    for (const std::string& cell : cells) {
      append_cell(cell, row);
      row += separator_;
    }
    append_cell(last, row);
    return row += '\n';
  }

  char separator_;
  std::string target_;
  TableCells cells_;
  WrittenLabels labels_;
};

OptionInfo names_option(const char* name, const char* meaning) {
  return json_option(
      name, Json::array(),
      list_form("list of names of columns", text_form("name of a column"), {.is_distinct = true}),
      meaning);
}

}  // namespace

Format csv_format() {
  Format format;
  format.name = "csv";
  format.summary =
      "a table with a header: numeric and nominal columns, types inferred, one the target";
  format.input = kRows;
  format.options = {
      json_option(kTargetOption, nullptr, text_form("name of a column"),
                  "name of the column to predict; empty or ? there marks an unlabeled example"),
      json_option("separator", ",", one_value_of({",", ";", "\t"}),
                  "separator of cells: a comma, a semicolon or a tab"),
      label_separator_option(),
      names_option(kNominalOption, "columns to read as nominal though their values are numbers"),
      names_option(kIgnoreOption, "columns to leave out"),
      integer_option(kNominalLimitOption, kDefaultNominalLimit, {.at_least = 1, .at_most = 1e6},
                     "nominal columns with so many different values or more are left out"),
      missing_option(),
      groups_option(),
      features_option(ExtractorInput::kTexts)};
  for (OptionInfo& option : number_options()) format.options.push_back(std::move(option));
  format.with_prediction = with_cell;
  format.recognise = recognise_csv;
  format.rows = RowFormat{
      .kind = RowKind::kTable,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<CsvReader>(block, file, labels); },
      .written = written_row,
      .written_head = written_head,
      .predicts_labels_alone = true,
      .writing = RowWriting{.options = {kTargetOption, "separator", kUnknownOption},
                            .writer = [](const Json& block, const ContentFacts& from) {
                              return std::make_unique<CsvWriter>(block, from);
                            }}};
  return format;
}

}  // namespace costruct::experiments
