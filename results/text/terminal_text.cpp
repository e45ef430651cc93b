#include "costruct/results/text/terminal_text.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace costruct::experiments {

Index text_width(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

std::string cut_to_width(const std::string& text, Index width) {
  constexpr std::string_view kDots = "...";
  if (text_width(text) <= width) return text;
  const Index kept = std::max<Index>(width - std::ssize(kDots), 0);
  std::size_t end = 0;
  for (Index characters = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (begins && characters++ == kept) break;
  }
  return text.substr(0, end) + std::string(kDots);
}

std::vector<std::string> wrapped(const std::string& text, Index width) {
  std::vector<std::string> lines;
  std::string line, word;
  std::istringstream words(text);
  while (words >> word) {
    if (!line.empty() && text_width(line) + 1 + text_width(word) > width)
      lines.push_back(std::exchange(line, ""));
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace costruct::experiments
