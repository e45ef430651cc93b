#include "costruct/data/graph/graph_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/examples/json_records.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

const std::vector<std::string> kGraphKeys = {"id", "nodes", "edges"},
                               kNodeKeys = {"id", "label", "features"},
                               kEdgeKeys = {"from", "to", "type", "features"};

double finite_value(const Json& json, const std::string& name, const std::string& where) {
  if (!json.is_number() || !std::isfinite(json.get<double>()))
    throw DataError(fmt::format("{}the feature {} is {}: expected a number", where,
                                shown_text(name), shown(json)));
  return json.get<double>();
}

// A list of names, or of numbers, which are named by their places.
void read_listed(const Json& list, const std::string& group, const std::string& where,
                 std::vector<NamedValue>& into) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].is_string()) {
      into.push_back({group, list[i].get<std::string>(), 1});
    } else if (list[i].is_number()) {
      const std::string name = std::to_string(i + 1);
      into.push_back({group, name, finite_value(list[i], name, where)});
    } else {
      throw DataError(
          fmt::format("{}\"features\" has {}: expected a name or a number", where, shown(list[i])));
    }
  }
}

void read_named(const Json& object, const std::string& group, const std::string& where,
                std::vector<NamedValue>& into) {
  for (const auto& [name, value] : object.items())
    into.push_back({group, name, finite_value(value, name, where)});
}

bool is_collection(const Json& json) {
  return json.is_array() || json.is_object();
}

// @param groups  whether an object may have groups of features in place of features
std::vector<NamedValue> features_of(const Json& owner, bool groups, const std::string& where) {
  std::vector<NamedValue> features;
  const auto found = owner.find("features");
  if (found == owner.end()) return features;
  const Json& json = *found;
  if (json.is_array()) {
    read_listed(json, "", where, features);
  } else if (!json.is_object()) {
    throw DataError(fmt::format(
        "{}\"features\" is {}: expected an object of names and numbers, or a list of names or of "
        "numbers",
        where, shown(json)));
  } else if (std::none_of(json.begin(), json.end(), is_collection)) {
    read_named(json, "", where, features);
  } else {
    if (!groups) throw DataError(where + "features of edges have no groups");
    for (const auto& [group, members] : json.items()) {
      if (!is_collection(members) || group.empty())
        throw DataError(fmt::format(
            "{}the group {} of features is {}: expected an object or a list, as the other groups",
            where, shown_text(group), shown(members)));
      if (members.is_array()) {
        read_listed(members, group, where, features);
      } else {
        read_named(members, group, where, features);
      }
    }
  }
  for (const NamedValue& feature : features) {
    if (feature.name.empty()) throw DataError(where + "a feature has the name \"\"");
  }
  return features;
}

std::string label_text(const Json& json, const std::string& where) {
  const std::string label = json.is_string() ? json.get<std::string>() : json.dump();
  if ((!json.is_string() && !json.is_number()) || label.empty())
    throw DataError(fmt::format(
        "{}\"label\" has {}: expected a label, a list of possible ones, or null if it is unknown",
        where, shown(json)));
  return label;
}

std::vector<std::string> labels_of_node(const Json& node, const std::string& where) {
  const auto found = node.find("label");
  if (found == node.end() || found->is_null()) return {};
  if (!found->is_array()) return {label_text(*found, where)};
  if (found->empty())
    throw DataError(where + "\"label\" is an empty list: expected the possible labels, or null");
  std::vector<std::string> labels;
  for (const Json& label : *found) labels.push_back(label_text(label, where));
  return labels;
}

// The numbers of nodes by their ids, as "edges" has them.
class NodeNumbers {
 public:
  explicit NodeNumbers(Index count) : count_(count) {}

  void add(const std::string& id) {
    if (!by_id_.emplace(id, static_cast<std::int32_t>(by_id_.size())).second)
      throw DataError(fmt::format("the node id {} stands twice", shown_text(id)));
  }
  std::int32_t of(const Json& json, const std::string& where) const {
    if (!by_id_.empty()) {
      const auto found = json.is_string() ? by_id_.find(json.get<std::string>()) : by_id_.end();
      if (found != by_id_.end()) return found->second;
      throw DataError(fmt::format("{}{}: expected the id of a node", where, shown(json)));
    }
    if (json.is_number_integer() && json >= 0 && json < count_) return json.get<std::int32_t>();
    throw DataError(fmt::format("{}{}: expected the number of a node, 0 to {}", where, shown(json),
                                count_ - 1));
  }
  Index num_ids() const { return static_cast<Index>(by_id_.size()); }

 private:
  Index count_;
  std::unordered_map<std::string, std::int32_t> by_id_;
};

GraphRecord::Edge edge_of(const Json& json, const NodeNumbers& nodes, const std::string& where) {
  GraphRecord::Edge edge;
  edge.type = kPlainEdge;
  const Json *from = nullptr, *to = nullptr;
  if (json.is_array() && json.size() == 2) {
    from = &json[0];
    to = &json[1];
  } else if (json.is_object() && json.contains("from") && json.contains("to")) {
    check_json_keys(json, kEdgeKeys, where);
    from = &json["from"];
    to = &json["to"];
    if (json.contains("type")) {
      if (!json["type"].is_string() || json["type"].get_ref<const std::string&>().empty())
        throw DataError(
            fmt::format("{}\"type\" is {}: expected a text", where, shown(json["type"])));
      edge.type = json["type"].get<std::string>();
    }
    edge.features = features_of(json, false, where);
  } else {
    throw DataError(fmt::format(
        "{}{}: expected [from, to], or an object with \"from\", \"to\", \"type\" and \"features\"",
        where, shown(json)));
  }
  edge.from = nodes.of(*from, where);
  edge.to = nodes.of(*to, where);
  if (edge.from == edge.to)
    throw DataError(fmt::format("{}it connects {} with itself", where, shown(*from)));
  return edge;
}

}  // namespace

GraphRecord parse_graph(std::string_view text, bool labels) {
  const Json json = parse_json_line(text);
  if (!json.is_object())
    throw DataError(shown(json) + ": expected a JSON object, {\"nodes\": [...], \"edges\": [...]}");
  check_json_keys(json, kGraphKeys, "");
  if (!json.contains("nodes") || !json["nodes"].is_array())
    throw DataError("expected \"nodes\", a list of objects");
  GraphRecord graph;
  NodeNumbers numbers(std::ssize(json["nodes"]));
  for (const Json& node : json["nodes"]) {
    const std::string where = fmt::format("node {}: ", graph.nodes.size());
    if (!node.is_object())
      throw DataError(fmt::format("{}{}: expected an object with \"label\" and \"features\"", where,
                                  shown(node)));
    check_json_keys(node, kNodeKeys, where);
    if (node.contains("id")) {
      if (!node["id"].is_string())
        throw DataError(fmt::format("{}\"id\" is {}: expected a text", where, shown(node["id"])));
      numbers.add(node["id"].get<std::string>());
    }
    if (numbers.num_ids() != 0 && numbers.num_ids() != std::ssize(graph.nodes) + 1)
      throw DataError(where + "expected an \"id\" of all nodes, or of none");
    graph.nodes.push_back({labels ? labels_of_node(node, where) : std::vector<std::string>(),
                           features_of(node, true, where)});
  }
  const auto edges = json.find("edges");
  if (edges == json.end()) return graph;
  if (!edges->is_array()) throw DataError("expected \"edges\", a list of pairs of nodes");
  for (const Json& edge : *edges)
    graph.edges.push_back(edge_of(edge, numbers, fmt::format("edge {}: ", graph.edges.size())));
  return graph;
}

}  // namespace costruct::experiments
