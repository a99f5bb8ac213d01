# cmake --install, and find_package(eenet COMPONENTS ...) for others. One export per room, so that a
# consumer of one room does not need the packages of another.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/eenet)
foreach(room IN LISTS EENET_COMPONENTS)
  install(TARGETS eenet_${room} EXPORT eenet_${room}_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eenet)
  install(EXPORT eenet_${room}_targets NAMESPACE eenet:: DESTINATION ${package_dir}
    FILE eenet-${room}-targets.cmake)
endforeach()
if(TARGET eenet)
  install(TARGETS eenet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL
    FILES_MATCHING PATTERN "*.1")
  set(completion ${PROJECT_SOURCE_DIR}/experiments/commands/completion)
  install(FILES ${completion}/eenet.bash RENAME eenet
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completion}/eenet.zsh RENAME _eenet DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${completion}/eenet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/eenet-config.cmake.in
  ${PROJECT_BINARY_DIR}/eenet-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/eenet-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/eenet-config.cmake
              ${PROJECT_BINARY_DIR}/eenet-config-version.cmake
        DESTINATION ${package_dir})
