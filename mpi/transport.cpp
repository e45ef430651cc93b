#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/mpi/factories.hpp"

namespace costruct::experiments {
namespace {

// MPI itself would wait with full processor load.
constexpr std::chrono::microseconds kSharePause{50};
constexpr std::size_t kMost = std::size_t{1} << 28;  // numbers in a message: MPI counts in int

class Sites : public MpiTransport {
 public:
  explicit Sites(const std::atomic<bool>* stop) : stop_(stop) {
    int provided = 0, size = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_of_.assign(static_cast<std::size_t>(size), -1);
  }
  ~Sites() override { MPI_Finalize(); }

  Index num_sites() const override { return static_cast<Index>(size_of_.size()); }
  Index site() const override { return rank_; }
  bool is_local(Index site) const override { return site == rank_; }
  std::int64_t bytes_sent() const override { return bytes_sent_; }

  void share(Index from_site, VectorRef numbers) override {
    agree_on_size(from_site, static_cast<std::int64_t>(numbers.size()));
    for (std::size_t at = 0; at < numbers.size(); at += kMost) {
      const VectorRef part = numbers.subspan(at, std::min(kMost, numbers.size() - at));
      broadcast(from_site, part.data(), static_cast<int>(part.size()), MPI_DOUBLE);
    }
    count_bytes(from_site, numbers.size_bytes());
  }

  void move(Index from_site, Index to_site, VectorRef numbers) override {
    const auto size = static_cast<std::int64_t>(numbers.size());
    std::int64_t sent = size;
    pass(from_site, to_site, &sent, 1, MPI_INT64_T);
    if (sent != size) {
      throw DataError(fmt::format(
          "process {} sums {} weights, but process {} has {}: all must read the same data",
          from_site + 1, sent, rank_ + 1, size));
    }
    for (std::size_t at = 0; at < numbers.size(); at += kMost) {
      const VectorRef part = numbers.subspan(at, std::min(kMost, numbers.size() - at));
      pass(from_site, to_site, part.data(), static_cast<int>(part.size()), MPI_DOUBLE);
    }
    if (is_local(from_site)) bytes_sent_ += static_cast<std::int64_t>(numbers.size_bytes());
  }

  [[noreturn]] void abandon(int exit_code) override {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::abort();
  }

 private:
  void agree_on_size(Index from_site, std::int64_t mine) {
    std::int64_t& known = size_of_[static_cast<std::size_t>(from_site)];
    if (known < 0) {
      known = mine;
      broadcast(from_site, &known, 1, MPI_INT64_T);
      count_bytes(from_site, sizeof known);
    }
    if (known == mine) return;
    throw DataError(
        fmt::format("site {} has {}, but site {} has {}: the sites must hold the same ones, in the "
                    "same order",
                    from_site + 1, counted(known, "unlabeled example"), rank_ + 1, mine));
  }

  void broadcast(Index from_site, void* data, int count, MPI_Datatype type) {
    MPI_Request request;
    MPI_Ibcast(data, count, type, static_cast<int>(from_site), MPI_COMM_WORLD, &request);
    wait_for(request);
  }

  void pass(Index from_site, Index to_site, void* data, int count, MPI_Datatype type) {
    MPI_Request request;
    if (is_local(from_site)) {
      MPI_Isend(data, count, type, static_cast<int>(to_site), 0, MPI_COMM_WORLD, &request);
    } else {
      MPI_Irecv(data, count, type, static_cast<int>(from_site), 0, MPI_COMM_WORLD, &request);
    }
    wait_for(request);
  }

  void wait_for(MPI_Request& request) {
    for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done;) {
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) abandon(kInterrupted);
      std::this_thread::sleep_for(kSharePause);
    }
  }

  void count_bytes(Index from_site, std::size_t bytes) {
    if (is_local(from_site)) bytes_sent_ += static_cast<std::int64_t>(bytes) * (num_sites() - 1);
  }

  const std::atomic<bool>* stop_;
  int rank_ = 0;
  std::vector<std::int64_t> size_of_;  // size of the vectors that each site shares; -1: not known
  std::int64_t bytes_sent_ = 0;
};

}  // namespace

std::unique_ptr<MpiTransport> make_mpi_transport(const std::atomic<bool>* stop) {
  return std::make_unique<Sites>(stop);
}

}  // namespace costruct::experiments
