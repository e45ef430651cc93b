# Runs a config small, through the binary, as a user would; says that it is skipped where its data is not at hand.
#   cmake -DCOSTRUCT=... -DCONFIG=... "-DSMALLER=key=value key=value" -DDATA_DIR=... -DOUT=... -P run_config.cmake
string(REPLACE " " ";--set;" smaller "${SMALLER}")
list(PREPEND smaller --set)
execute_process(
  COMMAND ${COSTRUCT} run ${CONFIG} --data-dir ${DATA_DIR} --out ${OUT} --fresh --jobs 2 ${smaller}
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
