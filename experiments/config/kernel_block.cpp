#include "costruct/experiments/config/kernel_block.hpp"

#include "costruct/core/kernel/kernel.hpp"

namespace costruct::experiments {

bool is_linear(const Json& kernel) {
  return parse_kernel(kernel).type == KernelType::kLinear;
}

bool is_transductive(const Json& kernel) {
  return kernel_entry(kernel).transductive;
}

}  // namespace costruct::experiments
