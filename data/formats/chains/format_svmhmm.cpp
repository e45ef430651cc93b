// svmhmm: one part on each line, `label qid:N number:value ...`. Neighbouring rows with the same N
// form a sequence.
#include <fmt/format.h>

#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/formats/numeric_row.hpp"
#include "costruct/data/recognition/recognisers.hpp"

namespace costruct::experiments {
namespace {

class SvmhmmReader : public ExampleReader {
 public:
  SvmhmmReader(const std::filesystem::path& file, LabelUse labels) : rows_(file, labels) {}

  bool next(RawExample& example) override {
    example.clear();
    arena_.clear();
    if (!started_) advance();
    if (!has_row_) return false;
    const std::uint64_t qid = *rows_.qid();
    do {
      rows_.add_to(example, arena_);
      advance();
    } while (has_row_ && *rows_.qid() == qid);
    return true;
  }
  Index line() const override { return rows_.line(); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    rows_.fail_at(line, what);
  }

 private:
  void advance() {
    started_ = true;
    has_row_ = rows_.next_row();
    if (has_row_ && !rows_.qid())
      rows_.fail("a row without qid:; expected label qid:N number:value ...");
  }

  NumericRowReader rows_;
  TextArena arena_;
  bool started_ = false, has_row_ = false;
};

}  // namespace

Format svmhmm_format() {
  Format format;
  format.name = "svmhmm";
  format.summary =
      "one part a line: label qid:N number:value ... # comment; neighbouring rows of equal N are a "
      "sequence";
  format.input = kChains;
  format.options = {groups_option()};
  format.recognise = recognise_svmhmm;
  format.rows = RowFormat{
      .kind = RowKind::kNumeric,
      .open = [](const Json&, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<SvmhmmReader>(file, labels); },
      .written = relabeled_rows,
      .predicts_labels_alone = true,
      .writing = numeric_row_writing(true)};
  return format;
}

}  // namespace costruct::experiments
