# assay_embed(TARGET FILE SYMBOL): compiles the bytes of FILE into TARGET. The target's sources reach them with
#   #include "embedded/SYMBOL.hpp"
#   assay::embedded::SYMBOL()   // std::string_view
# FILE may change: the next build embeds it again.
function(assay_embed target file symbol)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embed)
  set(script ${PROJECT_SOURCE_DIR}/cmake/WriteEmbedded.cmake)
  add_custom_command(
    OUTPUT ${folder}/embedded/${symbol}.cpp ${folder}/embedded/${symbol}.hpp
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DSYMBOL=${symbol} -DFOLDER=${folder}/embedded -P ${script}
    DEPENDS ${file} ${script}
    COMMENT "Embedding ${file}"
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/embedded/${symbol}.cpp ${folder}/embedded/${symbol}.hpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
