#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/term/term_map.hpp"
#include "smt_reduction.hpp"

namespace assay::smt {

/// The terms of a script's commands, in order.
[[nodiscard]] std::vector<TermId> roots_of(const Script& script);

/// The distinct terms at and below the roots, by their least distance from a root: levels[0] are the roots.
[[nodiscard]] std::vector<std::vector<TermId>> levels_of(const TermStore& store, const std::vector<TermId>& roots);

/// The number of distinct nodes in the script, including bodies of definitions.
[[nodiscard]] std::size_t count_nodes(const TermStore& store, const Script& script);

/// Rebuilds a node over rewritten children; nullopt if that is impossible.
using Rebuild = std::function<std::optional<TermId>(TermId original, const std::vector<TermId>& children)>;

/// Rewrites the DAG below `root` bottom-up. `known` holds the replacements and is extended by all rewritten terms.
/// Terms below a replaced term are skipped. Nodes with unchanged children are kept, except that `rebuild`, if given, is
/// called for every node. Nullopt if a rebuilt term is ill-sorted.
[[nodiscard]] std::optional<TermId> rewrite(TermStore& store, TermId root, TermMap& known, const Rebuild& rebuild = {});

/// The script with every term rewritten.
[[nodiscard]] std::optional<Script> rewritten(TermStore& store, const Script& script, TermMap& known,
                                              const Rebuild& rebuild);

/// The script with all occurrences replaced. Nullopt if it is ill-sorted or a variable would leave its binder.
[[nodiscard]] std::optional<Script> replaced(TermStore& store, const Script& script,
                                             const std::vector<Replacement>& edits);

/// The replacements of the same sort that a pass proposes for a term, in order of preference.
using Proposals = std::function<std::vector<TermId>(TermId)>;

/// Attempts the proposals for the script's terms, level by level from the roots down. At each level all first proposals
/// are attempted together, then all second proposals, and so on. Returns whether the script changed.
bool offer(Reduction& reduction, const Proposals& proposals);

}  // namespace assay::smt
