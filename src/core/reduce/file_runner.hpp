#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {

/// Runs a program on one text after another, each as a file in a folder that holds nothing else, under limits.
class FileRunner {
 public:
  /// `argv`: the command. The word "{input}" stands for the file's name; without that word, the text is the program's
  /// standard input. `beside`: files that the folder has, too; the word "{NAME}" stands for the path of the file NAME.
  FileRunner(std::vector<std::string> argv, const Limits& limits, std::vector<File> beside = {})
      : argv_(std::move(argv)),
        limits_(limits),
        beside_(std::move(beside)),
        scratch_(std::make_unique<ScratchFolder>()) {}

  /// `name`: of the file, without a folder. FailedToStart if a file cannot be written.
  [[nodiscard]] ProcessResult run(std::string_view name, std::string_view content, const std::stop_token& stop);

 private:
  std::vector<std::string> argv_;
  Limits limits_;
  std::vector<File> beside_;
  std::unique_ptr<ScratchFolder> scratch_;
};

}  // namespace assay::core
