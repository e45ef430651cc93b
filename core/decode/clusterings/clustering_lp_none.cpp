// Linear programs in a build without CLP: reports that they are unavailable.
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

std::optional<std::string> linear_program_unavailable() {
  return "this program was built without CLP: install coinor-libclp-dev and build again";
}

RelaxedPartition relaxed_partition(Index, ConstVectorRef) {
  throw ConfigError("linear programs: " + *linear_program_unavailable());
}

}  // namespace costruct
