#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "assay/analyzer/fact.hpp"

namespace assay::analyzer::ciao {

struct ReadFacts {
  std::vector<Fact> facts;
  std::map<std::string, std::uint64_t> unread;  ///< by reason
};

/// The facts that an annotated module states about the source. `source_tag` is the domain.
[[nodiscard]] ReadFacts facts_of(const Module& output, const Module& source, const std::string& file,
                                 const std::string& source_tag);

/// Facts about Ciao's own run-time checks: that they say the same as ours of the properties that these facts claim.
/// They have the source "rtchecks", and the domain as type of the subject.
[[nodiscard]] std::vector<Fact> facts_of_checks(const std::vector<Fact>& facts);
inline constexpr const char* kRunTimeChecks = "rtchecks";

/// Where in the annotated module a fact about a point stands: what Place::context says.
struct PointIndex {
  std::size_t clause = 0;  ///< of its predicate, from 0
  std::size_t item = 0;    ///< of the clause's body, from 0
};
[[nodiscard]] std::optional<PointIndex> point_of(const Fact& fact);

}  // namespace assay::analyzer::ciao
