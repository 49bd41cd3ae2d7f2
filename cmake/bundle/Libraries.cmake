# Run by `cmake --install` with ASSAY_BUNDLE: copies the libraries that the installed programs need into lib/assay, and the
# licences of their packages into the documentation.
#
# Left out, and taken from the system that Assay runs on:
# - glibc and the compiler's run-time libraries: an older copy would break libraries beside it (a user's domain);
# - z3 and PPL: targets that Assay tests. Users want the system's release tested. Each is loaded by a worker or adapter
#   of its own, which is left out of a campaign where the library is missing.
set(from_the_system "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv)\\.so" "^lib(stdc\\+\\+|gcc_s)\\.so" "^lib(z3|ppl)\\.so")

set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
file(GLOB programs ${prefix}/libexec/assay/*)
set(modules ${programs})
list(FILTER programs EXCLUDE REGEX "\\.so$")
list(FILTER modules INCLUDE REGEX "\\.so$")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} MODULES ${modules} PRE_EXCLUDE_REGEXES ${from_the_system}
  RESOLVED_DEPENDENCIES_VAR libraries)

file(INSTALL ${libraries} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/assay FOLLOW_SYMLINK_CHAIN)
set(licences ${CMAKE_INSTALL_PREFIX}/share/doc/assay/licences)
function(assay_install_licence package)
  if(NOT EXISTS /usr/share/doc/${package}/copyright)
    message(FATAL_ERROR "there is no licence of the package '${package}'")
  endif()
  file(INSTALL /usr/share/doc/${package}/copyright DESTINATION ${licences} RENAME ${package} FOLLOW_SYMLINK_CHAIN)
endfunction()

set(table "")
foreach(library ${libraries})
  file(REAL_PATH ${library} file)
  # dpkg knows a file by the path in its package, which may be without the /usr of merged systems.
  string(REGEX REPLACE "^/usr" "" short ${file})
  execute_process(COMMAND dpkg-query --search ${file} ${short} OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX MATCH "^[^:]+" package "${owner}")
  assay_install_licence("${package}")
  execute_process(COMMAND dpkg-query --show --showformat "\${Version}" ${package} OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
  get_filename_component(name ${library} NAME)
  string(APPEND table "${name}: ${package} ${version}\n")
endforeach()
foreach(package libcli11-dev nlohmann-json3-dev libjs-chart.js llvm-14-dev)
  if(EXISTS /usr/share/doc/${package})
    assay_install_licence(${package})
    string(APPEND table "compiled in: ${package}\n")
  endif()
endforeach()
file(WRITE ${prefix}/share/doc/assay/licences/README "The libraries in lib/assay, what is compiled into the programs, and the packages that they come from. Each package's licence lies beside this file.\n\n${table}")
