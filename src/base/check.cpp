#include "assay/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace assay {

void check_failed(const char* condition, const char* file, int line, std::string_view message) {
  std::fprintf(stderr, "assay: internal error at %s:%d: %.*s [%s]\nassay: this is a bug of Assay: please report it\n",
               file, line, static_cast<int>(message.size()), message.data(), condition);
  std::abort();
}

}  // namespace assay
