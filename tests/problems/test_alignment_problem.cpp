// The joint feature map and the losses of alignments, written out once more from their formulas;
// what learners make of aligned sequences.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/problems/alignment/aligned_pairs.hpp"
#include "costruct/problems/alignment/alignment_metrics.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/sequence_pairs.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using namespace costruct::alignment;
using Catch::Contains;

namespace {

/// A column of a written alignment: positions, -1 for a gap.
struct Column {
  Index i, j;
};

/// The columns of an output. Local ones begin at its two places.
std::vector<Column> columns_of(const Output& y, bool is_local) {
  std::vector<Column> columns;
  if (is_local && y.parts.empty()) return columns;
  Index i = is_local ? y.parts[0] : 0, j = is_local ? y.parts[1] : 0;
  for (std::size_t t = is_local ? 2 : 0; t < y.parts.size(); ++t) {
    switch (y.parts[t]) {
      case kPair:
        columns.push_back({i++, j++});
        break;
      case kFirst:
        columns.push_back({i++, -1});
        break;
      case kSecond:
        columns.push_back({-1, j++});
        break;
    }
  }
  return columns;
}

/// The value of an entry of a description with shares in a column.
double share_of_entry(const SequencePairs& data, const Description& description, InputId x,
                      const Column& column, Index entry) {
  const Index A = description.first_codes, B = description.second_codes;
  const auto p = [&](Index a) {
    return description
        .first_shares[static_cast<std::size_t>((data.first_begin[x] + column.i) * A + a)];
  };
  const auto q = [&](Index b) {
    return description
        .second_shares[static_cast<std::size_t>((data.second_begin[x] + column.j) * B + b)];
  };
  if (entry < A * B) return column.i < 0 || column.j < 0 ? 0 : p(entry / B) * q(entry % B);
  if (entry < A * B + A) return column.j < 0 ? p(entry - A * B) : 0;
  return column.i < 0 ? q(entry - A * B - A) : 0;
}

/// Phi(x, y) of one view by looking at neighbouring columns.
Vector reference_phi(const SequencePairs& data, std::size_t view, InputId x, const Output& y,
                     bool is_local) {
  const SequencePairs::View& of_view = data.views[view];
  Vector phi(static_cast<std::size_t>(of_view.num_features + (data.symmetric ? 5 : 8)), 0.0);
  const std::vector<Column> columns = columns_of(y, is_local);
  for (std::size_t t = 0; t < columns.size(); ++t) {
    const auto [i, j] = columns[t];
    for (std::size_t d = 0; d < data.descriptions.size(); ++d) {
      const Description& description = data.descriptions[d];
      const Index A = description.first_codes, B = description.second_codes;
      if (description.has_shares) {
        for (Index entry = 0; entry < description.num_entries(); ++entry) {
          const int feature = of_view.feature_of_entry[d][static_cast<std::size_t>(entry)];
          if (feature >= 0)
            phi[static_cast<std::size_t>(feature)] +=
                share_of_entry(data, description, x, columns[t], entry);
        }
        continue;
      }
      const int p =
          i < 0 ? -1 : description.first[static_cast<std::size_t>(data.first_begin[x] + i)];
      const int q =
          j < 0 ? -1 : description.second[static_cast<std::size_t>(data.second_begin[x] + j)];
      const Index entry = j < 0 ? A * B + p : i < 0 ? A * B + A + q : p * B + q;
      const int feature = of_view.feature_of_entry[d][static_cast<std::size_t>(entry)];
      if (feature >= 0) phi[static_cast<std::size_t>(feature)] += 1;
    }
    const auto letter = [](const Column& column) {
      return column.i < 0 ? 'S' : column.j < 0 ? 'F' : 'P';
    };
    if (t == 0 && is_local) continue;
    const std::string two = {t == 0 ? 'P' : letter(columns[t - 1]), letter(columns[t])};
    const std::vector<std::string> own = {"PP", "PF", "PS", "FP", "FF", "FS", "SP", "SS"};
    const std::map<std::string, int> tied = {{"PP", 0}, {"PF", 1}, {"PS", 1}, {"FP", 2},
                                             {"SP", 2}, {"FF", 3}, {"SS", 3}, {"FS", 4}};
    const auto at =
        data.symmetric ? tied.at(two) : std::find(own.begin(), own.end(), two) - own.begin();
    phi[static_cast<std::size_t>(of_view.num_features + at)] += 1;
  }
  return phi;
}

double reference_loss(const SequencePairs& data, InputId x, const Output& y, const Output& y_hat,
                      bool is_local, Index near) {
  double wanted = 0, missed = 0;
  const auto is_judged = [](const std::vector<bool>& judged, Index at) {
    return judged.empty() || judged[static_cast<std::size_t>(at)];
  };
  for (const Column& pair : columns_of(y, is_local)) {
    if (pair.i < 0 || pair.j < 0 || !is_judged(data.first_judged, data.first_begin[x] + pair.i) ||
        !is_judged(data.second_judged, data.second_begin[x] + pair.j))
      continue;
    ++wanted;
    bool found = false;
    for (const Column& other : columns_of(y_hat, is_local))
      found = found || (other.i == pair.i && other.j >= 0 && std::abs(other.j - pair.j) <= near);
    missed += !found;
  }
  return wanted == 0 ? 0 : missed / wanted;
}

/// The metric's value where input x has the truth and the prediction of that number.
double metric_value(const std::string& name, const Views& views, const std::vector<Output>& truth,
                    const std::vector<Output>& predicted, const Json& options) {
  for (const OutputMetric& metric : find_problem("alignment")->metrics) {
    if (metric.info.name != name) continue;
    std::vector<Vector> notes;
    for (InputId x = 0; x < std::ssize(truth); ++x)
      notes.push_back(metric.note(views.joint(), x, truth[static_cast<std::size_t>(x)], {}));
    return metric.compute({truth, predicted, {}, options, notes});
  }
  FAIL(name);
  return 0;
}

}  // namespace

TEST_CASE("joint features of alignments count columns and what follows what",
          "[problems][alignment]") {
  Dice dice(6001);
  for (const SmallInstance& instance : small_instances("alignment", 6002)) {
    INFO(instance.options.dump() << ", " << instance.name);
    const auto& data = dynamic_cast<const SequencePairs&>(*instance.data);
    const Views views = find_problem("alignment")->make(instance.options, instance.data);
    const bool is_local = instance.options.at("mode") == "local";
    const Index near = instance.options.at("loss") == "q" ? 0 : 4;
    for (InputId x = 0; x < data.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      const auto any = [&] {
        return outputs[static_cast<std::size_t>(
            dice.range(0, static_cast<int>(outputs.size()) - 1))];
      };
      for (int draw = 0; draw < 20; ++draw) {
        const Output y = any(), y_hat = any();
        for (Index v = 0; v < views.count(); ++v) {
          Vector phi(static_cast<std::size_t>(views[v].dimension()), 0.0);
          add_to(phi, 1, views[v].joint_feature(x, y));
          CHECK(phi == reference_phi(data, static_cast<std::size_t>(v), x, y, is_local));
        }
        CHECK(views.joint().loss(x, y, y_hat) == reference_loss(data, x, y, y_hat, is_local, near));
      }
    }
  }
}

// The same positions with shares of 1 in place of codes.
SequencePairs with_shares(SequencePairs data) {
  for (Description& description : data.descriptions) {
    const auto spread = [](std::vector<std::int32_t>& codes, Index count) {
      std::vector<float> shares(codes.size() * static_cast<std::size_t>(count), 0.0F);
      for (std::size_t i = 0; i < codes.size(); ++i)
        shares[i * static_cast<std::size_t>(count) + static_cast<std::size_t>(codes[i])] = 1;
      codes.clear();
      return shares;
    };
    description.first_shares = spread(description.first, description.first_codes);
    description.second_shares = spread(description.second, description.second_codes);
    description.has_shares = true;
  }
  return data;
}

TEST_CASE("shares of one are codes", "[problems][alignment]") {
  Dice dice(6003);
  for (const SmallInstance& instance : small_instances("alignment", 6004)) {
    const auto& data = dynamic_cast<const SequencePairs&>(*instance.data);
    if (std::any_of(data.descriptions.begin(), data.descriptions.end(),
                    [](const Description& each) { return each.has_shares; }))
      continue;
    INFO(instance.options.dump() << ", " << instance.name);
    const Views codes = alignments_of(data, instance.options),
                shares = alignments_of(with_shares(data), instance.options);
    const StructuredProblem &of_codes = codes.joint(), &of_shares = shares.joint();
    const auto& sums = dynamic_cast<const LogPartition&>(of_codes);
    const auto& share_sums = dynamic_cast<const LogPartition&>(of_shares);
    for (InputId x = 0; x < data.num_inputs(); ++x) {
      Vector w;
      for (Index k = 0; k < of_codes.dimension(); ++k) w.push_back(dice.range(-3, 3));
      const Decoded best = of_codes.decode(x, w);
      CHECK(of_shares.decode(x, w).output == best.output);
      CHECK(of_shares.decode(x, w).value == best.value);
      const SparseVector a = of_codes.joint_feature(x, best.output),
                         b = of_shares.joint_feature(x, best.output);
      CHECK(a.index == b.index);
      CHECK(a.value == b.value);
      Vector expected(w.size(), 0.0), same(w.size(), 0.0);
      CHECK(share_sums.add_expected_feature(x, w, 1, same) ==
            sums.add_expected_feature(x, w, 1, expected));
      for (std::size_t k = 0; k < w.size(); ++k)
        CHECK(same[k] == Approx(expected[k]).margin(1e-12));
    }
  }
}

TEST_CASE("q4 forgives four places and not five", "[problems][alignment]") {
  const SequencePairs data = plain_pairs({{{0}, {0, 0, 0, 0, 0, 0, 0}}}, 1);
  const auto paired_at = [](Index j) {
    Output y{std::vector<int>(7, kSecond)};
    y.parts[static_cast<std::size_t>(j)] = kPair;
    return y;
  };
  const Views q4 = alignments_of(data, {{"loss", "q4"}}), q = alignments_of(data, {{"loss", "q"}});
  CHECK(q4.joint().loss(0, paired_at(1), paired_at(5)) == 0);
  CHECK(q4.joint().loss(0, paired_at(1), paired_at(6)) == 1);
  CHECK(q.joint().loss(0, paired_at(1), paired_at(2)) == 1);
  CHECK(q.joint().loss(0, paired_at(1), paired_at(1)) == 0);
  CHECK(find_problem("alignment")->blank(Json::object()).joint().num_inputs() == 0);
}

TEST_CASE("metrics of alignments are shares of judged pairs", "[problems][alignment]") {
  SequencePairs data = plain_pairs({{{0, 0, 0}, {0, 0, 0}}, {{0, 0}, {0, 0}}}, 1);
  const Json options = {{"mode", "global"}, {"loss", "q4"}};
  const std::vector<Output> truth = {{{kPair, kPair, kPair}}, {{kFirst, kFirst, kSecond, kSecond}}};
  const std::vector<Output> shifted = {{{kPair, kFirst, kPair, kSecond}},
                                       {{kFirst, kPair, kSecond}}};
  const auto values = [&](const SequencePairs& pairs) {
    const Views views = alignments_of(pairs, options);
    return Vector{metric_value("q", views, truth, shifted, options),
                  metric_value("q4", views, truth, shifted, options),
                  metric_value("q_precision", views, truth, shifted, options),
                  metric_value("q_precision", views, truth, truth, options)};
  };
  // The first of the pairs 00 11 22 is found, the last is a place off. In the second input nothing
  // is to be found, and a pair is predicted.
  CHECK(values(data) == Vector{(1.0 / 3 + 1) / 2, (2.0 / 3 + 1) / 2, (1.0 / 2 + 0) / 2, 1});
  data.first_judged = {true, true, false, true,
                       false};  // the pair of the second input is not judged
  CHECK(values(data) == Vector{(1.0 / 2 + 1) / 2, (1.0 / 2 + 1) / 2, (1.0 + 1) / 2, 1});
}

TEST_CASE("two alignments differ by the pairs that only one of them has", "[problems][alignment]") {
  const auto differ = find_problem("alignment")->difference;
  const Output all{{kPair, kPair}}, one{{kPair, kFirst, kSecond}},
      none{{kFirst, kFirst, kSecond, kSecond}};
  const Json global = {{"mode", "global"}}, local = {{"mode", "local"}};
  CHECK(differ(global, all, all) == 0);
  CHECK(differ(global, all, one) == Approx(1.0 / 3));
  CHECK(differ(global, all, none) == 1);
  CHECK(differ(global, none, none) == 0);
  CHECK(differ(local, {{1, 2, kPair}}, {{0, 1, kPair, kPair}}) == Approx(1.0 / 3));
  CHECK(differ(local, {{}}, {{0, 1, kPair}}) == 1);
}

TEST_CASE(
    "losses that need the best alignment per number of hits refuse sequences that would fill "
    "memory",
    "[problems][alignment]") {
  const auto refused = [](Augmentation augmentation, std::size_t length) {
    const std::vector<int> codes(length, 0);
    return alignments_of(plain_pairs({{{0}, {0}}, {codes, codes}}, 1))
        .joint()
        .loss_augmentation_unavailable(augmentation);
  };
  for (const Augmentation augmentation :
       {Augmentation{Rescaling::kSlack, 1}, {Rescaling::kSlack, 2}, {Rescaling::kMargin, 2}}) {
    CHECK_FALSE(refused(augmentation, 200));
    REQUIRE(refused(augmentation, 3000));
    CHECK_THAT(*refused(augmentation, 3000),
               Contains("sequences of 3000 and 3000 positions can make a table"));
  }
  CHECK_FALSE(refused({Rescaling::kMargin, 1}, 3000));
}

TEST_CASE(
    "sums over alignments that would fill memory are refused, of inputs that may be trained on",
    "[problems][alignment]") {
  const std::vector<int> codes(4000, 0);
  SequencePairs data = plain_pairs({{{0}, {0}}, {codes, codes}}, 1);
  const auto refused = [&](Need need) { return unmet(need, alignments_of(data).joint()); };
  REQUIRE(refused(Need::kLogPartition));
  CHECK_THAT(*refused(Need::kLogPartition),
             Contains("sequences of 4000 and 4000 positions can make a table of 1.2 GiB for the "
                      "log-partition"));
  CHECK_FALSE(refused(Need::kRunnerUp));
  data.num_training = 1;
  CHECK_FALSE(refused(Need::kLogPartition));
  const Views views = alignments_of(data);
  CHECK_FALSE(views.joint().loss_augmentation_unavailable({Rescaling::kSlack, 1}));
  data.num_training = 2;
  CHECK(refused(Need::kLogPartition));
}

TEST_CASE("who is no pair hidden Markov model says why", "[problems][alignment]") {
  const SequencePairs plain = plain_pairs({{{0, 1}, {0}}}, 2);
  const auto why = [](const SequencePairs& data, const Json& options = Json::object()) {
    const Views views = alignments_of(data, options);
    return unmet(Need::kPairHiddenMarkovModel, views.joint()).value_or("");
  };
  CHECK(why(plain) == "");
  CHECK_THAT(why(plain, {{"mode", "local"}}), Contains("needs mode global"));
  SequencePairs changed = plain;
  changed.symmetric = true;
  CHECK_THAT(why(changed), Contains("needs data that are not symmetric"));
  changed = plain;
  changed.views[0].feature_of_entry[0][1] = changed.views[0].feature_of_entry[0][2];
  CHECK_THAT(why(changed), Contains("needs a feature of its own for each entry"));
  changed = plain;
  changed.views.push_back(changed.views[0]);
  CHECK_THAT(why(changed), Contains("needs one view"));
  changed = plain;
  changed.descriptions.push_back(changed.descriptions[0]);
  changed.views[0].feature_of_entry.emplace_back(changed.descriptions[0].num_entries(), -1);
  CHECK(why(changed) == "");  // of which no feature is in the view
  changed.views[0].feature_of_entry[1][3] =
      static_cast<std::int32_t>(changed.views[0].num_features++);
  CHECK_THAT(why(changed), Contains("needs one description"));
  CHECK_THAT(
      unmet(Need::kPairHiddenMarkovModel, find_problem("parsing")->blank(Json::object()).joint())
          .value_or(""),
      Contains("which this problem does not offer"));
}

TEST_CASE("known scores are refused where the view has no feature of theirs",
          "[problems][alignment]") {
  SequencePairs data = plain_pairs({{{0, 1}, {0}}}, 2);
  data.substitution_scores = {4, -1, -1, 5};
  const auto why = [&] {
    return unmet(KnownSet{"known substitution scores", {}},
                 alignments_of(data, Json::object()).joint())
        .value_or("");
  };
  CHECK(why() == "");
  for (std::int32_t& feature : data.views[0].feature_of_entry[0]) feature = -1;
  data.views[0].num_features = 0;
  CHECK_THAT(why(), Contains("features of single residues, which the view does not have"));
}

TEST_CASE("local alignments have known pairs at weights of any size",
          "[problems][alignment][partial]") {
  Dice dice(61);
  int checked = 0, restricted = 0;
  for (const auto& instance : small_instances("alignment", kSeed)) {
    if (instance.options.value("mode", "global") != "local") continue;
    const Views views = find_problem("alignment")->make(instance.options, instance.data);
    Json global_options = instance.options;
    global_options["mode"] = "global";
    const Views global = find_problem("alignment")->make(global_options, instance.data);
    const Index transitions = dynamic_cast<const SequencePairs&>(*instance.data).symmetric ? 5 : 8;
    const StructuredProblem& problem = views.joint();
    const auto& partial = dynamic_cast<const PartialOutputs&>(problem);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      const Output& y =
          outputs[static_cast<std::size_t>(dice.range(0, static_cast<int>(outputs.size()) - 1))];
      std::vector<Known> known(static_cast<std::size_t>(problem.num_inputs()));
      known[static_cast<std::size_t>(x)] = partial.known_of(x, {&y, 1});
      for (std::vector<int>& fact : known[static_cast<std::size_t>(x)].facts) {
        if (dice.range(0, 1) == 0) fact.clear();
      }
      std::vector<Output> allowed = outputs;
      std::erase_if(allowed, [&](const Output& each) {
        return !partial.allows(x, known[static_cast<std::size_t>(x)], each);
      });
      restricted += allowed.size() < outputs.size();
      const auto within = partial.within(known);
      const auto* ranked = dynamic_cast<const KBestDecoder*>(within.get());
      const auto* sums = dynamic_cast<const LogPartition*>(within.get());

      // Features that no position of x has may have any weight. Global alignments have all others.
      Vector touched(static_cast<std::size_t>(problem.dimension()), 0.0);
      dynamic_cast<const LogPartition&>(global.joint())
          .add_expected_feature(x, Vector(touched.size(), 0.0), 1, touched);
      Index end = 0;
      for (Index v = 0; v < views.count(); ++v) {
        end += views[v].dimension();
        std::fill_n(touched.begin() + end - transitions, transitions, 1.0);
      }
      const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
      const Decoded best = within->decode(x, w);
      const std::vector<Decoded> list = ranked->k_best(x, 5, w);
      // Powers of 2 change no digit of any sum.
      for (const int power : {-900, -60, 0, 60, 900}) {
        Vector scaled = w;
        for (std::size_t j = 0; j < w.size(); ++j)
          scaled[j] = touched[j] > 0 ? std::ldexp(w[j], power) : std::ldexp(1.0, 900);
        INFO(power << " " << instance.name << ", input " << x << " " << y);
        const Decoded found = within->decode(x, scaled);
        REQUIRE(found.output == best.output);
        REQUIRE(found.value == std::ldexp(best.value, power));
        const std::vector<Decoded> found_list = ranked->k_best(x, 5, scaled);
        REQUIRE(found_list.size() == list.size());
        for (std::size_t k = 0; k < list.size(); ++k) {
          REQUIRE(found_list[k].output == list[k].output);
          REQUIRE(found_list[k].value == std::ldexp(list[k].value, power));
        }
        // The sum and the best of loss + f by enumeration
        double highest = -std::numeric_limits<double>::infinity(), most = highest, sum = 0;
        for (const Output& each : allowed) {
          const double f = problem.score(x, each, scaled);
          highest = std::max(highest, f);
          most = std::max(most, problem.loss(x, allowed.front(), each) + f);
        }
        for (const Output& each : allowed)
          sum += std::exp(problem.score(x, each, scaled) - highest);
        REQUIRE(sums->log_partition(x, scaled) ==
                Approx(highest + std::log(sum)).epsilon(1e-10).margin(1e-11));
        const Decoded worst = within->loss_augmented_decode(x, allowed.front(), scaled, {});
        REQUIRE(worst.value == Approx(most).epsilon(1e-12).margin(1e-14));
        REQUIRE(std::ranges::find(allowed, worst.output) != allowed.end());
        ++checked;
      }
    }
  }
  CHECK(checked > 100);
  CHECK(restricted > 20);
}
