# assay_embed(TARGET FILE FUNCTION): compiles FILE into TARGET as `const EmbeddedFile& FUNCTION()` (declared in
# assay/core/embedded.hpp), with its SHA-256.
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

# assay_embed_table(TARGET FUNCTION LIST): compiles the files that LIST names (a CMake file that sets FOLDER, NAMES and,
# where it is not .toml, SUFFIX: a row is one file and one name) into TARGET as `std::span<const BuiltinText> FUNCTION()` (assay/core/target/builtin.hpp).
function(assay_embed_table target function list)
  set(SUFFIX .toml)
  include(${list})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  list(TRANSFORM NAMES REPLACE ".+" "${PROJECT_SOURCE_DIR}/${FOLDER}/\\0${SUFFIX}" OUTPUT_VARIABLE files)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DLIST=${list} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${output} -DFUNCTION=${function}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTableStep.cmake
    DEPENDS ${list} ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedTableStep.cmake
    COMMENT "Embedding what ${list} names"
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
