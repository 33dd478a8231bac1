# SPDX-License-Identifier: Apache-2.0
# find_package(Sinew): the target Sinew::sinew and the function sinew_add_stages.
get_filename_component(SINEW_PREFIX ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

if(NOT TARGET Sinew::sinew)
  add_library(Sinew::sinew SHARED IMPORTED)
  # What libsinew.so needs lies beside it; it finds that itself, the linker has to be told.
  set_target_properties(Sinew::sinew PROPERTIES
    IMPORTED_LOCATION ${SINEW_PREFIX}/lib/libsinew.so
    INTERFACE_INCLUDE_DIRECTORIES ${SINEW_PREFIX}/include/sinew
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_LINK_OPTIONS "LINKER:-rpath-link,${SINEW_PREFIX}/lib")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/sinew_add_stages.cmake)
