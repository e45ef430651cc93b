// Joint feature maps, losses and layouts of weights are those of the formulas, written out once
// more, on the small instances of the catalog. That decoders agree with them is for tests/contract.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// A small instance of a problem with a reference model, and its data.
struct Case {
  std::string problem;
  Json options;
  std::shared_ptr<const PartData> parts;
};

Index order_of(const Case& c) {
  return c.options.value("order", Index{1});
}

/// Where the weights of a view lie. Multiclass has emissions and biases, stored as those of a
/// chain, whose biases count first labels as well. Sequences of higher order begin with what they
/// would have with order 1.
MarkovLayout layout_of(const Case& c, const StructuredProblem& problem, const PartData& data,
                       Index v) {
  if (order_of(c) > 1) {
    Json options = c.options;
    options["order"] = 1;
    const Views first_order = find_problem(c.problem)->make(options, c.parts);
    return dynamic_cast<const MarkovStructure&>(first_order[v]).markov_layout();
  }
  if (const auto* markov = dynamic_cast<const MarkovStructure*>(&problem)) {
    MarkovLayout layout = markov->markov_layout();
    if (c.problem == "sequence") return layout;
    CHECK(layout.first == layout.bias);
    layout.first = -1;
    return layout;
  }
  MarkovLayout emissions;
  emissions.num_labels = static_cast<Index>(data.labels.size());
  emissions.num_features = data.views[v].num_features;
  return emissions;
}

/// The number of weights in the blocks of a layout: where those of order 2 begin.
Index size_of(const MarkovLayout& layout) {
  const Index K = layout.num_labels;
  Index size = K * layout.num_features + (layout.transition >= 0 ? K * K : 0);
  for (const Index block : {layout.bias, layout.first, layout.last}) size += block >= 0 ? K : 0;
  return size;
}

/// Phi(x, y) of a view, transitions of order 2 and above behind those of first order.
Vector reference_feature(const Case& c, const MarkovLayout& layout,
                         const StructuredProblem& problem, const FeatureTable& table, InputId x,
                         const Output& y) {
  const double eta = c.options.value("eta", 1.0);
  Vector phi = reference_joint_feature(table, layout, eta, problem.dimension(), x, y);
  const Index end =
      add_reference_transitions(phi, size_of(layout), order_of(c), layout.num_labels, eta, y);
  if (end != problem.dimension()) throw std::logic_error("weights of no feature");
  return phi;
}

/// Whether every entry is 0 or 1 and no feature is entered twice in a part.
bool only_indicators(const FeatureTable& table) {
  for (Index part = 0; part < table.num_parts(); ++part) {
    std::vector<int> entries(table.num_features, 0);
    for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
      const double value = table.value.empty() ? 1 : table.value[e];
      if ((value != 0 && value != 1) || ++entries[table.feature[e]] > 1) return false;
    }
  }
  return true;
}

/// The blocks of a layout are those the options ask for and cover the weights exactly.
void check_layout(const Case& c, const StructuredProblem& problem, const PartData& data, Index v) {
  const FeatureTable& table = data.views[v];
  const MarkovLayout layout = layout_of(c, problem, data, v);
  const Index K = static_cast<Index>(data.labels.size());
  CHECK(layout.num_labels == K);
  CHECK(layout.num_features == table.num_features);
  if (c.problem == "sequence") {
    CHECK((dynamic_cast<const MarkovStructure*>(&problem) != nullptr) == (order_of(c) == 1));
    CHECK(layout.transition >= 0);
    CHECK((layout.bias >= 0) == c.options.value("bias", false));
    CHECK((layout.first >= 0) == c.options.value("boundary", false));
    CHECK((layout.last >= 0) == c.options.value("boundary", false));
    CHECK(layout.transition_scale == c.options.value("eta", 1.0));
  } else {
    CHECK(layout.transition == -1);
    CHECK((layout.bias >= 0) == c.options.value("bias", false));
    CHECK(layout.last == -1);
  }
  std::vector<int> owners(size_of(layout), 0);
  const auto claim = [&](Index first, Index size) {
    for (Index j = 0; first >= 0 && j < size; ++j) {
      REQUIRE((first + j < size_of(layout)));
      ++owners[first + j];
    }
  };
  claim(layout.emission, K * table.num_features);
  claim(layout.transition, K * K);
  for (const Index block : {layout.bias, layout.first, layout.last}) claim(block, K);
  CHECK(std::count(owners.begin(), owners.end(), 1) == size_of(layout));
  if (order_of(c) == 1) CHECK(size_of(layout) == problem.dimension());
  // Shared rows hold real numbers.
  const bool has_rows = !table.rows.empty();
  CHECK(layout.indicators == (!has_rows && only_indicators(table)));
  CHECK(layout.counts ==
        (!has_rows && std::all_of(table.value.begin(), table.value.end(), [](double value) {
          return value >= 0 && value == std::floor(value);
        })));
}

// The macro average does not decompose into counts, and costs of the labels of sequences are sums
// of any numbers. Every other loss has exact decoders for all four cases.
bool can_augment(const Case& c, const Augmentation& augmentation) {
  if (c.problem == "sequence" && c.options.at("loss") == "cost_matrix")
    return augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1;
  return c.options.at("loss") != "f1_macro";
}

void check_joint_features(const Case& c, const MarkovLayout& layout,
                          const StructuredProblem& problem, const FeatureTable& table, InputId x,
                          const std::vector<Output>& outputs) {
  for (const Output& y : outputs) {
    const SparseVector phi = problem.joint_feature(x, y);
    Vector dense(problem.dimension(), 0.0);
    for (std::size_t i = 0; i < phi.index.size(); ++i) dense.at(phi.index[i]) += phi.value[i];
    const Vector expected = reference_feature(c, layout, problem, table, x, y);
    if (dense == expected) continue;
    INFO("output " << y);
    CHECK(dense == expected);
  }
}

void check_losses(const Case& c, const StructuredProblem& problem, const PartData& data, InputId x,
                  const std::vector<Output>& outputs, Dice& dice) {
  const int outside = label_number(data, c.options.value("outside", "O"));
  const std::size_t last = outputs.size() - 1;
  const std::size_t anywhere = dice.range(0, static_cast<int>(last));
  for (const std::size_t reference : {std::size_t{0}, anywhere, last}) {
    const Output& y = outputs[reference];
    for (const Output& y_hat : outputs) {
      const double found = problem.loss(x, y, y_hat);
      const double expected = reference_loss(c.options.at("loss"), c.options, outside, y, y_hat);
      if (found == expected) continue;
      INFO(y << " and " << y_hat);
      CHECK(found == Approx(expected).epsilon(0).margin(1e-12));
    }
  }
}

template <class Check>
void over_instances(const Check& check) {
  Index count = 0;
  for (const std::string problem : {"multiclass", "sequence"}) {
    for (const SmallInstance& instance : small_instances(problem, 20081112)) {
      const Case c{problem, instance.options, part_data(instance.data)};
      INFO(problem << " " << c.options.dump() << ", " << instance.name);
      check(c, instance);
      ++count;
    }
  }
  CHECK(count > 900);
}

}  // namespace

TEST_CASE("joint features and losses of every view are those of the formulas", "[problems]") {
  Dice dice(20081112);
  over_instances([&](const Case& c, const SmallInstance& instance) {
    const PartData& data = *c.parts;
    const Views views = find_problem(c.problem)->make(c.options, c.parts);
    REQUIRE(views.count() == static_cast<Index>(data.views.size()));
    for (Index v = 0; v < views.count(); ++v) {
      const StructuredProblem& problem = views[v];
      INFO("view " << v);
      check_layout(c, problem, data, v);
      CHECK(problem.num_inputs() == data.views[v].num_examples());
      const MarkovLayout layout = layout_of(c, problem, data, v);
      for (InputId x = 0; x < problem.num_inputs(); ++x) {
        INFO("input " << x << " of length " << data.views[v].length(x));
        const std::vector<Output> outputs = instance.outputs(x);
        check_joint_features(c, layout, problem, data.views[v], x, outputs);
        check_losses(c, problem, data, x, outputs, dice);
      }
      for (const Augmentation& augmentation : all_augmentations()) {
        INFO(name_of(augmentation));
        CHECK(problem.loss_augmentation_unavailable(augmentation).has_value() ==
              !can_augment(c, augmentation));
      }
    }
  });
}

TEST_CASE("small instances list every labeling of the parts of an input", "[problems]") {
  over_instances([](const Case& c, const SmallInstance& instance) {
    for (InputId x = 0; x < c.parts->views[0].num_examples(); ++x) {
      const Index labels = static_cast<Index>(c.parts->labels.size());
      CHECK(instance.outputs(x) == all_labelings(c.parts->views[0].length(x), labels));
    }
  });
}

TEST_CASE("features are counted once for each part in which they are active", "[problems]") {
  Dice dice(8);
  TinySpec spec;
  spec.features = {6};
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("sequence", Json{{"loss", "hamming"}}, data);
  const auto* markov = dynamic_cast<const MarkovStructure*>(&views[0]);
  REQUIRE(markov != nullptr);
  const FeatureTable& table = data.views[0];
  for (InputId x = 0; x < table.num_examples(); ++x) {
    std::vector<Index> seen(6, 100), expected(6, 100);
    markov->count_features(x, seen);
    for (Index part = table.example_begin[x]; part < table.example_begin[x + 1]; ++part) {
      for (const std::int32_t j : table.features_of(part)) ++expected[j];
    }
    CHECK(seen == expected);
  }
}

TEST_CASE("every problem of the catalog says what it is", "[problems][catalog]") {
  REQUIRE(find_problem("multiclass") != nullptr);
  REQUIRE(find_problem("sequence") != nullptr);
  CHECK(find_problem("sequense") == nullptr);
  CHECK(find_problem("multiclass")->losses == std::vector<std::string>{"zero_one", "cost_matrix"});
  CHECK(find_problem("sequence")->losses ==
        std::vector<std::string>{"zero_one", "hamming", "hamming_normalized", "f1_micro",
                                 "f1_macro", "cost_matrix"});
  for (const ProblemEntry& entry : problem_catalog()) {
    INFO(entry.name);
    CHECK(find_problem(entry.name) == &entry);
    CHECK(!entry.summary.empty());
    CHECK(!entry.output.empty());
    CHECK(!entry.decoder.empty());
    CHECK(!entry.input.empty());
    CHECK((entry.predicts_numbers || !small_instances(entry.name, 1).empty()));
    const auto loss = std::find_if(entry.options.begin(), entry.options.end(),
                                   [](const OptionInfo& info) { return info.name == "loss"; });
    REQUIRE(loss != entry.options.end());
    CHECK(loss->choices == entry.losses);
    for (const OptionInfo& info : entry.options) CHECK(!info.meaning.empty());
  }
}
