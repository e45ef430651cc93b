#include "costruct/problems/multivariate/known_rows.hpp"

#include <utility>

namespace costruct::multivariate {

OpenRows::OpenRows(const Known* known, const RowGains& rows)
    : all_(rows), all_open_(known == nullptr), none_(rows.none) {
  if (all_open_) return;
  label_.assign(rows.gain.size(), -1);
  for (std::size_t i = 0; i < label_.size(); ++i) {
    const bool is_known = i < known->facts.size() && known->facts[i].size() == 1;
    if (!is_known) {
      gain_.push_back(rows.gain[i]);
      continue;
    }
    label_[i] = known->facts[i].front();
    if (label_[i] != 1) continue;
    none_ += rows.gain[i];
    ++known_ones_;
  }
}

Output OpenRows::open(const Output& whole) const {
  if (all_open_) return whole;
  Output open;
  for (std::size_t i = 0; i < label_.size(); ++i) {
    if (label_[i] < 0) open.parts.push_back(whole.parts[i]);
  }
  return open;
}

Decoded OpenRows::whole(Decoded open) const {
  if (all_open_) return open;
  Output whole;
  auto next = open.output.parts.begin();
  for (const int label : label_) whole.parts.push_back(label < 0 ? *next++ : label);
  return {std::move(whole), open.value};
}

}  // namespace costruct::multivariate
