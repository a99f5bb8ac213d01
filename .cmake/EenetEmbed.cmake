# eenet_embed(TARGET HEADER FILES...): the texts of FILES become a part of TARGET. HEADER, in the folder
# `generated` of the build, declares a std::string_view per file, named by the file: errata.md is
# embedded::errata_md. A change of a file makes the header anew.
function(eenet_embed target header)
  set(declarations "")
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    get_filename_component(name ${path} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    file(READ ${path} text)
    string(APPEND declarations
      "inline constexpr std::string_view ${name} =\n    R\"eenet_text(${text})eenet_text\";\n")
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${header} @ONLY CONTENT
"// Made by CMake.
#pragma once

#include <string_view>

namespace eenet::experiments::embedded {

@declarations@
}  // namespace eenet::experiments::embedded
")
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
