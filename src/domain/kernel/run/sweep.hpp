#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

/// Program::sweep: what a program asks of a few elements is asked of many. A domain whose operations take nanoseconds
/// is asked more in the time that a program takes to be made, written and read.

/// A question: a law, or a transformer, on elements of a program.
struct Question {
  const Law* law = nullptr;  ///< null: the transformer is asked
  unsigned transformer = 0;
  std::vector<unsigned> elements;  ///< numbers of instructions
};

/// The program that asks this question and no other; for a law, of elements that make its premise true.
[[nodiscard]] Program asked_alone(Program program, const Question& question);

/// Each question that a sweep of the program may ask of its elements, alone; none where there are more than `most`.
[[nodiscard]] std::vector<Program> all_asked_alone(const Program& program, std::size_t most);

/// What a law, or a transformer, came to on all elements that it was asked about.
struct Swept {
  Question question;     ///< without elements
  std::size_t step = 0;  ///< of the program: the first that asks for the law or the transformer
  LawCount count;        ///< of a law
  std::uint64_t points = 0;
  std::vector<unsigned> wrong;  ///< the elements on which it failed first; empty: it never did
  std::uint64_t lost = 0;       ///< of a transformer: the value that its result should have had
};

/// Of one that failed, with the program that asks the question alone; the detail names no elements.
[[nodiscard]] Violation violation_of(const Swept& swept, const Program& program, const Domain& domain,
                                     Operation guilty);

/// Elements that differ from each other, each with values that it has, and questions about them.
class Sweep {
 public:
  Sweep(const Program& program, Domain& domain) : program_(program), domain_(domain) {}

  void add(unsigned number, Element& element, const std::vector<Point>& points);
  /// The laws and the transformers that the program asks for: nothing has been asked yet.
  [[nodiscard]] std::vector<Swept> questions() const;
  /// `asked` is the domain, or one that says what it is asked for.
  void ask(Swept& swept, Domain& asked) const;

 private:
  /// How many combinations of arguments' values there are; what an instruction of a program takes of them.
  static constexpr unsigned kCombinations = 12;
  struct Member {
    unsigned number = 0;
    unsigned values = 0;                      ///< how many of its values are known, and differ
    std::uint64_t first[kCombinations] = {};  ///< as the first argument, by combination
    std::uint64_t later[kCombinations] = {};  ///< as another one
  };

  void ask_law(Swept& swept, Domain& asked) const;
  void ask_transformer(Swept& swept, Domain& asked) const;

  const Program& program_;
  Domain& domain_;
  std::vector<Element*> elements_;
  std::vector<Member> members_;  ///< what is known of each
};

}  // namespace assay::domain
