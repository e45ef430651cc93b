#include "costruct/data/parsing/span_feature_table.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr const char* kRuleGroup = "rule";
constexpr const char* kBorderGroup = "border";
constexpr const char* kWidthGroup = "width";
constexpr const char* kLexicalGroup = "lexical";
constexpr const char* kConjunctionGroup = "conjunction";
constexpr std::string_view kWordSuffix = "_word";

// The name of the feature for spans of this width.
std::string width_name(Index width) {
  if (width <= 5) return "width=" + std::to_string(width);
  return width <= 10 ? "width=6-10" : width <= 20 ? "width=11-20" : "width=21-";
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool is_conjunction(const std::string& tag, const std::string& word) {
  return tag == "CC" || word == "and" || word == "or" || word == "but";
}

// The group of a feature by the part before its =; nullptr if it is not the name of a feature.
const char* group_name(std::string_view feature) {
  if (feature == kRuleGroup) return kRuleGroup;
  const std::string_view kind = feature.substr(0, feature.find('='));
  if (kind.size() == feature.size()) return nullptr;
  for (const char* end : {"before", "first", "last", "after"}) {
    if (kind == end) return kBorderGroup;
    if (kind.ends_with(kWordSuffix) && kind.substr(0, kind.size() - kWordSuffix.size()) == end)
      return kLexicalGroup;
  }
  if (kind == kWidthGroup) return kWidthGroup;
  return kind == "contains" ? kConjunctionGroup : nullptr;
}

}  // namespace

const std::vector<std::string>& span_feature_groups() {
  static const std::vector<std::string> all{kRuleGroup, kBorderGroup, kWidthGroup, kLexicalGroup,
                                            kConjunctionGroup};
  return all;
}

SpanFeatureTable::SpanFeatureTable(std::vector<std::string> groups) : groups_(std::move(groups)) {
  width_.fill(-1);
}

SpanFeatureTable::SpanFeatureTable(std::vector<std::string> groups,
                                   std::span<const std::string> names)
    : SpanFeatureTable(std::move(groups)) {
  for (const std::string& name : names) {
    if (names_.find(name) >= 0) throw DataError("a feature stands twice");
    names_.intern(name);
    if (group_of(name) < 0) throw DataError("a feature of no group");
  }
  find_widths();
}

// Finds the feature of each width. A width that no sentence has still gets the feature of its bin.
void SpanFeatureTable::find_widths() {
  for (Index w = 1; w <= kWidths; ++w)
    width_[static_cast<std::size_t>(w) - 1] = names_.find(width_name(w));
}

bool SpanFeatureTable::has(const char* group) const {
  return std::find(groups_.begin(), groups_.end(), group) != groups_.end();
}

int SpanFeatureTable::group_of(std::string_view feature) const {
  const char* group = group_name(feature);
  if (group == nullptr) return -1;
  const auto at = std::find(groups_.begin(), groups_.end(), group);
  return at == groups_.end() ? -1 : static_cast<int>(at - groups_.begin());
}

FeatureInfo SpanFeatureTable::info(Index feature) const {
  const std::string_view name = names_[feature];
  return {std::string(name), group_of(name), static_cast<std::uint64_t>(feature) + 1};
}

std::int32_t SpanFeatureTable::number(std::string_view name, bool grows) {
  return grows ? names_.intern(name) : names_.find(name);
}

void SpanFeatureTable::add(FeatureTable& table, std::string_view prefix, std::string_view text,
                           bool grows) {
  ((name_ = prefix) += '=') += text;
  if (const std::int32_t id = number(name_, grows); id >= 0) table.feature.push_back(id);
}

void SpanFeatureTable::append(const TaggedSentence& sentence, bool grows) {
  if (has(kRuleGroup)) number(kRuleGroup, grows);
  std::vector<std::string> words;
  for (const std::string& word : sentence.words) words.push_back(in_small_letters(word));
  for (std::size_t t = 0; t < words.size(); ++t) {
    if (has(kBorderGroup)) append_ends(sentence.tags, "", grows, t);
    if (has(kLexicalGroup)) append_ends(words, kWordSuffix, grows, t);
    if (has(kConjunctionGroup) && is_conjunction(sentence.tags[t], words[t]))
      add(contains_, "contains", words[t], grows);
    for (FeatureTable* table : tables()) table->end_part();
  }
  for (FeatureTable* table : tables()) table->end_example();
  if (has(kWidthGroup)) append_widths(std::ssize(words), grows);
}

// Appends the features of spans that begin (end) with token t.
void SpanFeatureTable::append_ends(const std::vector<std::string>& texts, std::string_view suffix,
                                   bool grows, std::size_t t) {
  const auto name = [&](const char* end) { return std::string(end).append(suffix); };
  add(begins_, name("first"), texts[t], grows);
  add(begins_, name("before"), t == 0 ? "<s>" : texts[t - 1], grows);
  add(ends_, name("last"), texts[t], grows);
  add(ends_, name("after"), t + 1 == texts.size() ? "</s>" : texts[t + 1], grows);
}

void SpanFeatureTable::append_widths(Index length, bool grows) {
  bool new_bin = false;
  for (Index w = 1; grows && w <= std::min(length, kWidths); ++w) {
    if (width_[static_cast<std::size_t>(w) - 1] >= 0) continue;
    names_.intern(width_name(w));
    new_bin = true;
  }
  if (new_bin) find_widths();
}

void SpanFeatureTable::forget_sentences() {
  for (FeatureTable* table : tables()) *table = FeatureTable();
}

// The number of each feature in its view; -1 if it is in no view.
std::vector<std::int32_t> SpanFeatureTable::local_numbers(
    const InputRequest& request, std::vector<std::vector<std::int32_t>>& features) const {
  std::vector<std::int32_t> local(static_cast<std::size_t>(names_.size()),
                                  request.all_features ? 0 : -1);
  const std::int32_t rule = names_.find(kRuleGroup);
  for (const Index sentence : request.fit_on) {
    if (rule >= 0) local[rule] = 0;
    for (const FeatureTable* table : {&begins_, &ends_, &contains_}) {
      const Index first = table->example_begin[sentence], last = table->example_begin[sentence + 1];
      for (Index e = table->part_begin[first]; e < table->part_begin[last]; ++e)
        local[table->feature[e]] = 0;
    }
    for (Index w = 0; w < std::min(length(sentence), kWidths); ++w) {
      if (width_[w] >= 0) local[width_[w]] = 0;
    }
  }
  for (std::size_t j = 0; j < local.size(); ++j) {
    const std::int32_t view = request.views.view_of[j];
    if (local[j] < 0 || view < 0) {
      local[j] = -1;
      continue;
    }
    local[j] = static_cast<std::int32_t>(features[view].size());
    features[view].push_back(static_cast<std::int32_t>(j));
  }
  return local;
}

std::vector<parsing::SpanFeatures> SpanFeatureTable::views(
    const InputRequest& request, std::vector<std::vector<std::int32_t>>& features) const {
  using parsing::SpanFeatures;
  features.assign(static_cast<std::size_t>(request.views.count), {});
  const std::vector<std::int32_t> local = local_numbers(request, features);
  const auto& view_of = request.views.view_of;
  std::vector<SpanFeatures> views(features.size());
  const auto append = [&](const FeatureTable& from, FeatureTable SpanFeatures::*to,
                          Index sentence) {
    for (Index part = from.example_begin[sentence]; part < from.example_begin[sentence + 1];
         ++part) {
      for (const std::int32_t j : from.features_of(part)) {
        if (local[j] >= 0) (views[view_of[j]].*to).feature.push_back(local[j]);
      }
      for (SpanFeatures& view : views) (view.*to).end_part();
    }
    for (SpanFeatures& view : views) (view.*to).end_example();
  };
  for (const auto& sentences : {request.fit_on, request.predict_on}) {
    for (const Index sentence : sentences) {
      append(begins_, &SpanFeatures::begins, sentence);
      append(ends_, &SpanFeatures::ends, sentence);
      append(contains_, &SpanFeatures::contains, sentence);
    }
  }
  for (std::size_t v = 0; v < views.size(); ++v) {
    SpanFeatures& view = views[v];
    view.num_features = std::ssize(features[v]);
    for (FeatureTable* table : {&view.begins, &view.ends, &view.contains})
      table->num_features = view.num_features;
    for (const std::int32_t j : width_) {
      const bool is_in_view = j >= 0 && local[j] >= 0 && view_of[j] == static_cast<std::int32_t>(v);
      view.widths.push_back(is_in_view ? local[j] : -1);
    }
  }
  return views;
}

}  // namespace costruct::experiments
