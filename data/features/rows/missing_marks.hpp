// The texts that mark missing cells of tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The option with marks of your own.
inline constexpr const char* kMissingOption = "missing";
OptionInfo missing_option();

/// Texts of cells that mark a missing value. They are those that pandas reads as missing by default
/// (NA, NaN, null ...), and those of the option `missing`. The empty cell and ? always mark one and
/// are not among these texts.
class MissingMarks {
 public:
  MissingMarks() : MissingMarks(Json::object()) {}
  /// For a valid block.
  explicit MissingMarks(const Json& block);

  bool contains(std::string_view cell) const;

 private:
  std::vector<std::string> marks_;  // sorted
};

}  // namespace costruct::experiments
