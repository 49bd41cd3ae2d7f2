#include "smt/solver/run_style.hpp"

#include <string>

namespace assay::smt {
namespace {

std::string name_of(RunStyle style) {
  switch (style) {
    case RunStyle::Process: return "process";
    case RunStyle::Persistent: return "persistent";
    case RunStyle::Library: return "library";
  }
  return "process";
}

}  // namespace

void set_style(core::OptionTable& table, std::string_view key, RunStyle style) { table.set(key, name_of(style)); }

void get_style(const core::OptionReader& reader, std::string_view key, RunStyle& style) {
  std::string name = name_of(style);
  reader.get(key, name);
  for (const RunStyle one : {RunStyle::Process, RunStyle::Persistent, RunStyle::Library}) {
    if (name_of(one) != name) continue;
    style = one;
    return;
  }
  reader.refuse(key, "\"process\", \"persistent\" or \"library\"");
}

}  // namespace assay::smt
