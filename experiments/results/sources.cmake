# Metrics, statistics, claims, curves and the report.
set(results_sources
)
list(TRANSFORM results_sources PREPEND results/)
costruct_experiments_part(costruct_experiments_results
  SOURCES ${results_sources}
  PUBLIC_LINKS costruct::core)
