# assay_version_source(TARGET): adds the generated version.cpp and commit.cpp to TARGET. commit.cpp is looked at on every
# build, but written only when the commit has changed, so that a new commit rebuilds one file, and links again only what
# asks for it (no other file is compiled with it as one).
function(assay_version_source target)
  set(version ${CMAKE_CURRENT_BINARY_DIR}/version.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/version.cpp.in ${version} @ONLY)
  set(commit ${CMAKE_CURRENT_BINARY_DIR}/commit.cpp)
  add_custom_target(${target}_commit
    COMMAND ${CMAKE_COMMAND}
      -DSOURCE_DIR=${PROJECT_SOURCE_DIR}
      -DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/commit.cpp.in
      -DOUTPUT=${commit}
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteCommit.cmake
    BYPRODUCTS ${commit}
    COMMENT "Looking at the commit"
    VERBATIM)
  set_source_files_properties(${commit} PROPERTIES GENERATED TRUE SKIP_UNITY_BUILD_INCLUSION TRUE)
  target_sources(${target} PRIVATE ${version} ${commit})
  add_dependencies(${target} ${target}_commit)
endfunction()
