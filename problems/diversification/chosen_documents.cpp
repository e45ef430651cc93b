#include "costruct/problems/diversification/chosen_documents.hpp"

#include <algorithm>
#include <numeric>

namespace costruct::diversification {
namespace {

constexpr int kSeparator = -1;

void add_subtopic(CoverageLoss& loss, int subtopic) {
  loss.subtopics.element.push_back(subtopic);
  if (subtopic >= loss.subtopics.elements) loss.subtopics.elements = subtopic + 1;
  loss.weight.resize(static_cast<std::size_t>(loss.subtopics.elements), 0.0);
  loss.weight[static_cast<std::size_t>(subtopic)] += 1;
}

/// Subtopics and their weights, without a reference yet.
CoverageLoss subtopics_of(std::span<const int> behind_documents) {
  CoverageLoss loss;
  for (std::size_t i = 1; i < behind_documents.size(); ++i) {
    if (behind_documents[i] == kSeparator) {
      loss.subtopics.end_document();
    } else {
      add_subtopic(loss, behind_documents[i]);
    }
  }
  loss.subtopics.end_document();
  loss.total = std::accumulate(loss.weight.begin(), loss.weight.end(), 0.0);
  return loss;
}

CoverageLoss documents_as_subtopics(std::span<const int> chosen, Index n) {
  CoverageLoss loss;
  auto next = chosen.begin();
  for (Index d = 0; d < n; ++d) {
    if (next != chosen.end() && *next == d)
      add_subtopic(loss, static_cast<int>(next++ - chosen.begin()));
    loss.subtopics.end_document();
  }
  loss.total = static_cast<double>(chosen.size());
  return loss;
}

CoverageLoss weighted(const std::vector<std::vector<int>>& subtopics) {
  return loss_from(with_subtopics({}, subtopics), std::ssize(subtopics));
}

}  // namespace

std::span<const int> chosen_documents(const Output& output) {
  const auto end = std::find(output.parts.begin(), output.parts.end(), kSeparator);
  return {output.parts.data(), static_cast<std::size_t>(end - output.parts.begin())};
}

Output with_subtopics(std::span<const int> chosen, const std::vector<std::vector<int>>& subtopics) {
  Output output;
  output.parts.assign(chosen.begin(), chosen.end());
  for (const std::vector<int>& of_document : subtopics) {
    output.parts.push_back(kSeparator);
    output.parts.insert(output.parts.end(), of_document.begin(), of_document.end());
  }
  return output;
}

bool has_subtopics(const Output& output) {
  return chosen_documents(output).size() < output.parts.size();
}

CoverageLoss loss_from(const Output& y, Index n) {
  const std::span<const int> chosen = chosen_documents(y), all(y.parts);
  CoverageLoss loss = has_subtopics(y) ? subtopics_of(all.subspan(chosen.size()))
                                       : documents_as_subtopics(chosen, n);
  loss.reference = covered_value(loss.subtopics, loss.weight, chosen);
  return loss;
}

double uncovered_share(const Output& truth, std::span<const int> chosen) {
  const std::span<const int> of_truth = chosen_documents(truth);
  int n = 0;
  for (const std::span<const int>& documents : {of_truth, chosen}) {
    if (!documents.empty())
      n = std::max(n, 1 + *std::max_element(documents.begin(), documents.end()));
  }
  CoverageLoss loss = loss_from(truth, n);
  loss.reference = loss.total;
  return loss(chosen);
}

std::string without_constraints(const Output& y, Index size) {
  const std::span<const int> chosen = chosen_documents(y);
  const Index candidates = std::count(y.parts.begin(), y.parts.end(), kSeparator);
  const bool takes_all = has_subtopics(y) ? candidates <= size : std::ssize(chosen) < size;
  if (takes_all)
    return "problem.documents = " + std::to_string(size) +
           ": labeled queries have no more candidates, so that all of them are chosen: nothing is "
           "learned; "
           "take "
           "fewer documents";
  if (has_subtopics(y) && candidates + std::ssize(chosen) == std::ssize(y.parts))
    return "no candidate of labeled queries covers a subtopic, so that all choices are alike: "
           "nothing is "
           "learned";
  return "";
}

std::optional<std::vector<int>> best_reference(const std::vector<std::vector<int>>& subtopics,
                                               Index size, Index most_looked_at) {
  const CoverageLoss loss = weighted(subtopics);
  auto best = best_choice({loss.subtopics, loss.weight}, size, nullptr, most_looked_at);
  if (!best) return std::nullopt;
  return std::move(best->output.parts);
}

std::vector<int> greedy_reference(const std::vector<std::vector<int>>& subtopics, Index size) {
  const CoverageLoss loss = weighted(subtopics);
  return greedy_choice({loss.subtopics, loss.weight}, size).output.parts;
}

}  // namespace costruct::diversification
