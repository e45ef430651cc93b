// Asks a problem for an optional interface.
#pragma once

#include <typeinfo>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// A question for one optional interface. The problem that is asked need not know the type of the
/// interface. offered() below makes the questions; you need this class only to write a wrapper.
class InterfaceQuery {
 public:
  virtual ~InterfaceQuery() = default;
  /// The interface of another problem, to be returned by OffersAnother::offered(); null if that one
  /// does not offer it.
  virtual const void* of(const StructuredProblem& problem) const = 0;
  /// Whether it asks for the interface I.
  template <class I>
  bool is() const {
    return type() == typeid(I);
  }

 private:
  virtual const std::type_info& type() const = 0;
};

/// A base class for problems that wrap another problem. A wrapper can offer optional interfaces of
/// the wrapped problem without deriving from each of them.
class OffersAnother {
 public:
  virtual ~OffersAnother() = default;
  /// Returns query.of(the other problem) for an interface that is right for the wrapper as well,
  /// and null for all others. The library does not ask for interfaces that the wrapper derives
  /// from.
  virtual const void* offered(const InterfaceQuery& query) const = 0;
};

/// Returns the optional interface I of a problem, or null if the problem does not offer it. The
/// problem has it as a base class, or it is OffersAnother and the problem that it wraps has it. The
/// pointer is valid as long as the problem.
template <class I>
const I* offered(const StructuredProblem& problem) {
  class Query final : public InterfaceQuery {
   public:
    const void* of(const StructuredProblem& other) const override {
      return costruct::offered<I>(other);
    }

   private:
    const std::type_info& type() const override { return typeid(I); }
  };
  if (const auto* own = dynamic_cast<const I*>(&problem)) return own;
  const auto* wrapper = dynamic_cast<const OffersAnother*>(&problem);
  return wrapper == nullptr ? nullptr : static_cast<const I*>(wrapper->offered(Query()));
}

}  // namespace costruct
