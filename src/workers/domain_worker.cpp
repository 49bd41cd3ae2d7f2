// The hidden program that runs domain libraries (domain/worker/worker.hpp): LLVM's domains, the domains of plugins in
// its own folder, and the domains of shared objects given with `--load`.

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "domain/libraries/shared/shared.hpp"
#include "domain/worker/worker.hpp"
#ifdef ASSAY_WITH_LLVM
#include "domain/libraries/llvm/llvm.hpp"
#endif

namespace {

using assay::Error;
using assay::Result;
using assay::domain::DomainFactory;

/// A plugin that may be in the worker's folder, and the prefix of its targets' names. Different plugins may export the
/// same symbols, so a worker loads only the plugin of its target.
struct PluginRow {
  const char* file;
  std::string_view targets;
};
constexpr PluginRow kPlugins[] = {
    {"assay-domain-ppl.so", "ppl:"},
    {"assay-domain-crab.so", "crab:"},
    {"assay-domain-tnum.so", "tnum@"},
    {"assay-domain-apron-box-D.so", "apron:box-D"},
    {"assay-domain-apron-box-MPQ.so", "apron:box-MPQ"},
    {"assay-domain-apron-box-MPFR.so", "apron:box-MPFR"},
    {"assay-domain-apron-oct-D.so", "apron:oct-D"},
    {"assay-domain-apron-oct-MPQ.so", "apron:oct-MPQ"},
    {"assay-domain-apron-polka-MPQ.so", "apron:polka-MPQ"},
    {"assay-domain-apron-polka-Rll.so", "apron:polka-Rll"},
    {"assay-domain-apron-t1p-D.so", "apron:t1p-D"},
    {"assay-domain-apron-t1p-MPQ.so", "apron:t1p-MPQ"},
    {"assay-domain-apron-t1p-MPFR.so", "apron:t1p-MPFR"},
    {"assay-domain-elina-zones.so", "elina:zones"},
    {"assay-domain-elina-octagons.so", "elina:octagons"},
    {"assay-domain-elina-polyhedra.so", "elina:polyhedra"},
    {"assay-domain-elina-zonotopes.so", "elina:zonotopes"},
};

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

/// The paths of the existing plugins that may contain the target; all plugins for "--list" (which calls no library).
std::vector<std::string> plugins_beside_us(std::string_view name) {
  std::vector<std::string> paths;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const PluginRow& row : kPlugins) {
    const std::string path = (self.parent_path() / row.file).string();
    if ((name == "--list" || name.starts_with(row.targets)) && !error && ::access(path.c_str(), R_OK) == 0)
      paths.push_back(path);
  }
  return paths;
}

constexpr const char* kCompileLlvm =
    "g++ -std=c++17 {file} -I$(llvm-config-14 --includedir) $(llvm-config-14 --ldflags --libs)";

/// The violations, one per line, and the program.
std::string note_of(const assay::domain::Program& program, const std::vector<assay::domain::Violation>& violations) {
  std::string text;
  for (const assay::domain::Violation& violation : violations) {
    text += violation.oracle + " " + std::string(assay::domain::name(violation.operation)) + ": " + violation.detail;
    if (!text.ends_with('\n')) text += '\n';
  }
  // No transformer table: libraries with reproductions have no transformers.
  return text + "\n" + assay::domain::to_text(program, {}) + "\n";
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

std::string reproduce_llvm(std::string_view name, const assay::domain::Program& program,
                           const std::vector<assay::domain::Violation>& violations) {
  const DomainFactory factory = open_llvm(name);
  if (!factory) return "";
  const Result<std::string> text = assay::domain::llvm_reproduction(factory, program, violations);
  return text ? *text : "";
}
#else
void add_llvm(std::vector<std::string>&) {}
DomainFactory open_llvm(std::string_view) { return {}; }
std::string reproduce_llvm(std::string_view, const assay::domain::Program&,
                           const std::vector<assay::domain::Violation>&) {
  return "";
}
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
  std::string problem;  // of an object that the user names; plugins in the worker's folder may fail to load
  std::string unused;
  std::vector<assay::domain::PluginTarget> targets = loaded(own, problem);
  if (!problem.empty()) {
    static_cast<void>(std::fprintf(stderr, "%s\n", problem.c_str()));
    return 2;
  }
  for (assay::domain::PluginTarget& target : loaded(plugins_beside_us(words.back()), unused))
    targets.push_back(std::move(target));

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
                          const std::vector<assay::domain::Violation>& violations) -> assay::domain::Reproduction {
    for (const auto& target : targets)
      if (target.name == name && target.reproduction)
        return {target.file, target.compile, target.reproduction(program, violations, note_of(program, violations))};
    return {"reproduction.cpp", kCompileLlvm, reproduce_llvm(name, program, violations)};
  };
  return assay::domain::worker_main(static_cast<int>(words.size()), words.data(), library);
}
