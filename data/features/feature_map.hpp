// What turns raw examples into features: the alphabet of an encoder.
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

/// Names in model files that several kinds of feature maps share.
inline constexpr const char* kFeatureNumbers = "encoder.feature_numbers";
inline constexpr const char* kEncoderColumns = "encoder.columns";

/// Where the columns that a map knows stand in a table. Holds the names, so that no other table's
/// have their address.
struct TablePlaces {
  std::shared_ptr<const std::vector<std::string>> header;
  std::vector<Index> cell_of;  ///< of each column; -1 where the table has none
};

/// Memory that look-ups reuse; one for each thread.
struct LookupScratch {
  TablePlaces places;
  std::vector<AttributeRows> rows;
  ExtractorScratch extractor;
  std::vector<double> values;
};

/// Features are numbered 0, 1, 2, ... in the order of their first appearance.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;
  /// Whether the features of an example depend on all others: then observe() sees every example,
  /// and finish_observing() is called, before grow() sees the first.
  virtual bool must_observe() const { return false; }
  virtual void observe(const RawExample&) {}
  virtual void finish_observing() {}
  /// What observing has found, a line each, for users.
  virtual std::vector<std::string> notes() const { return {}; }

  /// The features of an example, new ones added. Overwrites `out` (but for its line).
  virtual void grow(const RawExample& example, StreamedExample& out) = 0;
  /// The features of an example as far as they are known. Allocates nothing in the long run.
  virtual void look_up(const RawExample& example, LookupScratch& scratch,
                       StreamedExample& out) const = 0;

  /// A fast way to read a file as dense rows; null where there is none but look_up().
  virtual std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path&) const {
    return nullptr;
  }

  /// The extractors whose features are none of this map's: they are fitted to examples. grow() and
  /// look_up() give their symbols, in this order.
  virtual std::span<const std::unique_ptr<FittedExtractor>> fitted() const { return {}; }

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
