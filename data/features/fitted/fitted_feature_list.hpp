// The features of all fitted extractors in one list.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/data/features/fitted_extractor.hpp"

namespace costruct::experiments {

/// The features, extractor by extractor. For a stored model, only the features that it keeps.
class FittedFeatureList {
 public:
  struct Feature {
    std::int32_t extractor;
    std::int32_t feature;  ///< number among the features of the extractor
  };

  /// Lists all features. The extractors must outlive the list.
  explicit FittedFeatureList(std::span<const std::unique_ptr<FittedExtractor>> extractors);

  Index size() const { return std::ssize(features_); }
  bool empty() const { return features_.empty(); }
  const Feature& operator[](Index place) const {
    return features_[static_cast<std::size_t>(place)];
  }
  const FittedExtractor& extractor(std::size_t number) const { return *extractors_[number]; }
  std::size_t num_extractors() const { return extractors_.size(); }
  /// The place of an extractor's feature; -1 if the model did not keep it.
  std::int32_t place_of(std::size_t extractor, std::int32_t feature) const {
    return place_of_[extractor][static_cast<std::size_t>(feature)];
  }

  /// Writes which features have keep[place], and the values of each extractor with such features.
  void save(ModelWriter& model, const std::vector<bool>& keep,
            const std::vector<std::shared_ptr<const FittedValues>>& values) const;
  /// Restores what save() wrote and returns the values; null for extractors without kept features.
  /// Throws DataError.
  std::vector<std::shared_ptr<const FittedValues>> load(const ModelReader& model);

 private:
  void number_places();

  std::span<const std::unique_ptr<FittedExtractor>> extractors_;
  std::vector<Feature> features_;
  std::vector<std::vector<std::int32_t>> place_of_;
};

}  // namespace costruct::experiments
