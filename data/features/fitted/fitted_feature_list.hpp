// The features of all fitted extractors in one list.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/data/features/fitted_extractor.hpp"

namespace costruct::experiments {

/// Lists the features of all fitted extractors and numbers them from 0, extractor by extractor. A
/// list restored from a model has only the features that the model kept.
class FittedFeatureList {
 public:
  /// A feature of an extractor.
  struct Feature {
    std::int32_t extractor;  ///< number of the extractor, from 0
    std::int32_t feature;    ///< number among the features of the extractor
  };

  /// Lists all features. The extractors must outlive the list.
  explicit FittedFeatureList(std::span<const std::unique_ptr<FittedExtractor>> extractors);
  /// Lists all features again, after examples were read that may have added some.
  void list_all();

  /// The number of features.
  Index size() const { return std::ssize(features_); }
  bool empty() const { return features_.empty(); }
  /// The feature with number `place` in the list.
  const Feature& operator[](Index place) const {
    return features_[static_cast<std::size_t>(place)];
  }
  const FittedExtractor& extractor(std::size_t number) const { return *extractors_[number]; }
  std::size_t num_extractors() const { return extractors_.size(); }
  /// The number of an extractor's feature in the list; -1 if the model did not keep the feature.
  std::int32_t place_of(std::size_t extractor, std::int32_t feature) const {
    return place_of_[extractor][static_cast<std::size_t>(feature)];
  }

  /// Writes to a model which features are kept, and the fitted values of the extractors that have
  /// some of them.
  /// @param keep    whether each feature of the list is kept
  /// @param values  result of fitting each extractor; not null if one of its features is kept
  void save(ModelWriter& model, const std::vector<bool>& keep,
            const std::vector<std::shared_ptr<const FittedValues>>& values) const;
  /// Restores what save() wrote. Replaces the list by the kept features. Returns the fitted values
  /// of each extractor, null for extractors without kept features. Throws DataError if the model is
  /// damaged.
  std::vector<std::shared_ptr<const FittedValues>> load(const ModelReader& model);

 private:
  void number_places();

  std::span<const std::unique_ptr<FittedExtractor>> extractors_;
  std::vector<Feature> features_;
  std::vector<std::vector<std::int32_t>> place_of_;
};

}  // namespace costruct::experiments
