# Installs the build to a folder of its own, then configures, builds and runs a client against it.
#   cmake -DBUILD_DIR=... -DSOURCE_DIR=... -DWORK_DIR=... -P install_test.cmake
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE
      output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGV} failed (${result}):\n${output}")
  endif()
  message(STATUS "${output}")
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR}/tests/install -B ${WORK_DIR}/build
    -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DEXAMPLES=${WORK_DIR}/prefix/share/doc/costruct/examples)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/client)
run(${WORK_DIR}/build/dependency_trees)
run(${SOURCE_DIR}/tests/examples/ranking.sh ${WORK_DIR}/build/ranking ${WORK_DIR}/ranking)
run(${WORK_DIR}/prefix/bin/costruct --version)
if(EXISTS ${SOURCE_DIR}/build/site)
  run(${WORK_DIR}/prefix/bin/costruct docs --print)
endif()

# The Debian package holds the same.
run(cpack --config ${BUILD_DIR}/CPackConfig.cmake -G DEB -B ${WORK_DIR}/deb)
file(GLOB package ${WORK_DIR}/deb/costruct_*.deb)
run(dpkg-deb --extract ${package} ${WORK_DIR}/unpacked)
run(${WORK_DIR}/unpacked/usr/bin/costruct --version)

# What `costruct new` writes builds against the package, obeys the laws, and runs.
foreach(kind problem learner extractor format)
  set(mine ${WORK_DIR}/${kind})
  run(${WORK_DIR}/prefix/bin/costruct new ${kind} mine --out ${mine})
  run(${CMAKE_COMMAND} -G Ninja -S ${mine} -B ${mine}/build
      -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
  run(${CMAKE_COMMAND} --build ${mine}/build)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${mine}/build --output-on-failure)
  run(${CMAKE_COMMAND} -E chdir ${mine}
      ${WORK_DIR}/prefix/bin/costruct --plugin build/mine.so run mine.json)
endforeach()
# init knows what a plug-in declares.
run(${CMAKE_COMMAND} -E chdir ${WORK_DIR}/problem
    ${WORK_DIR}/prefix/bin/costruct --plugin build/mine.so init mine.csv --label grade --problem mine
    --out o)
run(${CMAKE_COMMAND} -E chdir ${WORK_DIR}/problem
    ${WORK_DIR}/prefix/bin/costruct --plugin build/mine.so run o/experiment.json --set sweep.repetitions=2)
