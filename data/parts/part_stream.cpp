#include "costruct/data/parts/part_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/work_watch.hpp"
#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/parts/fitted_appender.hpp"
#include "costruct/io/heap_limit.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostEntries = 1 << 22;  // maximum for the examples that are read at a time

// The content of an example that is written besides the labels of its parts.
struct Origin {
  Index line = 0;               // of the first row
  std::vector<Index> left_out;  // see RawExample::left_out
  std::string record;           // see RawExample::record

  // The label of each part on a line. Lines of the file that are no parts become empty lines.
  std::string label_lines(const Encoder& encoder, const Output& output) const {
    const std::vector<std::string> labels = encoder.labels_in_file(output);
    std::string text;
    auto blank = left_out.begin();
    for (std::size_t part = 0; part <= labels.size(); ++part) {
      for (; blank != left_out.end() && *blank == static_cast<Index>(part); ++blank) text += '\n';
      if (part < labels.size()) text += labels[part] + '\n';
    }
    return text;
  }

  // A word, a TAB and its label on each line. `record` is a sentence of plain text.
  std::string words_with_labels(const Encoder& encoder, const Output& output) const {
    std::string text;
    const std::vector<std::string> labels = encoder.labels_in_file(output);
    const std::vector<TextPiece> words = words_in(record);
    for (std::size_t t = 0; t < words.size(); ++t)
      text.append(words[t].of(record)).append("\t").append(labels[t]).append("\n");
    return text;
  }
};

// The examples of a stream as the tables of a stored model's views. They contain all features of a
// view in their order.
class PartStream final : public InputStream {
 public:
  PartStream(const PartExamples& examples, const std::filesystem::path& file,
             const ViewAssignment& views, bool together)
      : InputStream(examples),
        stream_(examples.encoder().stream(file)),
        file_(file),
        view_of_(views.view_of),
        examples_(examples),
        together_(together) {
    if (examples.holds_sets())
      data_ = std::make_shared<several::LabelSetData>(PartData(), examples.stored_tree());
    if (examples.stored() != nullptr) appender_.emplace(examples, *examples.stored());
    data_->labels = examples.encoder().labels();
    data_->views.resize(views.count);
    local_.reserve(view_of_.size());
    for (const std::int32_t view : view_of_)
      local_.push_back(view < 0 ? -1
                                : static_cast<std::int32_t>(data_->views[view].num_features++));
  }

  Index read(Index most) override {
    for (FeatureTable& table : data_->views) empty(table);
    lines_before_.clear();
    origins_.clear();
    known_.clear();
    rows_.clear();
    Index count = 0;
    while (count < most && (together_ || num_entries() < kMostEntries) && stream_->next(example_)) {
      throw_if_stopped(examples_.stop_of_reading());
      ++count;
      lines_before_.push_back(example_.line - next_line_);
      next_line_ =
          example_.line + std::ssize(example_.part_begin) - 1 + std::ssize(example_.left_out);
      origins_.push_back({example_.line, example_.left_out, example_.record});
      known_.push_back(example_.known);
      within_memory([&] { append(); },
                    [&] { return fmt::format("{}:{}", file_.string(), example_.line); });
      if (std::ssize(example_.part_begin) > kLongExample)
        example_ = StreamedExample();  // frees memory for decoding
    }
    if (together_ && count > 0) end_input();
    if (together_) known_ = {together(known_)};
    if (examples_.is_one_input()) graph_ = examples_.joined(*data_, rows_);
    return count;
  }
  std::shared_ptr<const ProblemData> data() const override { return graph_ ? graph_ : data_; }
  Index line_of(Index which) const override {
    return origins_[static_cast<std::size_t>(which)].line;
  }
  std::string text_of(Index which, const Output& output) const override {
    return origins_[static_cast<std::size_t>(which)].label_lines(examples_.encoder(), output);
  }
  Writer writer(Index which) const override {
    return [origin = origins_[static_cast<std::size_t>(which)], &encoder = examples_.encoder()](
               const Output& output, std::span<const double> scores) {
      if (encoder.predicts_examples()) return encoder.written(origin.record, output, scores);
      return encoder.streams_plain_text() ? origin.words_with_labels(encoder, output)
                                          : origin.label_lines(encoder, output);
    };
  }
  Writer example_writer(Index which) const override {
    const Encoder& encoder = examples_.encoder();
    const bool is_plain = encoder.streams_plain_text() && !encoder.predicts_examples();
    if (!encoder.writes_back() || is_plain) return InputStream::example_writer(which);
    return [origin = origins_[static_cast<std::size_t>(which)], &encoder, this](
               const Output& output, std::span<const double> scores) {
      return encoder.written(origin.record, output, scores, example_.header);
    };
  }
  std::string head() const override { return examples_.encoder().written_head(example_.header); }
  const Known& known(Index which) const override { return known_[static_cast<std::size_t>(which)]; }
  std::optional<Index> lines_before(Index which) const override {
    const Encoder& encoder = examples_.encoder();
    if (!encoder.lines_are_parts() || encoder.streams_plain_text()) return std::nullopt;
    return lines_before_[static_cast<std::size_t>(which)];
  }

 private:
  static void empty(FeatureTable& table) {
    table.example_begin.resize(1);
    table.part_begin.resize(1);
    table.feature.clear();
    table.value.clear();
  }

  // The facts about an input, from the facts about its examples, each of one part.
  static Known together(const std::vector<Known>& known) {
    Known all;
    if (std::all_of(known.begin(), known.end(), [](const Known& each) { return each.empty(); }))
      return all;
    for (const Known& each : known)
      all.facts.push_back(each.empty() ? std::vector<int>() : each.facts.front());
    return all;
  }

  std::size_t num_entries() const {
    std::size_t entries = 0;
    for (const FeatureTable& table : data_->views) entries += table.feature.size();
    return entries;
  }

  void append() {
    const bool has_values = !example_.value.empty() || examples_.stored() != nullptr;
    for (FeatureTable& table :
         data_
             ->views) {  // a table without values means ones; write them if this example has values
      if (has_values && table.value.size() < table.feature.size())
        table.value.resize(table.feature.size(), 1.0);
    }
    if (examples_.is_one_input())
      rows_.push_back(example_.symbols[examples_.links()].number.front());
    if (appender_) appender_->begin([&](std::size_t e) { return Symbols(example_.symbols[e]); });
    for (std::size_t part = 0; part + 1 < example_.part_begin.size(); ++part) {
      for (Index e = example_.part_begin[part]; e < example_.part_begin[part + 1]; ++e) {
        const std::int32_t feature = example_.feature[e];
        if (local_[feature] < 0) continue;
        FeatureTable& table = data_->views[view_of_[feature]];
        table.feature.push_back(local_[feature]);
        if (has_values) {
          table.value.push_back(example_.value.empty() ? 1.0 : example_.value[e]);
        } else if (!table.value.empty()) {
          table.value.push_back(1.0);
        }
      }
      append_fitted(static_cast<Index>(part));
      for (FeatureTable& table : data_->views) table.end_part();
    }
    if (!together_) end_input();
  }
  void append_fitted(Index part) {
    if (!appender_) return;
    fitted_.clear();
    appender_->append(part, fitted_);
    for (const AddedFeatures::Entry& entry : fitted_) {
      FeatureTable& table = data_->views[view_of_[entry.feature]];
      table.feature.push_back(local_[entry.feature]);
      table.value.push_back(entry.value);
    }
  }
  void end_input() {
    for (FeatureTable& table : data_->views) table.end_example();
  }

  std::unique_ptr<ExampleStream> stream_;
  std::filesystem::path file_;
  std::vector<std::int32_t> view_of_, local_;  // view of each feature, and its number there
  std::shared_ptr<PartData> data_ = std::make_shared<PartData>();
  const PartExamples& examples_;
  std::optional<FittedAppender> appender_;  // only for models with fitted features
  std::vector<AddedFeatures::Entry> fitted_;
  bool together_;
  StreamedExample example_;
  std::vector<Index> lines_before_;  // see lines_before(), for the examples read last
  std::vector<Origin> origins_;      // for the same
  std::vector<Known> known_;         // for the same, or of the input that they form
  std::vector<std::int32_t> rows_;   // for the same, if links join them
  std::shared_ptr<const ProblemData> graph_;
  Index next_line_ = 1;  // line after their last part, if a part is a line
};

}  // namespace

std::unique_ptr<InputStream> stream_parts(const PartExamples& examples,
                                          const std::filesystem::path& file,
                                          const ViewAssignment& views, bool together) {
  return std::make_unique<PartStream>(examples, file, views, together);
}

}  // namespace costruct::experiments
