# SPDX-License-Identifier: Apache-2.0
# What is installed: bin/ lib/ include/sinew/ share/sinew/, one tree that may be moved as a whole.
include(CMakePackageConfigHelpers)

install(TARGETS sinew LIBRARY DESTINATION lib)
if(TARGET sinew_cli)
  install(TARGETS sinew_cli RUNTIME DESTINATION bin)
  install(FILES tools/sinew/completion.bash DESTINATION share/bash-completion/completions RENAME sinew)
endif()
install(DIRECTORY framework kernels DESTINATION include/sinew
  FILES_MATCHING PATTERN "*.h" PATTERN "*_body.h" EXCLUDE)
foreach(folder pipelines config boards)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION share/sinew)
  endif()
endforeach()
install(FILES LICENSE CHANGELOG.md DESTINATION share/doc/sinew)

write_basic_package_version_file(${CMAKE_BINARY_DIR}/SinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/SinewConfigVersion.cmake tools/cmake/SinewConfig.cmake
  tools/cmake/sinew_add_stages.cmake tools/cmake/plugin_abi.cpp DESTINATION lib/cmake/Sinew)
