// FeatureMap: maps raw examples to features. It is the feature alphabet of an encoder.
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

/// The places of a map's columns in a table. It owns the names, so that the names of another table
/// cannot have the same address.
struct TablePlaces {
  std::shared_ptr<const std::vector<std::string>> header;
  std::vector<Index> cell_of;  ///< cell of each column; -1 if the table does not have the column
};

/// Memory that look-ups reuse; one for each thread.
struct LookupScratch {
  TablePlaces places;
  std::vector<AttributeRows> rows;
  ExtractorScratch extractor;
  std::vector<double> values;
};

/// Maps raw examples to features, numbered 0, 1, 2, ... by first appearance. grow() adds new
/// features; look_up() uses known features only.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;
  /// Whether the features of an example depend on all other examples. Then call observe() for every
  /// example, then finish_observing(), and only then grow().
  virtual bool must_observe() const { return false; }
  virtual void observe(const RawExample&) {}
  virtual void finish_observing() {}
  /// Notes for the user on what was observed, one line each.
  virtual std::vector<std::string> notes() const { return {}; }

  /// The features of an example; new features are added. Overwrites all of `out` except its line.
  virtual void grow(const RawExample& example, StreamedExample& out) = 0;
  /// The known features of an example. After some calls it allocates no more memory.
  virtual void look_up(const RawExample& example, LookupScratch& scratch,
                       StreamedExample& out) const = 0;

  /// Reads a file as dense rows in a fast way; null if look_up() is the only way.
  virtual std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path&) const {
    return nullptr;
  }

  /// The extractors that are fitted to examples. Their features are not features of this map.
  /// grow() and look_up() give their symbols, in this order.
  virtual std::span<const std::unique_ptr<FittedExtractor>> fitted() const { return {}; }

  virtual Index size() const = 0;
  virtual FeatureInfo info(Index feature) const = 0;
  virtual const std::vector<std::string>& groups() const = 0;

  /// Stores the features with keep[id], renumbered in order.
  virtual void save(ModelWriter& model, const std::vector<bool>& keep) const = 0;
  /// Fills an empty map from what save() stored. Throws DataError if the model contains anything
  /// else.
  virtual void load(const ModelReader& model) = 0;
};

/// New ids of the kept features: 0, 1, 2, ... in order; -1 for the others.
std::vector<std::int32_t> renumbered(const std::vector<bool>& keep);

/// The next feature id after `count` features. Throws DataError if there are no more ids.
std::int32_t next_feature_id(Index count);

}  // namespace costruct::experiments
