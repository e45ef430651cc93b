# Metrics, statistics, claims, curves and the report, which carries its drawing libraries inside.
foreach(package vega vega-lite vega-embed)
  string(TOUPPER COSTRUCT_${package} variable)
  string(REPLACE - _ variable ${variable})
  set(${variable} ${PROJECT_SOURCE_DIR}/node_modules/${package}/build/${package}.min.js)
  if(NOT EXISTS ${${variable}})
    message(FATAL_ERROR "${${variable}} is missing: the report draws with it. Run tools/install_deps.sh")
  endif()
endforeach()
set(COSTRUCT_REPORT_SCRIPT ${PROJECT_SOURCE_DIR}/experiments/report/html/report.js)
set(COSTRUCT_FIGURES_SCRIPT ${PROJECT_SOURCE_DIR}/experiments/report/html/figures.js)
set(COSTRUCT_REPORT_STYLE ${PROJECT_SOURCE_DIR}/experiments/report/html/report.css)
set(report_assets ${CMAKE_CURRENT_BINARY_DIR}/report_assets.cpp)
configure_file(${PROJECT_SOURCE_DIR}/experiments/report/html/report_assets.cpp.in ${report_assets} @ONLY)
# On its own, as the source of a unity build is not made again where one of these changes.
set_source_files_properties(${report_assets} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS
  "${COSTRUCT_VEGA};${COSTRUCT_VEGA_LITE};${COSTRUCT_VEGA_EMBED};${COSTRUCT_REPORT_SCRIPT};${COSTRUCT_REPORT_STYLE};${COSTRUCT_FIGURES_SCRIPT}")

set(results_sources
  measures/metrics.cpp
  statistics/cell_groups.cpp statistics/extreme_outputs.cpp statistics/far_draws.cpp statistics/gaps.cpp statistics/growth_fit.cpp
  statistics/paired_tests.cpp statistics/pairing.cpp statistics/significance.cpp statistics/standings.cpp statistics/statistics.cpp
  report/answer/choices.cpp report/answer/redraws.cpp statistics/summary.cpp statistics/unlabeled/twins.cpp statistics/unlabeled/unlabeled_gains.cpp statistics/unlabeled/unlabeled_worth.cpp
  report/text/readable_names.cpp report/text/terminal_grid.cpp report/text/terminal_text.cpp
  claims/claim_form.cpp claims/claim_options.cpp claims/claims.cpp claims/claims_table.cpp
  claims/collection_claims.cpp claims/collection_results.cpp claims/over_sets.cpp claims/judge_cells.cpp claims/judge_lines.cpp
  claims/verdicts.cpp
  report/html/html.cpp report/html/html_table.cpp
  report/answer/answer.cpp report/answer/answer_page.cpp report/answer/best_in_words.cpp
  report/answer/collection_answer.cpp report/answer/collection_help.cpp report/answer/gains_in_words.cpp report/answer/help_in_words.cpp
  report/answer/wording.cpp
  report/charts/chart_style.cpp report/charts/child_process.cpp report/charts/collection_charts.cpp
  report/charts/distance_chart.cpp report/charts/dodge.cpp report/charts/drawn_once.cpp report/charts/figures.cpp
  report/charts/paired_charts.cpp
  report/charts/report_charts.cpp report/charts/report_selection.cpp
  report/charts/run_charts.cpp
  report/collection_report.cpp report/compare_runs.cpp report/joined_runs.cpp report/report.cpp report/report_claims.cpp
  report/report_far_draws.cpp report/report_outputs.cpp report/report_page.cpp report/report_provenance.cpp report/report_significance.cpp
  report/report_tables.cpp report/terminal_table.cpp
)
costruct_experiments_part(costruct_experiments_results
  SOURCES ${results_sources} ${report_assets}
  PUBLIC_LINKS costruct::core costruct::problems
  PRIVATE_LINKS costruct_experiments_files)
