#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/base/message.hpp"
#include "assay/base/text.hpp"
#include "assay/smt/features.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

constexpr std::size_t kNamedOperators = 4;

/// What a reduced script is about: operators but for the Boolean connectives (reduction leaves them by chance),
/// theories, and features.
std::vector<std::string> ingredients(const core::Case& reduced) {
  std::set<std::string> named;
  std::set<std::string> plain;
  const core::File* file = reduced.file(kScriptFile);
  TermStore store;
  const Result<Script> script = parse_script(store, file == nullptr ? "" : file->content, kScriptFile);
  if (!script) return {"unread"};
  const Features features = features_of(store, *script);
  for (const OperatorId op : features.operators) {
    const OperatorRow& row = Operators::get().row(op);
    (row.theory == Theory::Core ? plain : named).insert(std::string(row.name));
  }
  std::vector<std::string> all(named.begin(), named.end());
  if (named.empty()) all.assign(plain.begin(), plain.end());
  for (unsigned i = 0; i <= static_cast<unsigned>(Theory::Datatypes); ++i) {
    if (features.has(static_cast<Theory>(i))) all.push_back("theory " + std::string(name(static_cast<Theory>(i))));
  }
  for (unsigned i = 0; i < kFeatureCount; ++i) {
    if (features.has(static_cast<Feature>(i))) all.push_back("feature " + std::string(name(static_cast<Feature>(i))));
  }
  return all;
}

}  // namespace

bool told_by_message(BugKind kind) { return kind == BugKind::Crash || kind == BugKind::RejectsValid; }

std::string signature(const SolverDefinition& definition, const core::Case& reduced, const core::Verdict& verdict) {
  const std::string kind(name(verdict.kind));
  if (told_by_message(verdict.kind)) return kind + " " + normalised(verdict.reason);
  const std::vector<std::string> all = ingredients(reduced);
  std::uint64_t hash = hash_bytes(definition.family);
  std::string prefix;
  std::size_t shown = 0;
  for (const std::string& one : all) {
    hash = combine(hash, hash_bytes(one));
    const bool is_operator = !one.starts_with("theory ") && !one.starts_with("feature ");
    if (is_operator && shown < kNamedOperators) prefix += (shown++ > 0 ? "," : "") + one;
  }
  if (verdict.kind == BugKind::InvalidModel) hash = combine(hash, hash_bytes(verdict.reason));
  return kind + " " + (prefix.empty() ? "" : prefix + " ") + to_hex(hash).substr(0, 8);
}

}  // namespace assay::smt
