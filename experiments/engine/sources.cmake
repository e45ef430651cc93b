# Configs, splits, the sweep; train, predict and evaluate.
set(engine_sources
  cell.cpp cell_runner.cpp dense_points.cpp regression_cells.cpp regression_data.cpp regression_model.cpp regression_predictor.cpp structured_cells.cpp
  file_roles.cpp train_regression.cpp train_report.cpp train_sites.cpp training_selection.cpp config.cpp data_checks.cpp json_file.cpp kernel_model.cpp kernel_tables.cpp kept_weights.cpp loaded_data.cpp machine_memory.cpp
  collection_block.cpp collection_folder.cpp collection_run.cpp
  draw_pool.cpp fold_partition.cpp protocol_catalog.cpp split_files.cpp sweep_sizes.cpp
  part_data_builder.cpp paths.cpp peak_memory.cpp progress.cpp provenance.cpp reproduce.cpp run.cpp run_folder.cpp
  selection.cpp dry_run.cpp sweep_plan.cpp workers.cpp
  model.cpp names.cpp predict.cpp problem_views.cpp schema.cpp schema_definitions.cpp scores.cpp splits.cpp sweep.cpp sweep_block.cpp train.cpp view_policy.cpp
)
# Sweeps over several processes (mpirun costruct run ...), where there is an MPI.
find_package(MPI COMPONENTS CXX)
if(MPI_CXX_FOUND)
  list(APPEND engine_sources mpi_session.cpp mpi_transport.cpp)
  set(COSTRUCT_HAS_MPI TRUE CACHE INTERNAL "")
else()
  message(STATUS "No MPI: `mpirun costruct run` will say so; --jobs and --shard work (libopenmpi-dev has one)")
  list(APPEND engine_sources mpi_session_none.cpp mpi_transport_none.cpp)
  set(COSTRUCT_HAS_MPI FALSE CACHE INTERNAL "")
endif()
list(TRANSFORM engine_sources PREPEND engine/)
costruct_experiments_part(costruct_experiments
  SOURCES ${engine_sources}
  PUBLIC_LINKS costruct_experiments_data costruct_experiments_files costruct_experiments_results
    costruct_experiments_store costruct::problems
    costruct::learners
  PRIVATE_LINKS $<$<BOOL:${MPI_CXX_FOUND}>:MPI::MPI_CXX>)

# What provenance.cpp says of the program: taken when CMake runs.
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" flags)
if(COSTRUCT_NATIVE)
  string(APPEND flags " -march=native")
endif()
set_source_files_properties(engine/mpi_session.cpp engine/mpi_transport.cpp PROPERTIES COMPILE_DEFINITIONS OMPI_SKIP_MPICXX)
set_source_files_properties(engine/provenance.cpp PROPERTIES COMPILE_DEFINITIONS
  "COSTRUCT_VERSION=\"${PROJECT_VERSION}\";COSTRUCT_REVISION=\"${revision}\";COSTRUCT_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";COSTRUCT_FLAGS=\"${flags}\"")
