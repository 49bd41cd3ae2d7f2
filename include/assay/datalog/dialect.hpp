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
  bool comparisons = true;  ///< = and != on all types of the dialect except floats
  bool order = true;        ///< < and <= on numbers
  bool arithmetic = false;  ///< Computation
  bool division = false;    ///< Operator::Divide and Modulo as in C, of non-negative numbers
  bool aggregates = false;
  bool calls = false;     ///< Call: Soufflé's functors, records and algebraic data types
  bool wildcards = true;  ///< false: wildcards are printed as fresh variables
  bool negated_wildcards = true;
  bool nullary = true;  ///< relations without attributes
  bool multiple_heads = false;
  bool negative_numbers = true;
  bool mutual_recursion = true;      ///< components of several relations
  bool non_linear_recursion = true;  ///< rules with several atoms of their own component
  bool wordings = false;             ///< the dialect has several ways to write a definition (Relation::wordings)
  bool changing_tables = false;      ///< tables whose facts change, with queries at each time (Wording::State)
  bool search_order = false;         ///< numbers the rows of a recursive query in an order of search (Wording::Order)
  QualifierSet qualifiers;           ///< accepted qualifiers of declarations
  unsigned integer_bits = 32;
};

/// An engine's result.
struct Output {
  std::vector<Tuples> relations;     ///< sorted sets, by RelationId of the program
  std::vector<bool> present;         ///< by RelationId: whether the printed text mentions the relation
  std::vector<std::string> symbols;  ///< Program::symbols, followed by the symbols that only the output has
  /// By RelationId, or empty: tuples that the engine printed more than once although it should print a set.
  std::vector<Tuples> repeated;
};

/// Receives tuples one by one while an output is read, for results that need not fit into memory.
class TupleSink {
 public:
  virtual ~TupleSink() = default;
  /// Symbol values of the tuple are positions in `symbols`, which only grows between calls. An Error ends the reading.
  [[nodiscard]] virtual Status add(RelationId relation, const Value* tuple,
                                   const std::vector<std::string>& symbols) = 0;
};

/// Bounds for reading an engine's output.
struct ReadLimits {
  std::size_t tuples = 1'000'000;  ///< maximum number of tuples
  TupleSink* sink = nullptr;       ///< not null: gets all tuples, and Output::relations stay empty
};

/// The position of a relation's tuples in an engine's output. Reports quote this part alone.
struct OutputLayout {
  /// The line in front of a relation's tuples, with {} for its name. Empty: every line is a tuple and begins with the
  /// relation's name.
  std::string_view heading;
  /// The last line of every complete output. Empty: there is no such line.
  std::string_view end;
  bool one_line = false;  ///< all tuples stand in one line, separated by spaces
};

/// A surface syntax. One row of the registry.
struct Dialect {
  std::string_view name;         ///< "souffle"
  std::string_view description;  ///< for help texts
  std::string_view extension;    ///< extension of its files, with the dot
  Capabilities capabilities;
  /// The program's text. The program must lie within the capabilities (lacks()).
  std::string (*print)(const Program& program);
  /// Reads the engine's standard output for a printed program. Null if no engine of the dialect is run.
  Result<Output> (*read)(const Program& program, std::string_view output, const ReadLimits& limits);
  /// Whether the engine's output names every requested relation, even an empty one. A missing relation is then a bug.
  /// In other dialects, an empty relation looks like a missing one.
  bool announces_all = false;
  OutputLayout layout = {};
};

[[nodiscard]] const std::vector<Dialect>& dialects();
/// The dialect of this name; null if there is none.
[[nodiscard]] const Dialect* dialect(std::string_view name);

/// A feature that the program uses and the capabilities lack, as a short phrase ("aggregates"); empty: there is none.
[[nodiscard]] std::string_view lacks(const Capabilities& capabilities, const Program& program);

/// Reads Soufflé's syntax (docs/dev/datalog.md). Text that the "souffle" dialect prints is read completely. For other
/// programs that Assay cannot read completely, the result has the declared relations (with types that are not base
/// types as Opaque), and the text as SeedText. Declarations inside of components, macros and includes are not found. An
/// Error has file, line and column.
[[nodiscard]] Result<Program> parse_souffle(std::string_view text, std::string_view file);

/// The statements (facts, rules and directives) of a seed that are omitted from its program for one reason.
struct OmittedStatements {
  std::string reason;                ///< the construct: "a conditional literal"
  std::vector<std::uint32_t> lines;  ///< the line of each statement, ascending; counted from 1
};

/// The result of reading a seed.
struct SeedReading {
  Program program;
  std::size_t statements = 0;               ///< number of facts and rules in the text; 0 if only declarations are read
  std::vector<OmittedStatements> left_out;  ///< by reason, in alphabetical order
  /// Relations that lack an omitted rule, fact or tabling mode: names as in the text, in alphabetical order. Facts
  /// beyond the maximum number do not count.
  std::vector<std::string> incomplete;
};

/// Reads a seed of a dialect other than "souffle". For "formulog", the result has the
/// declared relations, and the text as SeedText. "muz", "bddbddb", "gringo", "prolog" and "sqlite" (SQL) are read
/// clause by clause: clauses that a Program cannot represent are omitted, so that every engine can run the program.
[[nodiscard]] Result<SeedReading> read_seed(std::string_view dialect, std::string_view text, std::string_view file);

}  // namespace assay::datalog
