#include "costruct/apps/add_mail.hpp"
#include "costruct/apps/command_line.hpp"
#ifdef COSTRUCT_HAS_MPI
#include "costruct/mpi/use_mpi.hpp"
#endif

int main(int argc, char** argv) {
#ifdef COSTRUCT_HAS_MPI
  costruct::experiments::use_mpi();
#endif
  costruct::add_mail();
  return costruct::run_command_line(argc, argv);
}
