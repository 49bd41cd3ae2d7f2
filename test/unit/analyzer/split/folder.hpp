#pragma once

#include <filesystem>
#include <string>

#include "assay/base/check.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::splitting {

/// A project that a test writes.
class TestProject {
 public:
  TestProject() : root_(scratch_.path().value()) {}

  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(root_) / name;
    std::filesystem::create_directories(path.parent_path());
    const Status written = core::write_text_file(path.string(), text);
    ASSAY_CHECK(written.ok(), "the test cannot write " + name);
  }
  [[nodiscard]] const std::string& root() const { return root_; }
  [[nodiscard]] std::string path(const std::string& name) const { return root_ + "/" + name; }

 private:
  core::ScratchFolder scratch_;
  std::string root_;
};

}  // namespace assay::analyzer::splitting
