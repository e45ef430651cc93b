// A plug-in of small things, each one function: an extractor, a metric, two losses, a view policy
// and a protocol.
//   costruct --plugin ./small_plugin.so run sweep.json
#include <algorithm>
#include <cmath>
#include <string>

#include "costruct/data/features/extractor.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/config/view_policy.hpp"
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/problems/catalog.hpp"

namespace {

using namespace costruct;

// {"extractor": "vowels"}: the vowels of a word, in their order.
std::vector<std::vector<std::string>> vowels(std::span<const std::string_view> words) {
  std::vector<std::vector<std::string>> attributes;
  for (const std::string_view word : words) {
    std::string found;
    std::copy_if(word.begin(), word.end(), std::back_inserter(found), [](char c) {
      return std::string_view("aeiouAEIOU").find(c) != std::string_view::npos;
    });
    attributes.push_back({found});
  }
  return attributes;
}

// "metrics": ["longest_run"]: the longest run of wrong parts in any output.
double longest_run(const MetricInput& input) {
  Index longest = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    Index run = 0;
    for (std::size_t t = 0; t < input.truth[i].parts.size(); ++t) {
      run = input.truth[i].parts[t] == input.predicted[i].parts[t] ? 0 : run + 1;
      longest = std::max(longest, run);
    }
  }
  return static_cast<double>(longest);
}

// "loss": "distance": how far two labels that are numbers are apart.
double distance(const std::string& y, const std::string& y_hat) {
  return std::abs(std::stod(y) - std::stod(y_hat));
}

// "loss": "first_wrong": how much of an output is behind its first wrong part.
double first_wrong(const Output& y, const Output& y_hat, std::span<const std::string> /*labels*/) {
  const auto at = std::ranges::mismatch(y.parts, y_hat.parts).in1;
  return static_cast<double>(y.parts.end() - at) / static_cast<double>(y.parts.size());
}

// "sweep": {"protocol": "in_time", "holdout": 20}: the last examples of the files are held out, and
// repetition r learns from those that begin with example r.
experiments::OwnProtocol in_time() {
  experiments::OwnProtocol protocol;
  protocol.name = "in_time";
  protocol.summary = "the last examples are held out";
  protocol.options = {integer_option("holdout", 10, {.at_least = 1}, "number of examples")};
  protocol.make_draw = [](const Json& block) -> experiments::OwnDraw {
    const Index holdout = block.at("holdout").get<Index>();
    return [holdout](const experiments::ExamplesToDraw& examples, Index repetition,
                     std::uint64_t /*seed*/) {
      experiments::ListedSplit split;
      split.others_unlabeled = true;
      const Index count = std::ssize(examples.is_labeled);
      for (Index i = repetition; i < count; ++i) {
        if (!examples.is_labeled[static_cast<std::size_t>(i)]) continue;
        (i < count - holdout ? split.labeled : split.holdout).push_back(i);
      }
      return split;
    };
  };
  return protocol;
}

// "views": {"split": "in_turn", "count": 3}: feature i is in view i modulo `count`.
experiments::ViewPolicyEntry in_turn() {
  experiments::ViewPolicyEntry entry;
  entry.name = "in_turn";
  entry.summary = "feature i is in view i modulo `count`";
  entry.options = {integer_option("count", 2, {.at_least = 1, .at_most = 1000}, "number of views")};
  entry.make = [](const Json& options) {
    const Index count = options.at("count").get<Index>();
    experiments::ViewPolicy policy;
    policy.count = count;
    policy.parts_all = true;
    policy.assign = [count](const experiments::FeatureFacts& facts, RandomStream) {
      experiments::ViewAssignment views{count, {}};
      for (const std::uint64_t number : facts.number)
        views.view_of.push_back(
            static_cast<std::int32_t>(number % static_cast<std::uint64_t>(count)));
      return views;
    };
    return policy;
  };
  return entry;
}

}  // namespace

COSTRUCT_PLUGIN {
  experiments::add_extractor(
      experiments::extractor_of("vowels", "the vowels of a word, in their order", vowels));
  OutputMetric metric;
  metric.info = {"longest_run", "the longest run of wrong parts", false, MetricScale::kCount};
  metric.compute = longest_run;
  add_metric("sequence", metric);
  for (const char* problem : {"multiclass", "sequence"})
    add_loss(problem, LabelLossEntry{"distance", "how far two labels are apart", distance});
  add_loss("sequence",
           OutputLossEntry{"first_wrong", "the share behind the first wrong label", first_wrong});
  experiments::add_view_policy(in_turn());
  experiments::add_protocol(in_time());
}
