// conll: one token on each line, in columns; empty lines between sentences.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/formats/chains/marker_lines.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/text_arena.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/data/recognition/file_sample.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

std::vector<std::string> columns_of(const Json& block) {
  const auto at = block.find("columns");
  if (at == block.end() || at->is_null()) return {"word", kLabelColumn};
  return at->get<std::vector<std::string>>();
}

std::vector<std::string> skipped_of(const Json& block) {
  const auto at = block.find(kSkipOption);
  if (at == block.end() || at->is_null()) return {};
  return at->get<std::vector<std::string>>();
}

/// Whether the text behind so many tokens is an id that is no token. Such ids are ranges that begin
/// with the next token, as 2-3, and ids behind the last token, as 3.1.
bool is_id_of_no_token(std::string_view text, std::uint64_t tokens) {
  const std::size_t sign = text.find_first_of("-.");
  if (sign == std::string_view::npos) return false;
  const auto first = whole_number(text.substr(0, sign)),
             second = whole_number(text.substr(sign + 1));
  if (!first || !second) return false;
  return text[sign] == '-' ? *first == tokens + 1 && *second > *first : *first == tokens;
}

/// Which rows of a sentence are tokens, by the ids in their first column. Empty if these are no ids
/// of CoNLL-U, or if all rows are tokens.
/// @param id  returns the first column of a row
template <class IdOf>
std::vector<bool> tokens_among(Index rows, const IdOf& id) {
  std::vector<bool> is_token;
  std::uint64_t tokens = 0;
  for (Index row = 0; row < rows; ++row) {
    const std::optional<std::uint64_t> number = whole_number(id(row));
    if (number ? *number != ++tokens : !is_id_of_no_token(id(row), tokens)) return {};
    is_token.push_back(number.has_value());
  }
  const bool has_others = tokens > 0 && static_cast<Index>(tokens) < rows;
  return has_others ? is_token : std::vector<bool>();
}

/// Columns are separated by runs of blanks and tabs. A line with only blanks and tabs ends a
/// sentence. If labels are ignored, the label's column may be missing.
class ConllReader : public ExampleReader {
 public:
  ConllReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : lines_(file),
        labels_(labels),
        names_(columns_of(block)),
        skipped_(skipped_of(block)),
        row_(names_.size() + 1) {
    label_column_ = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), kLabelColumn) -
                                             names_.begin());
  }

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    record_.clear();
    example.columns = static_cast<Index>(names_.size());
    std::string_view line;
    while (lines_.next(line)) {
      if (example.length == 0 && is_skipped(line)) continue;
      const std::size_t count = split(line);
      if (count > 0) {
        if (example.length == 0) example.line = lines_.line();
        add_row(line, count, example);
      } else if (example.length > 0) {
        end_sentence(example);
        return true;
      }
    }
    end_sentence(example);
    if (left_out_ > 0) {
      tell_once(fmt::format(
          "costruct: note: {}:{}: {} is a range or an empty node of CoNLL-U, no token: {} left out",
          lines_.file(), first_left_out_, shown_text(first_id_),
          counted(left_out_, "such line is", "such lines are")));
    }
    return example.length > 0;
  }
  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  bool is_skipped(std::string_view line) const {
    return std::any_of(skipped_.begin(), skipped_.end(),
                       [&](const std::string& begin) { return line.starts_with(begin); });
  }

  /// Splits a line into row_. Returns the number of columns, including those that do not fit in
  /// row_.
  std::size_t split(std::string_view line) {
    std::size_t count = 0;
    const char* at = line.data();
    const char* const end = at + line.size();
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    for (;;) {
      while (at < end && blank(*at)) ++at;
      if (at == end) return count;
      const char* const begin = at;
      while (at < end && !blank(*at)) ++at;
      if (count < row_.size()) row_[count] = {begin, static_cast<std::size_t>(at - begin)};
      ++count;
    }
  }

  void add_row(std::string_view line, std::size_t count, RawExample& example) {
    const bool has_label = count == names_.size();
    if (!has_label && !(labels_ == LabelUse::kIgnored && count + 1 == names_.size()))
      fail_columns(line, count);
    std::size_t next = 0;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      std::string_view field;
      if (c != label_column_ || has_label) field = row_[next++];
      if (field.size() > kLongestField) {
        lines_.fail(fmt::format("the {} is {} bytes long, expected at most {}", names_[c],
                                field.size(), kLongestField));
      }
      if (c != label_column_) {
        example.fields.push_back(arena_.keep(field));
      } else {
        example.fields.emplace_back();
        example.labels.push_back(labels_ == LabelUse::kRequired ? arena_.keep(field)
                                                                : std::string_view());
      }
    }
    ++example.length;
    if (labels_ == LabelUse::kIgnored) record_.append(line).push_back('\n');
  }

  void end_sentence(RawExample& example) {
    leave_out_what_is_no_token(example);
    example.record = record_;
  }

  /// CoNLL-U has lines for ranges of tokens (2-3) and for empty nodes (3.1). If the first column
  /// numbers the other lines of the sentence from 1, such lines are no tokens.
  void leave_out_what_is_no_token(RawExample& example) {
    if (label_column_ == 0 || example.length == 0) return;
    const auto id = [&](Index row) {
      return example.fields[static_cast<std::size_t>(row * example.columns)];
    };
    const std::vector<bool> is_token = tokens_among(example.length, id);
    if (is_token.empty()) return;
    Index kept = 0;
    for (Index row = 0; row < example.length; ++row) {
      if (!is_token[static_cast<std::size_t>(row)]) {
        example.left_out.push_back(kept);
        if (left_out_++ > 0) continue;
        first_left_out_ = example.line + row;
        first_id_ = id(row);
        continue;
      }
      const auto from = example.fields.begin() + row * example.columns;
      std::copy(from, from + example.columns, example.fields.begin() + kept * example.columns);
      example.labels[static_cast<std::size_t>(kept++)] =
          example.labels[static_cast<std::size_t>(row)];
    }
    example.length = kept;
    example.fields.resize(static_cast<std::size_t>(kept * example.columns));
    example.labels.resize(static_cast<std::size_t>(kept));
  }

  [[noreturn]] void fail_columns(std::string_view line, std::size_t count) const {
    std::string names, without_label;
    for (const std::string& name : names_) {
      names += (names.empty() ? "" : " ") + name;
      if (name != kLabelColumn) without_label += (without_label.empty() ? "" : " ") + name;
    }
    std::string expected = fmt::format("{} ({})", names_.size(), names);
    if (labels_ == LabelUse::kIgnored)
      expected += fmt::format(", or without labels {} ({})", names_.size() - 1, without_label);
    lines_.fail(
        fmt::format("{}, expected {}{}", counted(count, "column"), expected, advice(line, count)));
  }

  /// Advice on what such a line may be.
  std::string advice(std::string_view line, std::size_t count) const {
    if (line.find('\r') != std::string_view::npos)
      return ": lines end with CR alone, as on old Macs; tr '\\r' '\\n' mends the file";
    for (const std::string_view mark : {kDocumentBorder, kCommentStart, kCommentSign}) {
      if (line.starts_with(mark))
        return fmt::format(": where this is no sentence, \"{}\": [\"{}\"] leaves such lines out",
                           kSkipOption, mark);
    }
    for (const char sign : {',', ';'}) {
      if (count == 1 && line.find(sign) != std::string_view::npos)
        return fmt::format(": blanks or tabs stand between columns, not '{}'", sign);
    }
    return "";
  }

  LineReader lines_;
  LabelUse labels_;
  std::vector<std::string> names_, skipped_;
  std::size_t label_column_;
  std::vector<std::string_view> row_;
  Index left_out_ = 0, first_left_out_ = 0;  // lines that are no tokens, and the first of them
  std::string first_id_;                     // its id
  TextArena arena_;
  std::string record_;  // the lines of the sentence if labels are ignored
};

// A row with a label in its column, which may be missing. All other bytes stay.
std::string row_with_label(std::string_view row, const std::vector<std::string>& names,
                           const std::string& label) {
  const auto column =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), kLabelColumn) - names.begin());
  const std::vector<std::string_view> fields = blank_separated(row);
  const auto place_of = [&](const char* at) { return static_cast<std::size_t>(at - row.data()); };
  std::string text(row);
  if (fields.size() == names.size())
    return text.replace(place_of(fields[column].data()), fields[column].size(), label);
  const char between = row.find('\t') == std::string_view::npos ? ' ' : '\t';
  if (column < fields.size()) return text.insert(place_of(fields[column].data()), label + between);
  return text.insert(place_of(fields.back().data() + fields.back().size()), between + label);
}

std::string relabeled_sentence(const Json& block, const RelabeledExample& example) {
  const std::vector<std::string> names = columns_of(block);
  const std::vector<std::string_view> rows =
      separated_by('\n', example.record.substr(0, example.record.size() - 1));
  std::vector<bool> is_token;
  if (names[0] != kLabelColumn) {
    is_token = tokens_among(std::ssize(rows), [&](Index row) {
      return blank_separated(rows[static_cast<std::size_t>(row)]).front();
    });
  }
  std::string text;
  auto label = example.labels.begin();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool is_labeled = is_token.empty() || is_token[row];
    text += is_labeled ? row_with_label(rows[row], names, *label++) : std::string(rows[row]);
    text += '\n';
  }
  return text += '\n';
}

/// Blanks stand between columns, as conlleval expects them.
class ConllWriter final : public ExampleWriter {
 public:
  ConllWriter(const Json& block, const ContentFacts& from)
      : names_(columns_of(block.contains("columns") ? block : from.block)),
        cells_(from, without_label(names_), true),
        labels_(block, from, unknown_mark(block), " \t") {}

  std::string text(const ExampleContent& example, Losses& losses) override {
    const std::vector<std::string>& labels = labels_.of(example, losses);
    const std::vector<std::string>& cells = cells_.without_blanks(example, losses);
    auto cell = cells.begin();
    std::string text;
    for (const std::string& label : labels) {
      for (std::size_t c = 0; c < names_.size(); ++c) {
        const std::string& field = names_[c] == kLabelColumn ? label : *cell++;
        text.append(c > 0 ? " " : "").append(field);
      }
      text += '\n';
    }
    const auto first_cell = [&](Index row) -> std::string_view {
      return cells[static_cast<std::size_t>(row) * (names_.size() - 1)];
    };
    if (names_[0] != kLabelColumn && !tokens_among(example.length, first_cell).empty())
      throw DataError(
          fmt::format("the {} would be read as ids of CoNLL-U, and some rows be left "
                      "out: write another column in front",
                      names_[0]));
    return text += '\n';
  }
  void complete(Json& block) const override { block["columns"] = names_; }

 private:
  static std::vector<std::string> without_label(std::vector<std::string> names) {
    names.erase(std::find(names.begin(), names.end(), kLabelColumn));
    return names;
  }

  std::vector<std::string> names_;
  NamedCells cells_;
  WrittenLabels labels_;
};

OptionInfo columns_option() {
  Json form = list_form("list of two names or more, among them \"label\", which is what to predict",
                        text_form("name of a column"),
                        {.at_least = 2, .at_most = 1000, .is_distinct = true});
  form["contains"] = {{"const", kLabelColumn}};
  return json_option("columns", {"word", kLabelColumn}, std::move(form),
                     "names of the columns, in order; \"label\" is the one to predict");
}

OptionInfo skip_option() {
  return json_option(
      kSkipOption, Json::array(), list_form("list of texts that are not empty", text_form()),
      "lines to leave out before a sentence: those that begin with one of these texts, as "
      "[\"-DOCSTART-\", \"# \"]");
}

}  // namespace

Format conll_format() {
  Format format;
  format.name = "conll";
  format.summary =
      "one token a line in blank- or tab-separated columns, an empty line between sentences";
  format.input = kChains;
  format.options = {columns_option(), features_option(ExtractorInput::kTokens), skip_option(),
                    scheme_option(), unlabeled_text_option()};
  format.recognise = recognise_conll;
  format.rows = RowFormat{
      .kind = RowKind::kColumns,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<ConllReader>(block, file, labels); },
      .columns = columns_of,
      .lines_are_parts = true,
      .written = relabeled_sentence,
      .predicts_labels_alone = true,
      .writing = RowWriting{.options = {"columns", kSchemeOption, kUnknownOption},
                            .writer = [](const Json& block, const ContentFacts& from) {
                              return std::make_unique<ConllWriter>(block, from);
                            }}};
  return format;
}

}  // namespace costruct::experiments
