# Metrics, statistics, claims, curves and the report.
set(results_sources
  cell_groups.cpp
  claim_form.cpp
  claims.cpp
  metrics.cpp
  statistics.cpp
  summary.cpp
  terminal_table.cpp
  text_file.cpp
  verdicts.cpp
)
list(TRANSFORM results_sources PREPEND results/)
costruct_experiments_part(costruct_experiments_results
  SOURCES ${results_sources}
  PUBLIC_LINKS costruct::core)
