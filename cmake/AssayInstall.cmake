include(GNUInstallDirs)

if(TARGET assay_cli)
  install(TARGETS assay_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/assay)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ci DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples USE_SOURCE_PERMISSIONS)
foreach(page README.md CHANGELOG.md LICENSE)
  install(FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
endforeach()

# Man pages and completions, from the help texts of the command that was built.
option(ASSAY_PAGES "Make and install man pages and completions (needs Python 3)" OFF)
if(ASSAY_PAGES AND TARGET assay_cli)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(pages ${PROJECT_BINARY_DIR}/pages)
  add_custom_command(OUTPUT ${pages}/man/assay.1
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/make_pages.py --assay $<TARGET_FILE:assay_cli> --out ${pages}
    DEPENDS assay_cli ${PROJECT_SOURCE_DIR}/tools/make_pages.py
    COMMENT "Making man pages and completions"
    VERBATIM)
  add_custom_target(assay_pages ALL DEPENDS ${pages}/man/assay.1)
  install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${pages}/bash-completion/assay DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${pages}/zsh/_assay DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${pages}/fish/assay.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# --- the library, for outsiders: the component "dev" ---

# assay_own_libraries(VARIABLE TARGET...): the targets with all libraries of ours that they link, directly or not.
function(assay_own_libraries variable)
  set(waiting ${ARGN})
  set(found "")
  while(waiting)
    list(POP_FRONT waiting target)
    if(target IN_LIST found OR NOT target MATCHES "^assay_" OR target STREQUAL "assay_options" OR NOT TARGET ${target})
      continue()
    endif()
    list(APPEND found ${target})
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(links ${target} ${property})
      if(links)
        list(TRANSFORM links REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1")
        list(APPEND waiting ${links})
      endif()
    endforeach()
  endwhile()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/assay DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
if(TARGET assay_domain_reduce)
  include(CMakePackageConfigHelpers)
  set(ASSAY_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Assay)
  assay_own_libraries(ASSAY_DOMAIN_LIBRARIES assay_domain_reduce)
  install(TARGETS ${ASSAY_DOMAIN_LIBRARIES} EXPORT AssayTargets COMPONENT dev ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/assay COMPONENT dev)
  install(EXPORT AssayTargets NAMESPACE Assay:: DESTINATION ${ASSAY_CMAKE_DIR} COMPONENT dev)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/AssayConfig.cmake.in ${PROJECT_BINARY_DIR}/AssayConfig.cmake
    INSTALL_DESTINATION ${ASSAY_CMAKE_DIR})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/AssayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/AssayConfig.cmake ${PROJECT_BINARY_DIR}/AssayConfigVersion.cmake
    DESTINATION ${ASSAY_CMAKE_DIR} COMPONENT dev)
  set(ASSAY_ARCHIVES ${ASSAY_DOMAIN_LIBRARIES})
  list(FILTER ASSAY_ARCHIVES EXCLUDE REGEX "^assay_core$")
  list(TRANSFORM ASSAY_ARCHIVES PREPEND "-l")
  list(JOIN ASSAY_ARCHIVES " " ASSAY_ARCHIVES)
  foreach(file assay-domain assay-c)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
  endforeach()
endif()

# --- packages: cpack in the build folder ---
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR "Assay")
set(CPACK_PACKAGE_CONTACT "Assay <assay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tests SMT solvers, Datalog engines, abstract domains and static analyzers")
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};assay;Unspecified;/")  # without the component "dev"
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "z3, python3-pip")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cvc5, gringo, cppcheck, git")
include(CPack)
