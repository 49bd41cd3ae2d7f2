#include <memory>
#include <string>
#include <vector>

#include "assay/base/check.hpp"
#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/instances/problem.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kFormulas = 10'000;  // of one shape and size
constexpr unsigned kMaxMissing = 6;
constexpr unsigned kMaxDepth = 4;
constexpr unsigned kIrrelevant[] = {0, 20, 50, 200, 1000};

std::string subject_of(const Shape& shape, const ProblemSize& size) {
  return shape.name + "[k=" + std::to_string(size.missing) + " d=" + std::to_string(size.depth) +
         " n=" + std::to_string(size.irrelevant) + (size.is_given ? " given]" : "]");
}

/// Axioms with patterns and ground facts that contradict each other by known instances (thesis, 5.2). The formulas are
/// unsatisfiable, because the ground facts contradict instances of the axioms. Without missing terms E-matching finds
/// these instances; otherwise it has none of those about a missing term's chain.
class InstanceFamily final : public Family {
 public:
  InstanceFamily(Workshop& workshop, const Shape& shape, const ProblemSize& size)
      : Family(smt::category("instances"), "functions", subject_of(shape, size)),
        workshop_(workshop),
        shape_(shape),
        size_(size) {}

  std::uint64_t count() override { return kFormulas; }

  Formula make(std::uint64_t number) override {
    const Problem problem = make_problem(shape_, size_, core::Rng(number).split(subject()));
    Formula formula;
    formula.category = &category();
    formula.operations = {subject()};
    formula.note = "links: " + join(problem.links, ", ");
    std::string script = join(problem.declarations, "\n") + "\n";
    const auto add = [&](const std::string& text) { script += "(assert " + text + ")\n"; };
    for (const auto* texts : {&problem.axioms, &problem.given, &problem.facts, &problem.missing})
      for (const std::string& text : *texts) add(text);
    for (const auto& [axiom, text] : problem.instances) add(text);
    const std::vector<TermId> terms = parsed(script);
    const std::size_t assertions = problem.axioms.size() + problem.given.size() + problem.facts.size();
    std::size_t at = assertions;
    formula.assertions.assign(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(assertions));
    while (formula.missing.size() < problem.missing.size())
      formula.missing.push_back(workshop_.store.children(terms[at++])[0]);
    for (const auto& [axiom, text] : problem.instances) formula.instances.emplace_back(axiom, terms[at++]);
    formula.by_matching = problem.missing.empty();
    return formula;
  }

 private:
  std::vector<TermId> parsed(const std::string& script) {
    const auto read = parse_script(workshop_.store, script, shape_.name);
    ASSAY_CHECK(read.ok(), "a problem that cannot be read: " + (read.ok() ? script : read.error().text()));
    std::vector<TermId> terms;
    for (const Command& command : read->commands)
      if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
    return terms;
  }

  Workshop& workshop_;
  const Shape& shape_;
  ProblemSize size_;
};

}  // namespace

void add_instance_families(Workshop& workshop, Families& families) {
  if (!workshop.wants("functions")) return;
  for (const Shape& shape : shapes())
    for (unsigned missing = 0; missing <= kMaxMissing; ++missing)
      for (unsigned depth = 0; depth <= kMaxDepth; ++depth)
        for (const unsigned irrelevant : kIrrelevant)
          for (const bool is_given : {false, true})
            if (missing > 0 || !is_given)
              families.push_back(
                  std::make_unique<InstanceFamily>(workshop, shape, ProblemSize{missing, depth, irrelevant, is_given}));
}

}  // namespace assay::smt
