# SPDX-License-Identifier: Apache-2.0
# kernels/FOLDER/NAME.cu → fatbin (nvcc) → object (.incbin) → an entry of framework/gpu/fatbin.h, all by globbing.
# Fatbins hold device code only, so the same nvcc serves the x86_64 and the aarch64 build.
set(SINEW_CUDA_PTX 75)
set(SINEW_CUDA_CUBINS 87 90 100 103 110 120 121)

function(sinew_find_nvcc)
  find_program(SINEW_NVCC nvcc
    HINTS ${CMAKE_SOURCE_DIR}/build/nvcc/nvidia/cu13/bin /usr/local/cuda/bin NO_CMAKE_FIND_ROOT_PATH)
  if(NOT SINEW_NVCC)
    message(FATAL_ERROR "SINEW_CUDA is ON, but nvcc is not on PATH, in /usr/local/cuda/bin or in build/nvcc: "
      "run tools/nvcc, which puts it into build/nvcc, or configure with -DSINEW_CUDA=OFF.")
  endif()
  execute_process(COMMAND ${SINEW_NVCC} --version OUTPUT_VARIABLE version)
  if(NOT version MATCHES "release (1[3-9]|[2-9][0-9])\\.")
    message(FATAL_ERROR "${SINEW_NVCC} is older than CUDA 13, which knows every architecture listed here: "
      "run tools/nvcc, which puts a newer one into build/nvcc, or configure with -DSINEW_CUDA=OFF.")
  endif()
endfunction()

# One kernel: its fatbin and the assembly file that embeds it; appends to `objects` and `table` of the caller.
function(sinew_fatbin source folder)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR}/kernels OUTPUT_VARIABLE kernel)
  cmake_path(REMOVE_EXTENSION kernel)
  string(REPLACE "/" "_" symbol ${kernel})
  set(fatbin ${folder}/${symbol}.fatbin)
  set(gencode -gencode=arch=compute_${SINEW_CUDA_PTX},code=compute_${SINEW_CUDA_PTX})
  foreach(sm ${SINEW_CUDA_CUBINS})
    list(APPEND gencode -gencode=arch=compute_${sm},code=sm_${sm})
  endforeach()
  add_custom_command(
    OUTPUT ${fatbin} DEPENDS ${source} DEPFILE ${fatbin}.d
    COMMAND ${SINEW_NVCC} --fatbin -std=c++20 -O3 --fmad=false -Werror=all-warnings --diag-suppress=554 ${gencode}
      -I${CMAKE_SOURCE_DIR} -MD -MF ${fatbin}.d -MT ${fatbin} -o ${fatbin} ${source}
    COMMENT "Compiling ${kernel}.cu for PTX ${SINEW_CUDA_PTX} and sm ${SINEW_CUDA_CUBINS}" VERBATIM)
  configure_file(${CMAKE_SOURCE_DIR}/tools/cmake/fatbin.S.in ${folder}/${symbol}.S @ONLY)
  set_source_files_properties(${folder}/${symbol}.S PROPERTIES OBJECT_DEPENDS ${fatbin})
  set(objects ${objects} ${folder}/${symbol}.S PARENT_SCOPE)
  set(table "${table}SINEW_FATBIN(${symbol}, \"${kernel}\")\n" PARENT_SCOPE)
endfunction()

# Embeds every kernel into `library` and writes the table that framework/gpu/fatbin.cpp includes.
function(sinew_fatbins library)
  set(folder ${CMAKE_BINARY_DIR}/fatbin)
  set(table "")
  set(architectures "")
  if(SINEW_CUDA)
    sinew_find_nvcc()
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/*/*.cu)
    foreach(source ${sources})
      sinew_fatbin(${source} ${folder})
    endforeach()
    target_sources(${library} PRIVATE ${objects})
    set(architectures "SINEW_ARCHITECTURE(\"compute_${SINEW_CUDA_PTX}\")\n")
    foreach(sm ${SINEW_CUDA_CUBINS})
      string(APPEND architectures "SINEW_ARCHITECTURE(\"sm_${sm}\")\n")
    endforeach()
  else()
    message(STATUS "SINEW_CUDA=OFF: kernels are built without their CUDA bodies")
  endif()
  file(CONFIGURE OUTPUT ${folder}/fatbin_table.inc CONTENT "${table}" @ONLY)
  file(CONFIGURE OUTPUT ${folder}/fatbin_architectures.inc CONTENT "${architectures}" @ONLY)
  target_include_directories(sinew_gpu PRIVATE ${folder})
endfunction()
