# GMime 3 (Debian: libgmime-3.0-dev), which brings no CMake package of its own, with GLib: the
# target GMime::GMime.
find_path(GMIME_INCLUDE_DIR gmime/gmime.h PATH_SUFFIXES gmime-3.0)
find_library(GMIME_LIBRARY gmime-3.0)
find_path(GLIB_INCLUDE_DIR glib.h PATH_SUFFIXES glib-2.0)
find_library(GLIB_LIBRARY glib-2.0)
find_library(GOBJECT_LIBRARY gobject-2.0)
# This one depends on the machine and lies beside the libraries.
get_filename_component(glib_folder "${GLIB_LIBRARY}" DIRECTORY)
find_path(GLIB_CONFIG_INCLUDE_DIR glibconfig.h HINTS ${glib_folder}/glib-2.0/include PATH_SUFFIXES
    glib-2.0/include)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GMime REQUIRED_VARS
  GMIME_LIBRARY GMIME_INCLUDE_DIR GLIB_LIBRARY GOBJECT_LIBRARY GLIB_INCLUDE_DIR
  GLIB_CONFIG_INCLUDE_DIR)
if(GMime_FOUND AND NOT TARGET GMime::GMime)
  add_library(GMime::GMime UNKNOWN IMPORTED)
  set_target_properties(GMime::GMime PROPERTIES
    IMPORTED_LOCATION ${GMIME_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES
      "${GMIME_INCLUDE_DIR};${GLIB_INCLUDE_DIR};${GLIB_CONFIG_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${GOBJECT_LIBRARY};${GLIB_LIBRARY}")
endif()
mark_as_advanced(GMIME_INCLUDE_DIR GMIME_LIBRARY GLIB_INCLUDE_DIR GLIB_CONFIG_INCLUDE_DIR
  GLIB_LIBRARY GOBJECT_LIBRARY)
