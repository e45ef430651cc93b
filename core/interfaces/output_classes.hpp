// Second interface: problems whose outputs fall into a few classes.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Every output belongs to one class, whatever its input: where an output is one label, that label.
/// Who picks outputs can then take some of every class.
class OutputClasses {
 public:
  virtual ~OutputClasses() = default;
  /// At least 1.
  virtual Index num_classes() const = 0;
  /// The class of an output, 0-based.
  virtual Index class_of(const Output& y) const = 0;
};

}  // namespace costruct
