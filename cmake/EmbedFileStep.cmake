# Run with cmake -P: writes OUTPUT, a C++ file with the bytes of INPUT behind FUNCTION.
file(READ ${INPUT} text)
string(TOLOWER "${text}" lower)
if(lower MATCHES "</(script|style)" OR text MATCHES "\r")
  message(FATAL_ERROR "${INPUT} cannot stand inside an HTML element: it holds an end tag or a carriage return")
endif()
file(READ ${INPUT} bytes HEX)
file(SHA256 ${INPUT} digest)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "// Made by cmake/EmbedFileStep.cmake.
#include \"core/io/embedded.hpp\"

namespace assay::core {
namespace {
constexpr unsigned char kBytes[] = {
${bytes}
};
}  // namespace

const EmbeddedFile& ${FUNCTION}() {
  static const EmbeddedFile file{{reinterpret_cast<const char*>(kBytes), sizeof kBytes}, \"${digest}\"};
  return file;
}

}  // namespace assay::core
")
