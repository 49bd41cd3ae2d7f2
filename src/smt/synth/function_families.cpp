#include <algorithm>
#include <memory>

#include "smt/synth/family.hpp"
#include "smt/synth/operation_table.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxFormulas = 256;  // for one operation

/// Formulas f(constants) = c and f(...) = res with some arguments free. The witness interprets the uninterpreted
/// function f as the operation (thesis, 3.6).
class FunctionFamily final : public Family {
 public:
  FunctionFamily(Workshop& workshop, const Operation& operation)
      : Family(smt::category("function"), "functions", operation.name),
        workshop_(workshop),
        table_(workshop, operation) {}

  std::uint64_t count() override {
    return std::min<std::uint64_t>(kMaxFormulas, table_.runs().size() * (std::uint64_t{1} << table_.arity()));
  }

  Formula make(std::uint64_t number) override {
    const std::vector<Run>& runs = table_.runs();
    const Run& run = runs[static_cast<std::size_t>(number % runs.size())];
    const Run& other = runs[static_cast<std::size_t>((number * 7 + 3) % runs.size())];
    const auto free = static_cast<std::uint32_t>(number / runs.size()) & table_.all_free();
    Formula formula = table_.formula(run, free, category());
    formula.note = "f is " + table_.operation().name;
    const FunctionId f = function();
    formula.assertions = {about(run, free), about(other, 0)};
    define(formula.witness, f);
    return formula;
  }

 private:
  FunctionId function() {
    Function f;
    f.name = workshop_.store.symbol("f");
    f.kind = FunctionKind::Declared;
    f.parameters = table_.operation().arguments;
    f.result = table_.operation().result;
    return workshop_.store.function(std::move(f));
  }

  TermId about(const Run& run, std::uint32_t free) {
    std::vector<TermId> terms;
    const std::vector<const Constant*> constants = table_.arguments(run);
    for (std::size_t i = 0; i < constants.size(); ++i)
      terms.push_back((free >> i & 1U) != 0 ? table_.variable(i) : constants[i]->term);
    const TermId left = *workshop_.store.call(function(), terms);
    const auto right = workshop_.constants.term_of(table_.result(run), table_.operation().result);
    return workshop_.equation(left, right ? *right : table_.variable(table_.arity()));
  }

  void define(Model& witness, FunctionId f) {
    Interpretation interpretation;
    std::vector<TermId> terms;
    for (std::size_t i = 0; i < table_.arity(); ++i) {
      const BoundVariable variable{workshop_.store.symbol("x" + std::to_string(i + 1)),
                                   table_.operation().arguments[i]};
      interpretation.variables.push_back(variable);
      terms.push_back(workshop_.store.variable(variable));
    }
    interpretation.body = apply_operation(workshop_.store, table_.operation(), terms);
    witness.functions.insert_or_assign(f, std::move(interpretation));
  }

  Workshop& workshop_;
  OperationTable table_;
};

bool has_variables_everywhere(const Operation& operation) {
  return std::all_of(operation.places.begin(), operation.places.end(), [](Place place) { return place == Place::Any; });
}

}  // namespace

void add_function_families(Workshop& workshop, Families& families) {
  if (!workshop.wants("functions")) return;
  for (const Operation& operation : workshop.operations) {
    if (!operation.tested || operation.theory->terms_only || !has_variables_everywhere(operation)) continue;
    families.push_back(std::make_unique<FunctionFamily>(workshop, operation));
  }
}

}  // namespace assay::smt
