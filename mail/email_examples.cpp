#include "costruct/mail/email_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/examples/features_of_views.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/clustering/object_sets.hpp"

namespace costruct::experiments {

using clustering::kMostObjects;
using clustering::ObjectSets;

namespace {

constexpr const char* kStoredFeatureNames = "encoder.features";
constexpr const char* kStoredWords = "encoder.words";
constexpr const char* kStoredWordCounts = "encoder.word_counts";

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

/// Emails for prediction. They replace all other emails in their set.
class EmailExamples::Stream final : public InputStream {
 public:
  Stream(EmailExamples& set, const std::filesystem::path& file, const ViewAssignment& views,
         bool together)
      : InputStream(set),
        set_(set),
        emails_(open_emails(file, set.format_)),
        views_(views),
        together_(together) {
    set_.files_ = {file.string()};
  }

  Index read(Index most) override {
    before_ += set_.size();
    set_.examples_.clear();
    most = std::min(most,
                    kMostObjects + 1);  // inputs() reports it if there are more than kMostObjects
    for (Email email; set_.size() < most && next(email);)
      set_.append(email, emails_->line(), false);
    std::vector<Index> all(static_cast<std::size_t>(set_.size()));
    std::iota(all.begin(), all.end(), Index{0});
    const std::vector<Index> sizes =
        together_ && set_.size() > 0 ? std::vector<Index>{set_.size()} : std::vector<Index>();
    data_ = set_.inputs({{}, all, views_, true, sizes}).data;
    return set_.size();
  }
  std::shared_ptr<const ProblemData> data() const override { return data_; }
  Index line() const override { return set_.size() > 0 ? set_.place(0).line : 0; }
  std::string text_of(Index, const Output& output) const override {
    return batch_lines(output, before_);
  }

  /// One line for each object: the place of the first object of its cluster, from `before` + 1.
  static std::string batch_lines(const Output& output, Index before) {
    std::vector<Index> first;  // first object of each cluster
    std::string text;
    for (std::size_t i = 0; i < output.parts.size(); ++i) {
      const auto cluster = static_cast<std::size_t>(output.parts[i]);
      if (cluster >= first.size()) first.resize(cluster + 1, static_cast<Index>(i));
      text += fmt::format("{}\n", before + first[cluster] + 1);
    }
    return text;
  }

 private:
  bool next(Email& email) {
    return within_memory([&] { return emails_->next(email); },
                         [&] { return fmt::format("{}:{}", emails_->file(), emails_->line()); });
  }

  EmailExamples& set_;
  std::unique_ptr<EmailSource> emails_;
  const ViewAssignment& views_;
  bool together_;
  std::shared_ptr<const ProblemData> data_;
  Index before_ = 0;  // number of emails that were read before these
};

EmailExamples::EmailExamples(const Json& block)
    : format_(block.at("format").get<std::string>()), features_(all_features()) {
  groups_ = groups_among(features_);
  const auto renamed = block.find(kLabelMap);
  if (renamed != block.end() && !renamed->is_null() && !renamed->empty())
    throw ConfigError("data.label_map: emails have no labels to rename: leave it out");
  const auto limit = block.find("limit");
  if (limit != block.end() && !limit->is_null()) limit_ = limit->get<Index>();
}

void EmailExamples::append(const Email& email, Index line, bool with_output) {
  Example example{sketch_of(email), {}, static_cast<int>(files_.size()) - 1, line};
  if (with_output && email.batch) example.output.parts = {batches_.intern(*email.batch)};
  examples_.push_back(std::move(example));
}

void EmailExamples::read(std::span<const std::filesystem::path> files, Role role) {
  const auto is_full = [&] { return role == Role::kTrain && limit_ && num_training_ >= *limit_; };
  for (const std::filesystem::path& path : files) {
    const std::unique_ptr<EmailSource> emails = open_emails(path, format_);
    files_.push_back(path.string());
    const auto place = [&] { return fmt::format("{}:{}", emails->file(), emails->line()); };
    bool any = is_full();
    for (Email email; !is_full() && within_memory([&] { return emails->next(email); }, place);) {
      any = true;
      within_memory([&] { append(email, emails->line(), role != Role::kUnlabeled); }, place);
      num_training_ += role == Role::kTrain;
    }
    if (!any) throw DataError(path.string() + ": has no emails");
  }
}

void EmailExamples::finish_training() {
  const bool any = std::any_of(examples_.begin(), examples_.end(),
                               [](const Example& e) { return !e.output.parts.empty(); });
  if (!any)
    throw DataError((files_.empty() ? "train" : files_.front()) +
                    ": no email has a batch: expected \"batch\" in the data");
}

std::vector<std::string> EmailExamples::notes() const {
  std::vector<Index> size(static_cast<std::size_t>(batches_.size()), 0);
  for (const Example& example : examples_) {
    if (!example.output.parts.empty())
      ++size[static_cast<std::size_t>(example.output.parts.front())];
  }
  const auto together = std::count_if(size.begin(), size.end(), [](Index n) { return n > 1; });
  if (stored_ || together > 0) return {};
  return {"no two emails are of the same batch: there is nothing to learn from"};
}

ExamplePlace EmailExamples::place(Index example) const {
  const Example& at = examples_[static_cast<std::size_t>(example)];
  return {files_[static_cast<std::size_t>(at.file)], at.line};
}

Index EmailExamples::group(Index example) const {
  const std::vector<int>& parts = examples_[static_cast<std::size_t>(example)].output.parts;
  return parts.empty() ? -1 : parts.front();
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
      frequencies.add(examples_[static_cast<std::size_t>(example)].sketch);
    fitted = std::make_shared<FittedComparison>(EmailComparison(frequencies.pruned()));
  }
  std::vector<WeightedSketch> emails;
  emails.reserve(request.fit_on.size() + request.predict_on.size());
  for (const auto& list : {request.fit_on, request.predict_on}) {
    for (const Index example : list)
      emails.push_back(
          fitted->comparison.weigh(examples_[static_cast<std::size_t>(example)].sketch));
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

std::unique_ptr<InputStream> EmailExamples::stream(const std::filesystem::path& file,
                                                   const ViewAssignment& views, bool together) {
  return std::make_unique<Stream>(*this, file, views, together);
}

std::string EmailExamples::text_of(const Output& output) const {
  return Stream::batch_lines(output, 0);
}

std::vector<std::string> EmailExamples::alphabet() const {
  if (!stored_) return {};
  return {fmt::format("words: frequencies of {} in {}", stored_->frequencies().size(),
                      counted(stored_->frequencies().emails(), "email"))};
}

void EmailExamples::save(ModelWriter& model, const std::vector<bool>& keep,
                         const FittedFeatures* fitted) const {
  const auto& comparison = dynamic_cast<const FittedComparison&>(*fitted).comparison;
  const DocumentFrequencies::Saved words = comparison.frequencies().saved();
  model.set("encoder",
            {{"format", format_}, {"options", Json::object()}, {"emails", words.emails}});
  std::vector<std::string> names;
  for (Index feature = 0; feature < num_features(); ++feature) {
    if (keep[static_cast<std::size_t>(feature)]) names.push_back(feature_info(feature).name);
  }
  model.add_strings(kStoredFeatureNames, names);
  const std::vector<std::int64_t> hashes(words.hashes.begin(), words.hashes.end());
  model.add(kStoredWords, std::span<const std::int64_t>(hashes));
  model.add(kStoredWordCounts, std::span<const std::int32_t>(words.counts));
}

EmailExamples::EmailExamples(const ModelReader& model) {
  const auto damaged = [&](const std::string& what) {
    return DataError(fmt::format("{}: damaged model: {}", model.file(), what));
  };
  const Json encoder = model.get("encoder");
  format_ = encoder.at("format").get<std::string>();
  if (!encoder.contains("emails") || !encoder["emails"].is_number_integer())
    throw damaged("no number of emails");
  for (const std::string& name : model.strings(kStoredFeatureNames)) {
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
