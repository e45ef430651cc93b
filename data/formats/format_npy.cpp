// npy: a table of binary numbers, as numpy.save() writes it. One column is to be predicted.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/rows/dense_features.hpp"
#include "costruct/data/features/rows/npy_file.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/written_content.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

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

/// Writes rows of doubles with the label as the last column.
class NpyWriter final : public ExampleWriter {
 public:
  explicit NpyWriter(const ContentFacts& from)
      : from_(from), order_(from), row_(from.features.size() + 1) {
    if (static_cast<Index>(row_.size()) > NpyFile::kMostColumns)
      throw ConfigError(fmt::format("--to: npy would have {} columns, at most {} are read",
                                    row_.size(), NpyFile::kMostColumns));
  }

  std::string head() const override { return npy_header(from_.examples, std::ssize(row_)); }
  std::string text(const ExampleContent& example, Losses& losses) override {
    if (example.number == 1 && !from_.has_numbers)
      losses.add("names of features are left out", std::ssize(from_.features));
    if (example.number == 1 && from_.has_numbers && order_.renumbers())
      losses.add("features that never occur have no column, so others get new numbers");
    std::fill(row_.begin(), row_.end(), 0.0);
    const std::string_view label = example.labels.front();
    const std::optional<double> number =
        label.empty() ? std::numeric_limits<double>::quiet_NaN() : finite_number(label);
    if (!number)
      throw DataError(
          fmt::format("the label {} is no number, and npy holds numbers alone: rename "
                      "labels with label_map in --from",
                      shown_text(label)));
    row_.back() = *number;
    if (!label.empty() && label != fmt::format("{}", *number))
      losses.add("labels are spelled as their numbers");
    const StreamedExample& features = example.features;
    for (std::size_t e = 0; e < features.feature.size(); ++e)
      row_[order_.place(features.feature[e])] = example.value(e);
    return std::string(reinterpret_cast<const char*>(row_.data()), row_.size() * sizeof(double));
  }

 private:
  const ContentFacts& from_;
  FeatureOrder order_;
  std::vector<double> row_;
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
    r.takes_label = true;
    r.values = RowValues::kMeasured;
    if (!std::string_view(sample.bytes()).starts_with("\x93NUMPY")) return r;
    r.fit = 1;
    if (const auto column = whole_number(hints.label); column && *column > 0)
      r.block[kTargetColumnOption] = *column;
    else if (!hints.label.empty())
      r.question = sample.name() + ": columns have numbers here: --label NUMBER, from 1";
    r.saw.emplace_back(
        hints.label.empty()
            ? "The last column is the target. To take another one, use --label NUMBER."
            : "The target is the column of --label.");
    return r;
  };
  format.rows = RowFormat{
      .kind = RowKind::kDense,
      .open = [](const Json& block, const std::filesystem::path& file,
                 LabelUse labels) { return std::make_unique<NpyReader>(block, file, labels); },
      .writing = RowWriting{.options = {},
                            .holds_features = true,
                            .writer = [](const Json&, const ContentFacts& from) {
                              return std::make_unique<NpyWriter>(from);
                            }}};
  return format;
}

}  // namespace costruct::experiments
