# Run with cmake -P: writes OUTPUT, a C++ file with the table of the files that match PATTERN below SOURCE_DIR, sorted by
# name, behind FUNCTION.
cmake_minimum_required(VERSION 3.20)
file(GLOB files LIST_DIRECTORIES false RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/${PATTERN})
if(NOT files)
  message(FATAL_ERROR "There is no file ${PATTERN} to embed")
endif()
set(rows "")
set(arrays "")
set(number 0)
foreach(path IN LISTS files)
  math(EXPR number "${number} + 1")
  file(READ ${SOURCE_DIR}/${path} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kBytes${number}[] = {  // ${path}\n${bytes}\n};\n")
  string(APPEND rows "      {\"${path}\", {reinterpret_cast<const char*>(kBytes${number}), sizeof kBytes${number}}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/EmbedTableStep.cmake.
#include \"core/target/builtin.hpp\"

namespace assay::core {
namespace {
${arrays}}  // namespace

std::span<const BuiltinText> ${FUNCTION}() {
  static const BuiltinText table[] = {
${rows}  };
  return table;
}

}  // namespace assay::core
")
