#include "costruct/core/text/counted.hpp"

#include <fmt/format.h>

namespace costruct {

std::string counted(Index count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string counted(Index count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string are_counted(Index count, std::string_view noun) {
  return (count == 1 ? "is " : "are ") + counted(count, noun);
}

}  // namespace costruct
