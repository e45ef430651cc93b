// How sites of a distributed computation tell each other numbers.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// Connects V sites, each of which is at home in one process. Everything that leaves a site passes
/// here.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual Index num_sites() const = 0;
  /// Whether the site is at home in this process.
  virtual bool is_local(Index site) const = 0;
  /// Gives `numbers` of one site to all: read where the site is local, overwritten elsewhere; of
  /// the same size everywhere. Called by all processes in the same order. Throws Error where a site
  /// is lost.
  virtual void share(Index from_site, VectorRef numbers) = 0;
  /// Bytes that local sites have sent to others so far, each receiver counted.
  virtual std::int64_t bytes_sent() const = 0;
};

}  // namespace costruct
