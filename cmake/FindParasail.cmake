# parasail (Debian: libparasail-dev), which brings no CMake package of its own: the target
# Parasail::Parasail.
find_path(PARASAIL_INCLUDE_DIR parasail.h)
find_library(PARASAIL_LIBRARY parasail)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Parasail REQUIRED_VARS PARASAIL_LIBRARY PARASAIL_INCLUDE_DIR)
if(Parasail_FOUND AND NOT TARGET Parasail::Parasail)
  add_library(Parasail::Parasail UNKNOWN IMPORTED)
  set_target_properties(Parasail::Parasail PROPERTIES
    IMPORTED_LOCATION ${PARASAIL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${PARASAIL_INCLUDE_DIR})
endif()
mark_as_advanced(PARASAIL_INCLUDE_DIR PARASAIL_LIBRARY)
