// The `sweep` block of an experiment, and its protocols.
#pragma once

#include "costruct/core/catalog.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// A way to draw the examples of a sweep's repetitions.
struct ProtocolEntry {
  Protocol protocol;  ///< kSplitFiles for protocols that were added
  std::string name, summary;
  /// What is labeled, unlabeled and scored; a line each. Empty for protocols that were added.
  std::vector<std::string> details;
  std::vector<OptionInfo> options;  ///< the keys of its sweep block, without `protocol`
  /// OwnProtocol::make_draw of a protocol that was added; null for the others.
  std::function<OwnDraw(const Json& block)> make_draw = {};
};

/// All protocols, in the order of Protocol, and then those that were added.
const Catalog<ProtocolEntry>& protocol_catalog();
/// The name of a built-in protocol.
const std::string& protocol_name(Protocol protocol);
/// A protocol of your own. Its draws are checked as lines of split files are.
struct OwnProtocol {
  std::string name, summary;
  /// Besides labeled, unlabeled, pairs, repetitions, seed, every_label and selection, which every
  /// protocol has. Must not repeat these.
  std::vector<OptionInfo> options;
  /// Makes the function that draws, from the sweep block with its defaults. Options that are null
  /// are left out of the block. Must not be null.
  std::function<OwnDraw(const Json& block)> make_draw;
};

/// Adds a protocol of your own program at the end of the catalog. Throws as Catalog::add() does.
void add_protocol(OwnProtocol protocol);
/// The types of a `sweep` block. A block without `protocol` resamples.
BlockTypes protocol_types();

/// Reads a sweep block, and adds its errors to `errors`. After errors the result must not be used.
/// It is nullopt, and `effective` unchanged, if an option is missing or invalid by itself. Else
/// `effective` becomes the block with its defaults, without options that are null.
std::optional<SweepConfig> read_sweep(const Json& block, ConfigErrors& errors, Json& effective);

/// Sets the sizes from the keys `labeled` and `unlabeled`, or `pairs`, and `holdout` of a checked
/// block with defaults and without shares. Adds errors that are known without data. Before the call
/// `sweep` must have its repetitions and no `sizes`.
void read_sizes(const Json& block, SweepConfig& sweep, ConfigErrors& errors);

}  // namespace costruct::experiments
