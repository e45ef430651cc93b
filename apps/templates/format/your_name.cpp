// The format `your_name`: records that are blocks of lines, with a blank line between two.
//
//   label rain
//   wind 12.5
//   clouds 1
//
// Each other line is a feature and its value, or a feature alone, whose value is then 1. A record
// without a label is unlabeled.
#include <algorithm>

#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace your_name_format {
namespace {

using namespace costruct;
using namespace costruct::experiments;

/// Reads one record after the other. What an example points to is valid until the next call.
class Reader final : public ExampleReader {
 public:
  Reader(const std::filesystem::path& file, LabelUse labels)
      : records_(file, RecordUnit::kBlock), labels_(labels) {}

  bool next(RawExample& example) override {
    example.clear();
    if (!records_.next_record(labels_ != LabelUse::kIgnored)) return false;
    example.line = records_.line();
    example.length = 1;  // a row; a sequence has several parts
    example.labels.emplace_back();
    std::string_view rest = records_.text();
    for (Index line = records_.line(); !rest.empty(); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      read_line(rest.substr(0, end), line, example);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    example.part_begin.push_back(static_cast<Index>(example.names.size()));
    return true;
  }

  Index line() const override { return records_.current_line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    records_.fail_at(line, what);
  }

 private:
  void read_line(std::string_view text, Index line, RawExample& example) const {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank);
    const std::string_view value = text.substr(std::min(blank + 1, text.size()));
    if (name == "label") {
      if (value.empty()) fail_at(line, "expected the label, as in `label rain`");
      if (!example.labels[0].empty()) fail_at(line, "a second label in one record");
      if (labels_ != LabelUse::kIgnored) example.labels[0] = value;
      return;
    }
    const auto number = blank == text.size() ? std::optional(1.0) : finite_number(value);
    if (name.empty() || !number)
      fail_at(line, shown_text(text) + ": expected a feature and a number, as in `wind 12.5`");
    if (*number == 0) return;  // examples hold no zeros
    example.names.push_back(name);
    example.value.push_back(*number);
  }

  TextRecords records_;
  LabelUse labels_;
};

Format format() {
  Format format;
  format.name = "your_name";
  format.summary = "blocks of lines: a label, and features with their values";
  format.input = kRows;
  format.how_to_unlabel = "leave out its line `label`";
  format.rows =
      RowFormat{.kind = RowKind::kNamed,
                .open = [](const Json&, const std::filesystem::path& file,
                           LabelUse labels) { return std::make_unique<Reader>(file, labels); },
                .knows_missing_labels = true};
  return format;
}

}  // namespace
}  // namespace your_name_format

COSTRUCT_PLUGIN {
  costruct::experiments::add_format(your_name_format::format());
}
