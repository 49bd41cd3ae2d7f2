#include "uri.hpp"

#include "base/ascii.hpp"

namespace assay::analyzer {

std::string path_of_uri(std::string_view uri) {
  if (uri.starts_with("file://")) uri.remove_prefix(std::string_view("file://").size());
  return percent_decoded(uri);
}

}  // namespace assay::analyzer
