#include "costruct/problems/multivariate/known_rows.hpp"

#include <algorithm>
#include <utility>

namespace costruct::multivariate {

SettledRows::SettledRows(const Known& known, std::size_t rows) : label(rows, -1) {
  for (std::size_t i = 0; i < std::min(rows, known.facts.size()); ++i) {
    if (known.facts[i].size() == 1) label[i] = known.facts[i].front();
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (label[i] < 0) open.push_back(i);
    if (label[i] == 1) ones.push_back(i);
  }
}

OpenRows::OpenRows(const SettledRows* settled, const RowGains& rows)
    : all_(rows), settled_(settled), none_(rows.none) {
  if (settled_ == nullptr) return;
  gain_.reserve(settled_->open.size());
  for (const std::size_t i : settled_->open) gain_.push_back(rows.gain[i]);
  for (const std::size_t i : settled_->ones) none_ += rows.gain[i];
}

Output OpenRows::open(const Output& whole) const {
  if (settled_ == nullptr) return whole;
  Output open;
  for (const std::size_t i : settled_->open) open.parts.push_back(whole.parts[i]);
  return open;
}

Decoded OpenRows::whole(Decoded open) const {
  if (settled_ == nullptr) return open;
  Decoded whole{{settled_->label}, open.value};
  for (std::size_t k = 0; k < settled_->open.size(); ++k)
    whole.output.parts[settled_->open[k]] = open.output.parts[k];
  return whole;
}

}  // namespace costruct::multivariate
