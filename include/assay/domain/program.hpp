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

/// One step of a program: makes the next element. An observation (a query, for example) applies to a copy of its
/// argument and returns the copy, which must mean the same as the argument.
struct Instruction : Operands {
  Operation operation = Operation::Top;
  std::vector<unsigned> elements;  ///< arguments, as numbers of earlier instructions
};

/// A law to be checked on given elements.
struct Check {
  unsigned law = 0;                ///< Law::number
  std::vector<unsigned> elements;  ///< x, y, z, as numbers of instructions
  Assignment assignment;           ///< v and e, if the law has them
  Constraint condition;            ///< the e of cond(x, e)
  std::vector<unsigned> chain;     ///< right arguments of successive widenings or narrowings (Algorithm 2.3)
};

/// A straight-line program over abstract elements and the laws that are checked at its end. It is sufficient for a
/// replay. Instruction i makes element i.
struct Program {
  unsigned dimensions = 1;
  bool exact = false;    ///< compare results with exact polyhedra, which takes as long as all other checks together
  bool planted = false;  ///< a control: joins are wrong on purpose. Only top, bottom, copy, join and meet are allowed
  bool repeat = false;   ///< repeat operations on the same arguments: memory must not grow
  /// Number of further tuples of elements on which each law and each transformer of the program is checked.
  unsigned sweep = 0;
  std::vector<Point> points;  ///< the first concrete points of `top`: centres of the program's dense elements
  std::vector<Instruction> instructions;
  std::vector<Check> checks;
};

/// The text of a program (Figure 2.4), which parse_program reads:
///     dimensions 2
///     exact              (or: repeat, planted, sweep 1024)
///     point (1, -1/2)
///     a0 = top
///     a1 = assume a0, x0 - 2*x1 + 1 >= 0
///     a2 = join a0 a1
///     check 17 a2
/// `transformers`: of the domain, for their names.
[[nodiscard]] std::string to_text(const Program& program, const std::vector<ValueTransformer>& transformers);
/// A program that it returns can be run: arguments are earlier elements, dimensions exist, laws have their arguments.
[[nodiscard]] Result<Program> parse_program(std::string_view text, const std::vector<ValueTransformer>& transformers);

/// Options of generated programs: Algorithm 2.1 and Table 2.6.
struct ProgramOptions {
  unsigned initial = 32;         ///< elements with one constraint each, beside top and bottom (step 1)
  unsigned operations = 16;      ///< operations applied to pool elements (step 2)
  bool predefined = true;        ///< draw boundary values
  unsigned dimensions = 6;       ///< maximum of a program; up to 6, programs without dense elements have at most 4
  unsigned dense = 25;           ///< percent of programs that begin with 2 to 4 dense elements instead of step 1
  unsigned checks = 48;          ///< laws checked at the end
  std::vector<unsigned> laws;    ///< numbers of the laws to check; empty: all that the domain promises
  std::vector<Rational> values;  ///< replaces the boundary values for the contract's numbers; empty: keep those
};
/// Presets "C1" to "C6" of Table 2.6.
[[nodiscard]] Result<ProgramOptions> preset(std::string_view name);

/// Decodes bytes into a program. Every byte sequence is valid; missing bytes are zero. Random testing passes random
/// bytes, a coverage-guided fuzzer its own. Most choices take one byte, some take two.
[[nodiscard]] Program decode(std::span<const std::uint8_t> bytes, const Contract& contract,
                             const std::vector<ValueTransformer>& transformers, const ProgramOptions& options);

/// Program `number` of a campaign with this seed; the same on every machine.
[[nodiscard]] Program random_program(std::uint64_t seed, std::uint64_t number, const Contract& contract,
                                     const std::vector<ValueTransformer>& transformers, const ProgramOptions& options);

}  // namespace assay::domain
