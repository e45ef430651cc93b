# One layer of the house: a static library costruct_<name> with alias costruct::<name> and an
# include root of its own, so that "costruct/<name>/..." resolves only for those who link the layer.
# A learner that includes a problem does not compile (tests/layering proves it).
include(GNUInstallDirs)

add_library(costruct_flags INTERFACE)
target_compile_features(costruct_flags INTERFACE cxx_std_20)
target_compile_options(costruct_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wno-psabi          # vector types never cross a library's border
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 reports std::string sums (its bug 105651)
  -ffp-contract=off   # the same sums whatever the optimiser fuses
  $<$<BOOL:${COSTRUCT_WARNINGS_AS_ERRORS}>:-Werror>
  $<$<BOOL:${COSTRUCT_NATIVE}>:-march=native>)
target_compile_definitions(costruct_flags INTERFACE
  $<$<BOOL:${COSTRUCT_ASSERTIONS}>:COSTRUCT_ASSERTIONS=1>)
if(COSTRUCT_SANITIZE)
  target_compile_options(costruct_flags INTERFACE -fsanitize=${COSTRUCT_SANITIZE}
      -fno-sanitize-recover=all
      -fno-omit-frame-pointer
    # GCC 12 warns falsely of std::regex in sanitized builds
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(costruct_flags INTERFACE -fsanitize=${COSTRUCT_SANITIZE})
endif()
if(COSTRUCT_FUZZ)
  target_compile_options(costruct_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Sources of a library are compiled in groups of COSTRUCT_UNITY (0: each alone, for work on single
# files): most of the time of compiling one goes into the headers that all of them share. Names in
# unnamed namespaces differ within a library for that. Sources named under ALONE, the hot loops,
# stay on their own.
function(costruct_in_groups target)
  if(COSTRUCT_UNITY GREATER 0)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE
        ${COSTRUCT_UNITY})
    # meant for headers
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# costruct_layer(NAME SOURCES ... ALONE ... PUBLIC_LINKS ... PRIVATE_LINKS ... OPTIMIZE -O1)
# OPTIMIZE: in place of -O3 in Release, for code that is not hot, so that it is compiled sooner.
function(costruct_layer name)
  cmake_parse_arguments(ARG "" "OPTIMIZE" "SOURCES;ALONE;PUBLIC_LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(costruct_${name} STATIC ${ARG_SOURCES} ${ARG_ALONE})
  costruct_in_groups(costruct_${name} ${ARG_ALONE})
  add_library(costruct::${name} ALIAS costruct_${name})
  set_target_properties(costruct_${name} PROPERTIES EXPORT_NAME ${name}
    POSITION_INDEPENDENT_CODE ${COSTRUCT_PYTHON})  # for the module of the Python package
  target_compile_features(costruct_${name} PUBLIC cxx_std_20)
  if(ARG_OPTIMIZE)
    target_compile_options(costruct_${name} PRIVATE $<$<CONFIG:Release>:${ARG_OPTIMIZE}>)
  endif()

  set(root ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root}/costruct)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/costruct/${name} SYMBOLIC)
  target_include_directories(costruct_${name} PUBLIC
    $<BUILD_INTERFACE:${root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(costruct_${name}
    PUBLIC ${ARG_PUBLIC_LINKS}
    PRIVATE ${ARG_PRIVATE_LINKS} $<BUILD_INTERFACE:costruct_flags>)
endfunction()
