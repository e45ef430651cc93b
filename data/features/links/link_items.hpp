// Items of the extractor `links` in lists `features`: their options, and whether they fit together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/features/links/link_graph.hpp"

namespace costruct::experiments {

/// The features of an item: those of another extractor smoothed over the links, or the links
/// themselves.
enum class LinkFeatures { kSmoothed, kEdges };

/// The options of an item. Each member has the name of its option.
struct LinkOptions {
  /// The file of links; the column with the ids of rows; the file whose lines begin with the ids.
  /// Both files may be patterns (beside_data.hpp). Without `id` and `ids`, which are then "", rows
  /// have their numbers from 1 as ids, or the names of their files.
  std::string file, id, ids;
  bool directed = false;  ///< whether links have a direction
  ThirdField third = ThirdField::kWeight;
  LinkFeatures features = LinkFeatures::kSmoothed;
  std::string of;  ///< the group of features to smooth; "": those of the first other extractor
  // See link_graph.hpp.
  Index steps = 2;
  double restart = 0.1, least = 0;
  std::string group = "links";  ///< the group of its features, for named views

  SmoothingOptions smoothing() const { return {steps, restart, least}; }
};

/// Declares these options.
OptionDeclaration<LinkOptions> link_options();

/// Whether an item of a list `features` is the extractor `links`.
bool is_links(const Json& item);

/// The index in the list `features` of the item whose features an item `links` smooths. nullopt if
/// its `of` is not the group of another item, or if the item does not smooth features.
std::optional<std::size_t> place_to_smooth(const Json& features, const Json& item);
/// Whether an item `links` smooths features.
bool smooths(const Json& item);
/// The column with the ids of rows; "" if the item names none.
std::string id_column(const Json& item);

/// The columns with ids that the items of a checked block name.
std::vector<std::string> id_columns(const Json& block);

/// Checks that the items `links` of a list of valid extractors name features that exist. Adds what
/// is wrong to `errors`.
/// @param block   a data block with `features`
/// @param ranges  whether `groups` of the block are ranges of the rows' numbers
void check_links(const Json& block, bool ranges, const std::string& path, ConfigErrors& errors);

/// The reason why the links of a checked block make no graph of its rows, and what to change; "" if
/// they make one. The block needs exactly one extractor whose features are the links themselves.
std::string why_no_edges(const Json& block);

}  // namespace costruct::experiments
