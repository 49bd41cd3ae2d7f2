# assay_embed(TARGET FILE FUNCTION): compiles FILE into TARGET as `const EmbeddedFile& FUNCTION()` (declared in
# core/io/embedded.hpp), with its SHA-256.
function(assay_embed target file function)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "There is no file ${file} to embed")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${output} -DFUNCTION=${function} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFileStep.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/EmbedFileStep.cmake
    COMMENT "Embedding ${file}"
    VERBATIM)
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()

# assay_embed_table(TARGET FUNCTION PATTERN): compiles the files of the source tree that match PATTERN (data/targets/*.toml)
# into TARGET as `std::span<const BuiltinText> FUNCTION()` (core/target/builtin.hpp), sorted by name. A new file is
# found by the next build.
function(assay_embed_table target function pattern)
  file(GLOB files LIST_DIRECTORIES false CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DPATTERN=${pattern} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${output} -DFUNCTION=${function}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTableStep.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedTableStep.cmake
    COMMENT "Embedding ${pattern}"
    VERBATIM)
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()

# assay_find_chart_js(VARIABLE): where Debian and Ubuntu put Chart.js 3.
function(assay_find_chart_js variable)
  find_file(ASSAY_CHART_JS NAMES chart.min.js Chart.min.js
    PATHS /usr/share/javascript/chart.js /usr/share/nodejs/chart.js/dist
    NO_DEFAULT_PATH
    DOC "Chart.js, minified, for the HTML report")
  if(NOT ASSAY_CHART_JS)
    message(FATAL_ERROR "Chart.js was not found. Install it (apt-get install libjs-chart.js), or name the file: -DASSAY_CHART_JS=/path/to/chart.min.js")
  endif()
  file(REAL_PATH ${ASSAY_CHART_JS} real)
  set(${variable} ${real} PARENT_SCOPE)
endfunction()
