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

#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/links/link_items.hpp"

namespace costruct::experiments {

/// The type of links without a type of their own.
inline constexpr const char* kLinkType = "link";

/// The links of rows as the edges of a graph. The extractor at place_of_links() implements this
/// class; get it by dynamic_cast.
class LinkedRows {
 public:
  virtual ~LinkedRows() = default;
  /// Makes the extractor keep links as edges, without features. Call it before any row is read.
  virtual void make_edges() = 0;
  /// Whether links have a direction.
  virtual bool is_directed() const = 0;
  /// A link of a row. The number of a row is the symbol that FittedExtractor::grow() gave it.
  struct Link {
    std::int32_t row = 0, type = 0;  ///< the other row; the type, as an index of types()
    double weight = 1;
  };
  /// The links of a row with other rows, ascending by row and type. They are known after
  /// FittedExtractor::finish_reading(). If links have a direction, they are those from this row.
  virtual std::span<const Link> links_of(std::int32_t row) const = 0;
  /// The names of types. Links without a type are of the type kLinkType.
  virtual std::vector<std::string> types() const = 0;
  /// Whether weights are a feature of edges. They are if a link of training has a weight other
  /// than 1.
  virtual bool has_weights() const = 0;
  /// Writes to a model which files are read for new rows, the types, and has_weights().
  virtual void save_edges(ModelWriter& model) const = 0;
  /// Reads what save_edges() wrote. Throws DataError.
  virtual void load_edges(const ModelReader& model) = 0;
};

/// The index of the extractor whose features are the links themselves; nullopt unless there is
/// exactly one.
std::optional<std::size_t> place_of_links(
    std::span<const std::unique_ptr<FittedExtractor>> extractors);

/// Makes the extractor of a checked item.
/// @param of  the features to smooth; null for an item that smooths none
std::unique_ptr<FittedExtractor> make_links(const Json& item, std::unique_ptr<FittedExtractor> of);

}  // namespace costruct::experiments
