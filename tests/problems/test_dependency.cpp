// The problem `dependency`: its joint feature map and losses are those of the formulas, written out
// once more, and its metrics count as they say. Decoders are for tests/contract.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::dependency;
using namespace costruct::test;

namespace {

/// Adds the features of a part of a table: feature j to phi[begin + j * width + offset].
void add_part(const FeatureTable& table, Index part, Index begin, Index width, Index offset,
              Vector& phi) {
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e)
    phi[begin + table.feature[e] * width + offset] += table.value.empty() ? 1 : table.value[e];
}

/// Phi of one view, by the definition on top of dependency.cpp.
Vector reference_feature(const HeadedSentences& data, const ArcFeatures& view, InputId x,
                         const Output& y) {
  const auto L = std::ssize(data.relations);
  const Index plain = view.heads.num_features * L, T = data.length(x);
  Vector phi(plain + view.plain.num_features, 0.0);
  for (Index t = 0; t < T; ++t) {
    const int head = y.parts[t] / 1024, relation = y.parts[t] % 1024;
    const Index right = head > t + 1 ? 1 : 0;  // whether the head stands right of the token
    const Index arc = t * (T + 1) + head;
    add_part(view.heads, view.heads.example_begin[x] + 2 * head + right, 0, L, relation, phi);
    add_part(view.dependents, view.dependents.example_begin[x] + 2 * t + right, 0, L, relation,
             phi);
    add_part(view.labeled, view.labeled.example_begin[x] + arc, 0, L, relation, phi);
    add_part(view.plain, view.plain.example_begin[x] + arc, plain, 1, 0, phi);
  }
  return phi;
}

double reference_loss(const std::string& loss, const Output& y, const Output& y_hat) {
  double wrong = 0;
  for (std::size_t t = 0; t < y.parts.size(); ++t) {
    const bool same_head = y.parts[t] / 1024 == y_hat.parts[t] / 1024;
    wrong += loss == "heads" ? !same_head : !same_head || y.parts[t] != y_hat.parts[t];
  }
  return loss == "zero_one" ? wrong > 0 : wrong;
}

double head_metric(const std::string& name, const std::vector<Output>& truth,
                   const std::vector<Output>& predicted, const std::vector<Vector>& notes = {}) {
  static const Json none = Json::object();
  static const std::vector<std::string> relations = {"nsubj", "nsubj:pass", "obj", "punct"};
  for (const OutputMetric& each : find_problem("dependency")->metrics) {
    if (each.info.name == name) return each.compute({truth, predicted, relations, none, notes});
  }
  FAIL(name);
  return 0;
}

}  // namespace

TEST_CASE("features and losses of dependency trees are those of the formulas",
          "[problems][dependency]") {
  for (const SmallInstance& instance : small_instances("dependency", 3)) {
    CAPTURE(instance.name);
    const auto& data = dynamic_cast<const HeadedSentences&>(*instance.data);
    const Views views = find_problem("dependency")->make(instance.options, instance.data);
    for (InputId x = 0; x < data.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      for (const Output& y : outputs) {
        Vector joint;
        for (Index v = 0; v < views.count(); ++v) {
          const Vector phi = reference_feature(data, data.views[v], x, y);
          Vector found(views[v].dimension(), 0.0);
          add_to(found, 1, views[v].joint_feature(x, y));
          CHECK(found == phi);
          joint.insert(joint.end(), phi.begin(), phi.end());
        }
        Vector found(views.joint().dimension(), 0.0);
        add_to(found, 1, views.joint().joint_feature(x, y));
        CHECK(found == joint);
        CHECK(views.joint().loss(x, outputs.front(), y) ==
              reference_loss(instance.options.at("loss"), outputs.front(), y));
      }
    }
  }
}

TEST_CASE("attachment scores count heads and relations of all tokens, or without punctuation",
          "[problems][dependency]") {
  // heads 2 0 2 2 with nsubj, nsubj (root), obj, punct; then one token
  const std::vector<Output> truth = {
      {{part_of(2, 1), part_of(0, 0), part_of(2, 2), part_of(2, 3)}}, {{part_of(0, 0)}}, {}};
  const std::vector<Output> predicted = {
      {{part_of(2, 0), part_of(0, 0), part_of(1, 2), part_of(1, 3)}}, {{part_of(0, 2)}}, {}};
  const std::vector<Vector> notes = {{0, 0, 0, 1}, {0}, {}};
  CHECK(head_metric("uas", truth, predicted) == Approx(3.0 / 5));
  CHECK(head_metric("las", truth, predicted) == Approx(1.0 / 5));
  CHECK(head_metric("uas_words", truth, predicted, notes) == Approx(3.0 / 4));
  CHECK(head_metric("las_words", truth, predicted, notes) == Approx(1.0 / 4));
  CHECK(head_metric("las_conll18", truth, predicted) == Approx(2.0 / 5));
  for (const char* name : {"uas", "las", "las_conll18"}) {
    CHECK(head_metric(name, {}, {}) == 1);
    CHECK(head_metric(name, truth, truth) == 1);
  }
}

TEST_CASE("losses that need the best tree per number of right tokens say where they end",
          "[problems][dependency]") {
  const auto refused = [](const char* loss, const char* trees, Index tokens) {
    auto data = std::make_shared<HeadedSentences>();
    data->relations = {"_"};
    data->token_begin.push_back(tokens);
    data->views.resize(1);
    const Views views = find_problem("dependency")->make({{"loss", loss}, {"trees", trees}}, data);
    CHECK_FALSE(views.joint().loss_augmentation_unavailable({Rescaling::kMargin, 1}));
    return views.joint().loss_augmentation_unavailable({Rescaling::kSlack, 1});
  };
  CHECK_FALSE(refused("heads", "projective", 100));
  CHECK_THAT(*refused("heads", "projective", 500), Catch::Contains("sentences of 500 tokens"));
  CHECK_THAT(*refused("labeled_heads", "any", 3), Catch::Contains("have no exact decoder"));
  CHECK_FALSE(refused("zero_one", "any", 500));
}
