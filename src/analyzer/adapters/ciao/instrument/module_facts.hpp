#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer::ciao {

struct ReadFacts {
  std::vector<Fact> facts;
  std::map<std::string, std::uint64_t> unread;  ///< by reason
};

/// The facts that an annotated module states about the source. `source_tag` is the name of the domain.
[[nodiscard]] ReadFacts facts_of(const Module& output, const Module& source, const std::string& file,
                                 const std::string& source_tag);

/// The success parts of the source's `trust` assertions as facts, for predicates that the output defines. They are
/// assumptions of the analysis. A calls part is left out: the success is then tested for more calls than it is for.
[[nodiscard]] std::vector<Fact> facts_of_trust(const Module& output, const Module& source);

/// Facts that claim, for the properties in `facts`, that Ciao's own run-time checks agree with ours. Their source is
/// "rtchecks", and their subject's type is the domain.
[[nodiscard]] std::vector<Fact> facts_of_checks(const std::vector<Fact>& facts);
inline constexpr const char* kRunTimeChecks = "rtchecks";

/// The place of a fact about a point in the annotated module, as in Place::context.
struct PointIndex {
  std::size_t clause = 0;  ///< clause of the predicate, from 0
  std::size_t item = 0;    ///< member of the clause's body, from 0
};
[[nodiscard]] std::optional<PointIndex> point_of(const Fact& fact);

}  // namespace assay::analyzer::ciao
