#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/term/term_map.hpp"
#include "smt_reduction.hpp"

namespace assay::smt {

/// The terms that a script's commands hold, in order.
[[nodiscard]] std::vector<TermId> roots_of(const Script& script);

/// The terms below the roots by their distance from them: levels[0] are the roots. Each term once, at its least
/// distance.
[[nodiscard]] std::vector<std::vector<TermId>> levels_of(const TermStore& store, const std::vector<TermId>& roots);

/// Number of different nodes in the script, bodies of definitions included.
[[nodiscard]] std::size_t count_nodes(const TermStore& store, const Script& script);

/// How a node is made again over rewritten children; std::nullopt when it cannot be.
using Rebuild = std::function<std::optional<TermId>(TermId original, const std::vector<TermId>& children)>;

/// Rewrites the DAG below `root` bottom-up. `known` starts with the replacements and is extended. What is below a
/// replaced term is not looked at. Nodes whose children stay are kept, unless there is a `rebuild`, which sees every
/// node. std::nullopt when a rebuilt term does not fit its sorts.
[[nodiscard]] std::optional<TermId> rewrite(TermStore& store, TermId root, TermMap& known, const Rebuild& rebuild = {});

/// The script with every term rewritten.
[[nodiscard]] std::optional<Script> rewritten(TermStore& store, const Script& script, TermMap& known,
                                              const Rebuild& rebuild);

/// The script with all occurrences replaced; std::nullopt when sorts do not fit or a variable would leave its binder.
[[nodiscard]] std::optional<Script> replaced(TermStore& store, const Script& script,
                                             const std::vector<Replacement>& edits);

/// What a pass offers for one term: replacements of the same sort, the most promising first.
using Proposals = std::function<std::vector<TermId>(TermId)>;

/// Runs over the script's terms from the roots down; at each level offers every term's first proposal together, then
/// the second ones, and so on.
bool offer(Reduction& reduction, const Proposals& proposals);

}  // namespace assay::smt
