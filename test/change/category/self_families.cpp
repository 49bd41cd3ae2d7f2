#include <array>

#include "smt/synth/family.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {
namespace {

/// (distinct (op x y) (op x y)) is unsatisfiable, because each operator of the theory is a function of its arguments.
class Self final : public Family {
 public:
  Self(Workshop& workshop, const Operation& operation)
      : Family(smt::category("self"), std::string(operation.theory->name), operation.name),
        workshop_(workshop),
        operation_(operation) {}

  std::uint64_t count() override { return 1; }
  Formula make(std::uint64_t) override {
    std::vector<TermId> arguments;
    for (const SortId sort : operation_.arguments)
      arguments.push_back(
          workshop_.variable(std::string(workshop_.letter(sort)) + std::to_string(arguments.size() + 1), sort));
    const TermId term = apply_operation(workshop_.store, operation_, arguments);
    Formula formula;
    formula.category = &category();
    formula.operations = {operation_.name};
    formula.assertions = {*workshop_.store.apply(Operators::get().at("distinct"), std::array{term, term})};
    return formula;
  }

 private:
  Workshop& workshop_;
  const Operation& operation_;
};

}  // namespace

void add_self_families(Workshop& workshop, Families& families) {
  for (const Operation& operation : workshop.operations)
    if (operation.tested && operation.theory->name == "core")
      families.push_back(std::make_unique<Self>(workshop, operation));
}

}  // namespace assay::smt
