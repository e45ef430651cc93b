# Preprocesses one line, `#include "${HEADER}"`, and fails unless it ends as ${EXPECT} says. The
# preprocessor finds all headers or fails; that headers compile is shown by the build itself.
set(arguments)
string(REPLACE "|" ";" directories "${INCLUDES}")
foreach(directory IN LISTS directories)
  list(APPEND arguments -I${directory})
endforeach()
string(RANDOM LENGTH 16 unique)
set(source ${CMAKE_CURRENT_BINARY_DIR}/layering_${unique}.cpp)
file(WRITE ${source} "#include \"${HEADER}\"\n")
execute_process(COMMAND ${COMPILER} -std=c++20 -E ${arguments} ${source} -o /dev/null
  RESULT_VARIABLE result OUTPUT_VARIABLE messages ERROR_VARIABLE messages)
file(REMOVE ${source})

if(EXPECT STREQUAL "compiles" AND NOT result EQUAL 0)
  message(FATAL_ERROR "${HEADER} should compile here but does not:\n${messages}")
elseif(EXPECT STREQUAL "missing" AND result EQUAL 0)
  message(FATAL_ERROR
      "${HEADER} should be out of reach here but compiles; include path: ${INCLUDES}")
elseif(EXPECT STREQUAL "missing" AND NOT messages MATCHES
    "${HEADER}'?:? (No such file|file not found)")
  message(FATAL_ERROR
      "${HEADER} should not be found here, but the compiler failed for another reason:\n${messages}")
endif()
