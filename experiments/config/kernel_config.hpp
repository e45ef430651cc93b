// The `kernel` block of a learner, after reading.
#pragma once

#include "costruct/core/kernel/kernel.hpp"

namespace costruct::experiments {

/// A kernel, which replaces the learner's features by others.
struct KernelConfig {
  KernelOptions options;
  /// The block with defaults, for the identities of cells (cell.hpp), the effective config and
  /// models.
  Json block = kernel_with_defaults(Json::object());
  /// Whether the features stay unchanged: the kernel is linear, without scaling.
  bool leaves_features() const { return options.leaves_features(); }
  /// Whether the kernel is defined only between the given inputs, so that no others can follow.
  bool is_transductive() const { return kernel_entry(options.type).transductive; }

  friend bool operator==(const KernelConfig& a, const KernelConfig& b) {
    return a.block == b.block;
  }
};

/// Reads a checked `kernel` block.
inline KernelConfig read_kernel(const Json& block) {
  return {parse_kernel(block), kernel_with_defaults(block)};
}

}  // namespace costruct::experiments
