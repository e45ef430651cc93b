// links: describes rows by the links between them, whose file the options name.
//
// Its features are those of another extractor, smoothed over the links (link_graph.hpp), or the
// links themselves, one feature for each. The latter are for a graph kernel that joins points with
// common features. Rows of training, unlabeled and test files that are read together make one
// graph. So do the rows that are predicted together. Labels have no influence.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/features/fitted_extractor.hpp"

namespace costruct::experiments {

/// Whether an item of a list `features` is the extractor `links`.
bool is_links(const Json& item);

/// The place of the item whose features an item `links` smooths. nullopt if its `of` is not the
/// name of a group of another item, or if the features are not smoothed.
std::optional<std::size_t> place_to_smooth(const Json& features, const Json& item);
/// Whether an item `links` smooths features.
bool smooths(const Json& item);
/// The column with the ids of rows; "" if the item names none.
std::string id_column(const Json& item);

/// The columns with ids that the items of a checked block name.
std::vector<std::string> id_columns(const Json& block);

/// Checks that the items `links` of a list of valid extractors name features that exist.
/// @param block   a data block with `features`
/// @param ranges  whether `groups` of the block are ranges of the rows' numbers
void check_links(const Json& block, bool ranges, const std::string& path, ConfigErrors& errors);

/// The type of all edges that are links without a type of their own.
inline constexpr const char* kLinkType = "link";

/// The links of rows as the edges of a graph.
class LinkedRows {
 public:
  virtual ~LinkedRows() = default;
  /// Makes edges in place of features. Call it before any row is read.
  virtual void make_edges() = 0;
  /// Whether links have a direction.
  virtual bool is_directed() const = 0;
  /// A link of a row: with which row, of which of the types(), and its weight. Rows are numbered
  /// by their symbols.
  struct Link {
    std::int32_t row = 0, type = 0;
    double weight = 1;
  };
  /// The links of a row, ascending by row and type, without itself; those to other rows if links
  /// have a direction.
  virtual std::span<const Link> links_of(std::int32_t row) const = 0;
  /// The names of types. Links without a type are of the type kLinkType.
  virtual std::vector<std::string> types() const = 0;
  /// Whether weights are a feature of edges: a link of training has another weight than 1.
  virtual bool has_weights() const = 0;
  /// Writes to a model which files are read for new rows, and the types.
  virtual void save_edges(ModelWriter& model) const = 0;
  /// Reads what save_edges() wrote. Throws DataError.
  virtual void load_edges(const ModelReader& model) = 0;
};

/// The place of the extractor whose features are the links themselves; nullopt unless there is
/// exactly one.
std::optional<std::size_t> place_of_links(
    std::span<const std::unique_ptr<FittedExtractor>> extractors);

/// The reason why the links of a checked block make no graph of its rows, with the remedy. The
/// block needs exactly one extractor whose features are the links themselves. "" if it has one.
std::string why_no_edges(const Json& block);

/// Makes the extractor of a checked item.
/// @param of  the features to smooth; null for an item that smooths none
std::unique_ptr<FittedExtractor> make_links(const Json& item, std::unique_ptr<FittedExtractor> of);

}  // namespace costruct::experiments
