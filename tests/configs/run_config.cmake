# Runs a config small, through the binary, as a user would; says that it is skipped where its data
# is not at hand.
#   cmake -DCOSTRUCT=... -DCONFIG=... "-DSMALLER=key=value key=value" -DDATA_DIR=... -DOUT=... -P
#   run_config.cmake
# and for configs on query sets -DQUERY_SETS=reuters|20news -DPYTHON=... -DSOURCE_DIR=...: they are
# made beside OUT from $COSTRUCT_DATA. So are links between neighbours of the sets
# -DNEIGHBOURS=digit1,usps.
set(made_data_dir)
# Makes data of the folder OUT_data by a script of tools/, from a file or folder of $COSTRUCT_DATA
# that exists: make_data(WHAT SOURCE MADE SCRIPT ARGUMENTS...).
macro(make_data what source made)
  if(PYTHON AND EXISTS "$ENV{COSTRUCT_DATA}/${source}")
    execute_process(
      COMMAND ${PYTHON} ${SOURCE_DIR}/tools/${ARGN} $ENV{COSTRUCT_DATA}/${source}
        ${OUT}_data/${made}
      RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${what} were not made: ${errors}")
    endif()
    set(made_data_dir --data-dir ${OUT}_data)
  endif()
endmacro()
if(QUERY_SETS)
  make_data("query sets" ${QUERY_SETS} diversification/${QUERY_SETS}.jsonl
    make_query_sets.py ${QUERY_SETS})
endif()
string(REPLACE "," ";" sets "${NEIGHBOURS}")
foreach(set IN LISTS sets)
  make_data(links sslbook/${set}.svm.xz neighbours/${set}.tsv make_neighbours.py)
endforeach()
string(REPLACE " " ";--set;" smaller "${SMALLER}")
list(PREPEND smaller --set)
execute_process(
  COMMAND ${COSTRUCT} run ${CONFIG} ${made_data_dir} --data-dir ${DATA_DIR} --out ${OUT} --fresh
    --jobs 2 ${smaller}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if((result EQUAL 3 AND errors MATCHES "no such file") OR
   (result EQUAL 1 AND errors MATCHES "no results: [^\n]*no such file"))  # of a collection
  message(STATUS "skipped: the data is not at hand: ${errors}")
  return()
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "exit code ${result}\n${output}\n${errors}")
endif()
if(EXISTS ${OUT}/collection.csv)
  if(NOT EXISTS ${OUT}/report.html)
    message(FATAL_ERROR "report.html was not written")
  endif()
  return()
endif()
foreach(file curves.csv times.csv cells.csv report.html)
  if(NOT EXISTS ${OUT}/${file})
    message(FATAL_ERROR "${file} was not written")
  endif()
endforeach()
