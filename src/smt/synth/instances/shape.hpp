#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "smt/rules/expression.hpp"

namespace assay::smt {

/// A name with its sort.
struct Parameter {
  std::string name;
  Expression sort;
};

/// A universally quantified axiom with at least one pattern.
struct AxiomRow {
  std::vector<Parameter> parameters;
  Expression body;
  std::vector<Expression> patterns;  ///< each a list of terms
};

/// An instance of an axiom: its name, and a term for each parameter.
struct AxiomUse {
  std::string axiom;
  std::vector<Expression> arguments;
};

/// The instances that carry a link's conclusion from a step's result back to the step's argument.
struct Descent {
  Expression fact;  ///< ground formula about the step's and the link's constants
  std::vector<AxiomUse> uses;
};

/// The first term of a chain: a constant `x`.
struct StartRow {
  std::vector<Parameter> parameters;  ///< the first is `x`
  Expression level;                   ///< ground term for the level of `x`
  Expression fact;                    ///< ground formula
};

/// A way to build a term from a term `x`, whose level is `l`.
struct StepRow {
  std::string name;
  std::vector<Parameter> parameters;  ///< the first is `x`, the others become fresh constants
  Expression term;
  Expression level;                                  ///< of `term`; `l` is the level of `x`
  Expression fact;                                   ///< ground formula about the constants
  std::vector<AxiomUse> uses;                        ///< they prove that `term` has its level
  std::map<std::string, Descent, std::less<>> down;  ///< by link
};

/// A triggering term over the last term `x` of a chain, and the conclusion about the chain's first term that it gives.
struct LinkRow {
  std::string name;
  std::vector<Parameter> parameters;  ///< the first is `x`, the others become fresh constants
  Expression term;                    ///< no axiom is instantiated before this term occurs
  Expression fact;                    ///< ground formula; `l` is the level of the last term
  Expression goal;                    ///< ground formula; `x` is the chain's first term
  std::vector<AxiomUse> uses;
};

/// An axiomatization in the style of a verifier, with the parts of refutations (docs/user/smt-synth.md): a file
/// data/instances/NAME.shape. Its axioms have a model, and no axiom's instances match patterns without end.
struct Shape {
  std::string name;
  std::string help;
  std::vector<Expression> declarations;
  std::map<std::string, AxiomRow, std::less<>> axioms;
  StartRow start;
  std::vector<StepRow> steps;
  std::vector<LinkRow> links;
};

/// The built-in shapes, sorted by name.
[[nodiscard]] const std::vector<Shape>& shapes();
/// Parses a shape. A malformed row is a broken invariant, because every shape is compiled in.
[[nodiscard]] Shape read_shape(std::string_view text, const std::string& name);

}  // namespace assay::smt
