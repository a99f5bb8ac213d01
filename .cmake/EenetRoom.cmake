# What every room's library has in common.

# Never exported: our warnings and floating-point rules are for our own sources.
add_library(eenet_flags INTERFACE)
target_compile_features(eenet_flags INTERFACE cxx_std_20)
target_compile_options(eenet_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wold-style-cast -Wnon-virtual-dtor $<$<BOOL:${EENET_WERROR}>:-Werror>
  # A float that becomes a double; clang's also minds widening to long double, which is meant.
  $<$<CXX_COMPILER_ID:GNU>:-Wdouble-promotion>
  # A fused multiply-add rounds once where the source says twice: docs/numerics.md.
  -ffp-contract=off)

# For the rooms that compute; the others compile faster without. -O3 vectorises the plain loops; the
# order of their sums stays, and so do the bits.
add_library(eenet_fast INTERFACE)
target_compile_options(eenet_fast INTERFACE $<$<CONFIG:RelWithDebInfo,Release>:-O3>)

# eenet_room(<room> SOURCES ... HEADERS ...): the static library eenet::<room>, its headers included as
# "<room>/name.h" both in this tree and by an installed consumer.
function(eenet_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS")
  add_library(eenet_${room} STATIC)
  add_library(eenet::${room} ALIAS eenet_${room})
  target_sources(eenet_${room} PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
  target_link_libraries(eenet_${room} PRIVATE $<BUILD_INTERFACE:eenet_flags> $<BUILD_INTERFACE:eenet_fast>)
  target_compile_features(eenet_${room} PUBLIC cxx_std_20)
  set_target_properties(eenet_${room} PROPERTIES
    EXPORT_NAME ${room}
    POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)
  # Most of a small file's compile time is these. The preset "clang" does without, so that no source
  # can forget to include what it uses.
  target_precompile_headers(eenet_${room} PRIVATE
    <Eigen/Core> <algorithm> <cmath> <filesystem> <functional> <map> <optional> <sstream> <string> <vector>)
endfunction()
