// The hidden program that domain libraries live in (assay/domain/worker.hpp): LLVM's domains, those of plugins beside
// it, and those of objects that `--load` names.

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "assay/base/text.hpp"
#include "assay/domain/shared.hpp"
#include "assay/domain/worker.hpp"
#ifdef ASSAY_WITH_LLVM
#include "assay/domain/llvm.hpp"
#endif

namespace {

using assay::Error;
using assay::Result;
using assay::domain::DomainFactory;

/// Shared objects that are looked for beside the worker: a row for each library that is built apart.
constexpr const char* kPlugins[] = {"assay-domain-ppl.so"};

std::vector<assay::domain::PluginTarget> loaded(const std::vector<std::string>& paths, std::string& problem) {
  std::vector<assay::domain::PluginTarget> all;
  for (const std::string& path : paths) {
    const auto targets = assay::domain::load_domains(path);
    if (targets) {
      all.insert(all.end(), targets->begin(), targets->end());
    } else if (problem.empty()) {
      problem = targets.error().text();
    }
  }
  return all;
}

std::vector<std::string> plugins_beside_us() {
  std::vector<std::string> paths;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* name : kPlugins) {
    const std::string path = (self.parent_path() / name).string();
    if (!error && ::access(path.c_str(), R_OK) == 0) paths.push_back(path);
  }
  return paths;
}

#ifdef ASSAY_WITH_LLVM
struct LlvmRow {
  const char* name;
  DomainFactory (*make)(unsigned width);
};
constexpr LlvmRow kLlvm[] = {{"llvm:ConstantRange@", assay::domain::llvm_constant_range},
                             {"llvm:KnownBits@", assay::domain::llvm_known_bits}};

void add_llvm(std::vector<std::string>& names) {
  for (const LlvmRow& row : kLlvm)
    for (const int width : {4, 8, 16, 32, 64}) names.push_back(row.name + std::to_string(width));
}

DomainFactory open_llvm(std::string_view name) {
  for (const LlvmRow& row : kLlvm) {
    if (!name.starts_with(row.name)) continue;
    const auto width = assay::parse_unsigned(name.substr(std::string_view(row.name).size()));
    if (width && *width >= 1 && *width <= 64) return row.make(static_cast<unsigned>(*width));
  }
  return {};
}
#else
void add_llvm(std::vector<std::string>&) {}
DomainFactory open_llvm(std::string_view) { return {}; }
#endif

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> words = {argv[0]};
  std::vector<std::string> own;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--load" && i + 1 < argc) {
      own.emplace_back(argv[++i]);
    } else {
      words.push_back(argv[i]);
    }
  }
  std::string problem;  // of an object that the user names; one beside us that cannot be loaded is just not there
  std::string unused;
  std::vector<assay::domain::PluginTarget> targets = loaded(own, problem);
  if (!problem.empty()) {
    static_cast<void>(std::fprintf(stderr, "%s\n", problem.c_str()));
    return 2;
  }
  for (assay::domain::PluginTarget& target : loaded(plugins_beside_us(), unused)) targets.push_back(std::move(target));

  assay::domain::Library library;
  for (const auto& target : targets) library.names.push_back(target.name);
  add_llvm(library.names);
  library.open = [&](std::string_view name) -> Result<DomainFactory> {
    for (const auto& target : targets)
      if (target.name == name) return target.make;
    if (DomainFactory found = open_llvm(name)) return found;
    return Error{"there is no domain '" + std::string(name) + "'", ""};
  };
  library.reproduce = [&](std::string_view name, const assay::domain::Program& program,
                          const std::vector<assay::domain::Violation>& violations) -> std::string {
    for (const auto& target : targets) {
      if (target.name != name || target.reproduction == nullptr) continue;
      std::vector<assay::domain::LostPoint> lost;
      for (const assay::domain::Violation& violation : violations)
        if (!violation.lost.empty()) lost.push_back({violation.instruction, violation.lost});
      return target.reproduction(program, lost, "");
    }
    return "";
  };
  return assay::domain::worker_main(static_cast<int>(words.size()), words.data(), library);
}
