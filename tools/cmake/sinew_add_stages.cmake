# SPDX-License-Identifier: Apache-2.0
# sinew_add_stages(TARGET files...): a plugin TARGET.so of the stages in these files. Put its folder on
# SINEW_PLUGIN_PATH and graphs can use them.
set(SINEW_PLUGIN_ABI_SOURCE ${CMAKE_CURRENT_LIST_DIR}/plugin_abi.cpp)

function(sinew_add_stages target)
  add_library(${target} MODULE ${ARGN} ${SINEW_PLUGIN_ABI_SOURCE})
  set_target_properties(${target} PROPERTIES PREFIX "")
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  target_link_libraries(${target} PRIVATE Sinew::sinew)
endfunction()
