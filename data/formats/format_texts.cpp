// texts: texts with a label, a JSON object on each line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "costruct/core/text/utf8.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/features/table_cells.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kLabelOption = "label";

class TextLineReader final : public ExampleReader {
 public:
  TextLineReader(const Json& block, const std::filesystem::path& file, LabelUse labels)
      : lines_(file),
        label_field_(block.value(kLabelOption, kLabelColumn)),
        labels_(labels),
        num_texts_(text_fields(block).size()),
        header_(header_of(block)),
        texts_(header_->size()) {}

  bool next(RawExample& example) override {
    example.clear();
    std::string_view line;
    do {
      if (!lines_.next(line)) {
        if (labels_ != LabelUse::kIgnored && first_line_ > 0 && !any_label_)
          fail_at(first_line_, fmt::format("no line of the file has {}: `label` of the data names "
                                           "the field with labels; found {}",
                                           shown_text(label_field_), first_fields_));
        return false;
      }
    } while (line.find_first_not_of(" \t") == std::string_view::npos);
    const Json object = parsed(line);
    if (first_line_ == 0) {
      first_line_ = lines_.line();
      first_fields_ = one_of(fields_of(object));
    }
    for (std::size_t t = 0; t < texts_.size(); ++t)
      texts_[t] = t < num_texts_ ? text_at(object, (*header_)[t]) : id_at(object, (*header_)[t]);
    example.fields.assign(texts_.begin(), texts_.end());
    example.columns = std::ssize(texts_);
    example.header = header_;
    example.reader = this;
    example.record = line;
    example.line = lines_.line();
    example.length = 1;
    label_ = labels_ == LabelUse::kIgnored ? "" : label_of(object);
    example.labels.push_back(label_);
    return true;
  }

  Index line() const override { return lines_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    lines_.fail_at(line, what);
  }

 private:
  // The fields of texts, then those of ids.
  static std::shared_ptr<const std::vector<std::string>> header_of(const Json& block) {
    std::vector<std::string> fields = text_fields(block);
    for (const std::string& id : id_columns(block)) {
      if (std::find(fields.begin(), fields.end(), id) == fields.end()) fields.push_back(id);
    }
    return std::make_shared<const std::vector<std::string>>(std::move(fields));
  }

  std::string id_at(const Json& object, const std::string& field) const {
    const auto at = object.find(field);
    if (at == object.end())
      lines_.fail(fmt::format("there is no field {}, the id of links: {}", shown_text(field),
                              advice_on_column(field, fields_of(object))));
    if (at->is_number_integer()) return at->dump();
    if (!at->is_string())
      lines_.fail(fmt::format("{} is {}, expected an id, a text or a whole number",
                              shown_text(field), shown(*at)));
    return at->get<std::string>();
  }

  static std::vector<std::string> fields_of(const Json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    return names;
  }

  Json parsed(std::string_view line) const {
    Json object;
    try {
      object = parse_json_line(line);
    } catch (const DataError& error) {
      lines_.fail(error.what() + advice_on_line(line));
    }
    if (!object.is_object())
      lines_.fail("found " + shown(object) + ", expected a JSON object" + advice_on_line(line));
    return object;
  }

  // Which other format the first line of a file may have.
  std::string advice_on_line(std::string_view line) const {
    if (first_line_ > 0 || first_not_utf8(line) != std::string_view::npos) return "";
    const std::size_t first = line.find_first_not_of(" \t");
    if (line[first] == '[') return "; one list of all objects becomes lines by: jq -c '.[]' FILE";
    if (line[first] == '{') return "; each line must have a whole object";
    if (line.find_first_of(",;\t") != std::string_view::npos)
      return "; the format csv reads tables with a header";
    return "; the format text_folders reads a folder of plain texts for each class";
  }

  std::string text_at(const Json& object, const std::string& field) const {
    const auto at = object.find(field);
    if (at == object.end()) {
      const std::vector<std::string> found = fields_of(object);
      const bool is_email = object.contains("parts") || object.contains("subject");
      lines_.fail(fmt::format("there is no field {}, the text: {}; `text` of the data names it{}",
                              shown_text(field), advice_on_column(field, found),
                              is_email ? "; the format jsonl reads emails" : ""));
    }
    if (!at->is_string())
      lines_.fail(fmt::format("{} is {}, expected a text (\"\" if it is empty)", shown_text(field),
                              shown(*at)));
    return at->get<std::string>();
  }

  // A label may be a text, a number, true or false, or a list with one of them.
  std::string label_of(const Json& object) {
    const auto at = object.find(label_field_);
    if (at == object.end()) return "";
    any_label_ = true;
    if (labels_ == LabelUse::kSets && at->is_array()) return set_of(*at);
    if (at->is_array() && at->size() > 1)
      lines_.fail(fmt::format("{} lists {} labels, expected one: {}", shown_text(label_field_),
                              at->size(), shown(*at)));
    return text_of_label(at->is_array() ? (at->empty() ? Json() : at->front()) : *at);
  }

  // A list of labels, in brackets even if it is empty.
  std::string set_of(const Json& list) const {
    std::vector<std::string> labels;
    for (const Json& label : list) {
      labels.push_back(label == kUnlabeledMark ? std::string(kUnlabeledMark)
                                               : text_of_label(label));
      if (labels.back().empty())
        lines_.fail(
            fmt::format("{} has {}, expected a label", shown_text(label_field_), shown(label)));
    }
    return bracketed_list(labels);
  }

  std::string text_of_label(const Json& label) const {
    if (label.is_null() || label == "" || label == kUnlabeledMark) return "";
    if (label.is_structured())
      lines_.fail(
          fmt::format("{} is {}, expected a label", shown_text(label_field_), shown(label)));
    // Tables that were floats have 1.0 for 1.
    const bool is_whole = label.is_number_float() &&
                          label.get<double>() == std::trunc(label.get<double>()) &&
                          std::abs(label.get<double>()) < 1e15;
    const std::string text = label.is_string() ? label.get<std::string>()
                             : is_whole        ? std::to_string(label.get<Index>())
                                               : label.dump();
    if (text.find_first_of("\r\n") != std::string::npos)
      lines_.fail(fmt::format("the label {} has several lines", shown_text(text)));
    return text;
  }

  LineReader lines_;
  std::string label_field_;
  LabelUse labels_;
  std::size_t num_texts_;
  std::shared_ptr<const std::vector<std::string>> header_;
  std::vector<std::string> texts_;
  std::string label_;
  Index first_line_ = 0;  // the first line with an object; 0: not yet found
  std::string first_fields_;
  bool any_label_ = false;
};

// An object with one field more.
std::string with_field(const Json&, std::string_view line, std::string_view prediction) {
  const Json object = parse_json_line(line);
  if (object.contains(kPredictionName))
    throw DataError(fmt::format("there is a field {} already", kPredictionName));
  const std::size_t end = line.rfind('}');
  return fmt::format("{}{}\"{}\": {}}}", line.substr(0, end), object.empty() ? "" : ", ",
                     kPredictionName,
                     Json(prediction).dump(-1, ' ', false, Json::error_handler_t::replace));
}

// An object with another label.
std::string written_object(const Json& block, const RelabeledExample& example) {
  nlohmann::ordered_json object = nlohmann::ordered_json::parse(example.record);
  object[block.value(kLabelOption, kLabelColumn)] = example.labels.front();
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Writes all cells as texts, and the label behind them.
class TextLineWriter final : public ExampleWriter {
 public:
  TextLineWriter(const Json& block, const ContentFacts& from)
      : label_(block.value(kLabelOption, kLabelColumn)),
        cells_(from),
        labels_(block, from, std::string(kUnlabeledMark), "") {
    const std::vector<std::string>& names = cells_.names();
    fields_ = block.contains(kTextColumn) ? text_fields(block) : names;
    std::string unused;
    for (const std::string& name : names) {
      const bool is_used = std::find(fields_.begin(), fields_.end(), name) != fields_.end();
      if (!is_used) unused += (unused.empty() ? "" : ", ") + name;
    }
    unused_kind_ = "cells of other columns are left out (" + unused + ")";
    num_unused_ = static_cast<Index>(names.size() - fields_.size());
    for (const std::string& field : fields_) {
      if (first_not_utf8(field) != std::string_view::npos)
        throw ConfigError(
            fmt::format("--to: the name of the column {} is not UTF-8, which JSON must be: convert "
                        "the file (iconv -f LATIN1 -t UTF-8)",
                        shown_text(field)));
      const auto at = std::find(names.begin(), names.end(), field);
      if (at == names.end())
        throw ConfigError(fmt::format("--to: text: {}", advice_on_column(field, names)));
      if (field == label_)
        throw ConfigError(
            fmt::format("--to: a column is called {} as the label: name another one "
                        "with \"label\"",
                        shown_name(label_)));
      places_.push_back(static_cast<std::size_t>(at - names.begin()));
    }
  }

  std::string text(const ExampleContent& row, Losses& losses) override {
    const std::vector<std::string>& cells = cells_.of(row);
    nlohmann::ordered_json object;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      object[fields_[f]] = cells[places_[f]];
      tell_if_not_utf8(cells[places_[f]], losses);
    }
    if (row.is_labeled()) {
      object[label_] = labels_.of(row, losses).front();
      tell_if_not_utf8(row.labels.front(), losses);
    }
    losses.add(unused_kind_, num_unused_);
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  void complete(Json& block) const override {
    block[kTextColumn] = fields_.size() == 1 ? Json(fields_[0]) : Json(fields_);
    block[kLabelOption] = label_;
  }

 private:
  std::string label_, unused_kind_;
  TableCells cells_;
  WrittenLabels labels_;
  std::vector<std::string> fields_;
  std::vector<std::size_t> places_;  // of the fields among the cells
  Index num_unused_ = 0;
};

std::vector<std::string> fields_beside_texts(const Json& block, std::string_view line) {
  const std::vector<std::string> texts = text_fields(block);
  const Json object = parse_json_line(line);
  std::vector<std::string> kinds;
  for (const auto& [name, value] : object.items()) {
    if (name != block.value(kLabelOption, kLabelColumn) &&
        std::find(texts.begin(), texts.end(), name) == texts.end())
      kinds.push_back("the field " + name + " is left out");
  }
  return kinds;
}

OptionInfo text_fields_option() {
  const Json name = text_form("name of a field");
  return json_option("text", kTextColumn,
                     any_form("name of a field, or a list of names",
                              {name, list_form("", name, {.at_least = 1, .is_distinct = true})}),
                     "name of the field with the text, or a list of names; each is a column");
}

OptionInfo label_field_option() {
  return text_option(
      kLabelOption, kLabelColumn,
      "name of the field with the label; no field, null, \"\" and ? mark an unlabeled example");
}

bool is_label_or_list(const Json& value) {
  if (!value.is_array()) return !value.is_structured();
  return std::none_of(value.begin(), value.end(),
                      [](const Json& label) { return label.is_structured(); });
}

Recognition recognise_texts(const FileSample& sample, const RecognitionHints& hints) {
  constexpr Index kLines = 200;
  Recognition r;
  r.kind = "texts with a label, a JSON object a line";
  r.takes_label = true;
  const std::string label = hints.label.empty() ? kLabelColumn : hints.label;
  Index lines = 0, right = 0, lists = 0, empty = 0;
  for (const std::string_view line : sample.lines()) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (++lines > kLines) break;
    Json object;
    try {
      object = parse_json_line(line);
    } catch (const DataError&) {
      continue;
    }
    const auto text = object.is_object() ? object.find(kTextColumn) : object.end();
    const auto given = object.is_object() ? object.find(label) : object.end();
    const bool has_both = text != object.end() && text->is_string() && given != object.end() &&
                          is_label_or_list(*given);
    right += has_both;
    lists += has_both && given->is_array() && given->size() != 1;
    empty += has_both && given->is_array() && given->empty();
  }
  lines = std::min(lines, kLines);
  if (lines > 0) r.fit = static_cast<double>(right) / static_cast<double>(lines);
  r.block[kLabelOption] = label;
  r.block["features"] = {{{"extractor", "words"}}};
  r.saw.push_back(fmt::format("The field {} has the label. To take another one, use --label NAME.",
                              shown_text(label)));
  if (right > 0 && empty == right) {
    r.question = fmt::format(
        "{0}: no text has a label: all lists in {1} are empty. Label some of the texts, or name a "
        "file with labeled ones before it: costruct init LABELED {0}",
        sample.name(), shown_text(label));
  } else if (lists > 0) {
    r.problem = kSeveral;
    r.saw.push_back("Labels are lists: problem several predicts all labels of a list.");
  }
  return r;
}

}  // namespace

Format texts_format() {
  Format format;
  format.name = "texts";
  format.summary = "texts with a label, a JSON object a line: {\"text\": ..., \"label\": ...}";
  format.input = kRows;
  format.options = {text_fields_option(), label_field_option(),
                    features_option(ExtractorInput::kTexts)};
  format.recognise = recognise_texts;
  format.with_prediction = with_field;
  format.how_to_unlabel = "leave its field out";
  format.rows = RowFormat{
      .kind = RowKind::kTexts,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<TextLineReader>(block, file, labels); },
      .knows_missing_labels = true,
      .written = written_object,
      .predicts_labels_alone = true,
      .writing = RowWriting{.options = {"text", kLabelOption},
                            .writer =
                                [](const Json& block, const ContentFacts& from) {
                                  return std::make_unique<TextLineWriter>(block, from);
                                }},
      .beside = fields_beside_texts};
  return format;
}

}  // namespace costruct::experiments
