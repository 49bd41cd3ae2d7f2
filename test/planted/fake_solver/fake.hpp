#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"

namespace assay::fake {

/// The data that a lie's trigger can test at a check-sat.
struct Check {
  smt::TermStore& store;
  const smt::Script& script;
  const smt::Model& witness;
  smt::Evaluator& evaluator;               ///< under the witness
  const std::vector<smt::TermId>& active;  ///< assertions and assumptions
  std::size_t assertions = 0;
  std::size_t level = 0;        ///< push levels that are open
  bool popped = false;          ///< an earlier command was a pop
  bool has_core = false;        ///< active assertions are known to contradict each other
  bool spans_levels = false;    ///< they were asserted at more than one level
  std::size_t assumptions = 0;  ///< of the check itself
  std::size_t resets = 0;       ///< number of earlier resets in this process
};

/// The effect of a lie when its trigger fires.
enum class Effect : std::uint8_t {
  RefuteSatisfiable,     ///< "unsat" for a script with a known model
  SatisfyUnsatisfiable,  ///< "sat" for a script with a known contradiction
  SayUnknown,
  WrongModel,
  RefuseModel,
  WrongCore,     ///< the unsat core as `names` changes it
  WrongOptimum,  ///< objectives that are one off
  Segfault,
  FailAssertion,  ///< a message on standard error, and exit 1
  Spin,           ///< burns seconds of CPU time before an honest answer
  Flake,          ///< refutes in about half of its processes
  Reject,         ///< (error ...)
  PrintGarbage,
  Hang,
  Flood,
  EatMemory,
  Daemonize,  ///< leaves a process in a session of its own; both ignore SIGTERM
};

struct Lie {
  std::string_view name;
  std::string_view description;
  bool (*trigger)(const Check& check) = nullptr;
  Effect effect = Effect::SayUnknown;
  /// WrongModel: spoils the model; false when there is nothing to spoil.
  bool (*spoil)(const Check& check, smt::Model& model) = nullptr;
  /// WrongCore: spoils the core, of the script's assertions with these names.
  void (*names)(const std::vector<std::string>& all, std::vector<std::string>& core) = nullptr;
};

[[nodiscard]] const std::vector<Lie>& lies();
[[nodiscard]] const Lie* find_lie(std::string_view name);

// The spoilers of models (model_lies.cpp).
bool flip_a_bit(const Check& check, smt::Model& model);
bool move_a_number(const Check& check, smt::Model& model);
bool leave_out_a_symbol(const Check& check, smt::Model& model);
bool change_an_array(const Check& check, smt::Model& model);
/// Still satisfies every assertion, but misses the optimum.
bool miss_the_optimum(const Check& check, smt::Model& model);

/// Effects that end or hold up the process; returns only from Spin.
void perform(Effect effect);

/// The name of a named assertion, or an empty string.
[[nodiscard]] std::string name_of(const smt::TermStore& store, smt::TermId assertion);

/// Answers one request: a script, with the witness, the core and the optimum in comments before it. `lie`: nullptr for
/// an honest solver. `resets`: number of resets so far, which the call increases.
[[nodiscard]] std::string answer(std::string_view request, const Lie* lie, std::size_t& resets);

}  // namespace assay::fake
