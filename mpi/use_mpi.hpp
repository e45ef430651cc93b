// Open MPI for programs that mpirun starts. Only programs that link this library load MPI.
#pragma once

namespace costruct::experiments {

/// Lets the commands `run`, `train`, `vectors`, `predict`, `suggest` and `evaluate` share their
/// work under mpirun. Call it once, before them. They start MPI themselves, and only if mpirun has
/// started the process.
void use_mpi();

}  // namespace costruct::experiments
