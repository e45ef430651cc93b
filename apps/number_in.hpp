// A validator for numbers on the command line.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <string>

namespace costruct::experiments {

/// Returns a validator that accepts numbers from `least` to `most`, including both. It rejects NaN,
/// which CLI::Range and CLI::NonNegativeNumber accept. Add it to an option with check(). If the
/// value does not fit, CLI11 ends parsing with a message that names the value and the range.
inline CLI::Validator number_in(double least, double most) {
  const auto fault = [least, most](const std::string& text) -> std::string {
    double number = 0;
    const bool fits = CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
    return fits ? "" : fmt::format("{}: expected a number from {:g} to {:g}", text, least, most);
  };
  return {fault, fmt::format("NUMBER in [{:g} - {:g}]", least, most)};
}

}  // namespace costruct::experiments
