#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "assay/base/hash.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "drawn_options.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

constexpr std::size_t kNamedOperators = 4;

/// Degenerate indices, which solvers often treat wrongly. Other contents of a script with one are usually irrelevant.
struct DegenerateIndex {
  std::string_view op;
  std::string_view name;
  bool (*is)(std::span<const Index> indices);
};
constexpr DegenerateIndex kDegenerateIndices[] = {
    {"re.loop", "re.loop of an empty range", [](std::span<const Index> i) { return i[0].number > i[1].number; }},
    {"re.loop", "no repetitions", [](std::span<const Index> i) { return i[0].number == 0 && i[1].number == 0; }},
    {"re.^", "no repetitions", [](std::span<const Index> i) { return i[0].number == 0; }},
    {"fp.to_sbv", "fp.to_sbv to one bit", [](std::span<const Index> i) { return i[0].number == 1; }},
    {"fp.to_ubv", "fp.to_ubv to one bit", [](std::span<const Index> i) { return i[0].number == 1; }},
};

/// Whether the name is empty or a reserved word. A reduction renames such symbols unless the failure needs the name.
bool is_odd_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return std::all_of(name.begin(), name.end(), is_letter) && quoted_symbol(name) != name;
}

/// Degenerate indices and odd names. If a reduced script still has one, it is probably the cause.
std::set<std::string> oddities(const TermStore& store, const Script& script) {
  std::set<std::string> found;
  std::vector<TermId> work;
  for (const Command& command : script.commands) {
    work.insert(work.end(), command.terms.begin(), command.terms.end());
    for (const FunctionId function : command.functions)
      if (const auto name = store.spelling(store.node(function).name); is_odd_name(name))
        found.insert("the name " + quoted_symbol(name));
  }
  for (Subterms below(store, work); const auto term = below.next();) {
    if (store.node(*term).kind != TermKind::Apply) continue;
    const OperatorRow& row = Operators::get().row(store.op(*term));
    for (const DegenerateIndex& index : kDegenerateIndices)
      if (index.op == row.name && store.indices(*term).size() == row.index_count && index.is(store.indices(*term)))
        found.insert(std::string(index.name));
  }
  return found;
}

/// Whether the operator is a rounding mode. Rounding modes are never the cause.
bool is_rounding_mode(const OperatorRow& row) {
  return row.theory == Theory::FloatingPoint && row.max_arity == 0 && row.index_count == 0;
}

/// The operators, theories and features of a reduced script that identify its cause. Boolean connectives are left out,
/// because reduction leaves them by chance.
std::vector<std::string> ingredients(const core::Case& reduced, core::BugKind kind) {
  std::set<std::string> named;
  std::set<std::string> plain;
  const core::File* file = reduced.file(kScriptFile);
  TermStore store;
  const Result<Script> script = parse_script(store, file == nullptr ? "" : file->content, kScriptFile);
  if (!script) return {"unread"};
  if (const std::set<std::string> odd = oddities(store, *script); !odd.empty()) return {odd.begin(), odd.end()};
  const Features features = features_of(store, *script);
  for (const OperatorId op : features.operators) {
    const OperatorRow& row = Operators::get().row(op);
    if (!is_rounding_mode(row)) (row.theory == Theory::Core ? plain : named).insert(std::string(row.name));
  }
  std::vector<std::string> all(named.begin(), named.end());
  // A solver gives up for lack of a decision procedure; the remaining operators do not matter.
  if (kind == BugKind::Incomplete) all.clear();
  // A crash is caused by an operator, or by a feature if there is no operator; theories do not matter.
  const bool crashes = kind == BugKind::Crash;
  if (crashes && features.has(Feature::Match)) return {"match"};  // parsers expand `match`, and crash there
  if (crashes && !named.empty()) return all;
  if (named.empty() && !crashes) all.assign(plain.begin(), plain.end());
  for (unsigned i = 0; i < kTheoryCount && !crashes; ++i) {
    if (features.has(static_cast<Theory>(i))) all.push_back("theory " + std::string(name(static_cast<Theory>(i))));
  }
  for (unsigned i = 0; i < kFeatureCount; ++i) {
    if (features.has(static_cast<Feature>(i))) all.push_back("feature " + std::string(name(static_cast<Feature>(i))));
  }
  return all;
}

/// The message with "NAME" in place of quoted names that the script declares: names do not matter for the cause.
std::string without_names(std::string message, const core::Case& reduced) {
  const core::File* file = reduced.file(kScriptFile);
  TermStore store;
  const Result<Script> script = parse_script(store, file == nullptr ? "" : file->content, kScriptFile);
  if (!script) return message;
  for (const Command& command : script->commands)
    for (const FunctionId id : command.functions)
      for (const std::string_view quotes : {"''", "\"\"", "``", "`'", "||"}) {
        const std::string declared(store.spelling(store.node(id).name));
        message = replace_all(message, quotes[0] + declared + quotes[1], quotes[0] + std::string("NAME") + quotes[1]);
      }
  return message;
}

/// " with smt.arith.solver=2" if the case needs drawn options; empty for the default configuration.
std::string needed_options(const SolverDefinition& definition, const core::Case& reduced) {
  const auto facts = SmtFacts::from_json(reduced.metadata);
  if (!facts || facts->written_for.empty()) return {};
  for (const DrawnOptions& one : facts->drawn)
    if (one.target == facts->written_for && !one.options.empty())
      return " with " + cause_of_options(definition, one.options);
  return {};
}

}  // namespace

bool told_by_message(BugKind kind, std::string_view message) {
  const bool is_mere_signal = message.starts_with("segmentation fault") || message.starts_with("SIG");
  const bool is_about_checker = kind == BugKind::Incomplete && message.starts_with("the checker ");
  return kind == BugKind::RejectsValid || kind == BugKind::InvalidProof || is_about_checker ||
         (kind == BugKind::Crash && !is_mere_signal) || (kind == BugKind::InvalidModel && message == kNoModel);
}

std::vector<std::string> causes(const core::Case& reduced, const core::Verdict& verdict) {
  if (told_by_message(verdict.kind, verdict.reason)) return {};
  const core::File* file = reduced.file(kScriptFile);
  TermStore store;
  const Result<Script> script = parse_script(store, file == nullptr ? "" : file->content, kScriptFile);
  if (!script) return {};
  std::set<std::string> all = oddities(store, *script);
  const Features features = features_of(store, *script);
  if (features.has(Feature::Match)) all.insert("match");
  for (const OperatorId op : features.operators) {
    const OperatorRow& row = Operators::get().row(op);
    if (row.theory != Theory::Core && !is_rounding_mode(row)) all.insert(std::string(row.name));
  }
  return {all.begin(), all.end()};
}

std::string signature(const SolverDefinition& definition, const core::Case& reduced, const core::Verdict& verdict) {
  const std::string kind(name(verdict.kind));
  const std::string options = needed_options(definition, reduced);
  if (told_by_message(verdict.kind, verdict.reason))
    return kind + " " + normalised(without_names(verdict.reason, reduced)) + options;
  const std::vector<std::string> all = ingredients(reduced, verdict.kind);
  std::uint64_t hash = hash_bytes(definition.family);
  std::string prefix;
  std::size_t shown = 0;
  for (const std::string& one : all) {
    hash = combine(hash, hash_bytes(one));
    const bool is_operator = !one.starts_with("theory ") && !one.starts_with("feature ");
    if (is_operator && shown < kNamedOperators) prefix += (shown++ > 0 ? "," : "") + one;
  }
  if (verdict.kind == BugKind::InvalidModel || verdict.kind == BugKind::Incomplete || verdict.kind == BugKind::Crash)
    hash = combine(hash, hash_bytes(verdict.reason));
  return kind + " " + (prefix.empty() ? "" : prefix + " ") + to_hex(hash).substr(0, 8) + options;
}

}  // namespace assay::smt
