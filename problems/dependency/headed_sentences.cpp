#include "costruct/problems/dependency/headed_sentences.hpp"

namespace costruct::dependency {

std::shared_ptr<const HeadedSentences> HeadedSentences::in_one_view() const {
  auto one = std::make_shared<HeadedSentences>();
  one->relations = relations;
  one->token_begin = token_begin;
  one->is_punctuation = is_punctuation;
  ArcFeatures& all = one->views.emplace_back();
  for (FeatureTable ArcFeatures::*const table : {&ArcFeatures::heads, &ArcFeatures::dependents,
                                                 &ArcFeatures::labeled, &ArcFeatures::plain}) {
    std::vector<const FeatureTable*> of_views;
    for (const ArcFeatures& view : views) of_views.push_back(&(view.*table));
    all.*table = side_by_side(of_views);
  }
  return one;
}

}  // namespace costruct::dependency
