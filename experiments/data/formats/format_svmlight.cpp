// svmlight: one example a line, `label number:value ...`.
#include <fmt/format.h>

#include <utility>

#include "costruct/experiments/data/features/extractor_list.hpp"
#include "costruct/experiments/data/features/rows/numeric_features.hpp"
#include "costruct/experiments/data/formats/numeric_row.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kTopic = "topic";

/// Whether a label, a list as in "3,13,27", has this one in it.
bool is_among(std::string_view labels, std::string_view topic) {
  while (true) {
    const std::size_t comma = labels.find(',');
    if (labels.substr(0, comma) == topic) return true;
    if (comma == std::string_view::npos) return false;
    labels.remove_prefix(comma + 1);
  }
}

OptionInfo topic_option() {
  OptionInfo info;
  info.name = kTopic;
  info.type = OptionType::kText;
  info.default_value = "";
  info.meaning =
      "of rows with lists of labels, `3,13`: +1 where this label is among them, else -1; \"\": labels as "
      "they are";
  return info;
}

class SvmlightReader : public ExampleReader {
 public:
  SvmlightReader(const std::filesystem::path& file, LabelUse labels, std::string topic)
      : rows_(file, labels), topic_(std::move(topic)) {}

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    if (!rows_.next_row()) return false;
    if (rows_.qid())
      rows_.fail("a row with qid: in the format svmlight; sequences are written in the format svmhmm");
    rows_.add_to(example, arena_);
    if (!topic_.empty()) {
      for (std::string_view& label : example.labels) {
        if (label != kUnlabeledMark) label = is_among(label, topic_) ? "+1" : "-1";
      }
    }
    return true;
  }
  Index line() const override { return rows_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override { rows_.fail_at(line, what); }

 private:
  NumericRowReader rows_;
  TextArena arena_;
  std::string topic_;
};

}  // namespace

Format svmlight_format() {
  Format format;
  format.name = "svmlight";
  format.summary = "one example a line: label number:value ... # comment (numbers from 1, sparse)";
  format.input = kRows;
  format.rows = RowKind::kNumeric;
  format.options = {groups_option(), features_option(ExtractorInput::kRows), topic_option()};
  format.open = [](const Json& block, const std::filesystem::path& file, LabelUse labels) {
    return std::make_unique<SvmlightReader>(file, labels, block.value(kTopic, std::string()));
  };
  return format;
}

}  // namespace costruct::experiments
