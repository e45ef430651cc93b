// Any bytes as graphs: the first chooses how they are read. Beside not crashing, what is read has
// edges between its nodes and finite features, and its facts name known labels.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/graph/graphs.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

void check_inputs(const ProblemData& made) {
  const auto& data = dynamic_cast<const graph::Graphs&>(made);
  const FeatureTable& nodes = data.nodes.views.front();
  require(nodes.num_examples() == data.num_inputs());
  require(data.edge_features.num_parts() == std::ssize(data.edges));
  require(std::ssize(data.edge_feature_names) == data.edge_features.num_features);
  for (InputId x = 0; x < data.num_inputs(); ++x) {
    for (Index e = data.edge_begin[x]; e < data.edge_begin[x + 1]; ++e) {
      const GraphEdge& edge = data.edges[static_cast<std::size_t>(e)];
      require(edge.from != edge.to && std::min(edge.from, edge.to) >= 0);
      require(std::max(edge.from, edge.to) < nodes.length(x));
      require(data.edge_features.features_of(e)[0] < data.num_types);
    }
  }
  for (const FeatureTable* table : {&nodes, &data.edge_features}) {
    for (const double value : table->value) require(std::isfinite(value));
    for (const auto feature : table->feature)
      require(feature >= 0 && feature < table->num_features);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned how = data[0] % 3;
  const FuzzFile bytes({reinterpret_cast<const char*>(data) + 1, size - 1});
  Json block = {{"format", "graph"}};
  if (how == 1) block["label_map"] = {{"x", "y"}};
  const auto set = find_format("graph")->examples(block);
  const std::vector<std::filesystem::path> files{bytes.path()};
  try {
    set->read(files, Role::kTrain);
    set->finish_training();
    if (how == 2) set->read(files, Role::kTest);
    const Index labels = std::ssize(set->wanted_in_draws());
    std::vector<Index> all(static_cast<std::size_t>(set->size()));
    std::iota(all.begin(), all.end(), 0);
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    check_inputs(*set->inputs({all, {}, views}).data);
    for (const Index i : all) {
      if (set->is_labeled(i)) {
        require(std::ssize(set->output(i).parts) == set->num_parts(i));
        require(set->is_possible(set->output(i)));
        require(std::ssize(Json::parse(set->text_of(set->output(i)))) == set->num_parts(i));
        const std::string drawn = set->text_to_draw(i, set->output(i));
        if (set->num_parts(i) <= 50)
          require(find_format("graph")->drawing(drawn, drawn).starts_with("<svg"));
      }
      for (const std::vector<int>& fact : set->known(i).facts) {
        require(std::is_sorted(fact.begin(), fact.end()));
        require(fact.empty() || (fact.front() >= 0 && fact.back() < labels));
      }
    }
    set->stream_known(true);
    const auto stream = set->stream(files.front(), views, false);
    while (stream->read(2)) check_inputs(*stream->data());
  } catch (const DataError&) {
  }
  return 0;
}
