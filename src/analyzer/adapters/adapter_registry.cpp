#include "analyzer/adapters/adapters.hpp"
#include "analyzer/adapters/ciao/ciao.hpp"
#include "analyzer/adapters/llvm/llvm.hpp"
#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "base/text.hpp"

namespace assay::analyzer {

const std::vector<Adapter>& adapters() {
  static const std::vector<Adapter> all = {
      {"cppcheck", "values of expressions: known, impossible, bounds, symbolic; conditions always true or false",
       open_cppcheck},
      {"clang-sa", "nullness and equality of pointers, addresses of objects, zero or not; points never reached",
       open_clang_sa},
      {"gcc",
       "ranges, bits, relations, alignments, references that do not overlap, bounds of loops, unreachable points; "
       "wrong code",
       open_gcc, "high-down"},
      {"builds", "no facts: a compiler's builds of a program at several levels must do the same", open_builds,
       "-DASSAY_PLANTED", core::BugKind::Miscompiled},
      {"llvm", "what LLVM's analyses know of IR, and what its passes ask; each pass must refine", open_llvm,
       "high-off-by-one"},
      {"llvm-c", "the same of C at several levels, in machine code under a shadow of poison; wrong code", open_llvm_c,
       "high-off-by-one"},
      {"clam", "invariants of Clam's domains in the bitcode of C: linear constraints, blocks never reached", open_clam,
       "high-off-by-one"},
      {"ciao", "Prolog: modes, sharing, linearity, types, failure and determinacy, at points and of predicates",
       open_ciao},
      {"eva", "values of variables before statements: sets, intervals, congruences, null or not; points never reached",
       open_eva},
      {"json", "what a user's analyzer prints: one fact a line, as JSON", open_printed},
      {"sarif", "what a user's analyzer prints: SARIF, with facts as properties of its results", open_printed},
      {"text", "what a user's analyzer prints: lines that a definition's [[fact]] patterns match", open_printed},
  };
  return all;
}

const Adapter* adapter_of(const Definition& definition) {
  for (const Adapter& adapter : adapters())
    if (adapter.name == definition.adapter) return &adapter;
  return nullptr;
}

Result<std::unique_ptr<Analyzer>> open_analyzer(const Definition& definition) {
  if (definition.adapter.empty())
    return Error{"target '" + definition.name + "' can only be tuned: there is no way to read and check its facts",
                 "`assay analyzer tune --target " + definition.name + "`; `assay analyzer targets` lists the others"};
  if (const Adapter* const adapter = adapter_of(definition); adapter != nullptr) return adapter->open(definition);
  std::vector<std::string> names;
  for (const Adapter& adapter : adapters()) names.emplace_back(adapter.name);
  return Error{"there is no adapter '" + definition.adapter + "' for target '" + definition.name + "'",
               "there are " + join(names, ", ")};
}

std::optional<Definition> with_planted_lie(Definition definition) {
  const Adapter* const adapter = adapter_of(definition);
  if (adapter == nullptr || adapter->lie.empty()) return std::nullopt;
  definition.settings.emplace_back("lie", adapter->lie);
  return definition;
}

}  // namespace assay::analyzer
