#include "costruct/data/graph/graph_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "costruct/data/examples/part_tables.hpp"
#include "costruct/data/graph/graph_drawing.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char *kStoredLabels = "graph.labels", *kStoredGroups = "graph.groups",
                     *kStoredGroupOf = "graph.group_of", *kStoredTypes = "graph.edge_types",
                     *kStoredEdgeNames = "graph.edge_features";

// The group of features that are in none.
constexpr const char* kOnlyGroup = "features";

// Reads the objects of a file as records.
class GraphReader final : public RecordReader {
 public:
  explicit GraphReader(const std::filesystem::path& file) : objects_(file) {}
  bool next_record(bool /*outputs*/) override { return objects_.next(); }
  std::string_view text() const override { return objects_.text(); }
  const std::string& file() const override { return objects_.file(); }
  Index line() const override { return objects_.line(); }

 private:
  JsonRecords objects_;
};

// One text for a feature, which no other feature has.
std::string feature_key(const std::string& group, const std::string& name) {
  return std::to_string(group.size()) + " " + group + name;
}

void intern_all(const ModelReader& model, const char* array, StringTable& into) {
  for (const std::string& name : model.strings(array)) {
    if (into.find(name) >= 0)
      throw DataError(fmt::format("{}: damaged model: {} stands twice in {}", model.file(),
                                  shown_text(name), array));
    into.intern(name);
  }
}

std::vector<std::string> strings_of(const StringTable& table) {
  std::vector<std::string> texts;
  for (Index i = 0; i < table.size(); ++i) texts.emplace_back(table[i]);
  return texts;
}

}  // namespace

GraphExamples::GraphExamples(const Json& block) : RecordExamples(block) {
  read_label_map();
}

GraphExamples::GraphExamples(const ModelReader& model) : RecordExamples(model) {
  read_label_map();
  const auto require = [&](bool holds, const char* what) {
    if (!holds) throw DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  };
  require(labels_.restore(model.strings(kStoredLabels)), "a label stands twice");
  require(!labels_.labels().empty(), "no label");
  const std::vector<std::string> groups = model.strings(kStoredGroups),
                                 names = stored_features(model);
  const auto group_of = model.integers32(kStoredGroupOf);
  require(group_of.size() == names.size(), "a group for each feature is missing");
  groups_ = groups;
  for (std::size_t i = 0; i < names.size(); ++i) {
    require(group_of[i] >= 0 && group_of[i] < std::ssize(groups), "a feature of an unknown group");
    const Index before = keys_.size();
    add_feature(groups[static_cast<std::size_t>(group_of[i])], names[i]);
    require(keys_.size() > before, "a feature stands twice");
  }
  intern_all(model, kStoredTypes, edge_types_);
  intern_all(model, kStoredEdgeNames, edge_names_);
  require(edge_types_.size() > 0, "no type of edges");
  forget_inputs();
}

void GraphExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                         const FittedFeatures* fitted) const {
  RecordExamples::save(model, keep, fitted);
  std::vector<std::int32_t> group_of;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (keep[i]) group_of.push_back(features_[i].group);
  }
  model.add_strings(kStoredLabels, labels_.labels());
  model.add_strings(kStoredGroups, groups_);
  model.add(kStoredGroupOf, std::span<const std::int32_t>(group_of));
  model.add_strings(kStoredTypes, strings_of(edge_types_));
  model.add_strings(kStoredEdgeNames, strings_of(edge_names_));
}

void GraphExamples::finish_training() {
  if (labels_.all().empty()) throw DataError(first_file() + ": no node has a label");
  for (const auto& [from, to] : label_map_) {
    if (!to.seen)
      throw DataError(
          fmt::format("{}: label_map renames {}, but no node has that label", first_file(), from));
  }
  if (edge_types_.size() == 0) edge_types_.intern(kPlainEdge);
  const std::vector<int> number = labels_.finish();
  for (Index i = 0; i < size(); ++i) {
    if (is_labeled(i)) {
      Output y = output(i);
      for (int& label : y.parts) label = number[static_cast<std::size_t>(label)];
      set_output(i, std::move(y));
    } else if (!known(i).empty()) {
      Known facts = known(i);
      for (std::vector<int>& fact : facts.facts) {
        for (int& label : fact) label = number[static_cast<std::size_t>(label)];
        std::sort(fact.begin(), fact.end());
      }
      set_known(i, std::move(facts));
    }
  }
}

std::vector<int> GraphExamples::labels_of(Index example) const {
  if (!is_labeled(example)) return {};
  const std::vector<int>& parts = output(example).parts;
  const std::set<int> distinct(parts.begin(), parts.end());
  return {distinct.begin(), distinct.end()};
}

bool GraphExamples::is_possible(const Output& output) const {
  return std::all_of(output.parts.begin(), output.parts.end(),
                     [&](int label) { return label < std::ssize(labels_.labels()); });
}

FeatureInfo GraphExamples::feature_info(Index feature) const {
  const Feature& of = features_[static_cast<std::size_t>(feature)];
  return {of.name, of.group, static_cast<std::uint64_t>(feature) + 1};
}

InputData GraphExamples::inputs(const InputRequest& request) const {
  ViewTables made = tables_by_view(nodes_, request);
  auto graphs = std::make_shared<graph::Graphs>();
  graphs->nodes = PartData(std::move(made.tables), labels_.labels());
  graphs->num_types = edge_types_.size();
  graphs->edge_feature_names = strings_of(edge_types_);
  for (Index i = 0; i < edge_names_.size(); ++i)
    graphs->edge_feature_names.emplace_back(edge_names_[i]);
  FeatureTable& features = graphs->edge_features;
  features.num_features = std::ssize(graphs->edge_feature_names);
  for (const auto& list : {request.fit_on, request.predict_on}) {
    for (const Index example : list) {
      const auto at = static_cast<std::size_t>(example);
      for (Index e = edge_begin_[at]; e < edge_begin_[at + 1]; ++e) {
        graphs->edges.push_back(edges_[static_cast<std::size_t>(e)]);
        features.feature.push_back(edges_[static_cast<std::size_t>(e)].table);
        features.value.push_back(1);
        const auto named = edge_features_.features_of(e);
        const auto values = edge_features_.values_of(e);
        for (std::size_t i = 0; i < named.size(); ++i) {
          features.feature.push_back(static_cast<std::int32_t>(graphs->num_types) + named[i]);
          features.value.push_back(values[i]);
        }
        features.end_part();
      }
      features.end_example();
      graphs->edge_begin.push_back(std::ssize(graphs->edges));
    }
  }
  return {std::move(graphs), std::move(made.features)};
}

std::string GraphExamples::text_of(const Output& output) const {
  Json labels = Json::array();
  for (const int label : output.parts)
    labels.push_back(labels_.all()[static_cast<std::size_t>(label)]);
  return labels.dump() + "\n";
}

std::string GraphExamples::text_to_draw(Index example, const Output& output) const {
  const auto at = static_cast<std::size_t>(example);
  const Index first = edge_begin_[at], last = edge_begin_[at + 1];
  if (std::ssize(output.parts) > kMostDrawnNodes || last - first > kMostDrawnEdges)
    return text_of(output);
  Json nodes = Json::array(), edges = Json::array();
  for (const int label : output.parts)
    nodes.push_back({{"label", labels_.all()[static_cast<std::size_t>(label)]}});
  for (Index e = first; e < last; ++e) {
    const GraphEdge& edge = edges_[static_cast<std::size_t>(e)];
    edges.push_back({edge.from, edge.to});
  }
  return Json{{"nodes", std::move(nodes)}, {"edges", std::move(edges)}}.dump() + "\n";
}

std::unique_ptr<RecordReader> GraphExamples::open(const std::filesystem::path& file,
                                                  Reading /*reading*/) {
  return std::make_unique<GraphReader>(file);
}

RecordExamples::Parsed GraphExamples::parse(RecordReader& record, Reading reading) {
  const GraphRecord graph = parse_graph(record.text(), reading.outputs || reading.known);
  Parsed parsed = labels_of(graph, reading.known);
  for (const GraphRecord::Node& node : graph.nodes) {
    for (const NamedValue& feature : node.features) {
      const std::int32_t id = feature_of(feature, reading.grows);
      if (id < 0) continue;
      nodes_.feature.push_back(id);
      nodes_.value.push_back(feature.value);
    }
    nodes_.end_part();
  }
  nodes_.end_example();
  nodes_.num_features = num_features();
  for (const GraphRecord::Edge& edge : graph.edges) append_edge(edge, reading.grows);
  edge_begin_.push_back(std::ssize(edges_));
  return parsed;
}

// The output if all labels are known, unless only facts are wanted; else what is known. An output
// of a test file may have labels that training files do not have; facts may not.
RecordExamples::Parsed GraphExamples::labels_of(const GraphRecord& graph, bool facts) {
  std::vector<std::set<int>> possible;
  bool all = !facts, any = graph.nodes.empty();
  for (const GraphRecord::Node& node : graph.nodes) {
    std::set<int>& of_node = possible.emplace_back();
    for (const std::string& label : node.labels) of_node.insert(number_of(label));
    all = all && of_node.size() == 1;
    any = any || !of_node.empty();
  }
  Parsed parsed;
  if (!any) return parsed;
  if (all) parsed.output.emplace();
  for (const std::set<int>& of_node : possible) {
    if (all) {
      parsed.output->parts.push_back(*of_node.begin());
      continue;
    }
    parsed.known.facts.emplace_back(of_node.begin(), of_node.end());
    if (!labels_.finished() || of_node.empty()) continue;
    const int last = *of_node.rbegin();
    if (last < std::ssize(labels_.labels())) continue;
    const std::string& label = labels_.all()[static_cast<std::size_t>(last)];
    throw DataError(fmt::format("the label {}, which no training file has: {}", shown_text(label),
                                suggestion(label, labels_.labels())));
  }
  return parsed;
}

void GraphExamples::read_label_map() {
  const Json renamed = options().value(kLabelMap, Json());
  if (!renamed.is_object()) return;
  for (const auto& [from, to] : renamed.items()) label_map_[from].name = to.get<std::string>();
}

int GraphExamples::number_of(const std::string& in_file) {
  const auto renamed = label_map_.find(in_file);
  if (renamed == label_map_.end()) return labels_.intern(in_file);
  renamed->second.seen = true;
  return labels_.intern(renamed->second.name);
}

std::int32_t GraphExamples::feature_of(const NamedValue& feature, bool grows) {
  const std::string& group = feature.group.empty() ? kOnlyGroup : feature.group;
  const std::int32_t known = keys_.find(feature_key(group, feature.name));
  if (known >= 0 || !grows) return known;
  add_feature(group, feature.name);
  return static_cast<std::int32_t>(num_features()) - 1;
}

void GraphExamples::add_feature(const std::string& group, const std::string& name) {
  keys_.intern(feature_key(group, name));
  const auto at = std::find(groups_.begin(), groups_.end(), group);
  features_.push_back({name, static_cast<int>(at - groups_.begin())});
  if (at == groups_.end()) groups_.push_back(group);
}

void GraphExamples::append_edge(const GraphRecord::Edge& edge, bool grows) {
  const std::int32_t type = grows ? edge_types_.intern(edge.type) : edge_types_.find(edge.type);
  if (type < 0) return;
  edges_.push_back({edge.from, edge.to, type});
  for (const NamedValue& feature : edge.features) {
    const std::int32_t id =
        grows ? edge_names_.intern(feature.name) : edge_names_.find(feature.name);
    if (id < 0) continue;
    edge_features_.feature.push_back(id);
    edge_features_.value.push_back(feature.value);
  }
  edge_features_.end_part();
}

void GraphExamples::forget_inputs() {
  labels_.forget_unseen();
  nodes_ = FeatureTable();
  nodes_.num_features = num_features();
  edges_.clear();
  edge_begin_.assign(1, 0);
  edge_features_ = FeatureTable();
}

}  // namespace costruct::experiments
