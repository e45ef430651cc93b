#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {
namespace {

const std::vector<std::string>& no_names() {
  static const std::vector<std::string> none;
  return none;
}

const Known kNothingKnown;

}  // namespace

std::string InputStream::text_of(Index, const Output& output) const {
  return examples_.text_of(output);
}

InputStream::Writer InputStream::writer(Index which) const {
  return [this, which](const Output& output, std::span<const double>) {
    return text_of(which, output);
  };
}

InputStream::Writer InputStream::example_writer(Index which) const {
  return [this, write = writer(which)](const Output& output, std::span<const double> scores) {
    return write(output, scores) + examples_.separator();
  };
}

const Known& InputStream::known(Index) const {
  return kNothingKnown;
}

const Known& ExampleSet::known(Index) const {
  return kNothingKnown;
}

void ExampleSet::stream_known(bool is_known) {
  if (!is_known) return;
  throw ConfigError(
      "--known: files of such examples cannot say what is known of an output: "
      "--known is for labels, and for batches of emails");
}

void ExampleSet::stream_plain_text(TextUnit) {
  throw ConfigError(
      "--plain-text: the model does not take plain text: name a file in the format that it was "
      "trained from");
}

const std::vector<std::string>& ExampleSet::wanted_in_draws() const {
  return no_names();
}

const std::vector<std::string>& ExampleSet::label_names() const {
  return no_names();
}

FeatureFacts feature_facts(const ExampleSet& examples) {
  FeatureFacts facts;
  facts.groups = examples.feature_groups();
  const Index count = examples.num_features();
  facts.group.reserve(count);
  facts.number.reserve(count);
  for (Index feature = 0; feature < count; ++feature) {
    const FeatureInfo info = examples.feature_info(feature);
    facts.group.push_back(info.group);
    facts.number.push_back(info.number);
    facts.any_fitted = facts.any_fitted || examples.is_fitted(feature);
  }
  return facts;
}

bool any_fitted(const ExampleSet& examples, const ViewAssignment& views) {
  for (std::size_t feature = 0; feature < views.view_of.size(); ++feature) {
    if (views.view_of[feature] >= 0 && examples.is_fitted(static_cast<Index>(feature))) return true;
  }
  return false;
}

}  // namespace costruct::experiments
