#include "costruct/data/formats/losses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {

void Losses::add(std::string_view kind, Index count) {
  if (count == 0) return;
  auto at = std::find_if(kinds_.begin(), kinds_.end(),
                         [&](const Kind& known) { return known.text == kind; });
  if (at == kinds_.end()) at = kinds_.insert(at, {std::string(kind), 0, place_});
  at->count += count;
}

std::vector<std::string> Losses::sentences() const {
  std::vector<std::string> sentences;
  for (const Kind& kind : kinds_)
    sentences.push_back(fmt::format("{}: {}, the first in {}", kind.text, kind.count, kind.place));
  return sentences;
}

}  // namespace costruct::experiments
