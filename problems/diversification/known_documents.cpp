#include "costruct/problems/diversification/known_documents.hpp"

#include <algorithm>
#include <iterator>

#include "costruct/core/decode/coverage/coverage_gains.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"

namespace costruct::diversification {
namespace {

bool has_document(std::span<const int> ascending, int document) {
  return std::binary_search(ascending.begin(), ascending.end(), document);
}

/// Whether a fact about a document leaves it in choices (1), or out of them (0).
bool fact_allows(const Known* known, std::size_t document, int is_chosen) {
  if (known == nullptr || document >= known->facts.size()) return true;
  const std::vector<int>& fact = known->facts[document];
  return fact.empty() || std::find(fact.begin(), fact.end(), is_chosen) != fact.end();
}

/// The documents `open`, without the elements that the documents `chosen` cover.
Covering uncovered_by(const std::vector<int>& chosen, const std::vector<int>& open,
                      const Covering& all) {
  std::vector<bool> covered(static_cast<std::size_t>(all.elements), false);
  for (const int document : chosen) {
    for (const std::int32_t e : all.of(document)) covered[static_cast<std::size_t>(e)] = true;
  }
  Covering rest;
  rest.elements = all.elements;
  for (const int document : open) {
    for (const std::int32_t e : all.of(document)) {
      if (!covered[static_cast<std::size_t>(e)]) rest.element.push_back(e);
    }
    rest.end_document();
  }
  return rest;
}

}  // namespace

Known known_documents(Index n, std::span<const Output> choices) {
  Known known;
  for (int document = 0; document < n; ++document) {
    const auto chosen = std::count_if(choices.begin(), choices.end(), [&](const Output& choice) {
      return has_document(chosen_documents(choice), document);
    });
    std::vector<int>& fact = known.facts.emplace_back();
    if (chosen == 0) fact = {0};
    if (chosen == std::ssize(choices)) fact = {1};
  }
  return known;
}

bool allow_documents(const Known& known, const Output& choice) {
  const std::span<const int> chosen = chosen_documents(choice);
  for (std::size_t document = 0; document < known.facts.size(); ++document) {
    if (!fact_allows(&known, document, has_document(chosen, static_cast<int>(document))))
      return false;
  }
  return true;
}

KnownChoiceDecoder::KnownChoiceDecoder(Decoder decoder, Index size, Index n, const Known* known)
    : decoder_(decoder), size_(std::min(size, n)), is_free_(known == nullptr) {
  if (is_free_) return;
  std::vector<int> ruled_out;
  for (int document = 0; document < n; ++document) {
    const auto at = static_cast<std::size_t>(document);
    const bool may_be_in = fact_allows(known, at, 1), may_be_out = fact_allows(known, at, 0);
    (!may_be_in ? ruled_out : may_be_out ? open_ : chosen_).push_back(document);
  }
  if (std::ssize(chosen_) > size_) {
    open_ = std::move(chosen_);
    chosen_.clear();
  } else if (std::ssize(chosen_) + std::ssize(open_) < size_) {
    std::vector<int> all;
    std::merge(chosen_.begin(), chosen_.end(), open_.begin(), open_.end(), std::back_inserter(all));
    chosen_ = std::move(all);
    open_ = std::move(ruled_out);
  }
}

/// Values of pairs with a chosen document become values of elements that one open document covers.
class KnownChoiceDecoder::Open {
 public:
  Open(const KnownChoiceDecoder& decoder, const CoverageObjective& all)
      : covering_(uncovered_by(decoder.chosen_, decoder.open_, all.covering)),
        value_(all.value.begin(), all.value.end()),
        augmentation_(all.augmentation) {
    if (!all.pairs.empty()) add_pairs(decoder, all.pairs);
    CoverageObjective of_chosen = all;
    of_chosen.loss = nullptr;
    reference_score_ = all.reference_score - choice_score(of_chosen, decoder.chosen_);
    if (all.loss == nullptr) return;
    const CoverageLoss& loss = *all.loss;
    const double covered = covered_value(loss.subtopics, loss.weight, decoder.chosen_);
    loss_ = CoverageLoss{uncovered_by(decoder.chosen_, decoder.open_, loss.subtopics), loss.weight,
                         loss.reference - covered, loss.total};
  }
  CoverageObjective objective() const {
    return {covering_, value_, pairs_, loss_ ? &*loss_ : nullptr, reference_score_, augmentation_};
  }

 private:
  void add_pairs(const KnownChoiceDecoder& decoder, ConstVectorRef pairs) {
    Covering with_pairs;
    with_pairs.elements = covering_.elements + std::ssize(decoder.open_);
    for (Index i = 0; i < std::ssize(decoder.open_); ++i) {
      const Index document = decoder.open_[static_cast<std::size_t>(i)];
      double with_chosen = 0;
      for (const Index other : decoder.chosen_)
        with_chosen += coverage_gains::pair_score(pairs, document, other);
      const auto own = covering_.of(i);
      with_pairs.element.insert(with_pairs.element.end(), own.begin(), own.end());
      with_pairs.element.push_back(static_cast<std::int32_t>(covering_.elements + i));
      with_pairs.end_document();
      value_.push_back(with_chosen);
      for (Index k = 0; k < i; ++k)
        pairs_.push_back(coverage_gains::pair_score(pairs, document,
                                                    decoder.open_[static_cast<std::size_t>(k)]));
    }
    covering_ = std::move(with_pairs);
  }

  Covering covering_;
  Vector value_, pairs_;
  std::optional<CoverageLoss> loss_;
  double reference_score_ = 0;
  Augmentation augmentation_;
};

std::optional<std::vector<int>> KnownChoiceDecoder::open_of(std::span<const int> choice) const {
  std::vector<int> open;
  std::size_t chosen = 0;
  for (const int document : choice) {
    const auto at = std::lower_bound(open_.begin(), open_.end(), document);
    if (at != open_.end() && *at == document) {
      open.push_back(static_cast<int>(at - open_.begin()));
    } else if (has_document(chosen_, document)) {
      ++chosen;
    } else {
      return std::nullopt;
    }
  }
  if (chosen < chosen_.size() || std::ssize(choice) != size_) return std::nullopt;
  return open;
}

Decoded KnownChoiceDecoder::whole(const CoverageObjective& objective, const Output& open) const {
  Output choice;
  std::vector<int> documents;
  for (const int i : open.parts) documents.push_back(open_[static_cast<std::size_t>(i)]);
  std::merge(chosen_.begin(), chosen_.end(), documents.begin(), documents.end(),
             std::back_inserter(choice.parts));
  const double value = choice_value(objective, choice.parts);
  return {std::move(choice), value};
}

Decoded KnownChoiceDecoder::best(const CoverageObjective& objective) const {
  if (is_free_) return of_open().best(objective);
  if (std::ssize(chosen_) == size_) return whole(objective, {});
  const Open open(*this, objective);
  return whole(objective, of_open().best(open.objective()).output);
}

Decoded KnownChoiceDecoder::best_augmented(const CoverageObjective& objective,
                                           std::span<const int> reference) const {
  if (is_free_) return of_open().best_augmented(objective, reference);
  if (std::ssize(chosen_) == size_) return whole(objective, {});
  const Open open(*this, objective);
  const auto allowed = open_of(reference);
  const Decoded worst = allowed ? of_open().best_augmented(open.objective(), *allowed)
                                : of_open().best(open.objective());
  return whole(objective, worst.output);
}

std::optional<Decoded> KnownChoiceDecoder::best_other(const CoverageObjective& objective,
                                                      std::span<const int> chosen) const {
  if (is_free_) return of_open().best_other(objective, chosen);
  const auto allowed = open_of(chosen);
  if (!allowed) return best(objective);
  if (std::ssize(chosen_) == size_) return std::nullopt;
  const Open open(*this, objective);
  const auto other = of_open().best_other(open.objective(), *allowed);
  if (!other) return std::nullopt;
  return whole(objective, other->output);
}

}  // namespace costruct::diversification
