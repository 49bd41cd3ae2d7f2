#include <dlfcn.h>

#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain {

Result<const Plugin*> load_plugin(const std::string& path) {
  static constexpr const char* kEntry = "assay_domain_plugin_1";
  // Never closed: its elements and factories may exist until the program ends.
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const problem = dlerror();
    return Error{"cannot load '" + path + "': " + (problem != nullptr ? problem : "no reason is given"),
                 "is its library installed?"};
  }
  void* const symbol = dlsym(handle, kEntry);
  if (symbol == nullptr) return Error{"'" + path + "' is no plugin of domains: it does not export " + kEntry, ""};
  const Plugin* const plugin = reinterpret_cast<decltype(&assay_domain_plugin_1)>(symbol)();
  if (plugin == nullptr) return Error{"the plugin '" + path + "' could not start", ""};
  return plugin;
}

}  // namespace assay::domain
