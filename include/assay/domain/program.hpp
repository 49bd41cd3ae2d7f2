#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/domain.hpp"

namespace assay::domain {

/// One step: makes the next element, or (for queries and the like) a changed copy of one that must mean the same.
struct Instruction : Operands {
  Operation operation = Operation::Top;
  std::vector<unsigned> elements;  ///< arguments: numbers of earlier instructions
};

/// A law to be checked on given elements.
struct Check {
  unsigned law = 0;                ///< Law::number
  std::vector<unsigned> elements;  ///< x, y, z: numbers of instructions
  Assignment assignment;           ///< v and e, where the law has them
  Constraint condition;            ///< the e of cond(x, e)
  std::vector<unsigned> chain;     ///< what is widened or narrowed with, one after the other (Algorithm 2.3)
};

/// A straight-line program over abstract elements, with the laws that are checked at its end: all that a replay needs.
/// Instruction i makes element i.
struct Program {
  unsigned dimensions = 1;
  bool exact = false;    ///< compare with exact polyhedra, too: it costs as much as everything else
  bool planted = false;  ///< joins lie: a control. Only top, bottom, copy, join and meet may be used, and be checked
  bool repeat = false;   ///< repeat operations on the same arguments, too: memory must not grow
  /// Each law and each transformer that it asks for is asked of so many other tuples of its elements, too.
  unsigned sweep = 0;
  std::vector<Point> points;  ///< what is made of top is asked for these points first: those that it was drawn around
  std::vector<Instruction> instructions;
  std::vector<Check> checks;
};

/// As people read it (Figure 2.4) and parse_program reads it:
///     dimensions 2
///     exact              (or: repeat, planted, sweep 1024)
///     point (1, -1/2)
///     a0 = top
///     a1 = assume a0, x0 - 2*x1 + 1 >= 0
///     a2 = join a0 a1
///     check 17 a2
/// Names of transformers are those of `transformers`.
[[nodiscard]] std::string to_text(const Program& program, const std::vector<ValueTransformer>& transformers);
/// Whatever it reads can be run: arguments are earlier elements, dimensions are there, laws get what they take.
[[nodiscard]] Result<Program> parse_program(std::string_view text, const std::vector<ValueTransformer>& transformers);

/// How programs are made: Algorithm 2.1 and Table 2.6.
struct ProgramOptions {
  unsigned initial = 32;         ///< elements with one constraint each, beside top and bottom (step 1)
  unsigned operations = 16;      ///< operations applied to pool elements (step 2)
  bool predefined = true;        ///< boundary values
  unsigned dimensions = 6;       ///< most; each program draws its own. With 6 or fewer, those of step 1 have at most 4
  unsigned dense = 25;           ///< percent of programs that begin with few dense elements, and not with step 1
  unsigned checks = 48;          ///< laws checked at the end
  std::vector<unsigned> laws;    ///< only these; empty: all that the domain promises
  std::vector<Rational> values;  ///< predefined values instead of those that fit the contract's numbers
};
/// "C1" ... "C6" of Table 2.6; an Error for others.
[[nodiscard]] Result<ProgramOptions> preset(std::string_view name);

/// The program that the bytes say. Every sequence of bytes is one, the empty one too (missing bytes are zero): random
/// testing gives random bytes, a coverage-guided fuzzer gives its own. A choice costs one byte, seldom two.
[[nodiscard]] Program decode(std::span<const std::uint8_t> bytes, const Contract& contract,
                             const std::vector<ValueTransformer>& transformers, const ProgramOptions& options);

/// The program of this number in a campaign with this seed: the same bytes on every machine.
[[nodiscard]] Program random_program(std::uint64_t seed, std::uint64_t number, const Contract& contract,
                                     const std::vector<ValueTransformer>& transformers, const ProgramOptions& options);

}  // namespace assay::domain
