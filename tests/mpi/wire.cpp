// Preloaded into the program: writes down every number that a process sends to others, to the file
// $COSTRUCT_WIRE.RANK, a line each, with the digits that tell doubles apart. Any other way of
// sending ends it.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

std::FILE* log_of_this_process() {
  static std::FILE* file = [] {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return std::fopen(
        (std::string(std::getenv("COSTRUCT_WIRE")) + "." + std::to_string(rank)).c_str(), "w");
  }();
  return file;
}

int refuse(const char* what) {
  std::fprintf(stderr, "wire: unexpected %s\n", what);
  std::abort();
}

}  // namespace

extern "C" {

int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm communicator,
               MPI_Request* request) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  if (rank == root) {
    for (int i = 0; i < count; ++i) {
      if (type == MPI_DOUBLE) {
        std::fprintf(log_of_this_process(), "%.17g\n", static_cast<double*>(data)[i]);
      } else if (type == MPI_INT64_T) {
        std::fprintf(log_of_this_process(), "size %lld\n",
                     static_cast<long long>(static_cast<std::int64_t*>(data)[i]));
      } else {
        refuse("type");
      }
    }
    std::fflush(log_of_this_process());
  }
  return PMPI_Ibcast(data, count, type, root, communicator, request);
}

int MPI_Send(const void*, int, MPI_Datatype, int, int, MPI_Comm) {
  return refuse("MPI_Send");
}
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  return refuse("MPI_Isend");
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return refuse("MPI_Bcast");
}
int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return refuse("MPI_Allreduce");
}
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) {
  return refuse("MPI_Gather");
}
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  return refuse("MPI_Allgather");
}

}  // extern "C"
