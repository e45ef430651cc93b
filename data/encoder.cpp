#include "costruct/data/encoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/example_filter.hpp"
#include "costruct/data/features/column_features.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/feature_map.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/named_features.hpp"
#include "costruct/data/features/rows/dense_features.hpp"
#include "costruct/data/features/rows/missing_marks.hpp"
#include "costruct/data/features/rows/number_style.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/row_features.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/features/rows/text_features.hpp"
#include "costruct/data/formats/chains/marker_lines.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/label_reader.hpp"
#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/formats/topic.hpp"
#include "costruct/data/generators/generator.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/data/row_files.hpp"
#include "costruct/io/memory/file_in_memory.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kFacts = "encoder";
constexpr const char* kLabels = "encoder.labels";
constexpr const char *kNumberTarget = "number", *kSetTarget = "sets";  // values in kFacts
constexpr const char* kTargetStyle = "target_style";
constexpr const char* kLabelScheme = "label_scheme";

const Format& checked_format(const Json& block, const std::string& input) {
  const Format* format = find_format(block.at("format").get<std::string>());
  COSTRUCT_ASSERT(format != nullptr, "check_data_block has accepted the format");
  if (format->input == input) return *format;
  std::vector<std::string> fitting;
  for (const Format& other : formats()) {
    if (other.input == input) fitting.push_back(other.name);
  }
  throw ConfigError(fmt::format("the problem takes {}, but the format {} has {}: use {}", input,
                                format->name, format->input, one_of(fitting)));
}

LabelUse label_use(Role role, Target target) {
  if (role == Role::kUnlabeled) return LabelUse::kIgnored;
  return target == Target::kSets ? LabelUse::kSets : LabelUse::kRequired;
}

// Throws ConfigError for options that need one label an example.
void refuse_for_sets(const Json& block) {
  for (const char* option : {"keep_labels", kTopicOption}) {
    const auto at = block.find(option);
    if (at == block.end() || at->is_null() || *at == "") continue;
    throw ConfigError(fmt::format(
        "data.{} is for problems with one label an example, but the problem predicts sets of "
        "labels: leave it out",
        option));
  }
}

void append(const StreamedExample& example, FeatureTable& table) {
  const Index offset = static_cast<Index>(table.feature.size());
  if (!example.value.empty() && table.value.empty()) table.value.assign(table.feature.size(), 1.0);
  table.feature.insert(table.feature.end(), example.feature.begin(), example.feature.end());
  if (!example.value.empty()) {
    table.value.insert(table.value.end(), example.value.begin(), example.value.end());
  } else if (!table.value.empty()) {
    table.value.resize(table.feature.size(), 1.0);
  }
  for (std::size_t p = 1; p < example.part_begin.size(); ++p)
    table.part_begin.push_back(offset + example.part_begin[p]);
  table.end_example();
}

/// The examples of a stream as dense rows.
class StreamedRows : public DenseRows {
 public:
  StreamedRows(std::unique_ptr<ExampleStream> stream, Index width)
      : stream_(std::move(stream)), width_(width) {}

  Index read(Index most, double* rows) override {
    Index count = 0;
    for (; count < most && stream_->next(example_); ++count) {
      double* row = rows + count * width_;
      std::fill(row, row + width_, 0.0);
      for (std::size_t e = 0; e < example_.feature.size(); ++e)
        row[example_.feature[e]] += example_.value.empty() ? 1.0 : example_.value[e];
    }
    return count;
  }

 private:
  std::unique_ptr<ExampleStream> stream_;
  Index width_;
  StreamedExample example_;
};

// Processes that share a fit count labeled sentences while they read. So none may become labeled
// afterwards, as one whose sets leave one label each. Throws DataError.
// @param in_part  what was known of sentences labeled in part when they were read
void refuse_shared_sets(const std::map<Index, Known>& in_part, const Corpus& corpus) {
  for (const auto& [example, known] : in_part) {
    if (corpus.outputs[static_cast<std::size_t>(example)].parts.empty()) continue;
    throw DataError(corpus.place_text(example) +
                    ": the sets of labels leave one label for each word, and several processes "
                    "share the fit: write these labels in place of the sets");
  }
}

}  // namespace

std::unique_ptr<FeatureMap> feature_map(const Format& format, const Json& block) {
  switch (format.rows->kind) {
    case RowKind::kNumeric:
      if (block.contains("features") && !block.at("features").is_null())
        return make_row_features(block);
      return make_numeric_features(block);
    case RowKind::kNamed:
      return make_named_features();
    case RowKind::kTable:
      return make_table_features(block);
    case RowKind::kDense:
      return make_dense_features(block);
    case RowKind::kTexts:
      return make_text_features(block);
    case RowKind::kColumns:
      break;
  }
  return make_column_features(block, format.columns(block));
}

std::vector<std::filesystem::path> data_files(const Format& format,
                                              const std::filesystem::path& path, LabelUse labels) {
  if (memory_data(path) || bytes_in_memory(path)) return {path};
  if (format.files_of) return format.files_of(path, labels);
  std::error_code ignored;
  if (!format.reads_folders || !std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(path, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    const std::string ending = at->path().extension().string();
    const bool is_data = name != "CONTENTS" && name != "README" && !name.starts_with('.') &&
                         (ending.empty() || ending == ".gz" || ending == ".xz");
    if (is_data && at->is_regular_file(ignored)) files.push_back(at->path());
  }
  if (failed)
    throw DataError(fmt::format("{}: cannot be read: {}", path.string(), failed.message()));
  if (files.empty()) throw DataError(fmt::format("{}: a folder without data files", path.string()));
  std::sort(files.begin(), files.end());
  return files;
}

struct Encoder::State {
  State(const Json& data, const std::string& input, Target problem_target)
      : block(data),
        target(problem_target),
        format(checked_format(block, input)),
        features(feature_map(format, block)),
        filter(block),
        topic(block),
        missing(block),
        labels(block, format.rows->knows_missing_labels ? "" : unknown_mark(block),
               format.rows->outside_label),
        sets(block, labels),
        target_guess(NumberStyleGuess::prescribed_by(block)) {
    if (target == Target::kSets) refuse_for_sets(block);
    const auto most = block.find("limit");
    if (most != block.end() && !most->is_null()) limit = most->get<Index>();
  }

  Json block;
  std::optional<GeneratedData> generated;
  Target target;
  const Format& format;
  std::unique_ptr<FeatureMap> features;
  ExampleFilter filter;
  Topic topic;
  MissingMarks missing;  ///< of numbers to predict; a class may be called NA
  LabelReader labels;
  SetReader sets;                 ///< of problems that predict sets
  NumberStyleGuess target_guess;  ///< from the targets that were scanned
  NumberStyle target_style;
  std::optional<Index> limit;
  std::optional<TextUnit> stream_text;  ///< streamed files are plain text
  bool stream_known = false;            ///< labels of streamed files are read
  Index num_training = 0;               ///< number of kTrain examples so far
  std::function<bool(Index)> is_kept;   ///< see keep_parts_of(); empty: all are
  Index num_labeled = 0;                ///< of those, the labeled ones

  // Scratch memory, reused for each example.
  RawExample raw;
  StreamedExample encoded;
  LookupScratch scratch;
  const std::atomic<bool>* stop = nullptr;  ///< of the last call of read()

  Index num_scanned = 0;      ///< number of training examples that were only observed
  std::string first_scanned;  ///< the first scanned file
  bool scanning_finished = false;

  /// Observes the examples of a file; training examples only up to `limit`.
  void scan_examples(ExampleReader& reader, const std::filesystem::path& file, Role role) {
    PlacedExamples examples(reader, file);
    while (!(role == Role::kTrain && limit && num_scanned >= *limit) && examples.next(raw)) {
      if (!filter.keeps(raw)) continue;
      if (role == Role::kTrain) {
        rename_labels();
        if (!has_kept_labels()) continue;
        ++num_scanned;
        if (target == Target::kNumber && !is_unlabeled_number(raw.labels.front()))
          target_guess.look_at(raw.labels.front(), raw.line);
      }
      if (features->must_observe()) {
        features->observe(raw);
      } else {
        features->grow(raw, encoded);
      }
    }
  }

  /// Called before the first example is encoded. If no file was scanned, it scans `files`, which
  /// then are all files.
  void finish_scanning(std::span<const std::filesystem::path> files, Role role) {
    if (scanning_finished || !features->must_observe()) return;
    if (first_scanned.empty()) scan(files, role);
    try {
      features->finish_observing();
    } catch (const DataError& error) {
      throw DataError(first_scanned + ": " + error.what());
    }
    if (const std::string conflict = target_guess.conflict(); !conflict.empty())
      throw DataError(fmt::format("{}: the target: {}", first_scanned, conflict));
    target_style = target_guess.style().value_or(NumberStyle());
    scanning_finished = true;
    if (features->size() == 0 && features->fitted().empty() && !first_scanned.empty()) {
      const std::vector<std::string> notes = features->notes();
      throw DataError(fmt::format("{}: no column is left to learn from, or no row: {}",
                                  first_scanned, fmt::join(notes, "; ")));
    }
  }

  void scan(std::span<const std::filesystem::path> files, Role role) {
    if (format.has_rows(RowKind::kDense) && role == Role::kUnlabeled) return;  // has no new columns
    for (const std::filesystem::path& path : files) {
      for (const std::filesystem::path& file : data_files(format, path, label_use(role, target))) {
        if (first_scanned.empty()) first_scanned = file.string();
        const auto reader = open(file, role);
        read_within_memory(*reader, file.string(), [&] { scan_examples(*reader, file, role); });
      }
    }
  }

  std::unique_ptr<ExampleReader> open(const std::filesystem::path& file, Role role) const {
    const auto plain_text = role == Role::kUnlabeled ? unlabeled_text_of(block) : std::nullopt;
    return opened_rows(format, block, file, label_use(role, target), plain_text);
  }

  /// The extractors of a column format.
  Json token_features() const {
    const Json given = block.value("features", Json());
    return given.is_null() ? default_token_features(format.columns(block)) : given;
  }

  bool full(Role role) const { return role == Role::kTrain && limit && num_training >= *limit; }

  void read_file(const std::filesystem::path& file, Role role, Corpus& corpus) {
    read_examples(*open(file, role), file.string(), role, corpus);
  }

  void draw_examples(Corpus& corpus) {
    const Generator& generator = *generated->generator;
    read_examples(*generator.open(generated->options), "generated " + generator.name, Role::kTrain,
                  corpus);
  }

  void read_examples(ExampleReader& reader, const std::string& source, Role role, Corpus& corpus) {
    read_within_memory(reader, source, [&] { append_examples(reader, source, role, corpus); });
  }

  void append_examples(ExampleReader& reader, const std::string& source, Role role,
                       Corpus& corpus) {
    const int file_number = static_cast<int>(corpus.files.size());
    corpus.files.push_back(source);
    bool any = false;
    MarkerLines markers;
    PlacedExamples examples(reader, source);
    while (!full(role) && examples.next(raw)) {
      throw_if_stopped(stop);
      any = true;
      if (raw.length == 0) continue;  // has no word; predict writes it as it is
      if (format.rows->lines_are_parts) markers.look_at(raw);
      if (role != Role::kTest && !filter.keeps(raw)) continue;
      if (role != Role::kUnlabeled) rename_labels();
      if (role == Role::kTrain && !has_kept_labels()) continue;
      Output output;
      Known known;
      if (target == Target::kNumber) {
        corpus.targets.push_back(role == Role::kUnlabeled ? kNoNumber : read_number(reader));
      } else if (target == Target::kSets) {
        if (role != Role::kUnlabeled) output = sets.read(raw, reader, known);
      } else if (role != Role::kUnlabeled) {
        output = labels.read(raw, reader, known);
        if (!known.empty() && topic.given()) refuse_partly_labeled(reader);
      }
      if (role == Role::kTest) {
        grow_all_words(features->fitted(), raw, encoded.symbols);
        features->look_up(raw, scratch, encoded);
      } else {
        features->grow(raw, encoded);
      }
      if (role == Role::kTrain && !output.parts.empty() && is_kept && !is_kept(num_labeled++)) {
        corpus.leave_out_parts(encoded.feature);
      } else {
        append(encoded, corpus.features);
      }
      corpus.symbols.resize(encoded.symbols.size());
      for (std::size_t e = 0; e < encoded.symbols.size(); ++e)
        corpus.symbols[e].add(encoded.symbols[e]);
      if (raw.weight != 1) corpus.weights.resize(corpus.outputs.size(), 1.0);
      if (raw.weight != 1 || !corpus.weights.empty()) corpus.weights.push_back(raw.weight);
      if (!known.empty()) corpus.known.emplace(std::ssize(corpus.outputs), std::move(known));
      corpus.outputs.push_back(std::move(output));
      corpus.places.push_back({file_number, raw.line});
      if (role == Role::kTrain) ++num_training;
      if (raw.length > kLongExample) {
        raw = RawExample();
        encoded = StreamedExample();
        scratch = LookupScratch();
      }
    }
    examples.end(features->fitted());
    if (!any && !full(role)) throw DataError(fmt::format("{}: has no examples", source));
    if (const auto note = markers.note(source)) tell_once("costruct: note: " + *note);
  }

  void rename_labels() {
    if (target == Target::kSets) return;  // SetReader renames each
    if (topic.given()) topic.read(raw.labels);
    labels.rename(raw);
  }

  /// Whether `keep_labels` keeps the current example. An example without label is kept.
  bool has_kept_labels() {
    return std::all_of(raw.labels.begin(), raw.labels.end(), [&](std::string_view label) {
      return label == labels.unknown() || filter.keeps_label(label);
    });
  }

  static constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

  bool is_unlabeled_number(std::string_view text) const {
    return text == labels.unknown() || (format.has_rows(RowKind::kTable) && missing.contains(text));
  }

  /// The target of the current example; NaN if it is unlabeled.
  double read_number(const ExampleReader& reader) const {
    const std::string_view text = raw.labels.front();
    if (is_unlabeled_number(text)) {
      if (text != labels.unknown())
        tell_once(
            fmt::format("costruct: note: the target {} marks an unlabeled example, as {} does",
                        shown_text(text), shown_text(labels.unknown())));
      return kNoNumber;
    }
    const std::optional<double> number = target_style.read(text);
    if (!number) {
      reader.fail_at(raw.line,
                     fmt::format("the target is {}, expected a number{} (or {} where it "
                                 "is unknown)",
                                 shown_text(text), target_style.is_plain() ? "" : " as in training",
                                 labels.unknown()));
    }
    return *number;
  }

  void refuse_partly_labeled(const ExampleReader& reader) const {
    reader.fail_at(raw.line,
                   "the example is labeled in part, but data.topic needs all labels or none: leave "
                   "the option out, or the example");
  }
};

Encoder::Encoder(const Json& data, const std::string& input, Target target) {
  if (!data.contains(kGenerate)) {
    state_ = std::make_unique<State>(data, input, target);
    return;
  }
  GeneratedData generated = read_generate(data.at(kGenerate));
  state_ = std::make_unique<State>(generated.block_of_files(), input, target);
  if (generated.generator->target != target) {
    const auto name_of = [](Target what) {
      return what == Target::kNumber ? "numbers" : what == Target::kSets ? "sets" : "labels";
    };
    throw ConfigError(fmt::format("the problem predicts {}, but the generator {} draws {}",
                                  name_of(target), generated.generator->name,
                                  name_of(generated.generator->target)));
  }
  state_->generated = std::move(generated);
}
Encoder::Encoder(std::unique_ptr<State> state) : state_(std::move(state)) {}
Encoder::~Encoder() = default;
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;

void Encoder::read(std::span<const std::filesystem::path> files, Role role, Corpus& corpus,
                   const std::atomic<bool>* stop) {
  State& state = *state_;
  state.stop = stop;
  COSTRUCT_ASSERT(
      state.labels.alphabet().finished() == (role != Role::kTrain) || role == Role::kUnlabeled,
      "training files come before finish_labels, test files after it");
  if (role == Role::kTrain) state.finish_scanning(files, role);
  const Index before = corpus.size();
  if (role == Role::kTrain && state.generated) state.draw_examples(corpus);
  for (const std::filesystem::path& path : files) {
    for (const std::filesystem::path& file :
         data_files(state.format, path, label_use(role, state.target))) {
      if (!state.full(role)) state.read_file(file, role, corpus);
    }
  }
  corpus.features.num_features = state.features->size();
  if (role == Role::kTrain && corpus.size() == before && !state.full(role) && !files.empty()) {
    throw DataError(fmt::format("{}: no training example is left by {}", files[0].string(),
                                state.filter.keys()));
  }
}

void Encoder::keep_parts_of(std::function<bool(Index)> is_kept) {
  COSTRUCT_ASSERT(input() == kChains && target() == Target::kLabels,
                  "rows and other targets need the parts of all examples");
  state_->is_kept = std::move(is_kept);
}

bool Encoder::must_scan() const {
  return state_->features->must_observe();
}

void Encoder::scan(std::span<const std::filesystem::path> files, Role role) {
  COSTRUCT_ASSERT(role != Role::kTest && state_->num_training == 0,
                  "files are scanned before any is read");
  state_->scan(files, role);
}

std::vector<std::string> Encoder::notes() const {
  std::vector<std::string> lines = state_->features->notes();
  const std::string file = std::filesystem::path(state_->first_scanned).filename().string();
  if (!state_->target_style.is_plain() && !state_->target_guess.example().empty())
    lines.push_back("target: " + state_->target_style.text(state_->target_guess.example()));
  for (std::string& line : lines) line = file + ": " + line;
  return lines;
}

void Encoder::finish_labels(Corpus& corpus) {
  const std::string file = corpus.files.empty() ? "train" : corpus.files[0];
  state_->labels.check_renamed(file);
  if (const auto unseen = state_->filter.unseen_label()) {
    throw DataError(fmt::format("{}: keep_labels has {}, but no training example has that label",
                                file, *unseen));
  }
  if (state_->topic.given()) state_->topic.check_seen(file);
  if (target() == Target::kSets) {
    state_->sets.finish(corpus);
  } else {
    std::map<Index, Known> in_part;
    if (state_->is_kept) in_part = corpus.known;
    state_->labels.finish(corpus);
    refuse_shared_sets(in_part, corpus);
  }
  const bool any_number = std::any_of(corpus.targets.begin(), corpus.targets.end(),
                                      [](double y) { return !std::isnan(y); });
  if (labels().empty() && !any_number)
    throw DataError(fmt::format("{}: no example has a label", file));
}

const std::vector<std::string>& Encoder::labels() const {
  return state_->labels.alphabet().labels();
}
bool Encoder::has_columns() const {
  return state_->format.has_rows(RowKind::kTable);
}
bool Encoder::lines_are_parts() const {
  return state_->format.rows->lines_are_parts;
}
std::vector<std::string> Encoder::labels_in_file(const Output& output) const {
  if (target() == Target::kSets) return {state_->sets.text_of(output)};
  const std::string mark = state_->labels.unknown().empty() ? "_" : state_->labels.unknown();
  std::vector<std::string> names;
  names.reserve(output.parts.size());
  for (const int part : output.parts)
    names.push_back(part < 0 ? mark : labels_with_unseen()[static_cast<std::size_t>(part)]);
  return scheme() && !scheme()->keeps_labels() ? scheme()->in_file(names) : names;
}
std::vector<std::string> Encoder::known_in_file(const Known& known) const {
  const std::vector<std::string>& names = labels_with_unseen();
  if (target() == Target::kSets) return {state_->sets.text_of_known(known)};
  std::vector<std::string> texts;
  for (const std::vector<int>& fact : known.facts) {
    std::string text;
    for (const int label : fact)
      text += (text.empty() ? "" : ",") + names[static_cast<std::size_t>(label)];
    if (fact.empty()) text = state_->labels.unknown().empty() ? "_" : state_->labels.unknown();
    texts.push_back(fact.size() > 1 ? "{" + text + "}" : text);
  }
  return texts;
}
std::string Encoder::why_no_unknown_parts() const {
  if (state_->stream_text) return "plain text has no labels";
  if (state_->format.input != kChains || !writes_back() || holds_scores())
    return "the format " + state_->format.name + " has no label for each token";
  if (scheme() && !scheme()->keeps_labels())
    return "the model learned labels in another scheme than files have";
  return "";
}
const std::optional<LabelScheme>& Encoder::scheme() const {
  return state_->labels.scheme();
}
bool Encoder::writes_back() const {
  return static_cast<bool>(state_->format.rows->written);
}
bool Encoder::predicts_examples() const {
  return state_->format.rows->predicts_examples();
}
std::string Encoder::written(std::string_view record, const Output& output,
                             std::span<const double> scores, std::string_view header) const {
  return state_->format.rows->written(state_->block,
                                      {record, labels_in_file(output), scores, header});
}
std::string Encoder::written_head(std::string_view header) const {
  const auto& head = state_->format.rows->written_head;
  return head ? head(state_->block, header) : "";
}
bool Encoder::holds_scores() const {
  return state_->format.rows->holds_scores;
}
const std::vector<std::string>& Encoder::labels_with_unseen() const {
  return state_->labels.alphabet().all();
}
void Encoder::forget_unseen_labels() {
  state_->labels.alphabet().forget_unseen();
}
Target Encoder::target() const {
  return state_->target;
}
const std::string& Encoder::input() const {
  return state_->format.input;
}
Index Encoder::num_features() const {
  return state_->features->size();
}
FeatureInfo Encoder::feature_info(Index feature) const {
  return state_->features->info(feature);
}
const std::vector<std::string>& Encoder::groups() const {
  return state_->features->groups();
}

std::span<const std::unique_ptr<FittedExtractor>> Encoder::fitted() const {
  return state_->features->fitted();
}

void Encoder::number_words(const std::filesystem::path& path, const std::atomic<bool>* stop) {
  for (const std::filesystem::path& file : data_files(state_->format, path, LabelUse::kIgnored)) {
    const bool is_memory = memory_data(file) || bytes_in_memory(file);
    if (std::error_code none; !is_memory && !std::filesystem::is_regular_file(file, none)) continue;
    const auto reader =
        opened_rows(state_->format, state_->block, file, LabelUse::kIgnored, state_->stream_text);
    PlacedExamples examples(*reader, file);
    read_within_memory(*reader, file.string(), [&] {
      while (examples.next(state_->raw)) {
        throw_if_stopped(stop);
        grow_all_words(fitted(), state_->raw, state_->encoded.symbols);
      }
    });
    examples.end(fitted());
  }
}

std::unique_ptr<ExampleStream> Encoder::stream(const std::filesystem::path& file) const {
  KnownOf known_of;
  if (state_->stream_known) {
    known_of = [state = state_.get()](const RawExample& example, const ExampleReader& reader) {
      return state->target == Target::kSets ? state->sets.known_of(example, reader)
                                            : state->labels.known_of(example, reader);
    };
  }
  return frozen_stream(state_->format, state_->block, *state_->features,
                       data_files(state_->format, file, LabelUse::kIgnored), state_->stream_text,
                       std::move(known_of), label_use(Role::kTest, target()));
}

void Encoder::name_label_groups(LabelsUnder labels_under) {
  state_->labels.name_groups(std::move(labels_under));
}

void Encoder::stream_known(bool is_known) {
  state_->stream_known = is_known;
  if (!is_known) return;
  const auto fail = [](const std::string& why) {
    throw ConfigError("--known: " + why + ": predict without it");
  };
  if (state_->target == Target::kNumber) fail("targets are numbers");
  if (scheme() && !scheme()->keeps_labels())
    fail("the model learned labels in another scheme than files have");
  if (state_->topic.given()) fail("the model learned one topic among many");
  if (state_->stream_text) fail("plain text has no labels");
}

void Encoder::stream_plain_text(TextUnit unit) {
  const Format& format = state_->format;
  if (!format.has_columns())
    throw ConfigError(
        fmt::format("the model reads the format {}, whose features are not made of "
                    "words: it cannot take plain text",
                    format.name));
  const std::string why =
      why_no_plain_text(state_->token_features(), format.columns(state_->block));
  if (!why.empty()) throw ConfigError(why);
  state_->stream_text = unit;
}
bool Encoder::streams_plain_text() const {
  return state_->stream_text.has_value();
}

std::unique_ptr<DenseRows> Encoder::dense_rows(const std::filesystem::path& file) const {
  if (auto rows = state_->features->dense_rows(file)) return rows;
  COSTRUCT_ASSERT(state_->format.input == kRows, "chains have no row each");
  return std::make_unique<StreamedRows>(stream(file), num_features());
}

void Encoder::save(ModelWriter& model, const std::vector<bool>& keep) const {
  COSTRUCT_ASSERT(static_cast<Index>(keep.size()) == num_features(), "one flag a feature");
  Json facts = with_defaults(state_->format.options, state_->block);
  if (state_->format.has_columns()) facts["features"] = state_->token_features();
  Json encoder = {{"format", state_->format.name}, {"options", std::move(facts)}};
  if (target() == Target::kNumber) encoder["target"] = kNumberTarget;
  if (target() == Target::kSets) encoder["target"] = kSetTarget;
  if (!state_->target_style.is_plain()) encoder[kTargetStyle] = state_->target_style.stored();
  if (scheme()) encoder[kLabelScheme] = scheme()->stored();
  model.set(kFacts, encoder);
  if (target() != Target::kNumber) model.add_strings(kLabels, labels());
  state_->features->save(model, keep);
}

Encoder Encoder::load(const ModelReader& model) {
  const auto damaged = [&](const std::string& what) {
    return DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  };
  const Format* format = stored_format(model);
  if (!format->rows) throw damaged("its format " + format->name + " has no rows");
  const Json facts = model.get(kFacts);
  const Json stored_target = facts.value("target", Json());
  const Target target = stored_target == kNumberTarget ? Target::kNumber
                        : stored_target == kSetTarget  ? Target::kSets
                                                       : Target::kLabels;
  Encoder encoder(std::make_unique<State>(stored_block(model), format->input, target));
  const Json stored_style = facts.value(kTargetStyle, Json(""));
  const auto style = stored_style.is_string()
                         ? NumberStyle::from_stored(stored_style.get_ref<const std::string&>())
                         : std::nullopt;
  if (!style) throw damaged("the target has no number style");
  if (facts.contains(kLabelScheme)) {
    encoder.state_->labels.restore_scheme(LabelScheme::from_stored(facts[kLabelScheme]));
    if (!encoder.scheme()) throw damaged("the scheme of the labels is unknown");
  }
  encoder.state_->target_style = *style;
  if (target == Target::kNumber) {
    encoder.state_->labels.alphabet().finish();  // a number target has no labels
  } else {
    const std::vector<std::string> labels = model.strings(kLabels);
    if (labels.empty() || !encoder.state_->labels.alphabet().restore(labels))
      throw damaged("labels are missing or stand twice");
  }
  encoder.state_->features->load(model);
  return encoder;
}

}  // namespace costruct::experiments
