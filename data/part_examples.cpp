#include "costruct/data/part_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "costruct/data/examples/label_alphabet.hpp"
#include "costruct/data/examples/text_pieces.hpp"
#include "costruct/data/features/links/linked_graphs.hpp"
#include "costruct/data/paths.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostEntries = 1 << 22;  // maximum for the examples that are read at a time

// The scale of a feature over labeled training examples. If most values are zero, the feature is
// sparse, and only its nonzero values count. Otherwise zeros count like other values.
struct FeatureScale {
  double sum = 0, squares = 0;
  Index nonzero = 0;
  bool indicator = true;  // whether all values are 0 or 1

  void add(double x) {
    if (x == 0) return;
    sum += x;
    squares += x * x;
    ++nonzero;
    indicator = indicator && x == 1;
  }
  double of(Index parts) const {
    if (nonzero == 0) return 0;
    const auto n = static_cast<double>(parts);
    if (indicator) return .5;
    if (2 * nonzero < parts) return std::sqrt(squares / static_cast<double>(nonzero));
    const double variance = squares / n - (sum / n) * (sum / n);
    return variance > 1e-12 * squares / n ? std::sqrt(variance) : 0;  // 0: constant
  }
};

// The smallest and the largest scale of the features of a view, each with its feature.
struct ScaleRange {
  double least = 0, most = 0;
  Index least_of = -1, most_of = -1;

  void add(double scale, Index feature) {
    if (least_of < 0 || scale < least) {
      least = scale;
      least_of = feature;
    }
    if (most_of < 0 || scale > most) {
      most = scale;
      most_of = feature;
    }
  }
  double factor() const { return least_of < 0 ? 1 : most / least; }
};

// The scale range of each view of a learner. Sparse views have an empty range unless sparse_too is
// set.
std::vector<ScaleRange> ranges_of_views(const std::vector<FeatureScale>& scales, Index parts,
                                        const UnscaledViews& learner) {
  struct Cells {
    Index all = 0, nonzero = 0;
  };
  const auto views = static_cast<std::size_t>(learner.views.count);
  std::vector<ScaleRange> ranges(views);
  std::vector<Cells> cells(views);
  for (std::size_t j = 0; j < scales.size(); ++j) {
    if (learner.views.view_of[j] < 0 || scales[j].nonzero == 0) continue;
    const auto view = static_cast<std::size_t>(learner.views.view_of[j]);
    cells[view].all += parts;
    cells[view].nonzero += scales[j].nonzero;
    const double scale = scales[j].of(parts);
    if (scale > 0 && std::isfinite(scale)) ranges[view].add(scale, static_cast<Index>(j));
  }
  for (std::size_t view = 0; view < views; ++view) {
    if (!learner.sparse_too && 2 * cells[view].nonzero < cells[view].all) ranges[view] = {};
  }
  return ranges;
}

// " in part 2 of this example"; "" if the example has only one part.
std::string in_part(const FeatureTable& table, Index example, Index part) {
  const Index first = table.example_begin[example];
  if (table.example_begin[example + 1] - first == 1) return "";
  return fmt::format(" in part {} of this example", part - first + 1);
}

// The key of a model with the edges of the tree of labels, as pairs of numbers.
constexpr const char* kLabelTree = "label_tree";

// The tree of a model; null if it has none. Throws DataError if the model is damaged.
std::shared_ptr<const several::LabelTree> stored_label_tree(const ModelReader& model,
                                                            Index labels) {
  if (!model.has_fact(kLabelTree)) return nullptr;
  const auto is_label = [&](const Json& number) {
    return number.is_number_integer() && number >= 0 && number < labels;
  };
  std::vector<several::LabelPair> pairs;
  const Json edges = model.get(kLabelTree);
  for (const Json& edge : edges) {
    const bool is_edge = edges.is_array() && edge.is_array() && edge.size() == 2 &&
                         is_label(edge[0]) && is_label(edge[1]) && edge[0] < edge[1];
    if (!is_edge)
      throw DataError(model.file() + ": damaged model: the tree of labels has no edge " +
                      shown(edge));
    pairs.emplace_back(edge[0].get<int>(), edge[1].get<int>());
  }
  if (!several::is_forest(pairs, labels))
    throw DataError(model.file() + ": damaged model: the tree of labels has a cycle");
  return std::make_shared<const several::LabelTree>(std::move(pairs));
}

// Computes the fitted features of examples from their symbols, example by example.
class FittedAppender {
 public:
  FittedAppender(const PartExamples& examples, const FittedParts& fitted)
      : list_(examples.fitted_features()),
        fitted_(fitted),
        first_(static_cast<std::int32_t>(examples.encoder().num_features())),
        symbols_(list_.num_extractors()) {}

  /// @param symbols_of  returns the Symbols of an extractor, valid until the next call
  template <class SymbolsOf>
  void begin(const SymbolsOf& symbols_of) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) symbols_[e] = symbols_of(e);
  }
  // Appends the features of part t of that example.
  void append(Index t, std::vector<AddedFeatures::Entry>& out) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) {
      if (fitted_.values[e] == nullptr) continue;
      entries_.clear();
      fitted_.values[e]->append(symbols_[e], t, entries_);
      for (const FittedEntry& entry : entries_) {
        const std::int32_t place = list_.place_of(e, entry.feature);
        if (place >= 0) out.push_back({first_ + place, entry.value});
      }
    }
  }
  // The same with shared rows. Precondition: the list has all features of each extractor.
  void append_shared(Index t, std::vector<AddedFeatures::Entry>& out,
                     std::vector<SharedRow>& rows) {
    for (std::size_t e = 0; e < symbols_.size(); ++e) {
      if (fitted_.values[e] == nullptr) continue;
      entries_.clear();
      auto row = static_cast<std::ptrdiff_t>(rows.size());
      fitted_.values[e]->append_shared(symbols_[e], t, entries_, rows);
      for (; row < std::ssize(rows); ++row)
        rows[row].first = first_ + list_.place_of(e, rows[row].first);
      for (const FittedEntry& entry : entries_)
        out.push_back({first_ + list_.place_of(e, entry.feature), entry.value});
    }
  }

 private:
  const FittedFeatureList& list_;
  const FittedParts& fitted_;
  std::int32_t first_;
  std::vector<Symbols> symbols_;  // symbols of the current example, by extractor
  std::vector<FittedEntry> entries_;
};

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

PartExamples::PartExamples(const Json& block, const std::string& input, Target target)
    : encoder_(block, input == graph::kGraphs ? kRows : input, target),
      fitted_(encoder_.fitted()),
      chains_(input == kChains) {
  if (input == graph::kGraphs) find_links();
  if (target == Target::kNumber && !encoder_.fitted().empty()) {
    throw ConfigError(
        "data.features: an extractor that is fitted to inputs (latent) or takes texts (words) is "
        "for problems with labels, but the problem predicts numbers: leave it out");
  }
}

PartExamples::PartExamples(const ModelReader& model, const std::string& input)
    : encoder_(Encoder::load(model)),
      fitted_(encoder_.fitted()),
      chains_(encoder_.input() == kChains),
      is_of_model_(true) {
  if (holds_sets()) stored_tree_ = stored_label_tree(model, std::ssize(encoder_.labels()));
  if (encoder_.fitted().empty() && input != graph::kGraphs) return;
  for (const auto& extractor : encoder_.fitted()) {
    extractor->look_up_files_by([paths = DataPaths(model.file(), {})](const std::string& name) {
      return paths.look_up(name);
    });
  }
  if (input == graph::kGraphs) {
    find_links();
    linked_rows().load_edges(model);
  }
  auto stored = std::make_shared<FittedParts>();
  stored->values = fitted_.load(model);
  if (!fitted_.empty()) stored_ = std::move(stored);
}

LinkedRows& PartExamples::linked_rows() const {
  auto* links = dynamic_cast<LinkedRows*>(encoder_.fitted()[*links_].get());
  COSTRUCT_ASSERT(links != nullptr, "place_of_links() has found it");
  return *links;
}

void PartExamples::find_links() {
  links_ = place_of_links(encoder_.fitted());
  if (!links_) throw ConfigError("data.features: " + why_no_edges(Json::object()));
  linked_rows().make_edges();
}

std::shared_ptr<const ProblemData> PartExamples::joined(
    PartData nodes, std::span<const std::int32_t> row_of_node) const {
  return linked_graphs(std::move(nodes), row_of_node, linked_rows());
}

void PartExamples::read(std::span<const std::filesystem::path> files, Role role) {
  encoder_.read(files, role, corpus_);
  if (role != Role::kTest) fitted_.list_all();
}

std::vector<std::filesystem::path> PartExamples::read_texts(
    const std::function<std::filesystem::path(const std::string&)>& find) {
  std::vector<std::filesystem::path> files;
  for (const auto& extractor : encoder_.fitted()) {
    of_texts_.push_back(nullptr);
    for (const std::string& name : extractor->named_files()) {
      files.push_back(find(name));
      extractor->set_file(name, files.back());
    }
    if (extractor->text().empty()) continue;
    files.push_back(find(extractor->text()));
    of_texts_.back() = extractor->fit_text(files.back());
  }
  return files;
}

void PartExamples::finish_training() {
  encoder_.finish_labels(corpus_);
  fitted_ = FittedFeatureList(encoder_.fitted());  // their number is known now
}

std::vector<std::filesystem::path> PartExamples::files_beside_data() const {
  std::vector<std::filesystem::path> files;
  for (const auto& extractor : encoder_.fitted()) {
    const auto more = extractor->files_beside_data();
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

std::vector<std::string> PartExamples::finish_reading(bool any_word) {
  std::vector<std::string> notes;
  for (const auto& extractor : encoder_.fitted()) {
    for (std::string& note : extractor->finish_reading(any_word)) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
    }
  }
  if (!is_of_model_) fitted_.list_all();  // links are features, too
  return notes;
}

bool PartExamples::is_fitted(Index feature) const {
  return has_extractor(feature) &&
         fitted_.extractor(fitted_[feature - encoder_.num_features()].extractor)
             .depends_on_examples();
}

FeatureInfo PartExamples::feature_info(Index feature) const {
  if (!has_extractor(feature)) return encoder_.feature_info(feature);
  const FittedFeatureList::Feature& of = fitted_[feature - encoder_.num_features()];
  const FittedExtractor& extractor = fitted_.extractor(of.extractor);
  const auto group =
      std::find(encoder_.groups().begin(), encoder_.groups().end(), extractor.group());
  // The features of rows have the numbers of the file. Fitted features get the largest possible
  // numbers, which leaves all smaller ones to the file.
  const std::uint64_t first_number = chains_
                                         ? static_cast<std::uint64_t>(encoder_.num_features()) + 1
                                         : std::numeric_limits<std::uint64_t>::max() -
                                               static_cast<std::uint64_t>(fitted_.size()) + 1;
  return {extractor.feature_name(of.feature), static_cast<int>(group - encoder_.groups().begin()),
          first_number + static_cast<std::uint64_t>(feature - encoder_.num_features())};
}

// Fits the extractors that have features in some view.
std::shared_ptr<const FittedParts> PartExamples::fit(const InputRequest& request) const {
  std::vector<bool> wanted(fitted_.num_extractors(), false);
  for (Index place = 0; place < fitted_.size(); ++place) {
    if (request.views.view_of[encoder_.num_features() + place] >= 0)
      wanted[fitted_[place].extractor] = true;
  }
  auto fitted = std::make_shared<FittedParts>();
  for (std::size_t e = 0; e < wanted.size(); ++e) {
    fitted->values.push_back(nullptr);
    if (!wanted[e]) continue;
    if (e < of_texts_.size() && of_texts_[e] != nullptr) {
      fitted->values.back() = of_texts_[e];
      continue;
    }
    std::vector<Symbols> symbols;
    for (const auto& list : {request.fit_on, request.fit_features_on}) {
      for (const Index example : list) symbols.push_back(corpus_.symbols[e].of(example));
    }
    fitted->values.back() = fitted_.extractor(e).fit(symbols);
  }
  return fitted;
}

// Keeps the numbers of shared rows alive.
static std::vector<std::shared_ptr<const void>> row_owners(
    const std::shared_ptr<const FittedParts>& fitted) {
  std::vector<std::shared_ptr<const void>> owners{fitted};
  for (const auto& values : fitted->values) {
    if (values != nullptr) owners.push_back(values->row_owner());
  }
  return owners;
}

InputData PartExamples::inputs(const InputRequest& request) const {
  std::shared_ptr<const FittedParts> fitted;
  AddedFeatures added;
  if (!fitted_.empty()) {
    fitted = stored_ ? stored_ : fit(request);
    added.first = static_cast<std::int32_t>(encoder_.num_features());
    auto appender = std::make_shared<FittedAppender>(*this, *fitted);
    added.begin = [this, appender](Index example) {
      appender->begin([&](std::size_t e) { return corpus_.symbols[e].of(example); });
    };
    if (stored_) {
      added.append = [appender](Index t, std::vector<AddedFeatures::Entry>& out,
                                std::vector<SharedRow>&) { appender->append(t, out); };
    } else {
      added.append = [appender](Index t, std::vector<AddedFeatures::Entry>& out,
                                std::vector<SharedRow>& rows) {
        appender->append_shared(t, out, rows);
      };
      added.row_owners = row_owners(fitted);
    }
  }
  ViewTables made = tables_by_view(corpus_.features, request, fitted ? &added : nullptr);
  auto data = std::make_shared<PartData>(std::move(made.tables), encoder_.labels());
  InputData result{std::move(data), std::move(made.features), std::move(fitted)};
  if (is_one_input()) join_rows(request, result);
  if (holds_sets()) add_tree(request, result);
  return result;
}

// Makes the rows of each input the nodes of a graph.
void PartExamples::join_rows(const InputRequest& request, InputData& inputs) const {
  std::vector<std::int32_t> rows;
  for (const auto& list : {request.fit_on, request.predict_on}) {
    for (const Index example : list)
      rows.push_back(corpus_.symbols[links()].of(example).number.front());
  }
  inputs.data = joined(*part_data(inputs.data), rows);
}

// Adds the tree of labels to the inputs and to what is fitted.
void PartExamples::add_tree(const InputRequest& request, InputData& inputs) const {
  const auto* fitted = dynamic_cast<const FittedParts*>(inputs.fitted.get());
  auto with_tree = std::make_shared<FittedParts>(fitted ? *fitted : FittedParts());
  with_tree->tree = is_of_model_ ? stored_tree_ : tree_for(request);
  inputs.data = std::make_shared<several::LabelSetData>(*part_data(inputs.data), with_tree->tree);
  inputs.fitted = std::move(with_tree);
}

// The tree of the labels of the labeled examples, made when a problem asks for it.
std::shared_ptr<const several::LabelTree> PartExamples::tree_for(
    const InputRequest& request) const {
  std::vector<Index> labeled;
  for (const Index example : request.fit_on.first(
           std::min(request.fit_on.size(), static_cast<std::size_t>(request.labeled)))) {
    if (corpus_.is_labeled(example)) labeled.push_back(example);
  }
  return std::make_shared<const several::LabelTree>([this, labeled = std::move(labeled)] {
    std::vector<const Output*> sets;
    for (const Index example : labeled) sets.push_back(&corpus_.outputs[example]);
    return several::tree_of_mutual_information(sets, std::ssize(encoder_.labels()));
  });
}

void PartExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                        const FittedFeatures* fitted) const {
  const auto base = keep.begin() + encoder_.num_features();
  encoder_.save(model, {keep.begin(), base});
  if (is_one_input()) linked_rows().save_edges(model);
  const auto* parts = dynamic_cast<const FittedParts*>(fitted);
  if (parts == nullptr) return;
  if (!parts->values.empty()) fitted_.save(model, {base, keep.end()}, parts->values);
  if (parts->tree && parts->tree->is_made()) model.set(kLabelTree, parts->tree->pairs());
}

ExamplePlace PartExamples::place(Index example) const {
  const Corpus::Place& place = corpus_.places[static_cast<std::size_t>(example)];
  return {corpus_.files[static_cast<std::size_t>(place.file)], place.line};
}

const Known& PartExamples::known(Index example) const {
  const auto at = corpus_.known.find(example);
  return at == corpus_.known.end() ? ExampleSet::known(example) : at->second;
}

std::vector<int> PartExamples::labels_of(Index example) const {
  if (holds_sets()) return {};
  std::vector<int> labels = corpus_.outputs[example].parts;
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::unique_ptr<InputStream> PartExamples::stream(const std::filesystem::path& file,
                                                  const ViewAssignment& views, bool together) {
  const auto fitted = encoder_.fitted();
  if (std::any_of(fitted.begin(), fitted.end(),
                  [](const auto& extractor) { return extractor->numbers_all_words(); })) {
    std::error_code none;
    const bool is_pipe = std::filesystem::exists(file, none) &&
                         !std::filesystem::is_regular_file(file, none) &&
                         !std::filesystem::is_directory(file, none);
    encoder_.number_words(file);
    for (const std::string& note : finish_reading(is_pipe)) say("costruct: note: " + note);
  }
  return std::make_unique<PartStream>(*this, file, views, together);
}

std::string PartExamples::text_of(const Output& output) const {
  std::string text;
  for (const std::string& label : encoder_.labels_in_file(output)) text += label + '\n';
  return text;
}

std::string PartExamples::text_of_known(const Known& known) const {
  std::string text;
  for (const std::string& label : encoder_.known_in_file(known)) text += label + '\n';
  return text;
}

std::vector<std::string> PartExamples::alphabet() const {
  return {line_of_labels(encoder_.labels())};
}

bool PartExamples::is_possible(const Output& output) const {
  const int labels = static_cast<int>(encoder_.labels().size());
  if (holds_sets()) return std::ssize(output.parts) <= labels;
  return std::all_of(output.parts.begin(), output.parts.end(),
                     [&](int label) { return label < labels; });
}

std::optional<std::string> PartExamples::fitted_real_number(
    const ViewAssignment& views, bool (FittedExtractor::*is_allowed)(Index) const) const {
  for (Index place = 0; place < fitted_.size(); ++place) {
    const Index feature = encoder_.num_features() + place;
    const FittedFeatureList::Feature& of = fitted_[place];
    if (views.view_of[feature] >= 0 && !(fitted_.extractor(of.extractor).*is_allowed)(of.feature))
      return fmt::format("{} is a real number", shown(feature_info(feature).name));
  }
  return std::nullopt;
}

std::optional<std::string> PartExamples::not_indicators(const ViewAssignment& views,
                                                        bool unlabeled) const {
  if (const auto real = fitted_real_number(views, &FittedExtractor::is_indicator)) return real;
  const FeatureTable& table = corpus_.features;
  std::vector<Index> last_part(static_cast<std::size_t>(num_features()), -1);
  for (Index i = 0; i < size(); ++i) {
    if (!is_labeled(i) && !unlabeled) continue;  // not used
    for (Index p = table.example_begin[i]; p < table.example_begin[i + 1]; ++p) {
      const auto features = table.features_of(p);
      const auto values = table.values_of(p);
      for (std::size_t e = 0; e < features.size(); ++e) {
        const auto feature = static_cast<std::size_t>(features[e]);
        if (views.view_of[feature] < 0) continue;
        const bool other = !values.empty() && values[e] != 0 && values[e] != 1;
        if (std::exchange(last_part[feature], p) != p && !other) continue;
        const ExamplePlace where = place(i);
        return fmt::format(
            "{}:{}: {} {}{}", where.file, where.line, shown(feature_info(features[e]).name),
            other ? fmt::format("is {:g}", values[e]) : "stands twice", in_part(table, i, p));
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> PartExamples::not_counts(const ViewAssignment& views,
                                                    bool unlabeled) const {
  if (const auto real = fitted_real_number(views, &FittedExtractor::is_count)) return real;
  const FeatureTable& table = corpus_.features;
  if (table.value.empty()) return std::nullopt;
  for (Index i = 0; i < size(); ++i) {
    if (!is_labeled(i) && !unlabeled) continue;  // not used
    for (Index p = table.example_begin[i]; p < table.example_begin[i + 1]; ++p) {
      for (Index e = table.part_begin[p]; e < table.part_begin[p + 1]; ++e) {
        const auto feature = static_cast<std::size_t>(table.feature[e]);
        const double value = table.value[e];
        if (views.view_of[feature] < 0 || (value >= 0 && value == std::floor(value))) continue;
        const ExamplePlace where = place(i);
        return fmt::format("{}:{}: {} is {:g}{}", where.file, where.line,
                           shown(feature_info(table.feature[e]).name), value, in_part(table, i, p));
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> PartExamples::unequal_scales(
    Index count, std::span<const UnscaledViews> learners) const {
  const Corpus& corpus = corpus_;
  if (learners.empty() || corpus.features.value.empty()) return std::nullopt;  // all values are 1
  std::vector<FeatureScale> scales(static_cast<std::size_t>(num_features()));
  Index parts = 0;
  for (Index i = 0; i < count; ++i) {
    if (!corpus.is_labeled(i)) continue;
    for (Index p = corpus.features.example_begin[i]; p < corpus.features.example_begin[i + 1];
         ++p, ++parts) {
      const auto features = corpus.features.features_of(p);
      const auto values = corpus.features.values_of(p);
      for (std::size_t e = 0; e < features.size(); ++e)
        scales[static_cast<std::size_t>(features[e])].add(values.empty() ? 1 : values[e]);
    }
  }
  ScaleRange widest;
  for (const UnscaledViews& learner : learners) {
    for (const ScaleRange& range : ranges_of_views(scales, parts, learner)) {
      if (range.factor() > widest.factor()) widest = range;
    }
  }
  constexpr double kMostUnequal = 100;
  if (widest.factor() <= kMostUnequal) return std::nullopt;
  const auto name = [&](Index j) { return shown(feature_info(j).name); };
  return fmt::format(
      "attributes differ in scale by a factor of {:.0f} ({} varies by {:.3g}, {} by {:.3g}), and "
      "nothing is scaled",
      widest.factor(), name(widest.most_of), widest.most, name(widest.least_of), widest.least);
}

const PartExamples& part_examples(const ExampleSet& examples) {
  const auto* parts = dynamic_cast<const PartExamples*>(&examples);
  COSTRUCT_ASSERT(parts != nullptr, "examples are rows or chains");
  return *parts;
}

std::unique_ptr<ExampleSet> make_examples(const DataConfig& data, const std::string& input,
                                          Target target) {
  const Format* format = data.format;
  if (data.generated && data.generated->generator->records) {
    const Json block = data.generated->block_of_files();
    std::unique_ptr<ExampleSet> examples = find_format(block.at("format"))->examples(block);
    auto* records = dynamic_cast<RecordExamples*>(examples.get());
    COSTRUCT_ASSERT(records != nullptr, "the format of generated records reads records");
    records->draw_from(*data.generated);
    return examples;
  }
  if (format == nullptr || format->rows)
    return std::make_unique<PartExamples>(data.block, input, target);
  if (format->input == input) return format->examples(data.block);
  throw ConfigError(fmt::format("the problem takes {}, but the format {} has {}", input,
                                format->name, format->input));
}

std::unique_ptr<ExampleSet> load_examples(const ModelReader& model, const std::string& input) {
  const Format* format = stored_format(model);
  if (!takes_input(input, format->input)) {
    throw DataError(fmt::format("{}: damaged model: it reads {}, but its problem takes {}",
                                model.file(), format->input, input));
  }
  if (format->rows) return std::make_unique<PartExamples>(model, input);
  return format->load(model);
}

}  // namespace costruct::experiments
