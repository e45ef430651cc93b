// What the examples of a kind give to the problems that take that kind.
#pragma once

namespace costruct {

/// The inputs of a problem, as it takes them. Each kind of input has its own: PartData
/// (core/feature_table.hpp) where inputs are made of parts with features.
struct ProblemData {
  virtual ~ProblemData() = default;
};

}  // namespace costruct
