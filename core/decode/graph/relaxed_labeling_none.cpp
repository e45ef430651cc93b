// The linear program of graphs in a build without CLP.
#include "costruct/core/decode/graph/relaxed_labeling.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

RelaxedLabeling relaxed_labeling(const GraphScores&, const MessagePassing&) {
  throw ConfigError("linear programs: " + *linear_program_unavailable());
}

}  // namespace costruct
