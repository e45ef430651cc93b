#include "costruct/data/features/fitted/windowed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace costruct::experiments {

// Calls use_row(row) for the row of each word in the window of part t.
template <class UseRow>
void WindowedValues::for_words(const Symbols& of_example, Index t, std::vector<FittedEntry>& out,
                               const UseRow& use_row) const {
  const Index length = std::ssize(of_example.number) / symbols_;
  const Index first = std::max<Index>(0, t - window_), last = std::min(length - 1, t + window_);
  for (Index at = first; at <= last; ++at) {
    const auto symbols = of_example.number.subspan(at * symbols_, symbols_);
    SharedRow row = row_of(symbols);
    row.first = static_cast<std::int32_t>((at - t + window_) * per_token_);
    if (row.columns > 0) use_row(row);
    append_behind_row(symbols, row.first, out);
  }
}

void WindowedValues::append(const Symbols& of_example, Index t,
                            std::vector<FittedEntry>& out) const {
  for_words(of_example, t, out, [&](const SharedRow& row) {
    row.for_entries([&](std::int32_t feature, double value) { out.push_back({feature, value}); });
  });
}

void WindowedValues::append_shared(const Symbols& of_example, Index t,
                                   std::vector<FittedEntry>& out,
                                   std::vector<SharedRow>& rows) const {
  for_words(of_example, t, out, [&](const SharedRow& row) { rows.push_back(row); });
}

std::string WindowedExtractor::feature_name(Index feature) const {
  return fmt::format("{}[{}]{}", name_prefix_, feature / per_token() - window_,
                     name_in_word(feature % per_token()));
}

void scale_to(double length, SharedRow& row) {
  double squares = 0;
  row.for_entries([&](std::int32_t, double x) { squares += x * x; });
  if (squares > 0) row.factor = length / std::sqrt(squares);
}

}  // namespace costruct::experiments
