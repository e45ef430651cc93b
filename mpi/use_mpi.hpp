// Open MPI for programs that mpirun starts. Only programs that link this library load MPI.
#pragma once

namespace costruct::experiments {

/// Lets `run`, `train` and `vectors` work under mpirun. Call it before them. MPI itself is started
/// by them, and only if mpirun has started the process.
void use_mpi();

}  // namespace costruct::experiments
