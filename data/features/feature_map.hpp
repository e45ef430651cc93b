// FeatureMap: converts raw examples to features. It is the feature alphabet of an encoder.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/dense_rows.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/features/extractor.hpp"

namespace costruct::experiments {

class FittedExtractor;  // data/features/fitted_extractor.hpp
class ModelReader;      // io/model_file.hpp
class ModelWriter;

/// Names of entries in model files that several feature maps share. One holds the numbers of
/// features (FeatureInfo::number), the other the names of the columns, or how many there are.
inline constexpr const char* kFeatureNumbers = "encoder.feature_numbers";
inline constexpr const char* kEncoderColumns = "encoder.columns";

/// The places of a map's columns in a table. It keeps the header alive, so that no other header can
/// have the same address.
struct TablePlaces {
  std::shared_ptr<const std::vector<std::string>> header;
  std::vector<Index> cell_of;  ///< place of each column; -1 if the table does not have it
};

/// Memory that FeatureMap::look_up() reuses. Each thread needs its own.
struct LookupScratch {
  TablePlaces places;
  std::vector<AttributeRows> rows;
  ExtractorScratch extractor;
  std::vector<double> values;
};

/// Maps examples to features, which are numbered 0, 1, 2, ... in an order that depends on the map.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;
  /// Whether the features of an example depend on all examples. Then call observe() for every
  /// example and finish_observing(), before the first grow().
  virtual bool must_observe() const { return false; }
  virtual void observe(const RawExample&) {}
  /// Throws DataError("what is wrong").
  virtual void finish_observing() {}
  /// Messages for users on what observing found, one for each line.
  virtual std::vector<std::string> notes() const { return {}; }

  /// Writes the features of an example to `out`, and adds new ones to the map. It sets part_begin,
  /// feature and value, and also symbols if there are fitted() extractors. The caller sets the
  /// rest.
  virtual void grow(const RawExample& example, StreamedExample& out) = 0;
  /// Writes the known features of an example to the same members of `out`. Allocates no memory in
  /// the long run, if `scratch` and `out` are used again.
  virtual void look_up(const RawExample& example, LookupScratch& scratch,
                       StreamedExample& out) const = 0;

  /// A fast reader of a file as dense rows; null if the map offers only look_up().
  virtual std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path&) const {
    return nullptr;
  }

  /// Extractors that are fitted to examples. Their features are not features of this map. grow()
  /// and look_up() return their symbols, in this order.
  virtual std::span<const std::unique_ptr<FittedExtractor>> fitted() const { return {}; }

  virtual Index size() const = 0;
  virtual FeatureInfo info(Index feature) const = 0;
  /// The names of the groups; FeatureInfo::group is an index of them.
  virtual const std::vector<std::string>& groups() const = 0;

  /// Stores the features with keep[id] and renumbers them in order.
  virtual void save(ModelWriter& model, const std::vector<bool>& keep) const = 0;
  /// Restores what save() stored; the map must be empty. Throws DataError for anything else.
  virtual void load(const ModelReader& model) = 0;
};

/// The new ids of features: 0, 1, 2, ... for those that are kept, in order; -1 for the others.
std::vector<std::int32_t> renumbered(const std::vector<bool>& keep);

/// The id of the next feature after `count` features. Throws DataError if no ids are left.
std::int32_t next_feature_id(Index count);

}  // namespace costruct::experiments
