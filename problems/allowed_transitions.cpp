#include "costruct/problems/allowed_transitions.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/problems/chunk_scheme.hpp"

namespace costruct {
namespace {

// The score of a forbidden pair. Sums of such scores and of ordinary ones stay finite, and their
// exponentials are 0.
constexpr double kForbidden = -1e100;

constexpr const char* kAny = "any";
constexpr const char* kScheme = "scheme";

// The number of a label; nullopt for "", which stands for the border of a sentence.
std::optional<Index> number_of(const std::string& label, std::span<const std::string> labels) {
  if (label.empty()) return std::nullopt;
  const auto at = std::find(labels.begin(), labels.end(), label);
  if (at == labels.end()) {
    throw ConfigError("problem.transitions: the training data have no label " + shown(label) +
                      ": " + suggestion(label, {labels.begin(), labels.end()}));
  }
  return at - labels.begin();
}

}  // namespace

AllowedTransitions::AllowedTransitions(const Json& option, std::span<const std::string> labels) {
  if (option.is_null() || option == kAny) return;
  const std::size_t K = labels.size();
  edge_.assign(K * K, 0.0);
  first_.assign(K, 0.0);
  last_.assign(K, 0.0);
  if (option.is_array()) {
    for (const Json& pair : option) {
      const auto before = number_of(pair[0].get<std::string>(), labels);
      const auto after = number_of(pair[1].get<std::string>(), labels);
      if (before && after) {
        edge_[static_cast<std::size_t>(*before) * K + static_cast<std::size_t>(*after)] =
            kForbidden;
      } else if (after) {
        first_[static_cast<std::size_t>(*after)] = kForbidden;
      } else {
        last_[static_cast<std::size_t>(*before)] = kForbidden;
      }
    }
    return;
  }
  const auto notation = notation_of(labels);
  const auto scheme = notation ? scheme_of_tags(labels, *notation) : std::nullopt;
  if (!scheme) {
    throw ConfigError(
        "problem.transitions = \"scheme\": the labels of the training data have no "
        "scheme that forbids anything. Such schemes are IOB2, IOE2 and IOBES (B-NP, "
        "I-NP, O). Set the option to \"any\", or list the pairs of labels that must "
        "not follow each other");
  }
  std::vector<ChunkNotation::Parsed> parsed;
  for (const std::string& label : labels) parsed.push_back(*notation->parse(label));
  for (std::size_t k = 0; k < K; ++k) {
    if (!may_follow(*scheme, std::nullopt, parsed[k])) first_[k] = kForbidden;
    if (!may_follow(*scheme, parsed[k], std::nullopt)) last_[k] = kForbidden;
    for (std::size_t p = 0; p < K; ++p) {
      if (!may_follow(*scheme, parsed[p], parsed[k])) edge_[p * K + k] = kForbidden;
    }
  }
}

Json AllowedTransitions::form() {
  const Json label = {{"type", "string"}};
  Json pair = tuple_form("pair of labels, not of two borders of a sentence", {label, label});
  pair["not"] = {{"const", {"", ""}}};
  const Json pairs = list_form(
      "list of pairs of labels that must not follow each other, as [[\"O\", \"I-NP\"]]; \"\" is "
      "the "
      "border of a sentence",
      pair, {.at_least = 1});
  return any_form("\"any\", \"scheme\" or a " + form_text(pairs),
                  {one_value_of({kAny, kScheme}), pairs});
}

void AllowedTransitions::add_to(ChainScores& scores) const {
  if (all()) return;
  const Index K = scores.labels();
  for (Index p = 0; p < K; ++p) {
    for (Index k = 0; k < K; ++k) scores.edge(p)[k] += edge_[p * K + k];
  }
  if (scores.length() == 0) return;
  for (Index k = 0; k < K; ++k) {
    scores.node(0)[k] += first_[k];
    scores.node(scores.length() - 1)[k] += last_[k];
  }
}

std::string AllowedTransitions::broken_by(const Output& y,
                                          std::span<const std::string> labels) const {
  if (all() || y.parts.empty()) return "";
  const auto name = [&](int label) { return labels[static_cast<std::size_t>(label)]; };
  if (first_[y.parts.front()] < 0) return "token 1: " + name(y.parts.front()) + " comes first";
  for (std::size_t t = 1; t < y.parts.size(); ++t) {
    const int before = y.parts[t - 1], after = y.parts[t];
    if (edge_[static_cast<std::size_t>(before) * labels.size() + after] < 0)
      return "token " + std::to_string(t + 1) + ": " + name(after) + " after " + name(before);
  }
  if (last_[y.parts.back()] < 0)
    return "token " + std::to_string(y.parts.size()) + ": " + name(y.parts.back()) + " comes last";
  return "";
}

bool AllowedTransitions::forbids(double score) {
  return score < kForbidden / 2;
}

std::optional<Decoded> AllowedTransitions::only_allowed(std::optional<Decoded> decoded) {
  if (decoded && forbids(decoded->value)) return std::nullopt;
  return decoded;
}

void AllowedTransitions::keep_allowed(std::vector<Decoded>& ranked) {
  if (ranked.empty()) return;
  const double least = ranked.front().value + kForbidden / 2;
  std::erase_if(ranked, [&](const Decoded& each) { return each.value < least; });
}

}  // namespace costruct
