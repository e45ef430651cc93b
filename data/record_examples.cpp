#include "costruct/data/record_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/random.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kStoredFeatures = "encoder.features";

// Runs an action that reads a record; running out of memory becomes a DataError with its place.
template <class Action>
auto within_memory_at(const RecordReader& record, const Action& action) {
  return within_memory(action,
                       [&] { return fmt::format("{}:{}", record.file(), record.current_line()); });
}

bool next_of(RecordReader& records, bool outputs) {
  return within_memory_at(records, [&] { return records.next_record(outputs); });
}

}  // namespace

/// Inputs for prediction. They replace all other examples in their set.
class RecordExamples::Stream final : public InputStream {
 public:
  Stream(RecordExamples& set, const std::filesystem::path& file, const ViewAssignment& views,
         bool together)
      : InputStream(set),
        set_(set),
        reading_{.grows = false, .outputs = false, .known = set.streams_known_},
        records_(set.open(file, reading_)),
        views_(views),
        together_(together) {
    set_.forget_examples();
    set_.files_ = {file.string()};
  }

  Index read(Index most) override {
    set_.num_passed_ += set_.size();
    set_.forget_records();
    most = std::min(most, set_.most_at_a_time());
    for (Index parts = 0; set_.size() < most && (together_ || parts < kMostParts) &&
                          next_of(*records_, reading_.known);) {
      throw_if_stopped(set_.stop_of_reading());
      set_.append(*records_, reading_);
      parts += set_.size_in_parts(set_.size() - 1);
    }
    const Index count = set_.size();
    std::vector<Index> all(static_cast<std::size_t>(count)), sizes;
    std::iota(all.begin(), all.end(), Index{0});
    if (together_ && count > 0) sizes = {count};
    data_ = set_.inputs({{}, all, views_, true, sizes}).data;
    if (together_) known_ = set_.known_of_input();
    return count;
  }
  std::shared_ptr<const ProblemData> data() const override { return data_; }
  Index line_of(Index which) const override { return set_.place(which).line; }
  std::string text_of(Index which, const Output& output) const override {
    return set_.text_of_example(which, output);
  }
  std::string text_to_draw(Index which, const Output& output) const override {
    return set_.text_to_draw(which, output);
  }
  const Known& known(Index which) const override { return together_ ? known_ : set_.known(which); }
  const char* missing_note(Index which, const Output& output) const override {
    return set_.missing_note(which, output);
  }

 private:
  static constexpr Index kMostParts = 1 << 16;  // maximum number in memory

  RecordExamples& set_;
  Reading reading_;
  std::unique_ptr<RecordReader> records_;
  const ViewAssignment& views_;
  bool together_;
  Known known_;
  std::shared_ptr<const ProblemData> data_;
};

RecordExamples::RecordExamples(const Json& block)
    : format_(find_format(block.at("format").get<std::string>())) {
  for (const OptionInfo& info : format_->options) {
    if (block.contains(info.name)) options_[info.name] = block.at(info.name);
  }
  const auto limit = block.find("limit");
  if (limit != block.end() && !limit->is_null()) limit_ = limit->get<Index>();
}

RecordExamples::RecordExamples(const ModelReader& model) : RecordExamples(stored_block(model)) {}

Json RecordExamples::own_options() const {
  Json own = options_;
  own.erase(kLabelMap);
  return own;
}

std::unique_ptr<RecordReader> RecordExamples::open(const std::filesystem::path& file,
                                                   Reading /*reading*/) {
  return std::make_unique<TextRecords>(file, unit());
}

// Returns whether the example of the record is kept.
bool RecordExamples::append(RecordReader& record, Reading reading) {
  try {
    Parsed parsed = within_memory_at(record, [&] { return parse(record, reading); });
    if (!parsed.is_kept) return false;
    examples_.push_back({std::move(parsed.output), std::move(parsed.known),
                         static_cast<int>(files_.size()) - 1, record.line()});
    return true;
  } catch (const DataError& error) {
    if (std::string_view(error.what()).starts_with(record.file() + ":")) throw;
    record.fail(error.what());
  }
}

void RecordExamples::read(std::span<const std::filesystem::path> files, Role role) {
  const Reading reading{role != Role::kTest, role != Role::kUnlabeled};
  if (generated_ && role == Role::kTrain) draw_records();
  const auto is_full = [&] { return role == Role::kTrain && limit_ && num_training_ >= *limit_; };
  for (const std::filesystem::path& file : files) {
    const std::unique_ptr<RecordReader> records = open(file, reading);
    files_.push_back(file.string());
    bool any = is_full();
    while (!is_full() && next_of(*records, reading.outputs)) {
      throw_if_stopped(stop_of_reading());
      any = true;
      if (append(*records, reading) && role == Role::kTrain) ++num_training_;
    }
    if (!any) throw DataError(fmt::format("{}: has no {}", file.string(), plural()));
  }
}

void RecordExamples::forget_records() {
  examples_.clear();
  forget_inputs();
}

void RecordExamples::forget_examples() {
  forget_records();
  files_.clear();
  num_passed_ = 0;
}

void RecordExamples::draw_records() {
  const auto records = generated_->generator->records(generated_->options);
  files_.push_back(records->file());
  drawn_hash_ = hash_bytes("");
  while (next_of(*records, true)) {
    append(*records, {.grows = true, .outputs = true});
    const std::string line = std::string(records->text()) + "\n";
    drawn_bytes_ += line.size();
    drawn_hash_ = hash_bytes(line, drawn_hash_);
  }
}

void RecordExamples::stream_known(bool is_known) {
  if (!says_what_is_known()) ExampleSet::stream_known(is_known);
  streams_known_ = is_known;
}

bool RecordExamples::any_labeled() const {
  return std::any_of(examples_.begin(), examples_.end(),
                     [](const Example& example) { return example.output.has_value(); });
}

bool RecordExamples::any_known() const {
  return std::any_of(examples_.begin(), examples_.end(),
                     [](const Example& example) { return !example.known.empty(); });
}

void RecordExamples::finish_training() {
  if (!any_labeled()) throw DataError(first_file() + ": no example has an output");
}

ExamplePlace RecordExamples::place(Index example) const {
  return {files_[static_cast<std::size_t>(at(example).file)], at(example).line};
}

std::unique_ptr<InputStream> RecordExamples::stream(const std::filesystem::path& file,
                                                    const ViewAssignment& views, bool together) {
  return std::make_unique<Stream>(*this, file, views, together);
}

void RecordExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                          const FittedFeatures* /*fitted*/) const {
  model.set("encoder", {{"format", format_->name}, {"options", options_}});
  std::vector<std::string> names;
  for (Index feature = 0; feature < num_features(); ++feature) {
    if (keep[static_cast<std::size_t>(feature)]) names.push_back(feature_info(feature).name);
  }
  model.add_strings(kStoredFeatures, names);
}

std::vector<std::string> RecordExamples::stored_features(const ModelReader& model) {
  return model.strings(kStoredFeatures);
}

}  // namespace costruct::experiments
