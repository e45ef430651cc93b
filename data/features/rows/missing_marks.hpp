// The texts that mark missing cells of tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The option of a data block that lists further marks: its name, and its declaration.
inline constexpr const char* kMissingOption = "missing";
OptionInfo missing_option();

/// Texts of cells that mark a missing value. They are those that pandas reads as missing by default
/// (NA, NaN, null ...), and those of the option `missing`. The empty cell and ? always mark one and
/// are not among these texts.
class MissingMarks {
 public:
  MissingMarks() : MissingMarks(Json::object()) {}
  /// Reads the option of a data block that has been checked.
  explicit MissingMarks(const Json& block);

  /// Whether the cell is one of the texts, with its case and blanks.
  bool contains(std::string_view cell) const;

 private:
  std::vector<std::string> marks_;  // sorted
};

}  // namespace costruct::experiments
