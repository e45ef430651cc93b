#include "costruct/data/examples/label_alphabet.hpp"

#include <utility>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/number_text.hpp"

namespace costruct::experiments {

int LabelAlphabet::intern(std::string_view text) {
  const auto spelling = static_cast<std::size_t>(spellings_.intern(text));
  if (spelling < label_of_spelling_.size()) return label_of_spelling_[spelling];
  int label = static_cast<int>(all_.size());
  if (const auto value = finite_number(text))
    label = by_value_.try_emplace(*value, label).first->second;
  if (label == static_cast<int>(all_.size())) all_.emplace_back(text);
  label_of_spelling_.push_back(label);
  return label;
}

std::optional<int> LabelAlphabet::find(std::string_view text) const {
  const std::int32_t spelling = spellings_.find(text);
  if (spelling >= 0) return label_of_spelling_[static_cast<std::size_t>(spelling)];
  const auto value = finite_number(text);
  const auto known = value ? by_value_.find(*value) : by_value_.end();
  return known == by_value_.end() ? std::nullopt : std::optional(known->second);
}

std::vector<int> LabelAlphabet::finish() {
  std::vector<int> order;  // old numbers in the new order
  std::vector<bool> numeric(all_.size(), false);
  for (const auto& [value, label] : by_value_) {
    order.push_back(label);
    numeric[static_cast<std::size_t>(label)] = true;
  }
  for (std::size_t label = 0; label < all_.size(); ++label) {
    if (!numeric[label]) order.push_back(static_cast<int>(label));
  }

  std::vector<int> new_number(all_.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    new_number[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
    labels_.push_back(all_[static_cast<std::size_t>(order[place])]);
  }
  all_ = labels_;
  for (int& label : label_of_spelling_) label = new_number[static_cast<std::size_t>(label)];
  for (auto& [value, label] : by_value_) label = new_number[static_cast<std::size_t>(label)];
  finished_ = true;
  return new_number;
}

bool LabelAlphabet::restore(std::span<const std::string> labels) {
  for (const std::string& label : labels) {
    const auto before = all_.size();
    intern(label);
    if (all_.size() == before) return false;
  }
  labels_ = all_;
  finished_ = true;
  return true;
}

void LabelAlphabet::forget_unseen() {
  if (!finished_ || all_.size() == labels_.size()) return;
  LabelAlphabet seen;
  seen.restore(labels_);
  *this = std::move(seen);
}

std::string line_of_labels(std::span<const std::string> labels) {
  constexpr std::size_t kShown = 30;
  std::string line = "labels: " + std::to_string(labels.size());
  for (std::size_t k = 0; k < labels.size() && k < kShown; ++k)
    line += (k == 0 ? " (" : ", ") + visible_text(labels[k]);
  if (!labels.empty()) line += labels.size() > kShown ? ", ...)" : ")";
  return line;
}

}  // namespace costruct::experiments
