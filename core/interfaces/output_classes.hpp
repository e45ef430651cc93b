// Optional interface of a problem: a partition of all outputs into a few classes.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems in which every output belongs to one class, for any input. If an output is
/// one label, the class is this label. Code that selects outputs can then take some of each class.
class OutputClasses {
 public:
  virtual ~OutputClasses() = default;
  /// The number of classes, at least 1.
  virtual Index num_classes() const = 0;
  /// The class of an output, from 0 to num_classes() - 1.
  virtual Index class_of(const Output& y) const = 0;
};

}  // namespace costruct
