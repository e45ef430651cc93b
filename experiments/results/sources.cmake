# Metrics, statistics, claims, curves and the report, which carries its drawing libraries inside.
foreach(package vega vega-lite vega-embed)
  string(TOUPPER COSTRUCT_${package} variable)
  string(REPLACE - _ variable ${variable})
  set(${variable} ${PROJECT_SOURCE_DIR}/node_modules/${package}/build/${package}.min.js)
  if(NOT EXISTS ${${variable}})
    message(FATAL_ERROR "${${variable}} is missing: the report draws with it. Run tools/install_deps.sh")
  endif()
endforeach()
set(COSTRUCT_REPORT_SCRIPT ${PROJECT_SOURCE_DIR}/experiments/results/report/report.js)
set(COSTRUCT_FIGURES_SCRIPT ${PROJECT_SOURCE_DIR}/experiments/results/report/figures.js)
set(COSTRUCT_REPORT_STYLE ${PROJECT_SOURCE_DIR}/experiments/results/report/report.css)
set(report_assets ${CMAKE_CURRENT_BINARY_DIR}/report_assets.cpp)
configure_file(${PROJECT_SOURCE_DIR}/experiments/results/report_assets.cpp.in ${report_assets} @ONLY)
set_source_files_properties(${report_assets} PROPERTIES OBJECT_DEPENDS
  "${COSTRUCT_VEGA};${COSTRUCT_VEGA_LITE};${COSTRUCT_VEGA_EMBED};${COSTRUCT_REPORT_SCRIPT};${COSTRUCT_REPORT_STYLE};${COSTRUCT_FIGURES_SCRIPT}")

set(results_sources
  cell_groups.cpp
  chart_style.cpp
  child_process.cpp
  claim_form.cpp
  claim_options.cpp
  claims.cpp
  claims_table.cpp
  collection_charts.cpp
  collection_claims.cpp
  collection_report.cpp
  collection_results.cpp
  compare_runs.cpp
  far_draws.cpp
  figures.cpp
  growth_fit.cpp
  html.cpp
  html_table.cpp
  judge_cells.cpp
  judge_lines.cpp
  metrics.cpp
  number_metrics.cpp
  paired_tests.cpp
  pairing.cpp
  report.cpp
  report_charts.cpp
  report_claims.cpp
  report_page.cpp
  report_far_draws.cpp
  report_provenance.cpp
  report_selection.cpp
  report_significance.cpp
  report_tables.cpp
  run_charts.cpp
  significance.cpp
  statistics.cpp
  summary.cpp
  terminal_grid.cpp
  terminal_table.cpp
  terminal_text.cpp
  unlabeled_worth.cpp
  verdicts.cpp
)
list(TRANSFORM results_sources PREPEND results/)
costruct_experiments_part(costruct_experiments_results
  SOURCES ${results_sources} ${report_assets}
  PUBLIC_LINKS costruct::core
  PRIVATE_LINKS costruct_experiments_files)
