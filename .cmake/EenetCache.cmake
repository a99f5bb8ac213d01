# ccache, where it is installed, keeps objects from one build to the next. A launcher that the user has
# set, or has set to nothing, stays.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(EENET_CCACHE ccache)
  mark_as_advanced(EENET_CCACHE)
  if(EENET_CCACHE)
    # Without these it does not keep a source that is compiled with a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      ${EENET_CCACHE})
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endif()
