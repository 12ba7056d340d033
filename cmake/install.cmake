# Program, library, headers, data, and the two ways to be found: find_package(arraytwin) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/arraytwin)

if(TARGET arraytwin_cli)
    install(TARGETS arraytwin_cli)
    install(FILES apps/cli/completion.bash
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME arraytwin)
endif()
install(TARGETS arraytwin EXPORT arraytwin-targets
    ARCHIVE
    FILE_SET public_headers
    FILE_SET module_headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/arraytwin)
install(EXPORT arraytwin-targets NAMESPACE arraytwin:: DESTINATION ${config_dir})
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/arraytwin/data)

configure_package_config_file(cmake/arraytwin-config.cmake.in generated/arraytwin-config.cmake
    INSTALL_DESTINATION ${config_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(generated/arraytwin-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/arraytwin-config.cmake
              ${PROJECT_BINARY_DIR}/generated/arraytwin-config-version.cmake
        DESTINATION ${config_dir})

file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/arraytwin.pc.in generated/arraytwin.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/arraytwin.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
