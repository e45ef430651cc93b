// A transport with all sites in one process. It counts bytes as if each receiver were in another
// process.
#pragma once

#include "costruct/core/regression/transport.hpp"

namespace costruct {

/// A transport between `num_sites` sites in this process.
class InProcessTransport : public Transport {
 public:
  explicit InProcessTransport(Index num_sites) : num_sites_(num_sites) {}
  Index num_sites() const override { return num_sites_; }
  bool is_local(Index) const override { return true; }
  void share(Index, VectorRef numbers) override {
    bytes_sent_ += static_cast<std::int64_t>(numbers.size() * sizeof(double)) * (num_sites_ - 1);
  }
  void move(Index, Index, VectorRef numbers) override {
    bytes_sent_ += static_cast<std::int64_t>(numbers.size_bytes());
  }
  std::int64_t bytes_sent() const override { return bytes_sent_; }

 private:
  Index num_sites_;
  std::int64_t bytes_sent_ = 0;
};

}  // namespace costruct
