# Run with cmake -P: writes OUTPUT, a C++ file with the table of LIST (its FOLDER below SOURCE_DIR and its NAMES, in their
# order) behind FUNCTION.
cmake_minimum_required(VERSION 3.20)
set(SUFFIX .toml)
include(${LIST})
set(rows "")
set(arrays "")
set(seen "")
foreach(name IN LISTS NAMES)
  set(path ${FOLDER}/${name}${SUFFIX})
  if(name IN_LIST seen)
    message(FATAL_ERROR "${LIST} names ${name} twice")
  endif()
  if(NOT EXISTS ${SOURCE_DIR}/${path})
    message(FATAL_ERROR "${LIST} names ${name}, and there is no file ${path}")
  endif()
  list(APPEND seen ${name})
  file(READ ${SOURCE_DIR}/${path} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  list(LENGTH seen number)
  string(APPEND arrays "constexpr unsigned char kBytes${number}[] = {  // ${path}\n${bytes}\n};\n")
  string(APPEND rows "      {\"${path}\", {reinterpret_cast<const char*>(kBytes${number}), sizeof kBytes${number}}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/EmbedTableStep.cmake.
#include \"assay/core/target/builtin.hpp\"

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
