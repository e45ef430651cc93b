// The names of weights, compared with the joint features of outputs whose parts are known.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/decode/trees/tree_code.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/parsing/sentences.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;

namespace {

// "label A: feature 3", "transition: A -> B".
std::string name_of(const std::vector<WeightBlock>& blocks, Index coordinate) {
  for (const WeightBlock& block : blocks) {
    if (coordinate >= block.size()) {
      coordinate -= block.size();
      continue;
    }
    const auto parts = static_cast<Index>(block.parts.size());
    const std::string& part = block.parts[static_cast<std::size_t>(coordinate % parts)];
    const Index row = coordinate / parts;
    return block.kind + (part.empty() ? "" : " " + part) + ": " +
           (block.row_name ? block.row_name(row) : "feature " + std::to_string(row));
  }
  return "no weight";
}

// The total value of each name in Phi(x, y) of the first view.
std::map<std::string, double> named_features(const std::vector<WeightBlock>& blocks,
                                             const SparseVector& phi, Index dimension) {
  std::map<std::string, double> sums;
  for (std::size_t i = 0; i < phi.index.size(); ++i) {
    if (phi.index[i] < dimension && phi.value[i] != 0)
      sums[name_of(blocks, phi.index[i])] += phi.value[i];
  }
  return sums;
}

// Calls use(options, data, blocks of the first view, that view) for the small instances of a
// problem.
template <class Use>
void for_each_instance(const std::string& name, const Use& use) {
  const ProblemEntry& problem = *find_problem(name);
  for (const SmallInstance& instance : small_instances(name, 1)) {
    CAPTURE(name, instance.name, instance.options.dump());
    const Views views = problem.make(instance.options, instance.data);
    use(instance, problem.weight_blocks(instance.options, *instance.data, 0), views[0]);
  }
}

std::map<std::string, double> of_kinds(const std::map<std::string, double>& all,
                                       const std::vector<std::string>& kinds) {
  std::map<std::string, double> some;
  for (const auto& [name, value] : all) {
    for (const std::string& kind : kinds) {
      if (name.starts_with(kind + ":") || name.starts_with(kind + " ")) some[name] = value;
    }
  }
  return some;
}

}  // namespace

TEST_CASE("every problem describes each of its weights", "[problems][weights]") {
  for (const ProblemEntry& problem : problem_catalog()) {
    if (problem.predicts_numbers) continue;
    REQUIRE(problem.weight_blocks);
    for (const SmallInstance& instance : small_instances(problem.name, 1)) {
      const Views views = problem.make(instance.options, instance.data);
      for (Index v = 0; v < views.count(); ++v) {
        CAPTURE(problem.name, instance.name, v);
        Index size = 0, features = 0;
        for (const WeightBlock& block :
             problem.weight_blocks(instance.options, *instance.data, v)) {
          REQUIRE(!block.parts.empty());
          size += block.size();
          if (!block.row_name) features += block.rows;
        }
        CHECK(size == views[v].dimension());
        Index unnamed = 0;
        for (const WeightBlock& block : unnamed_weights(views[v], features, {}))
          unnamed += block.size();
        CHECK(unnamed == views[v].dimension());
      }
    }
  }
}

TEST_CASE("a label's weights bear its name, and transitions those of their labels",
          "[problems][weights]") {
  for_each_instance(
      "sequence", [](const SmallInstance& instance, const std::vector<WeightBlock>& blocks,
                     const StructuredProblem& view) {
        const auto& labels = dynamic_cast<const PartData&>(*instance.data).labels;
        const double eta = instance.options.value("eta", 1.0);
        for (InputId x = 0; x < view.num_inputs(); ++x) {
          for (const Output& y : instance.outputs(x)) {
            const auto name = [&](std::size_t t) {
              return labels[static_cast<std::size_t>(y.parts[t])];
            };
            std::map<std::string, double> expected;
            for (std::size_t t = 0; t < y.parts.size(); ++t) {
              std::string history = name(t);
              for (std::size_t q = 1; q <= t && q <= instance.options.value("order", 1u); ++q) {
                history = name(t - q) + " -> " + history;
                if (eta != 0) expected["transition: " + history] += eta;
              }
            }
            const auto found = named_features(blocks, view.joint_feature(x, y), view.dimension());
            REQUIRE(of_kinds(found, {"transition"}) == expected);
            for (const auto& [each, value] : of_kinds(found, {"label"})) {
              const std::string label = each.substr(6, each.find(':') - 6);
              bool stands = false;
              for (std::size_t t = 0; t < y.parts.size(); ++t) stands = stands || name(t) == label;
              CAPTURE(each);
              REQUIRE(stands);
              if (each.ends_with("(first token)")) REQUIRE(label == name(0));
              if (each.ends_with("(last token)")) REQUIRE(label == name(y.parts.size() - 1));
            }
          }
        }
      });
}

TEST_CASE("the names of rules are those of a tree's nodes", "[problems][weights]") {
  using namespace parsing;
  for_each_instance("parsing", [](const SmallInstance& instance,
                                  const std::vector<WeightBlock>& blocks,
                                  const StructuredProblem& view) {
    const auto& data = dynamic_cast<const SentenceData&>(*instance.data);
    const std::vector<std::string>& symbols = data.rules->grammar().symbols;
    const auto symbol = [&](int number) { return symbols[static_cast<std::size_t>(number)]; };
    for (InputId x = 0; x < view.num_inputs(); ++x) {
      for (const Output& y : instance.outputs(x)) {
        if (y.parts.empty()) continue;
        std::map<std::string, double> expected = {{"symbol on top: " + symbol(y.parts[0]), 1.0}};
        for_each_node(y, [&](const TreeNode& node) {
          if (!node.is_leaf()) {
            ++expected["binary rule: " + symbol(node.symbol) + " -> " + symbol(node.left) + " " +
                       symbol(node.right)];
          } else if (const int terminal =
                         data.terminal[static_cast<std::size_t>(data.token_begin[x] + node.first)];
                     terminal >= 0) {
            ++expected["lexical rule: " + symbol(node.symbol) + " -> " +
                       std::to_string(terminal + 1)];
          }
        });
        const auto found = named_features(blocks, view.joint_feature(x, y), view.dimension());
        REQUIRE(of_kinds(found, {"binary rule", "lexical rule", "symbol on top"}) == expected);
      }
    }
  });
}

TEST_CASE("the names of an alignment's transitions are those of its operations",
          "[problems][weights]") {
  using namespace alignment;
  for_each_instance(
      "alignment", [](const SmallInstance& instance, const std::vector<WeightBlock>& blocks,
                      const StructuredProblem& view) {
        const auto& data = dynamic_cast<const SequencePairs&>(*instance.data);
        const bool is_local = instance.options.value("mode", "global") == "local";
        for (InputId x = 0; x < view.num_inputs(); ++x) {
          for (const Output& y : instance.outputs(x)) {
            const char* operation[] = {"pair", "first alone", "second alone"};
            std::map<std::string, double> expected;
            for (std::size_t t = is_local ? 2 : 0; t < y.parts.size(); ++t) {
              if (is_local && t == 2) continue;  // the first pair has no transition
              const int from = t == 0 ? kPair : y.parts[t - 1], to = y.parts[t];
              std::string name = std::string(operation[from]) + " -> " + operation[to];
              if (data.symmetric) {
                if (from == kPair && to != kPair) name = "pair -> one alone";
                if (from != kPair && to == kPair) name = "one alone -> pair";
                if (from != kPair && to == from) name = "one alone -> the same alone";
              }
              ++expected["transition: " + name];
            }
            const auto found = named_features(blocks, view.joint_feature(x, y), view.dimension());
            REQUIRE(of_kinds(found, {"transition"}) == expected);
          }
        }
      });
}

TEST_CASE("a class and the nodes above it bear their names", "[problems][weights]") {
  const std::string problem = GENERATE("multiclass", "taxonomy");
  for_each_instance(
      problem, [](const SmallInstance& instance, const std::vector<WeightBlock>& blocks,
                  const StructuredProblem& view) {
        const auto& labels = dynamic_cast<const PartData&>(*instance.data).labels;
        std::multimap<std::string, std::string> parents;
        if (const Json pairs = instance.options.value("taxonomy", Json()); pairs.is_array()) {
          for (const Json& pair : pairs) parents.emplace(pair[0], pair[1]);
        }
        const std::function<bool(const std::string&, const std::string&)> is_above =
            [&](const std::string& node, const std::string& of) {
              if (node == of) return true;
              const auto [begin, end] = parents.equal_range(of);
              return std::any_of(begin, end,
                                 [&](const auto& edge) { return is_above(node, edge.second); });
            };
        for (InputId x = 0; x < view.num_inputs(); ++x) {
          for (const Output& y : instance.outputs(x)) {
            const std::string& label = labels[static_cast<std::size_t>(y.parts[0])];
            for (const auto& [name, value] :
                 named_features(blocks, view.joint_feature(x, y), view.dimension())) {
              CAPTURE(name, label);
              const std::string part =
                  name.substr(name.find(' ') + 1, name.find(':') - name.find(' ') - 1);
              REQUIRE(is_above(part, label));
            }
          }
        }
      });
}
