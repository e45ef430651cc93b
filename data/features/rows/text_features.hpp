// The features of texts: their extractors, in rows that have columns of texts.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"
#include "costruct/data/features/fitted_extractor.hpp"

namespace costruct::experiments {

/// The column with texts if none is named.
inline constexpr const char* kTextColumn = "text";

/// The fields of texts that a format of texts reads: its option `text`, a name or a list of names.
/// Without this option there is one field, kTextColumn.
std::vector<std::string> text_fields(const Json& block);

/// The extractors for texts of a list `features`.
class TextExtractors {
 public:
  /// @param features  a checked list; null: no extractors
  explicit TextExtractors(const Json& features);

  std::span<const std::unique_ptr<FittedExtractor>> all() const { return extractors_; }
  /// The columns that they take, and those among them with ids of rows.
  const std::set<std::string>& columns() const { return columns_; }
  const std::set<std::string>& ids() const { return ids_; }
  /// Appends those of their groups that are not yet in the list.
  void add_groups(std::vector<std::string>& groups) const;

 private:
  std::vector<std::unique_ptr<FittedExtractor>> extractors_;
  std::set<std::string> columns_, ids_;
};

/// Makes the map for rows that have nothing but text_fields(). All its features are those of
/// extractors. Without `features` each field has an extractor `words`, whose group is "words" if
/// there is one field, or else the name of the field.
/// @param block  a checked block
std::unique_ptr<FeatureMap> make_text_features(const Json& block);

}  // namespace costruct::experiments
