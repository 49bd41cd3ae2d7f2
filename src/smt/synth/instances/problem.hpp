#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/synth/instances/shape.hpp"

namespace assay::smt {

/// The size of a problem with known instances.
struct ProblemSize {
  unsigned missing = 0;     ///< k: number of triggering terms that the problem lacks
  unsigned depth = 0;       ///< d: number of steps from a constant to the argument of each triggering term
  unsigned irrelevant = 0;  ///< n: number of axioms that the refutation does not need
  bool is_given = false;    ///< the missing terms are added as arguments of a predicate without meaning
};

/// An unsatisfiable problem as SMT-LIB texts. `facts` and `instances` contradict each other: each link's instances give
/// its goal, and the facts deny that all goals hold. While a link's triggering term is missing, the link's axiom has no
/// instance for its chain, because the function of its pattern is in no other term about the chain.
struct Problem {
  std::vector<std::string> declarations;  ///< commands
  std::vector<std::string> axioms;        ///< quantified formulas with patterns
  std::vector<std::string> facts;         ///< ground formulas that the refutation needs
  std::vector<std::string> given;         ///< applications of predicates without meaning to triggering terms
  std::vector<std::pair<std::size_t, std::string>> instances;  ///< index in `axioms`, and a ground instance
  std::vector<std::string> missing;  ///< ground formulas as in `given`, for the triggering terms that are absent
  std::vector<std::string> links;    ///< the links' names, for people
};

/// The problem that the random numbers choose.
[[nodiscard]] Problem make_problem(const Shape& shape, const ProblemSize& size, core::Rng rng);

/// An axiom in a problem: the shape whose declarations it needs, and new names of some of its functions.
struct ContextAxiom {
  const Shape* shape = nullptr;
  std::string name;
  Bindings renamed;
};
/// `count` axioms that a refutation with the axioms `used` of `shape` does not need: the shape's other axioms, copies
/// of its axioms about other functions, and axioms of other shapes. Together with the shape's axioms they have a model.
[[nodiscard]] std::vector<ContextAxiom> draw_context(const Shape& shape, const std::vector<std::string>& used,
                                                     std::size_t count, core::Rng rng);

/// The quantified formula of an axiom with these functions renamed.
[[nodiscard]] std::string quantified_text(const AxiomRow& axiom, const Bindings& renamed);

}  // namespace assay::smt
