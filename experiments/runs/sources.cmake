# Configs, draws, the sweep; train, predict and evaluate.
set(engine_sources
  config/collection_block.cpp config/config.cpp config/learner_reader.cpp config/notes.cpp
  config/fit_metrics.cpp config/protocol_catalog.cpp config/selection.cpp config/sweep_block.cpp
  config/training_of_experiment.cpp config/training_selection_block.cpp config/view_policy.cpp
  describe/names.cpp describe/schema.cpp describe/schema_definitions.cpp
  draws/data_checks.cpp draws/draw_notes.cpp draws/draw_pool.cpp draws/fold_partition.cpp draws/loaded_data.cpp draws/split_files.cpp
  draws/splits.cpp draws/sweep_sizes.cpp
  models/dense_points.cpp models/kept_weights.cpp models/kernel_model.cpp models/kernel_tables.cpp models/problem_views.cpp
  models/regression_model.cpp models/structured_file.cpp
  streaming/line_feed.cpp streaming/stream.cpp streaming/stream_state.cpp
  tasks/bootstrap.cpp tasks/input_groups.cpp tasks/number_model.cpp tasks/number_scores.cpp tasks/number_task.cpp tasks/output_scores.cpp
  tasks/prediction_details.cpp tasks/structured_model.cpp tasks/structured_task.cpp tasks/task.cpp tasks/unlabeled_sources.cpp
  sweep/cell.cpp sweep/cell_fits.cpp sweep/cell_runner.cpp sweep/peak_memory.cpp sweep/progress.cpp
  sweep/sweep.cpp sweep/sweep_plan.cpp sweep/workers.cpp
  runs/collection_folder.cpp runs/collection_run.cpp runs/dry_run.cpp runs/file_roles.cpp runs/provenance.cpp
  runs/reproduce.cpp runs/run.cpp runs/run_folder.cpp
  training/predict.cpp training/site_data.cpp training/train.cpp
  training/train_report.cpp training/train_sites.cpp training/training_selection.cpp
)
# Sweeps over several processes (mpirun costruct run ...), where there is an MPI.
find_package(MPI COMPONENTS CXX)
if(MPI_CXX_FOUND)
  list(APPEND engine_sources sweep/mpi_session.cpp training/mpi_transport.cpp)
  set(COSTRUCT_HAS_MPI TRUE CACHE INTERNAL "")
else()
  message(STATUS "No MPI: `mpirun costruct run` will say so; --jobs and --shard work (libopenmpi-dev has one)")
  list(APPEND engine_sources sweep/mpi_session_none.cpp training/mpi_transport_none.cpp)
  set(COSTRUCT_HAS_MPI FALSE CACHE INTERNAL "")
endif()
costruct_experiments_part(costruct_experiments
  SOURCES ${engine_sources}
  PUBLIC_LINKS costruct_experiments_data costruct_experiments_files costruct_experiments_results
    costruct_experiments_store costruct::problems
    costruct::learners
  PRIVATE_LINKS $<$<BOOL:${MPI_CXX_FOUND}>:MPI::MPI_CXX>)

# What provenance.cpp says of the program: taken when CMake runs, which it does again after each commit.
execute_process(COMMAND git rev-parse --path-format=absolute --git-path logs/HEAD
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(EXISTS "${head_log}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${head_log})
endif()
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" flags)
string(REGEX REPLACE "-f(file|macro|debug)-prefix-map=[^ ]* ?" "" flags "${flags}")  # which name folders of a machine
if(COSTRUCT_NATIVE)
  string(APPEND flags " -march=native")
endif()
set_source_files_properties(sweep/mpi_session.cpp training/mpi_transport.cpp PROPERTIES COMPILE_DEFINITIONS OMPI_SKIP_MPICXX)
set_source_files_properties(runs/provenance.cpp PROPERTIES COMPILE_DEFINITIONS
  "COSTRUCT_VERSION=\"${PROJECT_VERSION}\";COSTRUCT_REVISION=\"${revision}\";COSTRUCT_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";COSTRUCT_FLAGS=\"${flags}\"")
