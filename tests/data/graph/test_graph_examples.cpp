// Graphs from files: what is read, what is kept in a model, and what is refused.
#include <catch2/catch.hpp>

#include <map>
#include <numeric>

#include "costruct/data/formats/format.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/problems/graph/graphs.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;
using costruct::graph::Graphs;

namespace {

const char* const kTriangle =
    R"({"nodes": [{"id": "a", "label": "red", "features": {"size": 2, "dark": 1}},)"
    R"( {"id": "b", "label": "blue", "features": ["dark"]}, {"id": "c", "label": "red"}],)"
    R"( "edges": [["a", "b"], {"from": "c", "to": "a", "type": "near", "features": {"far": 3}}]})";

struct Set {
  explicit Set(const std::string& text, const Json& more = Json::object()) {
    Json block = {{"format", "graph"}};
    block.update(more);
    examples = find_format("graph")->examples(block);
    read(text, Role::kTrain);
    examples->finish_training();
  }
  void read(const std::string& text, Role role) {
    const std::vector<std::filesystem::path> files{
        folder.write("graphs" + std::to_string(count++) + ".jsonl", text)};
    examples->read(files, role);
  }
  InputData all() const {
    std::vector<Index> numbers(static_cast<std::size_t>(examples->size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    return examples->inputs({numbers, {}, views()});
  }
  ViewAssignment views() const {
    return {1, std::vector<std::int32_t>(static_cast<std::size_t>(examples->num_features()), 0)};
  }
  TestFolder folder;
  int count = 0;
  std::unique_ptr<ExampleSet> examples;
};

std::string error_of(const std::string& text) {
  try {
    const Set set(text);
    return "";
  } catch (const DataError& error) {
    return error.what();
  }
}

// The data block of a table whose rows links.tsv joins, with an option of `links`.
Json table_with_edges(const char* option, const Json& value) {
  const Json links = {{"extractor", "links"},
                      {"file", "links.tsv"},
                      {"id", "id"},
                      {option, value},
                      {"features", "edges"}};
  return {{"format", "csv"}, {"target", "y"}, {"features", Json::array({links})}};
}

}  // namespace

TEST_CASE("a graph has the nodes, edges, labels and features of its object", "[data][graph]") {
  const Set set(kTriangle);
  CHECK(set.examples->size() == 1);
  CHECK(set.examples->num_parts(0) == 3);
  CHECK(set.examples->alphabet() == std::vector<std::string>{"labels: 2 (red, blue)"});
  CHECK(set.examples->output(0).parts == std::vector<int>{0, 1, 0});
  CHECK(set.examples->labels_of(0) == std::vector<int>{0, 1});
  CHECK(set.examples->text_of({{1, 0, 0}}) == "[\"blue\",\"red\",\"red\"]\n");
  const InputData made = set.all();
  const auto& data = dynamic_cast<const Graphs&>(*made.data);
  CHECK(data.edge_begin == std::vector<Index>{0, 2});
  CHECK(data.edges[0].from == 0);
  CHECK(data.edges[0].to == 1);
  CHECK(data.edges[1].from == 2);
  CHECK(data.edges[1].to == 0);
  CHECK(data.num_types == 2);
  CHECK(data.edge_feature_names == std::vector<std::string>{"edge", "near", "far"});
  CHECK(data.edge_features.feature == std::vector<std::int32_t>{0, 1, 2});
  CHECK(data.edge_features.value == std::vector<double>{1, 1, 3});
  CHECK(data.nodes.views[0].length(0) == 3);
  std::map<std::string, double> first;
  for (std::size_t i = 0; i < data.nodes.views[0].features_of(0).size(); ++i) {
    const auto feature = made.features[0][data.nodes.views[0].features_of(0)[i]];
    first[set.examples->feature_info(feature).name] = data.nodes.views[0].values_of(0)[i];
  }
  CHECK(first == std::map<std::string, double>{{"size", 2}, {"dark", 1}});
}

TEST_CASE("nodes have numbers without ids, and objects may have several lines", "[data][graph]") {
  const Set set(
      "{\"nodes\": [{\"label\": 10, \"features\": [0.5, 2]},\n {\"label\": 9}],\n"
      "\"edges\": [[1, 0]]}\n{\"nodes\": []}\n");
  CHECK(set.examples->size() == 2);
  CHECK(set.examples->place(1).line == 4);
  // Labels that are numbers are ordered by value.
  CHECK(set.examples->label_names() == std::vector<std::string>{"9", "10"});
  CHECK(set.examples->output(0).parts == std::vector<int>{1, 0});
  CHECK(set.examples->feature_info(1).name == "2");
  // A graph without nodes has all its labels.
  CHECK(set.examples->is_labeled(1));
  CHECK(set.examples->output(1).parts.empty());
}

TEST_CASE("features of nodes may be parted into groups", "[data][graph]") {
  const Set set(R"({"nodes": [{"label": "x", "features": {"words": ["a"], "links": {"a": 2}}}]})");
  CHECK(set.examples->feature_groups() == std::vector<std::string>{"links", "words"});
  CHECK(set.examples->num_features() == 2);
  CHECK(set.examples->feature_info(0).name == set.examples->feature_info(1).name);
  CHECK(set.examples->feature_info(0).group != set.examples->feature_info(1).group);
}

TEST_CASE("features of two groups never mix", "[data][graph]") {
  const Set set(R"({"nodes": [{"label": "x", "features": {"a\tb": ["c"], "a": ["b\tc"]}}]})");
  CHECK(set.examples->num_features() == 2);
}

TEST_CASE("a label that stands twice is one label", "[data][graph]") {
  const Set set(R"({"nodes": [{"label": ["x", "x"]}, {"label": "y"}]})");
  CHECK(set.examples->is_labeled(0));
}

TEST_CASE("labels may be known in part", "[data][graph]") {
  Set set(std::string(kTriangle) +
          R"({"nodes": [{"label": "blue"}, {"label": null}, {"label": ["green", "red"]}]})"
          R"({"nodes": [{}, {}]})");
  CHECK(set.examples->label_names() == std::vector<std::string>{"red", "blue", "green"});
  CHECK_FALSE(set.examples->is_labeled(1));
  CHECK(set.examples->known(1).facts == std::vector<std::vector<int>>{{1}, {}, {0, 2}});
  CHECK_FALSE(set.examples->is_labeled(2));
  CHECK(set.examples->known(2).empty());
  // An unlabeled file has no labels, whatever it says.
  set.read(kTriangle, Role::kUnlabeled);
  CHECK_FALSE(set.examples->is_labeled(3));
  // A label that only test files have is possible for no problem; as a fact it is an error.
  set.read(R"({"nodes": [{"label": "pink"}]})", Role::kTest);
  CHECK_FALSE(set.examples->is_possible(set.examples->output(4)));
  CHECK_THROWS_WITH(
      set.read(R"({"nodes": [{"label": "bluue"}, {}]})", Role::kTest),
      Contains("the label \"bluue\", which no training file has") && Contains("blue"));
}

TEST_CASE("label_map renames labels of nodes, and each that it names occurs", "[data][graph]") {
  const Set set(kTriangle, {{"label_map", {{"blue", "red"}}}});
  CHECK(set.examples->label_names() == std::vector<std::string>{"red"});
  CHECK_THROWS_WITH(Set(kTriangle, {{"label_map", {{"pink", "red"}}}}),
                    Contains("label_map renames pink"));
}

TEST_CASE("edges of a type that training files do not have are left out", "[data][graph]") {
  Set set(kTriangle);
  set.read(R"({"nodes": [{}, {}], "edges": [{"from": 0, "to": 1, "type": "new"}, [1, 0]]})",
           Role::kTest);
  const InputData made = set.all();
  const auto& data = dynamic_cast<const Graphs&>(*made.data);
  CHECK(data.edge_begin == std::vector<Index>{0, 2, 3});
  CHECK(data.edges[2].from == 1);
}

TEST_CASE("each mistake of a graph is told with its place", "[data][graph]") {
  const auto check = [](const std::string& text, const std::string& expected) {
    INFO(text);
    CHECK_THAT(error_of(text), Contains("graphs0.jsonl:1: ") && Contains(expected));
  };
  const std::string nodes = R"({"nodes": [{"label": "x"}, {"label": "y"}])";
  check(R"({"edges": []})", "expected \"nodes\"");
  check(R"({"nodes": [{"label": "x"}], "edgs": []})", "did you mean edges?");
  check(R"({"nodes": [{"label": "x", "feature": []}]})", "did you mean features?");
  check(R"({"nodes": ["x"]})", "node 0: \"x\": expected an object");
  check(R"({"nodes": [{"label": []}]})", "empty list");
  check(R"({"nodes": [{"label": {}}]})", "expected a label");
  check(R"({"nodes": [{"label": "x", "features": {"a": "b"}}]})", "expected a number");
  check(R"({"nodes": [{"label": "x", "features": 3}]})", "expected an object of names and numbers");
  check(R"({"nodes": [{"label": "x", "features": {"a": 1, "b": {}}}]})", "the group \"a\"");
  check(R"({"nodes": [{"label": "x", "id": "a"}, {"label": "x", "id": "a"}]})", "stands twice");
  check(R"({"nodes": [{"label": "x", "id": "a"}, {"label": "x"}]})", "of all nodes, or of none");
  check(nodes + R"(, "edges": [[0, 2]]})", "edge 0: 2: expected the number of a node, 0 to 1");
  check(nodes + R"(, "edges": [["a", 0]]})", "expected the number of a node");
  check(nodes + R"(, "edges": [[1, 1]]})", "connects 1 with itself");
  check(nodes + R"(, "edges": [[0, 1, 2]]})", "expected [from, to]");
  check(nodes + R"(, "edges": [{"from": 0, "to": 1, "features": {"g": {"a": 1}}}]})",
        "features of edges have no groups");
  check(R"({"nodes": [{"label": true}]})", "expected a label");
  CHECK_THAT(error_of(R"({"nodes": []})"), Contains("no node has a label"));
  CHECK_THAT(error_of(R"({"nodes": [{}, {}]})"), Contains("no node has a label"));
}

TEST_CASE("rows that links join are graphs of the rows that are asked for", "[data][graph]") {
  for (const bool directed : {false, true}) {
    const TestFolder folder;
    const std::vector<std::filesystem::path> rows{
        folder.write("rows.csv", "id,y,x\na,red,1\nb,blue,2\nc,red,3\nd,?,4\ne,blue,5\n")};
    folder.write("links.tsv", "c\ta\na\tb\na\tc\nd\td\nb\te\nd\tb\nz\ta\n");
    PartExamples examples(table_with_edges("directed", directed), costruct::graph::kGraphs,
                          Target::kLabels);
    examples.read_texts([&](const std::string& name) { return folder.path() / name; });
    examples.read(rows, Role::kTrain);
    examples.finish_training();
    (void)examples.finish_reading();
    CHECK(examples.is_one_input());
    CHECK(examples.size() == 5);
    CHECK(examples.num_features() == 1);  // links are no features
    const ViewAssignment views{1, {0}};
    const std::vector<Index> first = {1, 0}, then = {1, 0, 3, 2};  // without row e
    InputRequest request{first, then, views};
    request.sizes = {2, 4};
    const InputData made = examples.inputs(request);
    const auto& data = dynamic_cast<const Graphs&>(*made.data);
    using Edges = std::vector<std::pair<int, int>>;
    const auto edges_of = [&](InputId x) {
      Edges edges;
      for (Index e = data.edge_begin[x]; e < data.edge_begin[x + 1]; ++e)
        edges.emplace_back(data.edges[e].from, data.edges[e].to);
      return edges;
    };
    CHECK(data.num_inputs() == 2);
    CHECK(data.nodes.views[0].length(1) == 4);
    CHECK(data.nodes.views[0].values_of(2 + 3)[0] == 3);
    if (directed) {
      CHECK(edges_of(0) == Edges{{1, 0}});
      CHECK(edges_of(1) == Edges{{1, 0}, {1, 3}, {2, 0}, {3, 1}});
    } else {
      CHECK(edges_of(0) == Edges{{0, 1}});
      CHECK(edges_of(1) == Edges{{0, 1}, {0, 2}, {1, 3}});
    }
  }
}

TEST_CASE("types and weights of links are features of edges", "[data][graph]") {
  std::vector<std::string> names, notes;  // of the features of edges; of reading
  const auto graphs_of = [&](const std::string& third, const std::string& links,
                             const std::string& tests = "") {
    const TestFolder folder;
    const std::vector<std::filesystem::path> rows{
        folder.write("rows.csv", "id,y,x\na,red,1\nb,blue,2\nc,red,3\n")};
    folder.write("links.tsv", links);
    PartExamples examples(table_with_edges("third", third), costruct::graph::kGraphs,
                          Target::kLabels);
    examples.read_texts([&](const std::string& name) { return folder.path() / name; });
    examples.read(rows, Role::kTrain);
    examples.finish_training();
    if (!tests.empty())
      examples.read(std::vector{folder.write("tests.csv", "id,y,x\n" + tests)}, Role::kTest);
    notes = examples.finish_reading();
    const ViewAssignment views{1, {0}};
    std::vector<Index> all(static_cast<std::size_t>(examples.size()));
    std::iota(all.begin(), all.end(), Index{0});
    InputRequest request{all, {}, views};
    request.sizes = {std::ssize(all)};
    const InputData made = examples.inputs(request);
    // Each edge with its features, and their names.
    std::vector<std::string> texts;
    const auto& data = dynamic_cast<const Graphs&>(*made.data);
    names = data.edge_feature_names;
    for (std::size_t e = 0; e < data.edges.size(); ++e) {
      std::string& text = texts.emplace_back();
      text = std::to_string(data.edges[e].from) + std::to_string(data.edges[e].to);
      const auto features = data.edge_features.features_of(static_cast<Index>(e));
      const auto values = data.edge_features.values_of(static_cast<Index>(e));
      for (std::size_t i = 0; i < features.size(); ++i) {
        text += " " + data.edge_feature_names[static_cast<std::size_t>(features[i])];
        if (!values.empty() && values[i] != 1) text += "=" + std::to_string(values[i]).substr(0, 4);
      }
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  // Two links of one type count once, of two types twice; the largest weight counts.
  CHECK(graphs_of("type", "b\ta\tnear\na\tb\tfar\na\tb\tnear\nc\tb\tnear\n") ==
        Texts{"01 far", "01 near", "12 near"});
  CHECK(graphs_of("weight", "b\ta\t2\na\tb\t.5\nc\tb\t1\n") ==
        Texts{"01 link weight=2.00", "12 link weight"});
  CHECK(graphs_of("weight", "b\ta\t1\nc\tb\t1\n") == Texts{"01 link", "12 link"});
  CHECK(graphs_of("nothing", "b\ta\t2\tmore\nc\tb\n") == Texts{"01 link", "12 link"});

  // Links of test rows have no influence on the features of edges.
  CHECK(graphs_of("type", "b\ta\tnear\nd\te\tfar\nd\ta\tnear\n", "d,red,1\ne,red,2\n") ==
        Texts{"01 near", "03 near"});
  CHECK(names == Texts{"near"});
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::Contains(": 2 links between 5 rows, 2 without one; 1 link of a type "
                                       "that training did not have is left out, the first in ") &&
                           Catch::Contains("links.tsv:2 (\"far\")"));
  CHECK(graphs_of("weight", "b\ta\t1\nd\ta\t2\n", "d,red,1\n") == Texts{"01 link", "03 link"});
  CHECK(names == Texts{"link"});
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::EndsWith("; their weights do not count"));
  CHECK(graphs_of("weight", "b\ta\t2\nd\ta\t2\n", "d,red,1\n").size() == 2);
  CHECK(names == Texts{"link", "weight"});
}

TEST_CASE("the text of a drawing has labels and edges, that of a large graph labels alone",
          "[data][graph]") {
  const Set set(kTriangle);
  const ExampleSet& examples = *set.examples;
  CHECK(Json::parse(examples.text_to_draw(0, {{0, 1, 1}})) ==
        Json::parse(R"({"nodes": [{"label": "red"}, {"label": "blue"}, {"label": "blue"}],
                        "edges": [[0, 1], [2, 0]]})"));
  Json nodes(2501, Json{{"label", "a"}});
  const Set large(Json{{"nodes", nodes}, {"edges", Json::array()}}.dump());
  const Output& y = large.examples->output(0);
  CHECK(large.examples->text_to_draw(0, y) == large.examples->text_of(y));
}
