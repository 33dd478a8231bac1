# SPDX-License-Identifier: Apache-2.0
# Copies libraries, under the name that the loader asks for, into lib/ of the build tree, and installs them beside
# libsinew.so: sinew_bundle(TARGETS imported targets...). What they need themselves is given too.
find_program(SINEW_READELF NAMES ${CMAKE_READELF} readelf REQUIRED)

function(sinew_soname file variable)
  execute_process(COMMAND ${SINEW_READELF} -d ${file} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${file} is no shared library with a name: install the distribution's -dev package of it.")
  endif()
  set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# An imported target's file: the one of its configuration, or the only one there is.
function(sinew_imported_file target variable)
  get_target_property(file ${target} IMPORTED_LOCATION)
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  if(NOT file AND configurations)
    list(GET configurations 0 configuration)
    get_target_property(file ${target} IMPORTED_LOCATION_${configuration})
  endif()
  file(REAL_PATH ${file} file)
  set(${variable} ${file} PARENT_SCOPE)
endfunction()

function(sinew_bundle)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "TARGETS")
  foreach(target ${arg_TARGETS})
    sinew_imported_file(${target} file)
    sinew_soname(${file} name)
    set(copy ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${name})
    add_custom_command(
      OUTPUT ${copy} DEPENDS ${file} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${copy} VERBATIM)
    install(PROGRAMS ${file} DESTINATION lib RENAME ${name})
    list(APPEND copies ${copy})
  endforeach()
  add_custom_target(sinew_bundled ALL DEPENDS ${copies})
  add_dependencies(sinew sinew_bundled)
endfunction()
