#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "assay/datalog/qualifiers.hpp"

namespace assay::datalog {

/// The features that programs of a dialect may use. Every dialect has positive rules, facts, constants, repeated
/// variables, recursion, and several rules for a relation.
struct Capabilities {
  bool negation = true;
  bool numbers = true;
  bool unsigned_numbers = false;
  bool floats = false;
  bool symbols = true;
  bool comparisons = true;  ///< = and != on everything that it has
  bool order = true;        ///< < and <= on numbers
  bool arithmetic = false;  ///< Computation
  bool division = false;    ///< Operator::Divide and Modulo as in C, of non-negative numbers
  bool aggregates = false;
  bool calls = false;     ///< Call: Soufflé's functors, records and algebraic data types
  bool wildcards = true;  ///< else printed as fresh variables, in negated atoms refused
  bool negated_wildcards = true;
  bool nullary = true;  ///< relations without attributes
  bool multiple_heads = false;
  bool negative_numbers = true;
  QualifierSet qualifiers;  ///< of declarations
  unsigned integer_bits = 32;
};

/// What an engine computed: the printed relations, by RelationId of the program that was printed.
struct Output {
  std::vector<Tuples> relations;     ///< sorted sets
  std::vector<bool> present;         ///< whether the engine said anything about it
  std::vector<std::string> symbols;  ///< Program::symbols, and after them those that only the output has
};

/// Takes tuples one by one, as a reader finds them: results that need not fit into memory.
class TupleSink {
 public:
  virtual ~TupleSink() = default;
  /// `symbols`: what values of Type::Symbol index; it only grows. An Error ends the reading.
  [[nodiscard]] virtual Status add(RelationId relation, const Value* tuple,
                                   const std::vector<std::string>& symbols) = 0;
};

/// Bounds for reading an engine's output.
struct ReadLimits {
  std::size_t tuples = 1'000'000;
  TupleSink* sink = nullptr;  ///< gets all tuples; Output::relations stay empty then
};

/// Where a relation's tuples stand in an engine's output: reports quote that part alone.
struct OutputLayout {
  /// The line in front of a relation's tuples, with {} for its name. Empty: every line is a tuple and begins with the
  /// relation's name.
  std::string_view heading;
  /// The last line of every complete output: an output without it is none. Empty: there is no such line.
  std::string_view end;
  bool one_line = false;  ///< all tuples stand in one line, with spaces between them
};

/// A surface syntax: one row of the registry, one file of src/datalog/dialect/.
struct Dialect {
  std::string_view name;         ///< "souffle"
  std::string_view description;  ///< for help texts
  std::string_view extension;    ///< of its files, with the dot
  Capabilities capabilities;
  /// The program's text. The program must lie within the capabilities (lacks()).
  std::string (*print)(const Program& program);
  /// What the engine printed on its standard output for that text, or what is wrong with it. Null where only golden
  /// files use the dialect.
  Result<Output> (*read)(const Program& program, std::string_view output, const ReadLimits& limits);
  /// Whether the engine's output names every requested relation, also the empty ones: then a missing relation is lost.
  /// In other dialects, an empty relation looks like a missing one.
  bool announces_all = false;
  OutputLayout layout = {};
};

[[nodiscard]] const std::vector<Dialect>& dialects();
/// Null when there is none.
[[nodiscard]] const Dialect* dialect(std::string_view name);

/// A feature that the program uses and the dialect lacks, as a short phrase ("aggregates"); empty: none.
[[nodiscard]] std::string_view lacks(const Capabilities& capabilities, const Program& program);

/// Reads Soufflé's syntax (docs/dev/datalog.md): the text that the "souffle" dialect prints is read completely. Of any
/// other program the declared relations are known (types too; what is no base type is Opaque) and the rest is kept as
/// SeedText, printed as it is. Components, macros and includes that hide declarations just hide them. The Error has
/// file, line and column.
[[nodiscard]] Result<Program> parse_souffle(std::string_view text, std::string_view file);

/// Facts, rules and directives of a seed that are not in its program, all for one reason.
struct LeftOut {
  std::string reason;                ///< the construct: "a conditional literal"
  std::vector<std::uint32_t> lines;  ///< one for each statement, ascending; counted from 1
};

/// A seed that was read.
struct SeedReading {
  Program program;
  std::size_t statements = 0;     ///< facts and rules of the text; not counted where declarations are read only
  std::vector<LeftOut> left_out;  ///< by reason, in alphabetical order
  /// Relations that lack a rule, a fact or a tabling mode which was left out: names as in the text, in alphabetical
  /// order. Facts beyond the maximum number do not count.
  std::vector<std::string> incomplete;
};

/// A seed of one of the other dialects. Of "ddlog", "formulog", "scallop" and "flix" the relations that it declares are
/// read; the rest is SeedText. "muz", "bddbddb", "gringo" and "prolog" are read clause by clause: clauses that the tree
/// cannot represent are left out, so that every engine can run the program.
[[nodiscard]] Result<SeedReading> read_seed(std::string_view dialect, std::string_view text, std::string_view file);

}  // namespace assay::datalog
