# SPDX-License-Identifier: Apache-2.0
# Options and compiler settings, all explicit, none "auto".
option(SINEW_TESTS "Build the tests" ON)
option(SINEW_CUDA "Compile the .cu files with nvcc and embed them" ON)
option(SINEW_PCH "Compile the library's sources with a precompiled header of standard headers" ON)
set(SINEW_SANITIZE "" CACHE STRING "address (with undefined) or thread")
set(SINEW_TEST_TREES ".*" CACHE STRING "Regular expression: the test executables to build")
set(SINEW_TEST_PREFIX "" CACHE STRING "What each test's name starts with")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")

# The same two folders in the build tree and where it is installed. DT_RPATH, unlike DT_RUNPATH, also holds for what the
# libraries need themselves (libpng's libz), so the copies beside libsinew.so stay as the distribution made them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/../lib")
add_link_options(-Wl,--disable-new-dtags)

find_program(SINEW_CCACHE ccache)
if(SINEW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is cached only when ccache may trust its defines and times.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${SINEW_CCACHE})
endif()

# fmt and spdlog are used without their shared libraries.
add_compile_definitions(FMT_HEADER_ONLY SPDLOG_FMT_EXTERNAL)

# x86_64 and aarch64 agree bit for bit only without contraction to fused multiply-add.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
if(SINEW_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(SINEW_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
elseif(SINEW_SANITIZE)
  message(FATAL_ERROR "SINEW_SANITIZE is '${SINEW_SANITIZE}': write address or thread, or leave it empty.")
endif()

function(sinew_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
  # g++ 12 takes copies of short strings for overruns (its bugs 105329 and 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  endif()
endfunction()

# A third of a source's compile time is the standard library's headers. Every source still includes what it uses: the
# preset tsan builds without.
if(SINEW_PCH)
  add_library(sinew_pch OBJECT ${CMAKE_SOURCE_DIR}/tools/cmake/pch.cpp)
  sinew_compile_options(sinew_pch)
  target_precompile_headers(sinew_pch PRIVATE
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <map> <memory>
    <optional> <span> <sstream> <string> <string_view> <thread> <tuple> <utility> <variant> <vector>)
endif()

function(sinew_use_pch target)
  if(SINEW_PCH)
    target_precompile_headers(${target} REUSE_FROM sinew_pch)
  endif()
endfunction()
