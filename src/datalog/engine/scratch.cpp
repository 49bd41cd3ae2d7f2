#include "scratch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace assay::datalog {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "assay-datalog-XXXXXX").string();
  if (!error && ::mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!folder_.empty()) fs::remove_all(folder_, error);
}

Result<std::string> ScratchFolder::write(const std::string& name, std::string_view content) const {
  if (folder_.empty()) return Error{"no folder could be made in the system's temporary one", "is the disk full?"};
  const std::string path = folder_ + "/" + name;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) return Error{"cannot write " + path, "is the disk full?"};
  return path;
}

}  // namespace assay::datalog
