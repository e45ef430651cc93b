#include "costruct/learners/shared/kept_shares.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/shared/label_shares.hpp"
#include "costruct/learners/shared/pseudo_labels.hpp"

namespace costruct {
namespace {

constexpr double kShareTolerance = 0.01;
constexpr Index kMostDecodings = 20;
constexpr double kLargestScore = 1e100;

// The shares that the option gives explicitly; "labeled" gives none.
Json given_shares(const Json& label_shares) {
  return label_shares.is_object() ? label_shares : Json::object();
}

}  // namespace

Json label_shares_form() {
  const Json shares = shares_form();
  return any_form("\"auto\", \"free\", \"labeled\" or an " + form_text(shares),
                  {one_value_of({"auto", "free", "labeled", nullptr}), shares});
}

std::optional<std::string> wrong_label_shares(const Json& value) {
  return value.is_object() ? wrong_shares(value) : std::nullopt;
}

Json resolved_label_shares(const Json& label_shares, const StructuredProblem& problem,
                           const std::vector<LabeledExample>& labeled) {
  if (label_shares != "auto") return label_shares;
  const auto* offsets = offered<LabelOffsets>(problem);
  if (offsets == nullptr) return "free";
  if (offered<OutputClasses>(problem) != nullptr) return "labeled";
  const Vector shares = normalized_label_shares(Json::object(), offsets->label_names(), labeled, 0);
  const double most = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  return most >= kBackgroundShare ? "labeled" : "free";
}

bool keeps_shares(const Json& label_shares) {
  return label_shares.is_object() || label_shares == "labeled";
}

void check_label_shares(const Json& label_shares, const StructuredProblem& problem,
                        const char* learner) {
  if (!label_shares.is_object()) return;
  const auto& offsets = require<LabelOffsets>(problem, need_name(Need::kLabelOffsets), learner);
  check_shares("label_shares", label_shares, offsets.label_names());
}

KeptShares::KeptShares(const StructuredProblem& problem, const Json& value,
                       const std::vector<LabeledExample>& labeled, const char* learner)
    : problem_(problem) {
  const Json label_shares = resolved_label_shares(value, problem, labeled);
  if (!keeps_shares(label_shares)) return;
  check_label_shares(label_shares, problem, learner);
  offsets_of_ = &require<LabelOffsets>(problem, need_name(Need::kLabelOffsets), learner);
  // Adds one to the count of each label, so that no share is 0 because few examples are labeled.
  shares_ =
      normalized_label_shares(given_shares(label_shares), offsets_of_->label_names(), labeled, 1);
  if (std::all_of(shares_.begin(), shares_.end(), [](double share) { return share == 0; }))
    throw ConfigError("label_shares: all labels of the data have the share 0");
  offsets_.assign(shares_.size(), 0.0);
}

Index KeptShares::fit(const std::vector<InputId>& inputs, ConstVectorRef w, int threads) {
  if (!active()) return 0;
  const auto m = static_cast<Index>(inputs.size()), K = static_cast<Index>(shares_.size());
  const auto note_error = [&](const auto& share) {
    error_ = 0;
    for (Index k = 0; k < K; ++k) error_ = std::max(error_, std::abs(share(k) - shares_[k]));
  };
  const auto parts = [&](InputId x) { return offsets_of_->num_parts(x); };
  if (std::all_of(inputs.begin(), inputs.end(), [&](InputId x) { return parts(x) == 0; })) return 0;
  if (std::any_of(inputs.begin(), inputs.end(), [&](InputId x) { return parts(x) != 1; })) {
    ShareOffsets found = descend_to_shares(*offsets_of_, inputs, w, shares_, std::move(offsets_),
                                           kShareTolerance, kMostDecodings, threads);
    offsets_ = std::move(found.offsets);
    note_error([&](Index k) { return found.shares[k]; });
    return found.decodings;
  }
  Vector scores(m * K);
  parallel_for(m, threads, 16, [&](Index j) {
    offsets_of_->scores_of_part(inputs[j], w, VectorRef(scores).subspan(j * K, K));
  });
  if (std::any_of(scores.begin(), scores.end(),
                  [](double f) { return !(std::abs(f) <= kLargestScore); }))
    throw DataError(
        "training gave scores too large for label_shares to tell apart; are features scaled?");
  offsets_ = assign_labels(scores, shared_out(m, shares_)).offsets;
  std::vector<Index> counts(K, 0);  // as decoded, so that tied inputs get the first label
  for (Index j = 0; j < m; ++j) {
    Index best = 0;
    const auto at = [&](Index k) { return scores[j * K + k] + offsets_[k]; };
    for (Index k = 1; k < K; ++k) best = at(k) > at(best) ? k : best;
    ++counts[best];
  }
  note_error([&](Index k) { return static_cast<double>(counts[k]) / static_cast<double>(m); });
  return m;
}

Decoded KeptShares::decode(InputId x, ConstVectorRef w) const {
  return active() ? offsets_of_->decode_with(x, w, offsets_) : problem_.decode(x, w);
}

TwoBest KeptShares::two_best(InputId x, ConstVectorRef w) const {
  return active() ? offsets_of_->two_best_with(x, w, offsets_)
                  : offered<RunnerUpDecoder>(problem_)->two_best(x, w);
}

double KeptShares::log_partition(InputId x, ConstVectorRef w) const {
  return active() ? offsets_of_->log_partition_with(x, w, offsets_)
                  : offered<LogPartition>(problem_)->log_partition(x, w);
}

}  // namespace costruct
