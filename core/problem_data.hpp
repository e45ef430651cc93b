// The base class of the data that a problem is made from.
#pragma once

namespace costruct {

/// The inputs of a problem. Each kind of input has its own derived class, for example PartData
/// (core/feature_table.hpp) for inputs whose parts have features.
struct ProblemData {
  virtual ~ProblemData() = default;
};

}  // namespace costruct
