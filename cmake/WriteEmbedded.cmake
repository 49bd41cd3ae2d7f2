# Writes FOLDER/SYMBOL.hpp and .cpp, which hold the bytes of INPUT. An array, because string literals have a limit.
file(READ ${INPUT} digits HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${digits}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
  bytes "${bytes}")

file(WRITE ${FOLDER}/${SYMBOL}.hpp "#pragma once

#include <string_view>

namespace assay::embedded {

std::string_view ${SYMBOL}();

}  // namespace assay::embedded
")

# The closing zero is not part of the text: it only keeps the array of an empty file legal.
file(WRITE ${FOLDER}/${SYMBOL}.cpp "#include \"embedded/${SYMBOL}.hpp\"

namespace assay::embedded {
namespace {

constexpr unsigned char kBytes[] = {
${bytes}0};

}  // namespace

std::string_view ${SYMBOL}() { return {reinterpret_cast<const char*>(kBytes), sizeof(kBytes) - 1}; }

}  // namespace assay::embedded
")
