// svmlight: one example on each line, `label number:value ...`.
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/formats/numeric_row.hpp"
#include "costruct/data/formats/topic.hpp"
#include "costruct/data/recognition/recognisers.hpp"

namespace costruct::experiments {
namespace {

class SvmlightReader : public ExampleReader {
 public:
  SvmlightReader(const std::filesystem::path& file, LabelUse labels) : rows_(file, labels) {}

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    if (!rows_.next_row()) return false;
    if (rows_.qid())
      rows_.fail(
          "a row with qid: in the format svmlight; sequences are written in the format svmhmm");
    rows_.add_to(example, arena_);
    return true;
  }
  Index line() const override { return rows_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    rows_.fail_at(line, what);
  }

 private:
  NumericRowReader rows_;
  TextArena arena_;
};

}  // namespace

Format svmlight_format() {
  Format format;
  format.name = "svmlight";
  format.summary = "one example a line: label number:value ... # comment (numbers from 1, sparse)";
  format.input = kRows;
  format.options = {groups_option(), features_option(ExtractorInput::kRows), topic_option()};
  format.recognise = recognise_svmlight;
  format.rows = RowFormat{
      .kind = RowKind::kNumeric,
      .open = [](const Json&, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<SvmlightReader>(file, labels); },
      .written = relabeled_rows,
      .predicts_labels_alone = true,
      .writing = numeric_row_writing(false)};
  return format;
}

}  // namespace costruct::experiments
