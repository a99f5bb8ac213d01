# The targets "tidy", clang-tidy over the sources of the rooms, and "tidy_all", over every source with
# every check. clang-tidy takes longer than the compiler, so each source has a stamp, and is read again
# when its object was made anew.

# These take most of the time, or half of it for what is a matter of form: "tidy_all" has them. Each check
# walks through all that a source includes; performance-unnecessary-value-param alone takes a quarter of
# the time for a file of experiments/commands/.
set(tidy_slow_checks
  -clang-analyzer-*
  -modernize-*
  -performance-unnecessary-value-param
  -bugprone-assert-side-effect
  -bugprone-multiple-statement-macro
  -bugprone-reserved-identifier
  -bugprone-stringview-nullptr
  -cert-dcl16-c)

# eenet_targets_below(<variable> <directory>): the libraries and programs of a directory and those below it.
function(eenet_targets_below variable directory)
  get_property(found DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subdirectories DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(subdirectory IN LISTS subdirectories)
    eenet_targets_below(below ${subdirectory})
    list(APPEND found ${below})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# eenet_tidy(<name> <option of clang-tidy, or ""> <target>...): a target that reads the sources of these.
function(eenet_tidy name option)
  set(stamps "")
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE")
      continue()
    endif()
    get_target_property(directory ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} OUTPUT_VARIABLE path)
      set(stamp ${PROJECT_BINARY_DIR}/${name}/${target}/${source}.stamp)
      add_custom_command(OUTPUT ${stamp}
        # Without the flag it would report how many warnings other people's headers have.
        COMMAND clang-tidy -quiet ${option} -extra-arg=-fno-caret-diagnostics -p ${PROJECT_BINARY_DIR} ${path}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS ${PROJECT_SOURCE_DIR}/.clang-tidy ${PROJECT_SOURCE_DIR}/tests/.clang-tidy
                $<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,/${source}.o$>
        COMMENT "Reading ${target} ${source}" VERBATIM)
      cmake_path(GET stamp PARENT_PATH folder)
      file(MAKE_DIRECTORY ${folder})
      list(APPEND stamps ${stamp})
    endforeach()
  endforeach()
  add_custom_target(${name} DEPENDS ${stamps})
endfunction()

# Programs that are built elsewhere, or not by this preset. Never linked.
add_library(eenet_other_programs OBJECT EXCLUDE_FROM_ALL
  tests/consumer/main.cc tests/mutants/main.cc tests/portability/digest.cc)
target_link_libraries(eenet_other_programs PRIVATE eenet_experiments eenet_flags)

set(rooms ${EENET_COMPONENTS})
list(TRANSFORM rooms PREPEND eenet_)
list(JOIN tidy_slow_checks , skipped)
eenet_tidy(tidy --checks=${skipped} ${rooms} eenet_experiments eenet)
eenet_targets_below(targets ${PROJECT_SOURCE_DIR})
eenet_tidy(tidy_all "" ${targets})
