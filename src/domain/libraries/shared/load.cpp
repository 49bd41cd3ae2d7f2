#include <dlfcn.h>

#include "domain/libraries/shared/shared.hpp"
#include "table_domain.hpp"
#include "table_reproduction.hpp"

namespace assay::domain {

Result<std::vector<PluginTarget>> load_domains(const std::string& path) {
  static constexpr const char* kEntry = "assay_domain_tables_1";
  // Never closed: its elements and factories may exist until the program ends.
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const problem = dlerror();
    return Error{"cannot load '" + path + "': " + (problem != nullptr ? problem : "no reason is given"),
                 "a name without a slash is looked for among the system's libraries: write ./name.so"};
  }
  void* const symbol = dlsym(handle, kEntry);
  if (symbol == nullptr) {
    const Result<const Plugin*> plugin = load_plugin(path);
    if (plugin) return (*plugin)->targets;
    return Error{"'" + path + "' exports no " + kEntry, "include/assay/assay_domain.h says what it is"};
  }
  std::vector<PluginTarget> targets;
  for (const assay_domain* const* table = reinterpret_cast<decltype(&assay_domain_tables_1)>(symbol)();
       table != nullptr && *table != nullptr; ++table) {
    const Result<Contract> contract = contract_of(**table);
    if (!contract) return Error{"'" + path + "': " + contract.error().message, contract.error().advice};
    const auto written = [contract = *contract](const Program& program, std::span<const Violation> violations,
                                                std::string_view note) {
      return table_reproduction(contract, program, violations, note);
    };
    targets.push_back({contract->name, domain_of(**table, *contract), written, table_compile_command(path)});
  }
  if (targets.empty()) return Error{"'" + path + "' has no domains", ""};
  return targets;
}

}  // namespace assay::domain
