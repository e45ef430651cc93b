// What turns raw examples into features: the alphabet of an encoder.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/data/corpus.hpp"
#include "costruct/experiments/data/encoder.hpp"
#include "costruct/experiments/data/extractor.hpp"
#include "costruct/experiments/data/format.hpp"

namespace costruct::experiments {

/// Memory that look-ups reuse; one for each thread.
struct LookupScratch {
  std::vector<AttributeRows> rows;
  ExtractorScratch extractor;
};

/// Features are numbered 0, 1, 2, ... in the order of their first appearance.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;
  /// The features of an example, new ones added. Overwrites `out` (but for its line).
  virtual void grow(const RawExample& example, StreamedExample& out) = 0;
  /// The features of an example as far as they are known. Allocates nothing in the long run.
  virtual void look_up(const RawExample& example, LookupScratch& scratch, StreamedExample& out) const = 0;

  virtual Index size() const = 0;
  virtual FeatureInfo info(Index feature) const = 0;
  virtual const std::vector<std::string>& groups() const = 0;

  /// Stores the features with keep[id], renumbered in order.
  virtual void save(ModelWriter& model, const std::vector<bool>& keep) const = 0;
  /// Fills an empty map from what save() stored. Throws DataError for anything else.
  virtual void load(const ModelReader& model) = 0;
};

/// New ids of the features that are kept: 0, 1, 2, ... in order, -1 for the others.
std::vector<std::int32_t> renumbered(const std::vector<bool>& keep);

/// The next feature id after `count` features; a DataError when ids run out.
std::int32_t next_feature_id(Index count);

}  // namespace costruct::experiments
