#include "analyzer/adapters/llvm/shown/llvm_aliases.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/check/run/check_runtime.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kCheckedFile = "checked.ll";

struct Pointer {
  std::string type;  ///< "i32*"
  std::string name;  ///< "%p"
};
/// opt's answer about two pointers, as printed: "NoAlias:\ti32* %p, i64* %q".
struct Answer {
  std::string line;
  Pointer left, right;
};

std::optional<Pointer> pointer_in(std::string_view text) {
  const std::size_t at = text.rfind(' ');
  if (at == std::string_view::npos || !text.substr(0, at).ends_with('*')) return std::nullopt;
  return Pointer{std::string(trim(text.substr(0, at))), std::string(text.substr(at + 1))};
}

/// The answer about the claim's two pointers, in either order.
std::optional<Answer> answer_in(const std::string& said, const IrClaim& claim, bool same) {
  const std::size_t section = said.find("Function: " + claim.function + ":");
  if (section == std::string::npos) return std::nullopt;
  const std::string_view word = same ? "MustAlias:\t" : "NoAlias:\t";
  const std::size_t next = said.find("\nFunction: ", section);
  for (const std::string_view line : split(std::string_view(said).substr(section, next - section), '\n')) {
    const std::string_view bare = trim(line);
    if (!bare.starts_with(word)) continue;
    const std::string_view both = bare.substr(word.size());
    for (std::size_t at = both.find(", "); at != std::string_view::npos; at = both.find(", ", at + 1)) {
      std::optional<Pointer> left = pointer_in(both.substr(0, at)), right = pointer_in(both.substr(at + 2));
      if (!left || !right) continue;
      if (left->name == claim.other && right->name == claim.value) std::swap(left, right);
      if (left->name == claim.value && right->name == claim.other)
        return Answer{std::string(line), std::move(*left), std::move(*right)};
    }
  }
  return std::nullopt;
}

/// Appends instructions that convert two addresses to numbers: a pointer, and the end of the pointer's target.
void add_addresses(const Pointer& pointer, const std::string& of, std::vector<std::string>& instructions) {
  const std::string pointee = pointer.type.substr(0, pointer.type.size() - 1);
  instructions.push_back("%show_" + of + " = ptrtoint " + pointer.type + " " + pointer.name + " to i64");
  instructions.push_back("%show_behind_" + of + " = getelementptr " + pointee + ", " + pointer.type + " " +
                         pointer.name + ", i64 1");
  instructions.push_back("%show_end_" + of + " = ptrtoint " + pointer.type + " %show_behind_" + of + " to i64");
}

IrCheck check_of(const Answer& answer, bool same) {
  IrCheck check;
  add_addresses(answer.left, "left", check.instructions);
  add_addresses(answer.right, "right", check.instructions);
  const std::string names = answer.left.name + " and " + answer.right.name;
  if (same) {
    check.instructions.emplace_back("%is_shown = icmp ne i64 %show_left, %show_right");
    check.told = names + " are different addresses";
    return check;
  }
  for (const char* const one : {"%show_left_first = icmp ult i64 %show_left, %show_end_right",
                                "%show_right_first = icmp ult i64 %show_right, %show_end_left",
                                "%is_shown = and i1 %show_left_first, %show_right_first"})
    check.instructions.emplace_back(one);
  check.told = "what " + names + " point to shares a byte";
  return check;
}

}  // namespace

Result<core::Reproduction> alias_reproduction(IrClaim claim, const Fact& fact, const Session& session) {
  const bool same = std::get<Aliasing>(fact.property).same;
  session.scratch.clear();
  if (const Result<std::string> put = session.scratch.write(kIrFile, claim.module); !put) return put.error();
  const std::vector<std::string> command = {kIrOptimiser, "-disable-output", "-passes=aa-eval",
                                            "-print-all-alias-modref-info", kIrFile};
  const std::optional<Answer> answer = answer_in(run_here(session, command, session.program).err, claim, same);
  if (!answer) return Error{"opt-14 does not print this answer about aliases", {}};
  claim.checks = {check_of(*answer, same)};
  const Result<std::vector<Contradiction>> runs = contradictions(claim, session);
  if (!runs) return runs.error();
  const Contradiction& run = runs->front();
  core::Reproduction made;
  // The check takes addresses, which changes LLVM's result: opt gets the module without it.
  made.files = {{kIrFile, claim.module}, {kCheckedFile, run.module}};
  made.needs = {kIrOptimiser, kIrInterpreter};
  made.commands = {{{}, core::shell_quoted(command), 60},
                   {"The run of the same function with a check that contradicts it",
                    core::shell_quoted({kIrInterpreter, kCheckedFile}), 60}};
  made.prints = answer->line;
  made.shows = core::output_has_line(answer->line);
  add_contradiction(run, made);
  return made;
}

}  // namespace assay::analyzer
