#include "package.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "assay/base/text.hpp"
#include "assay/base/version.hpp"
#include "assay/core/io.hpp"
#include "cli_session.hpp"

namespace assay::cli {

std::string package() {
  constexpr std::size_t kLongest = 60;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const Result<std::string> text =
        core::read_text_file((self.parent_path() / ASSAY_PACKAGE_FILE).lexically_normal().string());
    if (text && !trim(*text).empty()) return one_line(trim(*text), kLongest);
  }
  return "source build";
}

std::string version_line() { return fmt::format("assay {} ({}, commit {})", version(), package(), commit()); }

}  // namespace assay::cli
