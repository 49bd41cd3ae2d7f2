#include "package.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.hpp"
#include "base/version.hpp"
#include "cli_session.hpp"
#include "core/io/io.hpp"

namespace assay::cli {

std::string package() {
  constexpr std::size_t kMaxLength = 60;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "source build";
  for (auto folder = self.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    const Result<std::string> text = core::read_text_file((folder / "share/assay/package").string());
    if (text && !trim(*text).empty()) return one_line(trim(*text), kMaxLength);
  }
  return "source build";
}

std::string version_line() { return fmt::format("assay {} ({}, commit {})", version(), package(), commit()); }

}  // namespace assay::cli
