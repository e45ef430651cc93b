// npy: a table of binary numbers, as numpy.save() writes it. One column is to be predicted.
#include <fmt/format.h>

#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/rows/dense_features.hpp"
#include "costruct/data/features/rows/npy_file.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/number_text.hpp"

namespace costruct::experiments {
namespace {

class NpyReader : public ExampleReader {
 public:
  NpyReader(const Json& block, const std::filesystem::path& path, LabelUse labels) : file_(path) {
    if (labels == LabelUse::kIgnored) return;
    target_ = target_place(block, file_.columns());
    if (target_ >= file_.columns()) {
      throw DataError(fmt::format("{}: has {}, but target_column is {}", path.string(),
                                  counted(file_.columns(), "column"), target_ + 1));
    }
  }

  bool next(RawExample& example) override {
    example.clear();
    example.value.resize(static_cast<std::size_t>(file_.columns()));
    if (file_.read(1, example.value.data()) == 0) return false;
    example.line = file_.next_row() - 1;
    example.length = 1;
    example.columns = file_.columns();
    example.reader = this;
    if (target_ < 0) {
      example.labels.emplace_back();
    } else {
      const double target = example.value[static_cast<std::size_t>(target_)];
      label_ = std::isnan(target) ? std::string(kUnlabeledMark) : fmt::format("{}", target);
      example.labels.push_back(label_);
    }
    return true;
  }

  Index line() const override { return file_.next_row() - 1; }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    file_.fail_at(line, what);
  }

 private:
  NpyFile file_;
  Index target_ = -1;  // -1: not yet known, or not needed
  std::string label_;
};

}  // namespace

Format npy_format() {
  Format format;
  format.name = "npy";
  format.summary = "a 2-dimensional array of binary numbers (numpy.save), one column the target";
  format.input = kRows;
  OptionInfo target;
  target.name = kTargetColumnOption;
  target.type = OptionType::kInteger;
  target.range = {.at_least = 1, .at_most = static_cast<double>(NpyFile::kMostColumns)};
  target.nullable = true;
  target.meaning =
      "column to predict, counted from 1, NaN there marks an unlabeled example; null: the last";
  format.options = {target, groups_option()};
  format.recognise = [](const FileSample& sample, const RecognitionHints& hints) {
    Recognition r;
    r.kind = "a NumPy array (npy)";
    r.values = RowValues::kMeasured;
    if (!std::string_view(sample.bytes()).starts_with("\x93NUMPY")) return r;
    r.fit = 1;
    if (const auto column = whole_number(hints.label); column && *column > 0)
      r.block[kTargetColumnOption] = *column;
    else if (!hints.label.empty())
      r.question = sample.name() + ": columns have numbers here: --label NUMBER, from 1";
    r.saw.emplace_back(hints.label.empty()
                           ? "The last column is the target (another one: --label NUMBER)."
                           : "The target is the column of --label.");
    return r;
  };
  format.rows =
      RowFormat{.kind = RowKind::kDense,
                .open = [](const Json& block, const std::filesystem::path& file, LabelUse labels) {
                  return std::make_unique<NpyReader>(block, file, labels);
                }};
  return format;
}

}  // namespace costruct::experiments
