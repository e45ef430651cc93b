#include "costruct/mail/email_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/examples/features_of_views.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/clustering/object_sets.hpp"

namespace costruct::experiments {

using clustering::kMostObjects;
using clustering::ObjectSets;

namespace {

constexpr const char* kStoredWords = "encoder.words";
constexpr const char* kStoredWordCounts = "encoder.word_counts";
constexpr const char* kBatchWindow = "batch_window";

/// The comparison of emails that a fit uses.
struct FittedComparison final : FittedFeatures {
  explicit FittedComparison(EmailComparison the_comparison)
      : comparison(std::move(the_comparison)) {}
  EmailComparison comparison;
};

/// The emails of some inputs, prepared for comparison.
class EmailPairs final : public clustering::PairFeatures {
 public:
  EmailPairs(std::shared_ptr<const FittedComparison> fitted, std::vector<WeightedSketch> emails)
      : fitted_(std::move(fitted)), emails_(std::move(emails)) {}
  Index count() const override { return fitted_->comparison.num_features(); }
  void compute(Index a, Index b, std::span<float> psi) const override {
    fitted_->comparison.compare(emails_[static_cast<std::size_t>(a)],
                                emails_[static_cast<std::size_t>(b)], psi);
  }

 private:
  std::shared_ptr<const FittedComparison> fitted_;
  std::vector<WeightedSketch> emails_;
};

std::vector<std::int32_t> all_features() {
  std::vector<std::int32_t> all(kEmailFeatures);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Feature groups in the order of their first features.
std::vector<std::string> groups_among(const std::vector<std::int32_t>& features) {
  std::vector<std::string> groups;
  for (const std::int32_t feature : features) {
    const std::string group(email_features()[static_cast<std::size_t>(feature)].group);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

// One line for each email: the place of the first email of its batch, from `before` + 1.
std::string batch_lines(const Output& output, Index before) {
  std::vector<Index> first;  // first email of each batch
  std::string text;
  for (std::size_t i = 0; i < output.parts.size(); ++i) {
    const auto batch = static_cast<std::size_t>(output.parts[i]);
    if (batch >= first.size()) first.resize(batch + 1, static_cast<Index>(i));
    text += fmt::format("{}\n", before + first[batch] + 1);
  }
  return text;
}

}  // namespace

EmailComparison::EmailComparison(DocumentFrequencies frequencies)
    : EmailComparison(std::move(frequencies), all_features()) {}

void EmailComparison::compare(const WeightedSketch& a, const WeightedSketch& b,
                              std::span<float> psi) const {
  if (features_.size() == kEmailFeatures) return experiments::compare(a, b, psi);
  std::array<float, kEmailFeatures> all;
  experiments::compare(a, b, all);
  for (std::size_t i = 0; i < features_.size(); ++i)
    psi[i] = all[static_cast<std::size_t>(features_[i])];
}

EmailExamples::EmailExamples(const Json& block)
    : RecordExamples(block), features_(all_features()), groups_(groups_among(features_)) {
  refuse_label_map(block, "emails");
  forget_option(kLabelMap);
}

std::unique_ptr<RecordReader> EmailExamples::open(const std::filesystem::path& file,
                                                  Reading /*reading*/) {
  return open_emails(file, format().name);
}

RecordExamples::Parsed EmailExamples::parse(RecordReader& record, Reading reading) {
  const Email& email = static_cast<const EmailSource&>(record).email();
  sketches_.push_back(sketch_of(email));
  if (reading.outputs || reading.known) {
    links_.push_back(linked_email(email, {record.file(), record.line()}));
  } else if (!reading.predicts()) {
    links_.emplace_back();  // links of unlabeled files are ignored
  }
  if (!reading.outputs || !email.batch) return {};
  return {Output{{batches_.intern(*email.batch)}}};
}

void EmailExamples::forget_inputs() {
  sketches_.clear();
  links_.clear();
  batches_ = StringTable();
  links_taken_ = 0;
}

Known EmailExamples::known_of_input() const {
  std::vector<Index> all(links_.size());
  std::iota(all.begin(), all.end(), Index{0});
  return known_among(all);
}

Known EmailExamples::known_among(std::span<const Index> emails) const {
  std::vector<const LinkedEmail*> chosen;
  for (const Index email : emails) chosen.push_back(&links_[static_cast<std::size_t>(email)]);
  return known_links(chosen);
}

// One more than a set may have, so that inputs() reports it.
Index EmailExamples::most_at_a_time() const {
  return kMostObjects + 1;
}

void EmailExamples::take_links() {
  const Index first = std::exchange(links_taken_, std::ssize(links_));
  const std::vector<LinkedEmail> read(links_.begin() + first, links_.end());
  for (std::vector<Index>& emails : linked_emails(read)) {
    for (Index& email : emails) email += first;
    Known known = known_among(emails);
    if (std::ranges::all_of(emails, [&](Index email) { return is_labeled(email); })) continue;
    for (const Index email : emails) {
      forget_output(email);
      linked_with_[email] = linked_.size();
    }
    linked_.push_back({std::move(emails), std::move(known)});
  }
}

std::vector<std::string> EmailExamples::finish_reading() {
  take_links();
  return {};
}

void EmailExamples::finish_training() {
  take_links();
  training_end_ = size();
  if (any_labeled()) return;
  throw DataError(first_file() +
                  (linked_.empty() ? ": no email has a batch"
                                   : ": no email has a batch, except emails that "
                                     "are linked with emails without") +
                  ": expected \"batch\" in the data");
}

const Known& EmailExamples::known(Index example) const {
  const auto at = linked_with_.find(example);
  return at == linked_with_.end() ? ExampleSet::known(example) : linked_[at->second].known;
}

std::vector<KnownSet> EmailExamples::known_sets(std::span<const Index> of, Index most) const {
  std::vector<bool> is_asked(linked_.size(), false);  // linked emails are of one file
  for (const Index example : of) {
    const auto at = linked_with_.find(example);
    if (at != linked_with_.end()) is_asked[at->second] = true;
  }
  std::vector<KnownSet> sets;
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    if (!is_asked[i]) continue;
    const KnownSet& linked = linked_[i];
    const Index count = std::ssize(linked.examples);
    if (count > most) {
      const ExamplePlace first = place(linked.examples.front());
      throw DataError(fmt::format(
          "{} are linked with each other, the first of them {}:{}: expected at most {}, "
          "problem.set_size",
          counted(count, "email"), first.file, first.line, most));
    }
    if (sets.empty() || std::ssize(sets.back().examples) > most - count) sets.emplace_back();
    std::vector<Index>& examples = sets.back().examples;
    examples.insert(examples.end(), linked.examples.begin(), linked.examples.end());
  }
  for (KnownSet& set : sets) {
    std::ranges::sort(set.examples);
    set.known = known_among(set.examples);
  }
  return sets;
}

std::vector<std::string> EmailExamples::notes() const {
  std::vector<Index> emails(static_cast<std::size_t>(batches_.size()), 0);
  for (Index i = 0; i < size(); ++i) {
    if (is_labeled(i)) ++emails[static_cast<std::size_t>(group(i))];
  }
  const auto together = std::count_if(emails.begin(), emails.end(), [](Index n) { return n > 1; });
  const bool any_link =
      std::ranges::any_of(links_, [](const LinkedEmail& email) { return email.has_links(); });
  if (stored_ || together > 0 || any_link) return {};
  return {"no two emails are of the same batch: there is nothing to learn from"};
}

Index EmailExamples::group(Index example) const {
  return is_labeled(example) ? output(example).parts.front() : -1;
}

FeatureInfo EmailExamples::feature_info(Index feature) const {
  const EmailFeature& info =
      email_features()[static_cast<std::size_t>(features_[static_cast<std::size_t>(feature)])];
  const auto group = std::find(groups_.begin(), groups_.end(), info.group) - groups_.begin();
  return {std::string(info.name), static_cast<int>(group), static_cast<std::uint64_t>(feature) + 1};
}

InputData EmailExamples::inputs(const InputRequest& request) const {
  std::shared_ptr<const FittedComparison> fitted;
  if (stored_) {
    fitted = std::make_shared<FittedComparison>(*stored_);
  } else {
    DocumentFrequencies frequencies;
    for (const Index example : request.fit_on)
      frequencies.add(sketches_[static_cast<std::size_t>(example)]);
    fitted = std::make_shared<FittedComparison>(EmailComparison(frequencies.pruned()));
  }
  std::vector<WeightedSketch> emails;
  emails.reserve(request.fit_on.size() + request.predict_on.size());
  for (const auto& list : {request.fit_on, request.predict_on}) {
    for (const Index example : list)
      emails.push_back(fitted->comparison.weigh(sketches_[static_cast<std::size_t>(example)]));
  }
  std::vector<std::vector<Index>> sets;
  std::vector<Index> sizes = request.sizes;
  if (sizes.empty()) sizes.assign(emails.size(), 1);
  Index next = 0;
  for (const Index size : sizes) {
    if (size > kMostObjects) {
      throw DataError(
          fmt::format("a set of more than {} emails, of which all pairs would be compared: set "
                      "problem.set_size, or "
                      "predict by `costruct stream`, whose window is limited",
                      kMostObjects));
    }
    sets.emplace_back(static_cast<std::size_t>(size));
    std::iota(sets.back().begin(), sets.back().end(), next);
    next += size;
  }
  InputData made;
  made.features = features_of_views(request.views);
  made.data = std::make_shared<ObjectSets>(std::make_shared<EmailPairs>(fitted, std::move(emails)),
                                           std::move(sets), made.features);
  made.fitted = std::move(fitted);
  return made;
}

std::string EmailExamples::text_of(const Output& output) const {
  return batch_lines(output, 0);
}

std::string EmailExamples::text_of_example(Index /*example*/, const Output& output) const {
  return batch_lines(output, num_passed());
}

std::vector<std::string> EmailExamples::alphabet() const {
  if (!stored_) return {};
  return {fmt::format("words: frequencies of {} in {}", stored_->frequencies().size(),
                      counted(stored_->frequencies().emails(), "email"))};
}

// See batch_window().
Index EmailExamples::spread_of_batches() const {
  constexpr double kPercentile = 0.99;
  std::vector<Index> last(static_cast<std::size_t>(batches_.size()), -1), distances;
  for (Index i = 0; i < training_end_; ++i) {
    if (!is_labeled(i)) continue;
    Index& before = last[static_cast<std::size_t>(group(i))];
    if (before >= 0) distances.push_back(i - before);
    before = i;
  }
  if (distances.empty()) return 0;
  const auto place =
      static_cast<std::ptrdiff_t>(kPercentile * static_cast<double>(std::ssize(distances) - 1));
  std::nth_element(distances.begin(), distances.begin() + place, distances.end());
  return distances[static_cast<std::size_t>(place)];
}

void EmailExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                         const FittedFeatures* fitted) const {
  const auto& comparison = dynamic_cast<const FittedComparison&>(*fitted).comparison;
  const DocumentFrequencies::Saved words = comparison.frequencies().saved();
  RecordExamples::save(model, keep, fitted);
  model.set("encoder", {{"format", format().name},
                        {"options", options()},
                        {"emails", words.emails},
                        {kBatchWindow, stored_ ? batch_window_ : spread_of_batches()}});
  const std::vector<std::int64_t> hashes(words.hashes.begin(), words.hashes.end());
  model.add(kStoredWords, std::span<const std::int64_t>(hashes));
  model.add(kStoredWordCounts, std::span<const std::int32_t>(words.counts));
}

EmailExamples::EmailExamples(const ModelReader& model) : RecordExamples(model) {
  const auto damaged = [&](const std::string& what) {
    return DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  };
  const Json encoder = model.get("encoder");
  if (!encoder.contains("emails") || !encoder["emails"].is_number_integer())
    throw damaged("no number of emails");
  if (encoder.contains(kBatchWindow)) {  // older models have none
    const Json& window = encoder[kBatchWindow];
    if (!window.is_number_integer() || window < 0)
      throw damaged("a batch_window that is no integer >= 0");
    batch_window_ = window.get<Index>();
  }
  for (const std::string& name : stored_features(model)) {
    const auto all = email_features();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const EmailFeature& feature) { return feature.name == name; });
    if (at == all.end())
      throw damaged("a feature of pairs that this version does not have: " + shown_name(name));
    features_.push_back(static_cast<std::int32_t>(at - all.begin()));
  }
  if (std::adjacent_find(features_.begin(), features_.end(), std::greater_equal<>()) !=
      features_.end())
    throw damaged("features are not in order");
  groups_ = groups_among(features_);
  DocumentFrequencies::Saved words;
  words.emails = encoder["emails"].get<Index>();
  for (const std::int64_t hash : model.integers(kStoredWords)) {
    if (hash < 0 || hash > std::int64_t{UINT32_MAX}) throw damaged("a word that is no hash");
    words.hashes.push_back(static_cast<std::uint32_t>(hash));
  }
  const auto counts = model.integers32(kStoredWordCounts);
  words.counts.assign(counts.begin(), counts.end());
  try {
    stored_.emplace(DocumentFrequencies(words), features_);
  } catch (const DataError& error) {
    throw damaged(error.what());
  }
}

}  // namespace costruct::experiments
