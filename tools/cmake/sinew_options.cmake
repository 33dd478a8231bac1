# Options and compiler settings, all explicit, none "auto".
option(SINEW_TESTS "Build the tests" ON)
set(SINEW_SANITIZE "" CACHE STRING "address (with undefined) or thread")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")

find_program(SINEW_CCACHE ccache)
if(SINEW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SINEW_CCACHE})
endif()

# x86_64 and aarch64 agree bit for bit only without contraction to fused multiply-add.
add_compile_options(-ffp-contract=off)
add_compile_definitions(FMT_HEADER_ONLY SPDLOG_FMT_EXTERNAL)
if(SINEW_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(SINEW_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
endif()

function(sinew_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
endfunction()
