# eenet_sums(TARGET HEADER NAME FILES...): the SHA-256 sums of FILES become a part of TARGET, as `sha256sum`
# prints them from the top of the tree, in the order of their names. HEADER, in the folder `generated` of the
# build, declares embedded::NAME, these lines, and embedded::NAME_sha256, the sum of the lines themselves.
function(eenet_sums target header name)
  set(paths "")
  foreach(file ${ARGN})
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    list(APPEND paths ${file})
  endforeach()
  list(SORT paths)
  set(output ${PROJECT_BINARY_DIR}/generated/${header})
  list(TRANSFORM paths PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D output=${output} -D name=${name} -D root=${PROJECT_SOURCE_DIR}
      -D "paths=${paths}" -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${files} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Adding up ${header}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(lines "")
  foreach(path IN LISTS paths)
    file(SHA256 ${root}/${path} sum)
    string(APPEND lines "${sum}  ${path}\n")
  endforeach()
  string(SHA256 sum "${lines}")
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Made by CMake.
#pragma once

#include <string_view>

namespace eenet::experiments::embedded {

inline constexpr std::string_view @name@ =
    R\"(@lines@)\";
inline constexpr std::string_view @name@_sha256 =
    \"@sum@\";

}  // namespace eenet::experiments::embedded
")
endif()
