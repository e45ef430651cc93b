#include "costruct/data/features/fitted/fitted_feature_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

std::string prefix_of(std::size_t extractor) {
  return fmt::format("encoder.fitted.{}", extractor);
}

std::string features_name(std::size_t extractor) {
  return prefix_of(extractor) + ".features";
}

}  // namespace

FittedFeatureList::FittedFeatureList(std::span<const std::unique_ptr<FittedExtractor>> extractors)
    : extractors_(extractors) {
  for (std::size_t e = 0; e < extractors_.size(); ++e) {
    for (Index feature = 0; feature < extractors_[e]->size(); ++feature)
      features_.push_back({static_cast<std::int32_t>(e), static_cast<std::int32_t>(feature)});
  }
  number_places();
}

void FittedFeatureList::number_places() {
  place_of_.clear();
  for (const auto& extractor : extractors_) place_of_.emplace_back(extractor->size(), -1);
  for (std::size_t place = 0; place < features_.size(); ++place)
    place_of_[features_[place].extractor][features_[place].feature] =
        static_cast<std::int32_t>(place);
}

void FittedFeatureList::save(ModelWriter& model, const std::vector<bool>& keep,
                             const std::vector<std::shared_ptr<const FittedValues>>& values) const {
  std::vector<std::vector<std::int32_t>> kept(extractors_.size());
  for (std::size_t place = 0; place < features_.size(); ++place) {
    if (keep[place]) kept[features_[place].extractor].push_back(features_[place].feature);
  }
  for (std::size_t e = 0; e < kept.size(); ++e) {
    if (kept[e].empty()) continue;
    COSTRUCT_ASSERT(values[e] != nullptr, "features with weights have been fitted");
    model.add(features_name(e), std::span<const std::int32_t>(kept[e]));
    values[e]->save(model, prefix_of(e));
  }
}

std::vector<std::shared_ptr<const FittedValues>> FittedFeatureList::load(const ModelReader& model) {
  features_.clear();
  std::vector<std::shared_ptr<const FittedValues>> values(extractors_.size());
  for (std::size_t e = 0; e < extractors_.size(); ++e) {
    if (!model.has(features_name(e))) continue;
    values[e] = extractors_[e]->load(model, prefix_of(e));
    const auto kept = model.integers32(features_name(e));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] < 0 || kept[i] >= extractors_[e]->size() || (i > 0 && kept[i] <= kept[i - 1])) {
        throw DataError(
            fmt::format("{}: damaged model: {} are not ascending numbers of features below {}",
                        model.file(), features_name(e), extractors_[e]->size()));
      }
      features_.push_back({static_cast<std::int32_t>(e), kept[i]});
    }
  }
  number_places();
  return values;
}

}  // namespace costruct::experiments
