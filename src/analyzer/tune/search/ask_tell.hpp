#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// A search by another program (SMAC3, Optuna, a script): one JSON object a line on two streams.
///
///     out  {"protocol":"assay-tune-1","knobs":[{"name":"domain","values":["intervals","zones"],"default":"zones",
///           "ordered":false,"when":{"knob":"mode","values":["full"]}}],"domain":"domain",
///           "less_precise":[["intervals","zones"]],"budget":{"cpu_seconds":10.0,"memory_bytes":2147483648,
///           "resource":"time"},"longest":3,"domain_rounds":5,"setting_rounds":10,"seed":42,"schedule":[]}
///     in   {"ask":[{"recipe":[{"domain":"zones"},{"domain":"bool","mode":"full"}],"cap":2.5}]}
///     out  {"tell":[{"recipe":[...],"cost":0.25,"within_budget":true,"reason":"","cpu_seconds":1.5,
///           "memory_bytes":1000000,"alarms":12,"runs":[{"status":"done","reason":"","cpu_seconds":1.0,"alarms":14}]}]}
///     in   {"done":true}
///
/// A setting that an ingredient does not name, or that is inactive there, has its default. "cap" is in CPU seconds and
/// optional. A cost is null if the recipe is not usable; "reason" then says why. "seed" is derived from the seed of the
/// tuning: a program that draws its numbers from it is reproducible.
///
/// A line that cannot be read ends the search: it makes no more proposals, and {"error":"..."} and a line on `trouble`
/// say why.
[[nodiscard]] std::unique_ptr<Search> make_ask_tell(const SearchTask& task, std::istream& in, std::ostream& out,
                                                    std::ostream& trouble);

/// The lines of the protocol.
[[nodiscard]] std::string describe(const SearchTask& task);
[[nodiscard]] std::string tell_line(const Space& space, std::span<const Evaluation> evaluations);
/// An empty list: the program is done.
[[nodiscard]] Result<std::vector<Proposal>> read_ask(const SearchTask& task, std::string_view line);

}  // namespace assay::analyzer::tune
