// Examples for problems that take graph::kGraphs: graphs whose nodes have labels.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/label_alphabet.hpp"
#include "costruct/data/graph/graph_record.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {

/// A set of graphs, with the features of their nodes and edges.
///
/// Views split the features of nodes. All views have the features of edges. An edge of a type that
/// training files do not have has no weights, and is left out.
class GraphExamples final : public RecordExamples {
 public:
  explicit GraphExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit GraphExamples(const ModelReader& model);

  void finish_training() override;
  const std::vector<std::string>& wanted_in_draws() const override { return labels_.labels(); }
  std::vector<int> labels_of(Index example) const override;
  Index num_features() const override { return std::ssize(features_); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return groups_; }

  InputData inputs(const InputRequest& request) const override;
  Index num_parts(Index example) const override { return nodes_.length(example); }

  /// A list of labels.
  std::string text_of(const Output& output) const override;
  /// A graph as in a file, with labels and edges, unless it is too large to be drawn.
  std::string text_to_draw(Index example, const Output& output) const override;
  bool writes_json_lists() const override { return true; }
  const std::vector<std::string>& label_names() const override { return labels_.all(); }
  std::vector<std::string> alphabet() const override { return {line_of_labels(labels_.labels())}; }
  bool is_possible(const Output& output) const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

 private:
  // A feature of nodes: its name, and its place in groups_.
  struct Feature {
    std::string name;
    int group = 0;
  };

  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override;
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  const char* plural() const override { return "graphs"; }
  bool says_what_is_known() const override { return true; }
  Parsed labels_of(const GraphRecord& graph, bool facts);
  void read_label_map();
  int number_of(const std::string& in_file);
  std::int32_t feature_of(const NamedValue& feature, bool grows);
  void add_feature(const std::string& group, const std::string& name);
  void append_edge(const GraphRecord::Edge& edge, bool grows);

  struct Renamed {
    std::string name;
    bool seen = false;  // whether a file had the label
  };
  std::map<std::string, Renamed> label_map_;
  LabelAlphabet labels_;
  std::vector<std::string> groups_;
  std::vector<Feature> features_;
  StringTable keys_;  // one text for each feature
  FeatureTable nodes_;

  StringTable edge_types_, edge_names_;
  std::vector<Index> edge_begin_{0};  // of each example
  std::vector<GraphEdge> edges_;      // `table` is the type
  FeatureTable edge_features_;        // without types
};

}  // namespace costruct::experiments
