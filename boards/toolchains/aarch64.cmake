# SPDX-License-Identifier: Apache-2.0
# Cross build for aarch64 against build/sysroot-arm64 (made by tools/sysroot); tests run under qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(SINEW_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot-arm64 CACHE PATH "Unpacked arm64 libraries")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SINEW_SYSROOT)
get_filename_component(sysroot ${SINEW_SYSROOT} ABSOLUTE)
if(NOT EXISTS ${sysroot}/usr/include)
  message(FATAL_ERROR "${sysroot} holds no arm64 libraries: run tools/sysroot first.")
endif()

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_ASM_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_SYSROOT ${sysroot})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${sysroot})

set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
