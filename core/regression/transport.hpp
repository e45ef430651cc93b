// How the sites of a distributed computation exchange numbers.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// Connects V sites, each of which belongs to one process. Everything that leaves a site passes
/// through a Transport.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual Index num_sites() const = 0;
  /// Whether the site belongs to this process.
  virtual bool is_local(Index site) const = 0;
  /// Sends `numbers` from one site to all others. Reads `numbers` in the process of from_site, and
  /// overwrites them in all other processes. All processes must call it in the same order with the
  /// same size. Throws DataError if the sizes differ.
  virtual void share(Index from_site, VectorRef numbers) = 0;
  /// Sends `numbers` from one site to another one, which overwrites its own; both call it with the
  /// same size. Does nothing if both sites are local. Throws DataError if the sizes differ.
  virtual void move(Index from_site, Index to_site, VectorRef numbers) = 0;
  /// Bytes that local sites have sent to other sites so far. A vector counts once for each
  /// receiver.
  virtual std::int64_t bytes_sent() const = 0;
};

}  // namespace costruct
