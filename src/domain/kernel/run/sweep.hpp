#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

// Program::sweep: checks the laws and transformers of a program on many tuples of its elements. For domains whose
// operations take nanoseconds, less than generating, printing and parsing an instruction.

/// A law or a transformer applied to elements of a program.
struct Question {
  const Law* law = nullptr;  ///< null: the question is `transformer`
  unsigned transformer = 0;
  std::vector<unsigned> elements;  ///< numbers of instructions
};

/// The program with only this question. For a law, it first makes elements for which the premise is true.
[[nodiscard]] Program asked_alone(Program program, const Question& question);

/// A program for each question that a sweep may ask. Empty if there are more than `max_questions` questions.
[[nodiscard]] std::vector<Program> all_asked_alone(const Program& program, std::size_t max_questions);

/// The result of a sweep for one law or transformer.
struct Swept {
  Question question;     ///< without elements
  std::size_t step = 0;  ///< the first step of the program with the law or the transformer
  LawCount count;        ///< for a law
  std::uint64_t points = 0;
  std::vector<unsigned> wrong;  ///< elements of the first failure; empty: no failure
  std::uint64_t lost = 0;       ///< for a transformer: the value that its result should contain
};

/// The violation for a failed question, with `isolated` set. The caller appends the elements to `detail`.
[[nodiscard]] Violation violation_of(const Swept& swept, const Program& program, const Domain& domain,
                                     Operation guilty);

/// A set of different elements with their known values, and questions about them.
class Sweep {
 public:
  Sweep(const Program& program, Domain& domain) : program_(program), domain_(domain) {}

  void add(unsigned number, Element& element, const std::vector<Point>& points);
  /// The laws and transformers of the program, without results.
  [[nodiscard]] std::vector<Swept> questions() const;
  /// Answers a question. `asked`: the domain or a TracingDomain of it.
  void ask(Swept& swept, Domain& asked) const;

 private:
  /// Number of combinations of argument values that a transform instruction checks.
  static constexpr unsigned kCombinations = 12;
  struct Member {
    unsigned number = 0;
    unsigned values = 0;                      ///< number of different known values
    std::uint64_t first[kCombinations] = {};  ///< value as the first argument, by combination
    std::uint64_t later[kCombinations] = {};  ///< value as another argument, by combination
  };

  void ask_law(Swept& swept, Domain& asked) const;
  void ask_transformer(Swept& swept, Domain& asked) const;

  const Program& program_;
  Domain& domain_;
  std::vector<Element*> elements_;
  std::vector<Member> members_;  ///< by index in elements_
};

}  // namespace assay::domain
