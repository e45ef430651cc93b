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
# Learners that name a gap end at .1. They take two epochs and rounds, and kernels 50 examples. A
# learner chooses, on one draw, between two values of the first option that it selects, with the
# first value of each other one.
file(READ ${CONFIG} config)
string(JSON learners LENGTH "${config}" learners)
math(EXPR last "${learners} - 1")
set(smaller)
# Sets a number of the config to `most` where it is larger: at_most(MOST KEY...).
macro(at_most most)
  string(JSON value ERROR_VARIABLE none GET "${config}" ${ARGN})
  if(value MATCHES "^[0-9]+$" AND value GREATER ${most})
    string(REPLACE ";" "." key "${ARGN}")
    list(APPEND smaller --set ${key}=${most})
  endif()
endmacro()
at_most(1 sweep selection repetitions)
foreach(index RANGE ${last})
  string(JSON type GET "${config}" learners ${index} type)
  if(type MATCHES "^gradient_|^co_svm$")  # twenty and more by default
    list(APPEND smaller --set learners.${index}.epochs=2)
  endif()
  foreach(option epochs rounds)
    at_most(2 learners ${index} ${option})
    at_most(2 learners ${index} learner ${option})
  endforeach()
  string(JSON kernel ERROR_VARIABLE none GET "${config}" learners ${index} kernel type)
  if(kernel STREQUAL "gaussian" AND type MATCHES "^(gradient_.*|tsvm_ova)$")  # all by default
    list(APPEND smaller --set learners.${index}.kernel.rank=50)
  endif()
  foreach(path gap "learner;gap")
    string(JSON gap ERROR_VARIABLE none GET "${config}" learners ${index} ${path})
    if(gap MATCHES "^0")
      list(JOIN path . key)
      list(APPEND smaller --set learners.${index}.${key}=0.1)
    endif()
  endforeach()
  string(JSON select ERROR_VARIABLE none GET "${config}" learners ${index} select)
  if(none STREQUAL NOTFOUND)
    string(JSON options LENGTH "${select}")
    foreach(position RANGE 1 ${options})
      math(EXPR member "${position} - 1")
      string(JSON option MEMBER "${select}" ${member})
      string(JSON values LENGTH "${select}" "${option}")
      set(keep 1)
      if(position EQUAL 1)
        set(keep 2)
      endif()
      while(values GREATER keep)
        string(JSON select REMOVE "${select}" "${option}" ${keep})
        string(JSON values LENGTH "${select}" "${option}")
      endwhile()
    endforeach()
    string(REGEX REPLACE "[ \n]+" "" select "${select}")
    list(APPEND smaller --set "learners.${index}.select=${select}")
  endif()
endforeach()
string(REPLACE " " ";--set;" sizes "${SMALLER}")
list(APPEND smaller --set ${sizes})
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
