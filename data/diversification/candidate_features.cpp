#include "costruct/data/diversification/candidate_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

using diversification::Candidates;
using diversification::RuleFeatures;

namespace {

struct Band {
  double most;  // maximum share of the candidates that have the word
  const char* name;
};
constexpr std::array<Band, 6> kBands = {{{0.05, "to_5%"},
                                         {0.1, "to_10%"},
                                         {0.2, "to_20%"},
                                         {0.35, "to_35%"},
                                         {0.5, "to_50%"},
                                         {1, "to_100%"}}};
constexpr std::array<const char*, 3> kTextFields = {"words", "repeated", "title"};

// Places within a field.
constexpr std::size_t kAll = 0, kImportance = 1, kFirstBand = 2,
                      kPerField = kFirstBand + kBands.size();
// Places after the fields.
constexpr std::size_t kCosine = kTextFields.size() * kPerField, kTitles = kCosine + 1,
                      kBm25 = kTitles + 1, kChance = kBm25 + 1;

std::size_t band_of(double share) {
  std::size_t band = 0;
  while (share > kBands[band].most) ++band;
  return band;
}

double importance(double share) {
  return share * std::log2(1 / share);
}

using WordCounts = std::map<std::string, Index>;

/// How often words occur in title and text.
WordCounts word_counts(const CandidateDocument& document) {
  WordCounts counts;
  for (const auto* words : {&document.title, &document.words}) {
    for (const std::string& word : *words) ++counts[word];
  }
  return counts;
}

double num_words(const WordCounts& counts) {
  double sum = 0;
  for (const auto& [word, times] : counts) sum += static_cast<double>(times);
  return sum;
}

std::vector<std::string> distinct(const std::vector<std::string>& words) {
  const std::set<std::string> all(words.begin(), words.end());
  return {all.begin(), all.end()};
}

/// Appends the features of a part to a table.
class PartWriter {
 public:
  PartWriter(const std::vector<std::int32_t>& number_of, FeatureTable& table)
      : number_of_(number_of), table_(table) {}
  void add(std::size_t feature, double value) {
    if (value == 0 || number_of_[feature] < 0) return;
    table_.feature.push_back(number_of_[feature]);
    table_.value.push_back(value);
  }
  void end() { table_.end_part(); }

 private:
  const std::vector<std::int32_t>& number_of_;
  FeatureTable& table_;
};

/// The words of a field, with the number of documents that contain each.
struct WordField {
  std::map<std::string, Index> documents_with;
  std::map<Index, std::int32_t> kind_of;  // by number of documents
  std::array<Index, kBands.size()> in_band{};
  double importance_of_all = 0;
};

/// Collects the elements and kinds of a query, field by field.
class ElementBuilder {
 public:
  explicit ElementBuilder(Index n) : n_(n), of_document_(static_cast<std::size_t>(n)) {}

  WordField add_field(const std::vector<std::vector<std::string>>& words) {
    WordField field;
    for (const auto& of_document : words) {
      for (const std::string& word : of_document) ++field.documents_with[word];
    }
    std::map<std::string, std::int32_t> element_of;
    for (const auto& [word, documents] : field.documents_with) {
      const double share = share_of(documents);
      ++field.in_band[band_of(share)];
      field.importance_of_all += importance(share);
      const auto [kind, is_new] = field.kind_of.emplace(documents, made_->kinds);
      if (is_new) ++made_->kinds;
      element_of[word] = add_element(kind->second);
    }
    for (std::size_t d = 0; d < words.size(); ++d) {
      for (const std::string& word : words[d]) of_document_[d].push_back(element_of.at(word));
    }
    return field;
  }
  /// Adds an element for each document, which only this document covers; each has its own kind.
  void add_documents() {
    for (auto& elements : of_document_) elements.push_back(add_element(made_->kinds++));
  }
  double share_of(Index documents) const {
    return static_cast<double>(documents) / static_cast<double>(n_);
  }

  std::shared_ptr<const Candidates> finish() {
    for (const auto& elements : of_document_) {
      made_->covering.element.insert(made_->covering.element.end(), elements.begin(),
                                     elements.end());
      made_->covering.end_document();
    }
    made_->covering.elements = std::ssize(made_->kind);
    return made_;
  }

 private:
  std::int32_t add_element(Index kind) {
    made_->kind.push_back(static_cast<std::int32_t>(kind));
    return static_cast<std::int32_t>(made_->kind.size()) - 1;
  }

  Index n_;
  std::shared_ptr<Candidates> made_ = std::make_shared<Candidates>();
  std::vector<std::vector<std::int32_t>> of_document_;
};

void write_kinds(const WordField& field, std::size_t f, const ElementBuilder& builder,
                 PartWriter& parts) {
  std::map<std::int32_t, Index> by_kind;  // in the order of kinds
  for (const auto& [documents, kind] : field.kind_of) by_kind[kind] = documents;
  for (const auto& [kind, documents] : by_kind) {
    const double share = builder.share_of(documents);
    const std::size_t band = band_of(share), first = f * kPerField;
    parts.add(first + kAll, 1 / static_cast<double>(field.documents_with.size()));
    if (field.importance_of_all > 0)
      parts.add(first + kImportance, importance(share) / field.importance_of_all);
    parts.add(first + kFirstBand + band, 1 / static_cast<double>(field.in_band[band]));
    parts.end();
  }
}

/// Okapi BM25 of each document, computed over these candidates only and divided by the highest
/// value.
std::vector<double> relevance(const std::string& query, const std::vector<WordCounts>& counts,
                              const WordField& words) {
  constexpr double k1 = 1.2, b = 0.75;
  const auto n = static_cast<double>(counts.size());
  double mean_length = 0;
  for (const WordCounts& of_document : counts) mean_length += num_words(of_document) / n;
  std::vector<double> scores(counts.size(), 0.0);
  for (const std::string& word : distinct(words_of_text(query))) {
    const auto found = words.documents_with.find(word);
    if (found == words.documents_with.end()) continue;
    const auto with = static_cast<double>(found->second);
    const double rarity = std::log(1 + (n - with + 0.5) / (with + 0.5));
    for (std::size_t d = 0; d < counts.size(); ++d) {
      const auto at = counts[d].find(word);
      if (at == counts[d].end()) continue;
      const auto times = static_cast<double>(at->second);
      const double relative = num_words(counts[d]) / mean_length;
      scores[d] += rarity * times * (k1 + 1) / (times + k1 * (1 - b + b * relative));
    }
  }
  const double highest = *std::max_element(scores.begin(), scores.end());
  for (double& score : scores) score = highest > 0 ? score / highest : 0;
  return scores;
}

/// Word counts times inverse document frequency, scaled to length 1 (or 0).
std::vector<std::vector<std::pair<std::string_view, double>>> cosine_words(
    const std::vector<WordCounts>& counts, const WordField& words) {
  std::vector<std::vector<std::pair<std::string_view, double>>> all;
  for (const WordCounts& of_document : counts) {
    auto& weighted = all.emplace_back();
    double square = 0;
    for (const auto& [word, times] : of_document) {
      const double rarity = std::log(static_cast<double>(counts.size()) /
                                     static_cast<double>(words.documents_with.at(word)));
      if (rarity == 0) continue;
      weighted.emplace_back(word, static_cast<double>(times) * rarity);
      square += weighted.back().second * weighted.back().second;
    }
    for (auto& [word, weight] : weighted) weight /= std::sqrt(square);
  }
  return all;
}

/// The inner product of two lists of (word, weight) in the order of words.
template <class List>
double inner_product_of_words(const List& a, const List& b) {
  double sum = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->first < j->first) {
      ++i;
    } else if (j->first < i->first) {
      ++j;
    } else {
      sum += i++->second * j++->second;
    }
  }
  return sum;
}

double common_share(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t either = a.size() + b.size() - both.size();
  return either == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

std::vector<CandidateFeature> named_candidate_features() {
  std::vector<CandidateFeature> all;
  for (const std::string field : kTextFields) {
    all.push_back({field + ".all", field});
    all.push_back({field + ".importance", field});
    for (const Band& band : kBands) all.push_back({field + "." + band.name, field});
  }
  all.push_back({"pairs.cosine", "pairs"});
  all.push_back({"pairs.titles", "pairs"});
  all.push_back({"documents.bm25", "documents"});
  all.push_back({"chance", "chance"});
  return all;
}

}  // namespace

const std::vector<CandidateFeature>& candidate_features() {
  static const std::vector<CandidateFeature> all = named_candidate_features();
  return all;
}

RuleFeatures rule_candidate_features() {
  RuleFeatures rules;
  rules.words = kAll;
  rules.importance = kImportance;
  rules.relevance = kBm25;
  rules.similarity = kCosine;
  rules.chance = kChance;
  return rules;
}

std::shared_ptr<const Candidates> add_candidates(const CandidateQuery& query,
                                                 const std::vector<std::int32_t>& number_of,
                                                 std::optional<Index> chance, FeatureTable& table) {
  const Index n = std::ssize(query.documents);
  std::vector<WordCounts> counts;
  std::vector<std::vector<std::string>> words, repeated, titles;
  for (const CandidateDocument& document : query.documents) {
    counts.push_back(word_counts(document));
    words.emplace_back(), repeated.emplace_back();
    for (const auto& [word, times] : counts.back()) {
      words.back().push_back(word);
      if (times > 1) repeated.back().push_back(word);
    }
    titles.push_back(distinct(document.title));
  }
  ElementBuilder builder(n);
  PartWriter parts(number_of, table);
  const WordField all_words = builder.add_field(words);
  write_kinds(all_words, 0, builder, parts);
  write_kinds(builder.add_field(repeated), 1, builder, parts);
  write_kinds(builder.add_field(titles), 2, builder, parts);
  builder.add_documents();
  const std::vector<double> relevant = relevance(query.query, counts, all_words);
  for (std::size_t d = 0; d < relevant.size(); ++d) {
    parts.add(kBm25, relevant[d]);
    if (chance) {
      RandomStream random(static_cast<std::uint64_t>(*chance), hash_bytes(query.id),
                          query.documents[d].id);
      parts.add(kChance, random.uniform());
    }
    parts.end();
  }
  const auto weighted = cosine_words(counts, all_words);
  for (std::size_t j = 1; j < weighted.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      parts.add(kCosine, inner_product_of_words(weighted[j], weighted[k]));
      parts.add(kTitles, common_share(titles[j], titles[k]));
      parts.end();
    }
  }
  table.end_example();
  return builder.finish();
}

}  // namespace costruct::experiments
