// The key `kernel` of a learner, read: what its features become.
#pragma once

#include "costruct/core/kernel/kernel.hpp"

namespace costruct::experiments {

struct KernelConfig {
  KernelOptions options;
  Json block =
      kernel_with_defaults(Json::object());  ///< for identities, the effective config and models

  /// Whether features stay as they are.
  bool is_linear() const { return options.type == KernelType::kLinear; }
  /// Whether it is known between the inputs at hand only, so that these are all there are.
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
