# assay_version_source(TARGET): adds the generated version.cpp to TARGET. The file is looked at on every build, but
# written only when the version or the commit has changed, so that a new commit rebuilds one file and links again.
function(assay_version_source target)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/version.cpp)
  add_custom_target(${target}_version
    COMMAND ${CMAKE_COMMAND}
      -DSOURCE_DIR=${PROJECT_SOURCE_DIR}
      -DVERSION=${PROJECT_VERSION}
      -DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/version.cpp.in
      -DOUTPUT=${generated}
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
    BYPRODUCTS ${generated}
    COMMENT "Looking at the version and the commit"
    VERBATIM)
  set_source_files_properties(${generated} PROPERTIES GENERATED TRUE)
  target_sources(${target} PRIVATE ${generated})
  add_dependencies(${target} ${target}_version)
endfunction()
