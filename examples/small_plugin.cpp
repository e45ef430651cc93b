// A plug-in of small things, each one function: an extractor, a metric, a loss and a view
// policy.
//   costruct --plugin ./small_plugin.so run sweep.json
#include <algorithm>
#include <cmath>
#include <string>

#include "costruct/data/features/extractor.hpp"
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
  add_loss("multiclass", {"distance", "how far two labels are apart", distance});
  experiments::add_view_policy(in_turn());
}
