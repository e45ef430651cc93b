#include "costruct/data/features/fitted/windowed.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {

void WindowedValues::append(const Symbols& of_example, Index t,
                            std::vector<FittedEntry>& out) const {
  const Index length = std::ssize(of_example.number) / symbols_;
  const Index first = std::max<Index>(0, t - window_), last = std::min(length - 1, t + window_);
  for (Index at = first; at <= last; ++at) {
    append_word(of_example.number.subspan(at * symbols_, symbols_),
                static_cast<std::int32_t>((at - t + window_) * per_token_), out);
  }
}

std::string WindowedExtractor::feature_name(Index feature) const {
  return fmt::format("{}[{}]{}", name_prefix_, feature / per_token() - window_,
                     name_in_word(feature % per_token()));
}

}  // namespace costruct::experiments
