// The `sweep` block of an experiment, and the protocols it may name.
#pragma once

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// A way to draw the examples of a sweep's repetitions.
struct ProtocolEntry {
  Protocol protocol;
  std::string name, summary;
  std::vector<std::string> details;  ///< what is labeled, unlabeled and scored, a line each
  std::vector<OptionInfo> options;   ///< the keys of a sweep block under it, `protocol` aside
  std::vector<std::string> required;
};

/// All protocols, in the order of the enum.
const std::vector<ProtocolEntry>& protocol_catalog();
const std::string& protocol_name(Protocol protocol);

/// Reads a sweep block; nullopt where something is wrong with it (all noted in `errors`).
/// `effective` becomes the block with its defaults.
std::optional<SweepConfig> read_sweep(const Json& block, ConfigErrors& errors, Json& effective);

}  // namespace costruct::experiments
