#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "costruct/mpi/factories.hpp"

namespace costruct::experiments {
namespace {

constexpr std::chrono::microseconds kRankPause{200};  // MPI itself would wait with full load
constexpr std::size_t kMostOfMessage = std::size_t{1} << 28;  // MPI counts in int

class RanksOfMpi : public MpiRanks {
 public:
  RanksOfMpi() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~RanksOfMpi() override { MPI_Finalize(); }

  Index rank() const override { return rank_; }
  Index size() const override { return size_; }

  std::vector<std::string> gather(std::string mine) override {
    constexpr int kRoot = 0;
    std::vector<std::string> all;
    if (rank_ == kRoot) {
      all.push_back(std::move(mine));
      for (int from = 1; from < size_; ++from) {
        all.emplace_back();
        pass(all.back(), [from](void* data, int count, MPI_Request* request) {
          MPI_Irecv(data, count, MPI_CHAR, from, 0, MPI_COMM_WORLD, request);
        });
      }
    } else {
      pass(mine, [](void* data, int count, MPI_Request* request) {
        MPI_Isend(data, count, MPI_CHAR, kRoot, 0, MPI_COMM_WORLD, request);
      });
    }
    return all;
  }

  void share(std::string& bytes) override {
    pass(bytes, [](void* data, int count, MPI_Request* request) {
      MPI_Ibcast(data, count, MPI_CHAR, 0, MPI_COMM_WORLD, request);
    });
  }

  [[noreturn]] void abandon(int exit_code) override {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::abort();
  }

 private:
  // Passes a size, then bytes of this size: sends them, or receives them into `bytes`.
  template <class Start>
  static void pass(std::string& bytes, const Start& start) {
    std::uint64_t size = bytes.size();
    wait(start, &size, sizeof size);
    bytes.resize(size);
    for (std::size_t at = 0; at < size; at += kMostOfMessage)
      wait(start, bytes.data() + at, std::min(kMostOfMessage, size - at));
  }
  template <class Start>
  static void wait(const Start& start, void* data, std::size_t size) {
    MPI_Request request;
    start(data, static_cast<int>(size), &request);
    for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done;)
      std::this_thread::sleep_for(kRankPause);
  }

  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<MpiRanks> make_mpi_ranks() {
  return std::make_unique<RanksOfMpi>();
}

}  // namespace costruct::experiments
