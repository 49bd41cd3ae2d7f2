#include "smt/solver/limits.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/smt/eval.hpp"
#include "assay/smt/values.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"
#include "smt/draw/draw_patterns.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWidth = 16;  // bits of bit-vectors and of floats; equal, as conversions require
constexpr std::uint32_t kExponent = 5;

SortId pair_sort(TermStore& store) {
  return store.compound_sort(SortKind::Tuple, std::array{store.int_sort(), store.int_sort()});
}

SortId sort_of_kind(TermStore& store, SortKind kind) {
  switch (kind) {
    case SortKind::Bool: return store.bool_sort();
    case SortKind::Int: return store.int_sort();
    case SortKind::Real: return store.real_sort();
    case SortKind::RoundingMode: return store.rounding_mode_sort();
    case SortKind::String: return store.string_sort();
    case SortKind::RegLan: return store.reglan_sort();
    case SortKind::BitVector: return store.bit_vector_sort(kWidth);
    case SortKind::Float: return store.float_sort(kExponent, kWidth - kExponent);
    case SortKind::Array: return store.array_sort(store.int_sort(), store.int_sort());
    case SortKind::Sequence: return store.sequence_sort(store.int_sort());
    case SortKind::Tuple: return pair_sort(store);
    case SortKind::Set:
    case SortKind::Bag: return store.compound_sort(kind, std::array{pair_sort(store)});
    case SortKind::Nullable: return store.compound_sort(kind, std::array{store.int_sort()});
    case SortKind::FiniteField: {
      SortNode field;
      field.kind = kind;
      field.indices = {7};
      return store.sort(std::move(field));
    }
    default: return store.unknown_sort();
  }
}

std::optional<TermId> value_of_kind(TermStore& store, SortKind kind) {
  if (kind == SortKind::RegLan) return store.apply(Operators::get().at("re.allchar"), {});
  const SortId sort = sort_of_kind(store, kind);
  // re.range needs strings of one character.
  if (kind == SortKind::String) return make_term(store, Value(std::u32string(U"a")), sort);
  const std::optional<Value> value = default_value(store, sort);
  return value ? make_term(store, *value, sort) : std::nullopt;
}

/// Indices that are valid for most operators with `count` indices.
const std::vector<std::vector<Index>>& index_choices(std::size_t count) {
  static const std::vector<std::vector<std::vector<Index>>> choices{
      {{}},
      {{Index{2, {}}}, {Index{kWidth, {}}}},
      {{Index{3, {}}, Index{1, {}}},
       {Index{1, {}}, Index{2, {}}},
       {Index{kExponent, {}}, Index{kWidth - kExponent, {}}}},
      // A bound and coefficients.
      {std::vector<Index>(3, Index{2, {}})},
      {std::vector<Index>(4, Index{2, {}})},
      {std::vector<Index>(5, Index{2, {}})},
  };
  static const std::vector<std::vector<Index>> none;
  return count < choices.size() ? choices[count] : none;
}

std::string definition_of(const TermStore& store, TermId term, std::string_view logic) {
  return "(set-logic " + std::string(logic) + ")\n(define-fun probe () " + to_string(store, store.sort_of(term)) + " " +
         to_string(store, term) + ")\n";
}

void add_scripts(const OperatorPattern& pattern, std::vector<std::string>& scripts) {
  TermStore store;
  std::vector<TermId> children;
  for (std::size_t i = 0; i < pattern.arity; ++i) {
    const auto child = value_of_kind(store, pattern.arguments[i]);
    if (!child) return;
    children.push_back(*child);
  }
  for (const std::vector<Index>& indices : index_choices(pattern.index_count)) {
    const auto term = store.apply(pattern.op, children, indices);
    if (!term || mixes_numbers(store, *term)) continue;
    scripts.push_back(definition_of(store, *term, "ALL"));
  }
}

/// A lambda over integers that returns 0 or, for a predicate, true.
TermId constant_function(TermStore& store, std::size_t arity, bool is_predicate) {
  BinderInfo info;
  info.kind = BinderKind::Lambda;
  for (std::size_t i = 0; i < arity; ++i)
    info.variables.push_back({store.symbol("x" + std::to_string(i)), store.int_sort()});
  const TermId number = store.constant(Value(mpz_class(0)), store.int_sort());
  return store.binder(info, std::array{is_predicate ? store.bool_constant(true) : number});
}

/// Adds a script for an operator that applies a function. Operator patterns do not contain such operators.
void add_function_scripts(OperatorId op, std::vector<std::string>& scripts) {
  const OperatorRow& row = Operators::get().row(op);
  TermStore store;
  const TermId number = store.constant(Value(mpz_class(0)), store.int_sort());
  std::vector<TermId> last = {number};  // candidates for the last argument: a number (for `@`) or a collection
  for (const SortKind kind : {SortKind::Sequence, SortKind::Set, SortKind::Bag}) {
    const SortId sort = store.compound_sort(kind, std::array{store.int_sort()});
    if (const auto term = make_term(store, *default_value(store, sort), sort)) last.push_back(*term);
  }
  for (const TermId argument : last)
    for (const bool is_predicate : {false, true})
      for (const std::size_t arity : {1U, 2U, 3U}) {
        std::vector<TermId> children = {constant_function(store, arity, is_predicate)};
        children.resize(row.min_arity - 1U, number);
        children.push_back(argument);
        const auto term = store.apply(op, children);
        if (!term || store.kind(store.sort_of(*term)) == SortKind::Function) continue;
        scripts.push_back(definition_of(store, *term, "HO_ALL"));
        return;
      }
}

/// The names of operators, one per line, each with its number of indices.
std::string text_of(const std::vector<OperatorId>& lacking) {
  std::string text;
  for (const OperatorId op : lacking) {
    const OperatorRow& row = Operators::get().row(op);
    text += std::string(row.name) + " " + std::to_string(row.index_count) + "\n";
  }
  return text;
}

std::vector<OperatorId> operators_in(std::string_view text) {
  std::vector<OperatorId> found;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t space = line.rfind(' ');
    if (space == std::string_view::npos) continue;
    const auto count = parse_unsigned(line.substr(space + 1));
    const auto op = count ? Operators::get().find(line.substr(0, space), *count) : std::nullopt;
    if (op) found.push_back(*op);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A hash of the program's content, not of its path: a rebuilt solver may support other operators, a copy does not.
std::uint64_t hash_of_program(const std::string& word) {
  std::ifstream file(core::find_program(word), std::ios::binary);
  if (!file) return hash_bytes(word);
  std::uint64_t hash = 0;
  std::vector<char> piece(std::size_t{1} << 20);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
    hash = hash_bytes(std::string_view(piece.data(), static_cast<std::size_t>(file.gcount())), hash);
  return hash;
}

/// The cache key of learned limits: a hash of the program, its flags, its version, its `skip` patterns, its spellings
/// and the probes.
std::uint64_t question_of(const SolverDefinition& definition, const std::string& version) {
  std::uint64_t hash = definition.argv.empty() ? 0 : hash_of_program(definition.argv.front());
  for (std::size_t i = 1; i < definition.argv.size(); ++i) hash = hash_bytes(definition.argv[i] + "\n", hash);
  hash = hash_bytes(definition.prelude, hash_bytes(version, hash));
  for (const core::OutputPattern& skip : definition.skips) hash = hash_bytes(skip.pattern, hash);
  for (const auto& [op, own] : definition.dialect.spellings) hash = hash_bytes(own, hash_bytes(op, hash));
  for (const Probe& probe : operator_probes())
    for (const std::string& script : probe.scripts) hash = hash_bytes(script, hash);
  return hash;
}

std::string named(std::uint64_t hash) { return to_hex(hash) + ".txt"; }

/// Writes a file. Failures are ignored: limits that are not stored are learned again.
void keep(const std::string& folder, const std::string& name, const std::string& text) {
  if (folder.empty() || !core::Disk::real().make_directory(folder)) return;
  static_cast<void>(core::write_text_file((fs::path(folder) / name).string(), text));
}

std::string inside(const std::string& folder, const char* name) {
  return folder.empty() ? folder : (fs::path(folder) / name).string();
}

std::optional<std::string> kept_text(const std::string& folder, const std::string& name) {
  if (folder.empty()) return std::nullopt;
  const std::string path = (fs::path(folder) / name).string();
  if (!core::exists(path)) return std::nullopt;
  Result<std::string> text = core::read_text_file(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

}  // namespace

const std::vector<Probe>& operator_probes() {
  static const std::vector<Probe> all = [] {
    std::map<OperatorId, std::vector<std::string>> scripts;
    for (const OperatorPattern& pattern : operator_patterns())
      if (std::vector<std::string>& own = scripts[pattern.op]; own.empty()) add_scripts(pattern, own);
    for (std::uint32_t i = 0; i < Operators::get().size(); ++i)
      if (applies_functions(Operators::get().row(OperatorId{i})))
        add_function_scripts(OperatorId{i}, scripts[OperatorId{i}]);
    std::vector<Probe> probes;
    for (auto& [op, own] : scripts)
      if (!own.empty()) probes.push_back({op, std::move(own)});
    return probes;
  }();
  return all;
}

LearnedLimits learn_limits(SolverPort& solver, const SolverDefinition& definition, const std::stop_token& stop) {
  using End = SolverAnswer::Kind;
  constexpr unsigned kMaxFailures = 3;
  LearnedLimits learned;
  unsigned failures = 0;
  const auto lacks = [&](const std::string& script) {
    const End end = solver.run(respelled(definition, script), {}, RunStyle::Persistent, stop).kind;
    const bool judged = end == End::Answered || end == End::Error || end == End::Unsupported;
    // A solver that hangs or runs out of memory on a script without a check does so on each of the hundreds of probes.
    if (!judged) failures += end == End::Crash || end == End::Garbage ? 1 : kMaxFailures;
    return end == End::Unsupported;
  };
  for (const Probe& probe : operator_probes()) {
    if (stop.stop_requested() || failures >= kMaxFailures) return learned;
    if (std::all_of(probe.scripts.begin(), probe.scripts.end(), lacks)) learned.lacking.push_back(probe.op);
  }
  learned.whole = true;
  return learned;
}

LimitsKept LimitsKept::in(const std::string& campaign_folder) {
  LimitsKept kept{inside(campaign_folder, "limits"), {}};
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  if (cache != nullptr && *cache != '\0') {
    kept.cache = inside(cache, "assay/limits");
  } else if (home != nullptr && *home != '\0') {
    kept.cache = inside(home, ".cache/assay/limits");
  }
  return kept;
}

std::optional<std::string> LimitsKept::find(const std::string& subject, std::uint64_t question) const {
  std::optional<std::string> text = kept_text(folder, named(hash_bytes(subject)));
  return text ? text : kept_text(cache, named(question));
}

void LimitsKept::keep_here(const std::string& subject, const std::string& text) const {
  keep(folder, named(hash_bytes(subject)), text);
}

void LimitsKept::keep_for_all(std::uint64_t question, const std::string& text) const {
  keep(cache, named(question), text);
}

void learn_limits(const SolverDefinition& definition, const std::string& version, Capabilities& capabilities,
                  SolverPort& solver, const LimitsKept& kept) {
  const std::uint64_t question = question_of(definition, version);
  std::optional<std::string> text = kept.find(definition.name, question);
  if (!text && version == "unknown") return;
  if (!text) {
    const LearnedLimits learned = learn_limits(solver, definition, {});
    text = text_of(learned.lacking);
    if (learned.whole) kept.keep_for_all(question, *text);
  }
  kept.keep_here(definition.name, *text);
  capabilities.lack(operators_in(*text));
}

}  // namespace assay::smt
