#include "smt/solver/features.hpp"

#include <algorithm>
#include <array>

#include "assay/base/check.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "quantifiers",
    "push",
    "check-sat-assuming",
    "check-sat-using",
    "several-checks",
    "datatypes",
    "datatypes-parametric",
    "codatatypes",
    "match",
    "updaters",
    "recursion",
    "lambda",
    "partial-application",
    "uninterpreted-sorts",
    "uninterpreted-functions",
    "nested-arrays",
    "multi-index-arrays",
    "constant-arrays",
    "array-equality",
    "optimize",
    "models",
};

void add(Features& features, Feature feature) { features.features |= 1U << static_cast<unsigned>(feature); }
void add_opaque(Features& features, std::string_view what) {
  features.opaque = true;
  if (features.opaque_name.empty()) features.opaque_name = what;
}
void add(Features& features, CertificateKind kind) {
  features.requests = true;
  features.certificates |= 1U << static_cast<unsigned>(kind);
}
void add(Features& features, Theory theory) { features.theories |= 1U << static_cast<unsigned>(theory); }

/// The operators that determine features.
struct Marked {
  OperatorId constant_array, equals, distinct;
};
const Marked& marked() {
  static const Marked ids = {Operators::get().at("const"), Operators::get().at("="), Operators::get().at("distinct")};
  return ids;
}

void note_command(const Command& command, std::size_t& checks, Features& features) {
  switch (command.kind) {
    case CommandKind::Push: add(features, Feature::Push); break;
    case CommandKind::CheckSat: ++checks; break;
    case CommandKind::CheckSatAssuming:
      ++checks;
      add(features, Feature::CheckSatAssuming);
      break;
    case CommandKind::CheckSatUsing:
      ++checks;
      add(features, Feature::CheckSatUsing);
      break;
    case CommandKind::Optimize: add(features, Feature::Optimize); break;
    case CommandKind::DefineRecursive: add(features, Feature::Recursion); break;
    case CommandKind::DeclareSort: add(features, Feature::UninterpretedSorts); break;
    case CommandKind::GetInterpolant:
    case CommandKind::GetAbduct:
    case CommandKind::GetElimination:
    case CommandKind::Simplify: add(features, *requested_by(command)); break;
    case CommandKind::GetValue:
    case CommandKind::GetAssignment:
    case CommandKind::GetUnsatCore:
    case CommandKind::GetUnsatAssumptions: features.requests = true; break;
    case CommandKind::Opaque:
      if (const auto kind = requested_by(command.text))
        add(features, *kind);
      else if (const std::string_view word = first_word(command.text); !states_synthesis(word))
        add_opaque(features, word);
      break;
    default: break;
  }
}

void note_binder(const BinderInfo& info, Features& features) {
  switch (info.kind) {
    case BinderKind::Forall:
    case BinderKind::Exists:
    case BinderKind::Comprehension:
    case BinderKind::Choice: add(features, Feature::Quantifiers); break;
    case BinderKind::Lambda: add(features, Feature::Lambda); break;
    case BinderKind::MatchCase: add(features, Feature::Match); break;
    case BinderKind::Opaque: add_opaque(features, info.keyword); break;
  }
}

void note_sort(const TermStore& store, const SortNode& sort, Features& features) {
  if (const std::optional<Theory> theory = theory_of(sort.kind)) add(features, *theory);
  switch (sort.kind) {
    case SortKind::Array:
      if (sort.arguments.size() > 2) add(features, Feature::MultiIndexArrays);
      for (const SortId part : sort.arguments) {
        if (store.kind(part) == SortKind::Array) add(features, Feature::NestedArrays);
      }
      break;
    case SortKind::Datatype:
      add(features, Feature::Datatypes);
      if (!sort.arguments.empty()) add(features, Feature::DatatypesParametric);
      break;
    case SortKind::Uninterpreted: add(features, Feature::UninterpretedSorts); break;
    case SortKind::Function: add(features, Feature::Lambda); break;
    case SortKind::Opaque: add_opaque(features, store.spelling(sort.name)); break;
    case SortKind::Unknown: features.opaque = true; break;
    default: break;
  }
}

}  // namespace

std::string_view name(Feature feature) { return kFeatureNames[static_cast<std::size_t>(feature)]; }

std::optional<Feature> feature(std::string_view name) {
  const auto* at = std::find(kFeatureNames.begin(), kFeatureNames.end(), name);
  if (at == kFeatureNames.end()) return std::nullopt;
  return static_cast<Feature>(at - kFeatureNames.begin());
}

bool FeatureScanner::stamp(std::vector<std::uint32_t>& stamps, std::uint32_t index, std::uint32_t epoch) {
  if (stamps.size() <= index) stamps.resize(std::size_t{index} + 1 + index / 2, 0);
  if (stamps[index] == epoch) return false;
  stamps[index] = epoch;
  return true;
}

void FeatureScanner::visit_sort(const TermStore& store, SortId id, Features& features) {
  sorts_.push_back(id);
  while (!sorts_.empty()) {
    const SortId next = sorts_.back();
    sorts_.pop_back();
    if (!stamp(sort_stamps_, next.index, epoch_)) continue;
    const SortNode& sort = store.node(next);
    note_sort(store, sort, features);
    sorts_.insert(sorts_.end(), sort.arguments.begin(), sort.arguments.end());
    if (!sort.datatype) continue;
    const Datatype& datatype = store.node(*sort.datatype);
    if (datatype.codatatype) add(features, Feature::Codatatypes);
    for (const Constructor& constructor : datatype.constructors) {
      for (const Field& field : constructor.fields) sorts_.push_back(field.sort);
    }
  }
}

void FeatureScanner::visit_function(const TermStore& store, FunctionId id, Features& features) {
  if (!stamp(function_stamps_, id.index, epoch_)) return;
  const Function& function = store.node(id);
  switch (function.kind) {
    case FunctionKind::Declared:
      if (!function.parameters.empty()) add(features, Feature::UninterpretedFunctions);
      break;
    case FunctionKind::Recursive: add(features, Feature::Recursion); break;
    case FunctionKind::Updater: add(features, Feature::Updaters); [[fallthrough]];
    case FunctionKind::Constructor:
    case FunctionKind::Selector:
    case FunctionKind::Tester:
      add(features, Theory::Datatypes);
      add(features, Feature::Datatypes);
      break;
    case FunctionKind::Opaque: add_opaque(features, store.spelling(function.name)); break;
    case FunctionKind::Defined: break;
  }
  for (const SortId parameter : function.parameters) visit_sort(store, parameter, features);
  visit_sort(store, function.result, features);
  if (function.body) terms_.push_back(*function.body);
}

void FeatureScanner::visit_term(const TermStore& store, TermId id, Features& features) {
  const TermNode& node = store.node(id);
  visit_sort(store, node.sort, features);
  switch (node.kind) {
    case TermKind::Apply: {
      const OperatorId op = store.op(id);
      if (stamp(operator_stamps_, op.index, epoch_)) {
        features.operators.push_back(op);
        add(features, Operators::get().row(op).theory);
        if (op == marked().constant_array) add(features, Feature::ConstantArrays);
      }
      if ((op == marked().equals || op == marked().distinct) && node.count > 0 &&
          store.kind(store.sort_of(store.children(id)[0])) == SortKind::Array) {
        add(features, Feature::ArrayEquality);
      }
      break;
    }
    case TermKind::Call:
      visit_function(store, store.function_of(id), features);
      if (node.count > 0 && node.count < store.node(store.function_of(id)).parameters.size())
        add(features, Feature::PartialApplication);
      break;
    case TermKind::Binder: {
      const BinderInfo& info = store.binder_info(id);
      note_binder(info, features);
      for (const BoundVariable& variable : info.variables) visit_sort(store, variable.sort, features);
      break;
    }
    case TermKind::Match:
      add(features, Theory::Datatypes);
      add(features, Feature::Match);
      break;
    case TermKind::Constant:
    case TermKind::Variable:
    case TermKind::Annotated: break;
  }
  if ((node.flags & kHasOpaque) != 0) features.opaque = true;
}

void FeatureScanner::visit(const TermStore& store, TermId root, Features& features) {
  terms_.push_back(root);
  while (!terms_.empty()) {
    const TermId next = terms_.back();
    terms_.pop_back();
    if (!stamp(term_stamps_, next.index, epoch_)) continue;
    visit_term(store, next, features);
    const auto children = store.children(next);
    terms_.insert(terms_.end(), children.begin(), children.end());
  }
}

Features FeatureScanner::scan(const TermStore& store, const Script& script) {
  if (++epoch_ == 0) {
    for (auto* stamps : {&term_stamps_, &sort_stamps_, &function_stamps_, &operator_stamps_}) stamps->clear();
    epoch_ = 1;
  }
  Features features;
  features.logic = script.logic;
  std::size_t checks = 0;
  for (const Command& command : script.commands) {
    note_command(command, checks, features);
    for (const TermId term : command.terms) visit(store, term, features);
    for (const FunctionId id : command.functions) {
      visit_function(store, id, features);
      while (!terms_.empty()) {
        const TermId body = terms_.back();
        terms_.pop_back();
        visit(store, body, features);
      }
    }
    if (!command.datatypes.empty()) add(features, Feature::Datatypes);
    for (const DatatypeId id : command.datatypes) {
      if (store.node(id).codatatype) add(features, Feature::Codatatypes);
      if (!store.node(id).parameters.empty()) add(features, Feature::DatatypesParametric);
    }
  }
  if (checks > 1) add(features, Feature::SeveralChecks);
  std::sort(features.operators.begin(), features.operators.end());
  return features;
}

Features features_of(const TermStore& store, const Script& script) {
  FeatureScanner scanner;
  return scanner.scan(store, script);
}

}  // namespace assay::smt
