#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"
#include "datalog/graph/graph.hpp"

namespace assay::datalog {

/// The relation between a relation's result in the transformed program and in the original.
enum class Oracle : std::uint8_t {
  Equal,
  Superset,  ///< the transformed program has all tuples of the original: an expansion
  Subset,    ///< the transformed program has only tuples of the original: a contraction
  Unknown,   ///< not compared
};
[[nodiscard]] std::string_view name(Oracle oracle);  ///< "equal", "superset", "subset", "unknown"
[[nodiscard]] std::optional<Oracle> oracle(std::string_view name);
/// The oracle of two changes together. Equal is neutral; Superset and Subset together give Unknown.
[[nodiscard]] Oracle combined(Oracle first, Oracle second);
/// The oracle on a relation if another relation, which flows to it in this way, has the oracle `at_source`.
[[nodiscard]] Oracle carried(Oracle at_source, Ancestry flow);

/// The effect of a transformation on one relation's own rules and facts.
struct Change {
  RelationId relation = 0;
  Oracle oracle = Oracle::Equal;
};

class ProbeMemo;

/// A program during a sequence of transformations. Caches the precedence graph and the values of all relations. Both
/// are recomputed at the first use after a change.
class Workspace {
 public:
  /// `output` is the relation that a sequence's intended oracle is about. `limits` bound the reference evaluation.
  Workspace(Program program, RelationId output, const Capabilities& capabilities, const EvaluationLimits& limits);

  [[nodiscard]] const Program& program() const { return program_; }
  /// Moves the program out. The workspace must not be used afterwards.
  [[nodiscard]] Program take_program() { return std::move(program_); }
  [[nodiscard]] RelationId output() const { return output_; }
  [[nodiscard]] const Capabilities& capabilities() const { return capabilities_; }
  /// The precedence graph. After replace_rule(), the rule and literal numbers of its edges may be outdated.
  [[nodiscard]] const PrecedenceGraph& graph();
  /// The positions of the rules that contain a division.
  [[nodiscard]] const std::vector<std::uint32_t>& divisions();
  /// Values of all relations, or null if the reference cannot compute them.
  [[nodiscard]] const std::vector<Tuples>* values();

  /// Sets the current values of all relations as samples. Directed transformations prefer places where there are
  /// tuples. A caller that has evaluated the program calls this function; otherwise transform_program() and redo()
  /// evaluate the program before the first step, if a step may be directed.
  void set_samples(std::vector<Tuples> values);
  /// Evaluates the program for samples, unless there are samples already.
  void take_samples();
  /// Tuples that the relation probably has: its sample if has_sample(), otherwise its facts.
  [[nodiscard]] const Tuples& sample(RelationId relation) const;
  /// Whether samples are used: true only during a directed transformation.
  void steer(bool steered) { steered_ = steered; }
  /// Whether samples are used and cover the relation. They do not cover relations that transformations have added.
  [[nodiscard]] bool has_sample(RelationId relation) const {
    return steered_ && samples_ && relation < samples_->size();
  }

  /// The cache of probe.cpp: results of rules over the samples. Null after a change of the samples.
  [[nodiscard]] std::shared_ptr<ProbeMemo>& memo() const { return memo_; }

  /// The program, for a transformation that changes it. Drops the cached graph and values.
  [[nodiscard]] Program& change();
  /// The program, for a transformation that changes facts only. Keeps the cached graph.
  [[nodiscard]] Program& change_facts();
  /// A relation, for a change of qualifiers that changes neither a result nor the graph.
  [[nodiscard]] Relation& qualify(RelationId relation) { return program_.relations[relation]; }
  /// Call after a change: relations that may no longer be inlined (now negated, for example) lose the qualifier.
  void drop_refused_inlining() { datalog::drop_refused_inlining(program_); }
  void replace_rule(std::uint32_t at, Rule rule);
  /// Removes a relation, which no rule may use, from the program and from the expectations.
  void remove_relation(RelationId relation);
  /// Adds a relation without facts or rules. Its name ("neg_3") was never used before. Expectations do not cover it.
  RelationId add_relation(std::string_view stem, std::vector<Attribute> attributes);

  /// Updates the expectations after a transformation. The graph carries its changes to all relations.
  void note(const std::vector<Change>& changes);
  /// The oracle on each relation of the original program that still exists, in the program's order.
  [[nodiscard]] const std::vector<std::pair<std::string, Oracle>>& expectations() const { return expectations_; }

 private:
  Program program_;
  RelationId output_;
  Capabilities capabilities_;
  EvaluationLimits limits_;
  std::unique_ptr<PrecedenceGraph> graph_;
  std::optional<std::vector<std::uint32_t>> divisions_;
  mutable std::shared_ptr<ProbeMemo> memo_;
  std::optional<Evaluation> evaluation_;
  std::vector<std::pair<std::string, Oracle>> expectations_;
  /// By RelationId, for the relations in expectations_, which come first in the program.
  std::optional<std::vector<Tuples>> samples_;
  bool steered_ = false;
  bool has_choices_ = false;  ///< whether a relation has a choice domain
  std::uint32_t fresh_ = 0;

  void forget_choices();
};

/// The origin of a transformation. A strategy uses the transformations of one or more families.
enum class Family : std::uint8_t { QueryFuzz, DlSmith, Rewrite };
[[nodiscard]] std::string_view name(Family family);

/// One row of the registry.
struct Transformation {
  std::string_view name;  ///< "AddEq", "EQU-AddRelNode"
  Family family = Family::Rewrite;
  Oracle oracle = Oracle::Equal;  ///< with respect to the output relation
  std::string_view source;        ///< "queryFuzz, section 3.5", for the docs' table
  std::string_view summary;
  /// Draws a place where the transformation applies and changes the program there. Nullopt, without a change, if no
  /// place was found in a few tries. The program stays safe, typed, stratified and within the dialect.
  std::optional<std::vector<Change>> (*apply)(Workspace& workspace, core::Rng& rng);
  bool Capabilities::*needs = nullptr;  ///< sequences for dialects without it never draw the row; null: no need
};
[[nodiscard]] const std::vector<Transformation>& transformations();
[[nodiscard]] const Transformation* transformation(std::string_view name);

/// One step of a sequence. It can be repeated without the steps before it.
struct Step {
  std::string_view transformation;  ///< name of the row
  std::uint64_t key = 0;            ///< selects the step's own random stream
};

/// Applies up to `length` transformations of the families whose oracle is Equal or `intended` (thesis 3.7.1). Returns
/// the applied steps. Stops early after 24 failed draws in a row.
[[nodiscard]] std::vector<Step> transform_program(Workspace& workspace, const std::vector<Family>& families,
                                                  Oracle intended, std::size_t length, const core::Rng& rng);
/// Repeats the steps. Skips steps that no longer apply. Returns the applied steps.
[[nodiscard]] std::vector<Step> redo(Workspace& workspace, const std::vector<Step>& steps, const core::Rng& rng);

}  // namespace assay::datalog
