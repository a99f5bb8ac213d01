# The optional differentiators of the verify room. AUTO uses a library where it is found, ON insists.
set(EENET_AUTODIFF AUTO CACHE STRING "Witnesses from autodiff (autodiff.github.io): AUTO, ON or OFF")
set(EENET_ADOLC AUTO CACHE STRING "Witness from ADOL-C: AUTO, ON or OFF")
set_property(CACHE EENET_AUTODIFF EENET_ADOLC PROPERTY STRINGS AUTO ON OFF)

# eenet_add_witnesses(<target>): links what is there, and says in one line what is and what is not.
function(eenet_add_witnesses target)
  set(present "Eigen AutoDiffScalar, central and layer differences")
  set(absent "")

  if(EENET_AUTODIFF)
    find_package(autodiff QUIET)
  endif()
  if(EENET_AUTODIFF AND autodiff_FOUND)
    # Headers only, and included in .cc files only: a consumer does not need them.
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:autodiff::autodiff>)
    target_compile_definitions(${target} PRIVATE EENET_HAS_AUTODIFF)
    string(PREPEND present "autodiff dual and var, ")
  else()
    list(APPEND absent "autodiff")
  endif()

  if(EENET_ADOLC)
    find_path(ADOLC_INCLUDE_DIR adolc/adolc.h)
    find_library(ADOLC_LIBRARY adolc)
    mark_as_advanced(ADOLC_INCLUDE_DIR ADOLC_LIBRARY)
  endif()
  if(EENET_ADOLC AND ADOLC_INCLUDE_DIR AND ADOLC_LIBRARY)
    target_include_directories(${target} SYSTEM PRIVATE ${ADOLC_INCLUDE_DIR})
    # By name: an installed library is linked wherever its consumer has ADOL-C.
    target_link_libraries(${target} PRIVATE adolc)
    target_compile_definitions(${target} PRIVATE EENET_HAS_ADOLC)
    string(PREPEND present "ADOL-C, ")
  else()
    list(APPEND absent "ADOL-C")
  endif()

  if((EENET_AUTODIFF STREQUAL "ON" AND "autodiff" IN_LIST absent)
     OR (EENET_ADOLC STREQUAL "ON" AND "ADOL-C" IN_LIST absent))
    message(FATAL_ERROR "EENET_AUTODIFF or EENET_ADOLC is ON, but not found: ${absent} "
            "(how to get it: README.md, section \"More witnesses\").")
  endif()
  list(JOIN absent " and " absent)
  if(absent)
    string(PREPEND absent "; not found or switched off: ")
    string(APPEND absent " (how to get them: README.md, section \"More witnesses\")")
  endif()
  message(STATUS "gradient witnesses: ${present}${absent}")
endfunction()
