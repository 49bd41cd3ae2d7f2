#include "core/case/case.hpp"

#include <array>

namespace assay::core {
namespace {

struct KindRow {
  BugKind kind;
  std::string_view name;
  std::string_view description;
};

constexpr std::array kKinds = {
    KindRow{BugKind::RefutationUnsound, "refutation-unsound", "answers \"unsatisfiable\" for a satisfiable input"},
    KindRow{BugKind::SolutionUnsound, "solution-unsound", "answers \"satisfiable\" for an unsatisfiable input"},
    KindRow{BugKind::InvalidModel, "invalid-model", "prints a model that does not satisfy the input"},
    KindRow{BugKind::InvalidCore, "invalid-core", "prints an unsatisfiable core that is satisfiable"},
    KindRow{BugKind::InvalidProof, "invalid-proof", "prints a proof with a wrong step"},
    KindRow{BugKind::WrongResult, "wrong-result", "computes a wrong result"},
    KindRow{BugKind::Unsound, "unsound", "claims a fact that does not hold in a concrete run"},
    KindRow{BugKind::Miscompiled, "miscompiled", "compiles a program into one that computes something else"},
    KindRow{BugKind::Imprecise, "imprecise", "loses precision that it has to keep"},
    KindRow{BugKind::Diverges, "diverges", "does not come to an end"},
    KindRow{BugKind::Incomplete, "incomplete", "gives no answer where it has to have one"},
    KindRow{BugKind::Inconsistent, "inconsistent", "contradicts itself: one of its own answers is wrong"},
    KindRow{BugKind::Disagreement, "disagreement", "answers otherwise than others do"},
    KindRow{BugKind::Crash, "crash", "crashes"},
    KindRow{BugKind::RejectsValid, "rejects-valid", "rejects a valid input"},
    KindRow{BugKind::Nondeterministic, "nondeterministic", "fails on the same input only sometimes"},
    KindRow{BugKind::Lost, "lost", "no longer gives the answer that an earlier version gives"},
    KindRow{BugKind::Slow, "slow", "is far slower than its peers on the same input"},
    KindRow{BugKind::Unstable, "unstable", "answers only some of the inputs that mean the same"},
};

const KindRow& row(BugKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name(BugKind kind) { return row(kind).name; }
std::string_view description(BugKind kind) { return row(kind).description; }

std::optional<BugKind> bug_kind(std::string_view name) {
  for (const KindRow& candidate : kKinds) {
    if (candidate.name == name) return candidate.kind;
  }
  return std::nullopt;
}

const std::vector<BugKind>& all_bug_kinds() {
  static const std::vector<BugKind> kinds = [] {
    std::vector<BugKind> all;
    for (const KindRow& candidate : kKinds) all.push_back(candidate.kind);
    return all;
  }();
  return kinds;
}

const File* Case::file(std::string_view file_name) const {
  for (const File& candidate : files) {
    if (candidate.name == file_name) return &candidate;
  }
  return nullptr;
}

}  // namespace assay::core
