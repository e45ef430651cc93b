// Every problem of the catalog, with all its losses and options, obeys the laws of a StructuredProblem.
#include <catch2/catch.hpp>

#include "support/problem_contract.hpp"
#include "support/reference_model.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// One problem block of a config and the data it meets.
struct Case {
  std::string problem;
  Json options;
  TinySpec spec;
};

Json random_costs(Index labels, Dice& dice) {
  Json costs = Json::array();
  for (Index y = 0; y < labels; ++y) {
    Json row = Json::array();
    for (Index y_hat = 0; y_hat < labels; ++y_hat) row.push_back(y == y_hat ? 0 : dice.range(0, 4));
    costs.push_back(row);
  }
  return costs;
}

/// Options of all kinds for one entry of the catalog and one of its losses.
std::vector<Case> cases_of(const ProblemEntry& entry, const std::string& loss, Dice& dice) {
  std::vector<Case> cases;
  for (const bool indicators : {true, false}) {
    for (const std::vector<Index>& features : {std::vector<Index>{5}, {3, 4}, {2, 1, 3}}) {
      TinySpec spec;
      spec.indicators = indicators;
      spec.features = features;
      if (entry.name == "multiclass") {
        spec.lengths = {1, 1, 1, 1, 1};
        for (const std::vector<std::string>& labels : {std::vector<std::string>{"only"},
                                                       {"b", "a"},
                                                       {"0", "1", "2", "3", "4"},
                                                       {"a", "b", "c", "d", "e", "f", "g", "h", "i"}}) {
          spec.labels = labels;
          Json options = {{"loss", loss}};
          if (loss == "cost_matrix") options["costs"] = random_costs(static_cast<Index>(labels.size()), dice);
          cases.push_back({entry.name, options, spec});
        }
      } else if (entry.name == "sequence") {
        for (const Json& more : {Json::object(), Json{{"eta", 2}, {"bias", true}, {"boundary", true}},
                                 Json{{"eta", 0.5}, {"boundary", true}},
                                 Json{{"bias", true}, {"outside", "B"}}, Json{{"eta", 0}}}) {
          Json options = {{"loss", loss}};
          options.update(more);
          cases.push_back({entry.name, options, spec});
        }
        TinySpec one_label = spec, two_labels = spec, none_outside = spec;
        one_label.labels = {"A"};
        two_labels.labels = {"x", "O"};
        two_labels.lengths = {5, 1, 0, 6};
        none_outside.labels = {"p", "q", "r"};
        for (const Index width : {7, 8, 9, 16, 17, 25, 32, 33, 40}) {  // around whole vector registers
          if (features.size() == 3) continue;
          TinySpec wide = spec;
          wide.labels.assign(width, "");
          for (Index k = 0; k < width; ++k) wide.labels[k] = "label" + std::to_string(k);
          wide.lengths = {1, width <= 17 ? 2 : 1, 0};
          cases.push_back({entry.name, Json{{"loss", loss}}, wide});
        }
        TinySpec no_features = spec;
        no_features.features.assign(features.size(), 0);
        no_features.indicators = true;
        no_features.lengths = {2, 3};
        cases.push_back({entry.name, Json{{"loss", loss}}, no_features});
        for (const TinySpec& other : {one_label, two_labels, none_outside}) {
          cases.push_back({entry.name, Json{{"loss", loss}}, other});
        }
        for (const Index order : {2, 3}) {
          const Json plain = {{"loss", loss}, {"order", order}};
          for (const Json& more : {Json::object(), Json{{"eta", 2}, {"bias", true}, {"boundary", true}},
                                   Json{{"eta", 0.5}, {"outside", "B"}}, Json{{"eta", 0}}}) {
            Json options = plain;
            options.update(more);
            cases.push_back({entry.name, options, spec});
          }
          TinySpec wide = spec;
          wide.labels = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
          wide.lengths = {3};
          TinySpec longer_than_order = no_features;
          longer_than_order.lengths = {5};
          for (const TinySpec& other : {one_label, two_labels, none_outside, longer_than_order}) {
            cases.push_back({entry.name, plain, other});
          }
          if (order == 2 && features.size() == 1) cases.push_back({entry.name, plain, wide});
        }
      } else {
        FAIL("the contract knows no cases of problem " << entry.name << ": add them here");
      }
    }
  }
  return cases;
}

Index order_of(const Case& c) {
  return c.options.value("order", Index{1});
}

/// Where the weights of a view lie. Multiclass has emissions only, stored as those of a chain; sequences of
/// higher order begin with what they would have with order 1.
MarkovLayout layout_of(const Case& c, const StructuredProblem& problem, const PartData& data, Index v) {
  if (order_of(c) > 1) {
    Json options = c.options;
    options["order"] = 1;
    const Views first_order = make_views(c.problem, options, data);
    return dynamic_cast<const MarkovStructure&>(first_order[v]).markov_layout();
  }
  if (const auto* markov = dynamic_cast<const MarkovStructure*>(&problem)) return markov->markov_layout();
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
Vector reference_feature(const Case& c, const MarkovLayout& layout, const StructuredProblem& problem,
                         const FeatureTable& table, InputId x, const Output& y) {
  const double eta = c.options.value("eta", 1.0);
  Vector phi = reference_joint_feature(table, layout, eta, problem.dimension(), x, y);
  const Index end = add_reference_transitions(phi, size_of(layout), order_of(c), layout.num_labels, eta, y);
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
  const Index K = static_cast<Index>(c.spec.labels.size());
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
    CHECK(layout.bias == -1);
    CHECK(layout.first == -1);
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
  if (c.problem == "sequence") CHECK(layout.indicators == only_indicators(table));
}

std::function<std::vector<Output>(InputId)> labelings_of(const PartData& data) {
  return [&data](InputId x) {
    return all_labelings(data.views[0].length(x), static_cast<Index>(data.labels.size()));
  };
}

ProblemOracle oracle_of(const Case& c, const PartData& data) {
  ProblemOracle oracle;
  oracle.outputs = labelings_of(data);
  const std::string loss = c.options.at("loss");
  const int outside = label_number(data, c.options.value("outside", "O"));
  oracle.loss = [=](InputId, const Output& y, const Output& y_hat) {
    return reference_loss(loss, c.options, outside, y, y_hat);
  };
  // The macro average does not decompose into counts; every other loss has exact decoders for all four cases.
  oracle.can_augment = [loss](Augmentation) { return loss != "f1_macro"; };
  return oracle;
}

/// Whether scores and losses of integer weights are exact. Thirds and fifths are not: a decoder that adds 1/T
/// for each wrong label may then find values, and break ties, differently in the last bit.
bool is_exact(const Case& c, Index length) {
  return c.options.at("loss") != "hamming_normalized" || length == 0 ||
         std::has_single_bit(std::uint64_t(length));
}

template <class Check>
void over_catalog(const Check& check) {
  Dice dice(20081112);
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.target == Target::kNumber) continue;  // nothing to decode
    for (const std::string& loss : entry.losses) {
      for (const Case& c : cases_of(entry, loss, dice)) {
        const PartData data = tiny_data(c.spec, dice);
        INFO(c.problem << " " << c.options.dump() << ", " << data.views.size() << " views, "
                       << data.labels.size() << " labels, "
                       << (c.spec.indicators ? "indicators" : "integers"));
        const Views views = make_views(c.problem, c.options, data);
        REQUIRE(views.count() == static_cast<Index>(data.views.size()));
        check(c, data, views, dice);
      }
    }
  }
}

}  // namespace

TEST_CASE("each view of every problem obeys the contract", "[problems][contract]") {
  over_catalog([](const Case& c, const PartData& data, const Views& views, Dice& dice) {
    for (Index v = 0; v < views.count(); ++v) {
      const StructuredProblem& problem = views[v];
      INFO("view " << v);
      check_layout(c, problem, data, v);
      CHECK(problem.num_inputs() == data.views[v].num_examples());
      const MarkovLayout layout = layout_of(c, problem, data, v);
      ProblemOracle oracle = oracle_of(c, data);
      oracle.joint_feature = [&](InputId x, const Output& y) {
        return reference_feature(c, layout, problem, data.views[v], x, y);
      };
      for (InputId x = 0; x < problem.num_inputs(); ++x) {
        INFO("input " << x << " of length " << data.views[v].length(x));
        for (const Numbers numbers : {Numbers::kZeros, Numbers::kIntegers, Numbers::kReals}) {
          INFO("numbers " << static_cast<int>(numbers));
          oracle.exact = numbers != Numbers::kReals && is_exact(c, data.views[v].length(x));
          check_problem_contract(problem, x, oracle, dice.vector(problem.dimension(), numbers), dice);
        }
      }
    }
  });
}

TEST_CASE("the joint problem of all views obeys the contract, its features those of the views stacked",
          "[problems][contract][views]") {
  over_catalog([](const Case& c, const PartData& data, const Views& views, Dice& dice) {
    const StructuredProblem& joint = views.joint();
    Index dimension = 0;
    for (Index v = 0; v < views.count(); ++v) dimension += views[v].dimension();
    REQUIRE(joint.dimension() == dimension);
    std::vector<MarkovLayout> layouts;
    for (Index v = 0; v < views.count(); ++v) layouts.push_back(layout_of(c, views[v], data, v));
    ProblemOracle oracle = oracle_of(c, data);
    oracle.joint_feature = [&](InputId x, const Output& y) {
      std::vector<Vector> each;
      for (Index v = 0; v < views.count(); ++v) {
        each.push_back(reference_feature(c, layouts[v], views[v], data.views[v], x, y));
      }
      return stack(each);
    };
    for (InputId x = 0; x < joint.num_inputs(); ++x) {
      INFO("input " << x << " of length " << data.views[0].length(x));
      oracle.exact = is_exact(c, data.views[0].length(x));
      check_problem_contract(joint, x, oracle, dice.vector(dimension, Numbers::kIntegers), dice);
    }
  });
}

TEST_CASE("the joint problem decodes the sum of the views' scores", "[problems][views]") {
  // Brefeld 2008, Prop. B.2.
  over_catalog([](const Case&, const PartData& data, const Views& views, Dice& dice) {
    std::vector<Vector> w;
    for (Index v = 0; v < views.count(); ++v)
      w.push_back(dice.vector(views[v].dimension(), Numbers::kIntegers));
    const Vector stacked = stack(w);
    for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
      const auto sum_of_scores = [&](const Output& y) {
        double sum = 0;
        for (Index v = 0; v < views.count(); ++v) sum += views[v].score(x, y, w[v]);
        return sum;
      };
      check_decoded(views.joint().decode(x, stacked), labelings_of(data)(x), sum_of_scores, true);
    }
  });
}

TEST_CASE("concurrent calls give what lone calls gave", "[problems][threads]") {
  const Index order = GENERATE(1, 2, 3);
  for (const char* loss : {"hamming", "hamming_normalized", "f1_micro", "zero_one"}) {
    Dice dice(7);
    TinySpec spec;
    spec.lengths = {0, 1, 9, 3, 17, 5, 2};
    spec.features = {4, 6};
    const PartData data = tiny_data(spec, dice);
    const Views views = make_views("sequence", Json{{"loss", loss}, {"order", order}, {"bias", true}}, data);
    std::vector<Output> references;
    for (const Index length : spec.lengths) references.push_back(dice.labeling(length, 3));
    for (const Augmentation augmentation : all_augmentations()) {
      for (const StructuredProblem* problem : {&views[0], &views[1], &views.joint()}) {
        const Vector w = dice.vector(problem->dimension(), Numbers::kReals);
        check_concurrent_calls(*problem, references, w, augmentation);
      }
    }
  }
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
        std::vector<std::string>{"zero_one", "hamming", "hamming_normalized", "f1_micro", "f1_macro"});
  for (const ProblemEntry& entry : problem_catalog()) {
    INFO(entry.name);
    CHECK(find_problem(entry.name) == &entry);
    CHECK(!entry.summary.empty());
    CHECK(!entry.output.empty());
    CHECK(!entry.decoder.empty());
    const auto loss = std::find_if(entry.options.begin(), entry.options.end(),
                                   [](const OptionInfo& info) { return info.name == "loss"; });
    REQUIRE(loss != entry.options.end());
    CHECK(loss->choices == entry.losses);
    for (const OptionInfo& info : entry.options) CHECK(!info.meaning.empty());
  }
}
