#include "horn/horn_input.hpp"

#include "horn/horn_config.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::horn {
namespace {

/// The script with commands after its set-logic line.
std::string with_commands(const std::string& script, const std::string& commands) {
  const std::size_t logic = script.find("(set-logic");
  const std::size_t line = logic == std::string::npos ? std::string::npos : script.find('\n', logic);
  if (line == std::string::npos) return commands + script;
  return script.substr(0, line + 1) + commands + script.substr(line + 1);
}

}  // namespace

std::vector<std::string> options_for(const HornFacts& facts, const smt::SolverDefinition& target) {
  for (const TargetOptions& one : facts.options)
    if (one.target == target.name) return one.values;
  for (const TargetOptions& one : facts.options)
    if (one.family == target.family) return one.values;
  return {};
}

HornInput horn_input(OpenedHorn& opened, const smt::SolverDefinition& target) {
  HornInput input;
  input.options = options_for(opened.facts, target);
  input.flags = smt::option_flags(target, input.options);
  const std::string commands = smt::option_commands(target, input.options);
  const bool is_muz_script = opened.text.find("(declare-rel") != std::string::npos;
  input.muz = is_muz_script || (opened.facts.muz && reads_muz(target));
  input.text = input.muz && !is_muz_script ? commands + print_muz(*opened.store, opened.known.system, "")
                                           : with_commands(opened.text, commands);
  return input;
}

std::optional<HornInput> derivation_input(OpenedHorn& opened, const smt::SolverDefinition& target) {
  HornInput input = horn_input(opened, target);
  const std::string commands = smt::option_commands(target, input.options);
  if (reads_muz(target) && opened.facts.asks_certificate) {
    input.muz = true;
    input.text = commands + print_muz(*opened.store, opened.known.system, ":print-certificate true");
    return input;
  }
  if (target.prelude_core.empty()) return std::nullopt;
  input.muz = false;
  input.text = with_commands(opened.text, target.prelude_core + commands) + "(get-proof)\n";
  return input;
}

std::optional<smt::Reply> reply_of(const smt::SolverAnswer& answer, bool muz) {
  using Kind = smt::SolverAnswer::Kind;
  if (!muz) {
    if (answer.kind != Kind::Answered || answer.replies.size() != 1) return std::nullopt;
    return answer.replies[0];
  }
  // A query is no check, so its answer counts as one too many.
  if (answer.kind != Kind::Garbage || answer.replies.size() != 1) return std::nullopt;
  switch (answer.replies[0]) {
    case smt::Reply::Sat: return smt::Reply::Unsat;
    case smt::Reply::Unsat: return smt::Reply::Sat;
    case smt::Reply::Unknown: break;
  }
  return smt::Reply::Unknown;
}

}  // namespace assay::horn
