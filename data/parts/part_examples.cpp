#include "costruct/data/parts/part_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "costruct/data/examples/label_alphabet.hpp"
#include "costruct/data/features/links/linked_graphs.hpp"
#include "costruct/data/parts/feature_scales.hpp"
#include "costruct/data/parts/fitted_appender.hpp"
#include "costruct/data/parts/part_stream.hpp"
#include "costruct/data/paths.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

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
  encoder_.read(files, role, corpus_, stop_of_reading());
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

void PartExamples::forget_examples() {
  corpus_ = Corpus();
  encoder_.forget_unseen_labels();
  for (const auto& extractor : encoder_.fitted()) extractor->abandon_reading();
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
  ViewTables made =
      tables_by_view(corpus_.features, request, fitted ? &added : nullptr, corpus_.has_left_out);
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
    encoder_.number_words(file, stop_of_reading());
    for (const std::string& note : finish_reading(is_pipe)) say("costruct: note: " + note);
  }
  return stream_parts(*this, file, views, together);
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
  if (encoder_.has_columns()) {  // features of texts are like indicators, whatever their options
    for (Index j = encoder_.num_features(); j < num_features(); ++j)
      scales[static_cast<std::size_t>(j)].add(1);
  }
  ScaleRange widest;
  for (const UnscaledViews& learner : learners) {
    for (const ScaleRange& range : ranges_of_views(scales, parts, learner)) {
      if (range.factor() > widest.factor()) widest = range;
    }
  }
  constexpr double kMostUnequal = 100;
  if (widest.factor() <= kMostUnequal) return std::nullopt;
  const auto name = [&](Index j) {
    if (!has_extractor(j)) return shown(feature_info(j).name);
    const FittedExtractor& extractor =
        fitted_.extractor(fitted_[j - encoder_.num_features()].extractor);
    const bool is_of_links = dynamic_cast<const LinkedRows*>(&extractor) != nullptr;
    return is_of_links ? shown(feature_info(j).name) : std::string("features of texts");
  };
  return fmt::format(
      "attributes differ in scale by a factor of {:.0f} ({} varies by {:.3g}, {} by {:.3g}), and "
      "nothing is scaled",
      widest.factor(), name(widest.most_of), widest.most, name(widest.least_of), widest.least);
}

std::vector<std::vector<bool>> PartExamples::keeps_scale(
    std::span<const std::vector<std::int32_t>> features) const {
  std::vector<std::vector<bool>> keeps;
  const auto is_made = [&](std::int32_t feature) { return has_extractor(feature); };
  const bool any_column = std::any_of(features.begin(), features.end(), [&](const auto& of_view) {
    return !std::all_of(of_view.begin(), of_view.end(), is_made);
  });
  if (!encoder_.has_columns() || !any_column) return keeps;
  for (const std::vector<std::int32_t>& of_view : features) {
    std::vector<bool>& view = keeps.emplace_back();
    for (const std::int32_t feature : of_view) view.push_back(is_made(feature));
  }
  return keeps;
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
