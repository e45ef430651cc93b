#include "costruct/experiments/draws/data_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "costruct/experiments/config/kernel_block.hpp"
#include "costruct/experiments/data/data_block.hpp"
#include "costruct/experiments/data/formats/format.hpp"
#include "costruct/experiments/data/generators/generator.hpp"

namespace costruct::experiments {
namespace {

void check_named_labels(const Config& config, const std::vector<std::string>& labels) {
  for (const auto& [path, label] : config.named_labels) {
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    throw ConfigError(fmt::format("{} = {}: the training data have no such label: {}", path, shown(label),
                                  suggestion(label, labels)));
  }
}

// "[5, 9]" or the groups of a view, where the block lists them.
std::string asked_of_view(const Json& views, Index v) {
  for (const char* key : {"ranges", "groups"}) {
    const auto at = views.find(key);
    if (at != views.end() && at->is_array()) return ", " + shown(at->at(static_cast<std::size_t>(v))) + ",";
  }
  return "";
}

std::string features_there(const FeatureFacts& facts) {
  if (facts.size() == 0) return "no features at all";
  const auto [first, last] = std::minmax_element(facts.number.begin(), facts.number.end());
  return fmt::format("{} features, numbered {} to {}{}", facts.size(), *first, *last,
                     facts.groups.empty() ? std::string() : ", in groups " + one_of(facts.groups));
}

void check_views_have_features(const LearnerConfig& learner, const FeatureFacts& facts, std::uint64_t seed) {
  const auto split = learner.views.at("split").get<std::string>();
  if (split == "none") return;
  const ViewAssignment views = assign_views(learner.views, facts, RandomStream(seed, 0, "views"));
  // One view of all features does not mind which were to be apart, but those that the config lists must
  // exist.
  const bool listed = split == "ranges" || split == "named";
  if (!learner.entry->uses_views && !listed) return;
  std::vector<Index> features(static_cast<std::size_t>(views.count), 0);
  for (const std::int32_t view : views.view_of) {
    if (view >= 0) ++features[static_cast<std::size_t>(view)];
  }
  for (Index v = 0; v < views.count; ++v) {
    if (features[static_cast<std::size_t>(v)] > 0) continue;
    throw ConfigError(fmt::format("views of {}: view {}{} has no feature: the data have {}", learner.name,
                                  v + 1, asked_of_view(learner.views, v), features_there(facts)));
  }
}

// Throws DataError at the first part that is not made of indicators, of those features that are in `views`.
void check_indicators(const LearnerConfig& learner, const LoadedData& data, const ViewAssignment& views) {
  const Corpus& corpus = data.corpus;
  const auto fail = [&](Index i, Index p, std::int32_t feature, const std::string& what) {
    const Corpus::Place& place = corpus.places[static_cast<std::size_t>(i)];
    throw DataError(fmt::format(
        "{}:{}: {} {} in part {} of this example, but learner {} needs {}: each 0 or 1, and none twice in a "
        "part",
        corpus.files[static_cast<std::size_t>(place.file)], place.line,
        shown(data.encoder.feature_info(feature).name), what, p - corpus.features.example_begin[i] + 1,
        learner.name, need_name(Need::kIndicatorFeatures)));
  };
  std::vector<Index> last_part(static_cast<std::size_t>(data.features.size()), -1);
  for (Index i = 0; i < corpus.size(); ++i) {
    if (!corpus.is_labeled(i) && !learner.entry->uses_unlabeled) continue;  // nobody looks at it
    for (Index p = corpus.features.example_begin[i]; p < corpus.features.example_begin[i + 1]; ++p) {
      const auto features = corpus.features.features_of(p);
      const auto values = corpus.features.values_of(p);
      for (std::size_t e = 0; e < features.size(); ++e) {
        const auto feature = static_cast<std::size_t>(features[e]);
        if (views.view_of[feature] < 0) continue;
        if (!values.empty() && values[e] != 0 && values[e] != 1)
          fail(i, p, features[e], fmt::format("is {:g}", values[e]));
        if (std::exchange(last_part[feature], p) == p) fail(i, p, features[e], "stands twice");
      }
    }
  }
}

// Of a feature over labeled training examples. Zeros are values like others, unless most are zeros: then the
// feature is sparse, and as large as it is where it is there.
struct FeatureScale {
  double sum = 0, squares = 0;
  Index nonzero = 0;
  bool indicator = true;  // no value but 0 and 1

  void add(double x) {
    if (x == 0) return;
    sum += x;
    squares += x * x;
    ++nonzero;
    indicator = indicator && x == 1;
  }
  double of(Index parts) const {
    if (nonzero == 0) return 0;
    const auto n = static_cast<double>(parts);
    if (indicator) return .5;
    if (2 * nonzero < parts) return std::sqrt(squares / static_cast<double>(nonzero));
    const double variance = squares / n - (sum / n) * (sum / n);
    return variance > 1e-12 * squares / n ? std::sqrt(variance) : 0;  // 0: constant
  }
};

std::optional<std::string> unequal_scales(const LoadedData& data, const std::string& remedy) {
  const Corpus& corpus = data.corpus;
  std::vector<FeatureScale> scales(static_cast<std::size_t>(data.features.size()));
  Index parts = 0;
  for (Index i = 0; i < data.train_end; ++i) {
    if (!corpus.is_labeled(i)) continue;
    for (Index p = corpus.features.example_begin[i]; p < corpus.features.example_begin[i + 1]; ++p, ++parts) {
      const auto features = corpus.features.features_of(p);
      const auto values = corpus.features.values_of(p);
      for (std::size_t e = 0; e < features.size(); ++e)
        scales[static_cast<std::size_t>(features[e])].add(values.empty() ? 1 : values[e]);
    }
  }
  std::vector<std::pair<double, Index>> found;
  for (Index j = 0; j < data.features.size(); ++j) {
    const double scale = scales[static_cast<std::size_t>(j)].of(parts);
    if (scale > 0 && std::isfinite(scale)) found.emplace_back(scale, j);
  }
  if (found.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(found.begin(), found.end());
  constexpr double kMostUnequal = 100;
  if (most->first <= kMostUnequal * least->first) return std::nullopt;
  const auto name = [&](Index j) { return shown(data.encoder.feature_info(j).name); };
  return fmt::format(
      "attributes differ in scale by a factor of {:.0f} ({} varies by {:.3g}, {} by {:.3g}), and "
      "nothing is scaled: {}",
      most->first / least->first, name(most->second), most->first, name(least->second), least->first, remedy);
}

// Whether the option has this value, and `select` does not try others.
bool is_set(const LearnerConfig& learner, const char* option, const Json& value) {
  const auto at = learner.options.find(option);
  return at != learner.options.end() && *at == value && !learner.select.contains(option);
}

std::optional<std::string> targets_far_from_zero(const LoadedData& data) {
  double sum = 0, squares = 0;
  Index n = 0;
  for (Index i = 0; i < data.train_end; ++i) {
    if (!data.corpus.is_labeled(i)) continue;
    const double y = data.corpus.targets[static_cast<std::size_t>(i)];
    sum += y;
    squares += y * y;
    ++n;
  }
  if (n < 2) return std::nullopt;
  const double mean = sum / static_cast<double>(n);
  const double deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(n) - mean * mean));
  if (!std::isfinite(mean) || std::abs(mean) <= deviation) return std::nullopt;
  return fmt::format(
      "targets have mean {:.4g} and deviation {:.4g}, and functions without intercept are drawn "
      "towards 0: \"intercept\": true",
      mean, deviation);
}

bool has_unlabeled(const Config& config, const LoadedData& data) {
  for (Index i = 0; i < data.unlabeled_end; ++i) {
    if (i >= data.train_end || !data.corpus.is_labeled(i)) return true;
  }
  const auto generate = config.data.find(kGenerate);  // those that are drawn as they are needed
  const bool drawn = generate != config.data.end() && generate->value("stream", false);
  return drawn || !data.unlabeled.empty();
}

}  // namespace

void check_against_data(const Config& config, const LoadedData& data) {
  check_named_labels(config, data.encoder.labels());
  const bool training = config.kind == ConfigKind::kTraining;
  for (const LearnerConfig& learner : config.learners) {
    const std::uint64_t seed = training ? config.seed : config.sweep.seed;
    check_views_have_features(learner, data.features, seed);
    if (!takes_kernels(*learner.entry, learner.options))
      check_indicators(learner, data,
                       assign_views(learner.views, data.features, RandomStream(seed, 0, "views")));
  }
}

std::vector<std::string> notes_on_scales(const Config& config, const LoadedData& data) {
  std::vector<std::string> notes;
  const bool numbers = config.problem->target == Target::kNumber;
  if (!numbers) {  // features made of words, or sparse ones, have no scale to speak of
    const Format* format = find_format(config.data.value("format", ""));
    const bool table =
        format != nullptr && (format->rows == RowKind::kTable || format->rows == RowKind::kDense);
    if (!table) return notes;
    if (const auto note = unequal_scales(data, "divide the columns by their deviations"))
      notes.push_back(*note);
    return notes;
  }
  std::optional<std::string> scales, targets;
  for (const LearnerConfig& learner : config.learners) {
    if (!scales && is_set(learner, "scaling", "none"))
      scales = unequal_scales(data, "\"scaling\": \"standardize\" makes them alike");
    if (!targets && is_set(learner, "intercept", false)) targets = targets_far_from_zero(data);
  }
  if (scales) notes.push_back(*scales);
  if (targets) notes.push_back(*targets);
  return notes;
}

std::vector<std::string> notes_on_data(const Config& config, const LoadedData& data) {
  std::vector<std::string> notes;
  const bool training = config.kind == ConfigKind::kTraining;
  const bool unlabeled_here = has_unlabeled(config, data);
  const auto& sizes = config.sweep.sizes;
  const bool none_in_sweep = std::all_of(sizes.begin(), sizes.end(), [](auto s) { return s.unlabeled == 0; });
  for (const LearnerConfig& learner : config.learners) {
    const bool one_view = !known_view_count(learner.views) &&
                          assign_views(learner.views, data.features, RandomStream(1, 0, "views")).count == 1;
    if (learner.entry->uses_views && one_view && !has_sites(config.data))
      notes.push_back(one_view_note(learner));
    if (learner.entry->uses_unlabeled) {
      if (training ? !unlabeled_here : none_in_sweep)
        notes.push_back(fmt::format("{} uses unlabeled examples, and {}", learner.name,
                                    training ? "the data have none" : "no cell of the sweep has any"));
    } else if (training && unlabeled_here && !is_transductive(learner.kernel)) {
      notes.push_back(
          fmt::format("unlabeled examples are not used: {} learns from labeled ones", learner.name));
    }
  }
  const std::vector<std::string> scales = notes_on_scales(config, data);
  notes.insert(notes.end(), scales.begin(), scales.end());
  return notes;
}

}  // namespace costruct::experiments
