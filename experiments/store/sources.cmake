# results.sqlite: finished cells, splits, and what a run was.
find_package(SQLiteCpp REQUIRED)
set(store_sources database.cpp result_store.cpp row_checksum.cpp run_record.cpp split.cpp)
list(TRANSFORM store_sources PREPEND store/)
costruct_experiments_part(costruct_experiments_store
  SOURCES ${store_sources}
  PUBLIC_LINKS costruct_experiments_results
  PRIVATE_LINKS costruct_experiments_files SQLiteCpp)
