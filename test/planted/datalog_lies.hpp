#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/case/case.hpp"
#include "datalog/engine/engine.hpp"

namespace assay::datalog {

/// A question to a fake engine.
struct Asked {
  const Program& program;
  const std::vector<std::string>& flags;
  std::uint64_t call = 0;  ///< number of earlier questions
  unsigned integer_bits = 32;
};

/// The answer of an engine without bugs: the reference's tuples of the printed relations.
[[nodiscard]] EngineAnswer honest_answer(const Asked& asked);

/// A bug of a fake engine.
struct Lie {
  std::string name;
  core::BugKind kind = core::BugKind::WrongResult;
  EngineAnswer (*answer)(const Asked& asked) = nullptr;
  bool repeats = true;  ///< the same question gets the same wrong answer
};
inline void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.name; }
[[nodiscard]] const std::vector<Lie>& lies();

/// Lies that only show with qualifiers, in contradictions, or with some flags.
[[nodiscard]] const std::vector<Lie>& qualifier_lies();
/// Lies about functors, records and algebraic data types, which only seeds have.
[[nodiscard]] const std::vector<Lie>& call_lies();
/// The answer of an engine without bugs for a program with choice domains.
[[nodiscard]] EngineAnswer chosen_answer(const Asked& asked);

/// A target with the capabilities of Soufflé, but without a program.
[[nodiscard]] EngineTarget fake_target();
/// The port of a fake engine.
[[nodiscard]] std::unique_ptr<EnginePort> fake_engine(EngineAnswer (*answer)(const Asked& asked),
                                                      unsigned integer_bits);

}  // namespace assay::datalog
