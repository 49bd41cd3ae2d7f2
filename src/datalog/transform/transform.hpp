#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/graph.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// How a relation of the transformed program relates to the same one of the original.
enum class Oracle : std::uint8_t {
  Equal,
  Superset,  ///< the transformed one has all tuples of the original: an expansion
  Subset,    ///< a contraction
  Unknown,   ///< it is not compared
};
[[nodiscard]] std::string_view name(Oracle oracle);  ///< "equal", "superset", "subset", "unknown"
[[nodiscard]] std::optional<Oracle> oracle(std::string_view name);
/// One change after another, or beside another: Equal changes nothing, two of a kind stay, opposites are Unknown.
[[nodiscard]] Oracle combined(Oracle first, Oracle second);
/// What an oracle on a relation means for one that it flows to.
[[nodiscard]] Oracle carried(Oracle at_source, Ancestry flow);

/// What a transformation does to one relation's own definition, everything else unchanged.
struct Change {
  RelationId relation = 0;
  Oracle oracle = Oracle::Equal;
};

class ProbeMemo;

/// A program on its way through a sequence of transformations. Knows the precedence graph and, when it can, the values
/// of all relations; both are made anew only when they are asked for after a change.
class Workspace {
 public:
  /// `output` is the relation that a sequence's intended oracle speaks of. `limits` bound the reference evaluation.
  Workspace(Program program, RelationId output, const Capabilities& capabilities, const EvaluationLimits& limits);

  [[nodiscard]] const Program& program() const { return program_; }
  /// The program; the workspace is of no use any more.
  [[nodiscard]] Program take_program() { return std::move(program_); }
  [[nodiscard]] RelationId output() const { return output_; }
  [[nodiscard]] const Capabilities& capabilities() const { return capabilities_; }
  /// Of its edges, the numbers of rules and literals may be those of before a change.
  [[nodiscard]] const PrecedenceGraph& graph();
  /// The rules that divide, by position.
  [[nodiscard]] const std::vector<std::uint32_t>& divisions();
  /// Values of all relations, or null when the reference has none.
  [[nodiscard]] const std::vector<Tuples>* values();

  /// Values of the relations of the program as it is now, for steering: directed transformations prefer places where
  /// there are tuples. Whoever has evaluated the program already gives them here; transform_program() and redo()
  /// otherwise evaluate it before the first step, when a step is not an Equal one.
  void set_samples(std::vector<Tuples> values);
  void take_samples();
  /// Tuples that the relation probably has: its sample while steered, else its facts.
  [[nodiscard]] const Tuples& sample(RelationId relation) const;
  void steer(bool steered) { steered_ = steered; }
  /// Whether sample() says more than facts: not of relations that transformations have added.
  [[nodiscard]] bool has_sample(RelationId relation) const {
    return steered_ && samples_ && relation < samples_->size();
  }

  /// For probes: what they know of rules over the samples. Null after a change of the samples.
  [[nodiscard]] std::shared_ptr<ProbeMemo>& memo() const { return memo_; }

  /// For transformations: the program, about to be changed.
  [[nodiscard]] Program& change();
  /// The same, where only facts will change.
  [[nodiscard]] Program& change_facts();
  /// A relation whose qualifiers will change, and nothing that changes a result or the graph.
  [[nodiscard]] Relation& qualify(RelationId relation) { return program_.relations[relation]; }
  /// After a change: what may not be inlined any more (it is negated now, say) is not.
  void drop_refused_inlining() { datalog::drop_refused_inlining(program_); }
  void replace_rule(std::uint32_t at, Rule rule);
  /// Takes a relation out of the program, and out of what is compared. No rule may use it any more.
  void remove_relation(RelationId relation);
  /// Declares a relation with a name that no other one has or had ("neg_3"); it is not compared.
  RelationId add_relation(std::string_view stem, std::vector<Attribute> attributes);

  /// Notes what the last transformation did; carried along the graph to all relations.
  void note(const std::vector<Change>& changes);
  /// What is known of each relation of the original program that is still there, in its order.
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
  /// By RelationId, of the relations that expectations_ speaks of; those come first in the program.
  std::optional<std::vector<Tuples>> samples_;
  bool steered_ = false;
  bool has_choices_ = false;  ///< some relation has a choice domain
  std::uint32_t fresh_ = 0;

  void forget_choices();
};

/// Where a transformation comes from; a strategy draws from one or more of them.
enum class Family : std::uint8_t { QueryFuzz, DlSmith, Rewrite };
[[nodiscard]] std::string_view name(Family family);

/// One row of the registry.
struct Transformation {
  std::string_view name;  ///< "AddEq", "EQU-AddRelNode"
  Family family = Family::Rewrite;
  Oracle oracle = Oracle::Equal;  ///< with respect to the output relation
  std::string_view source;        ///< "queryFuzz, section 3.5", for the docs' table
  std::string_view summary;
  /// Draws a place where it applies and changes the program there. Nothing: there is none (the program is as it was),
  /// or none was found in a few tries. The program stays safe, typed, stratified and within the dialect.
  std::optional<std::vector<Change>> (*apply)(Workspace& workspace, core::Rng& rng);
};
[[nodiscard]] const std::vector<Transformation>& transformations();
[[nodiscard]] const Transformation* transformation(std::string_view name);

/// One step of a sequence: the row, and the stream that it drew from, so that it can be done again alone.
struct Step {
  std::string_view transformation;
  std::uint64_t key = 0;
};

/// Applies up to `length` transformations of the families whose oracle is Equal or `intended` (thesis 3.7.1). Each
/// draws from a stream of its own, keyed by its step.
[[nodiscard]] std::vector<Step> transform_program(Workspace& workspace, const std::vector<Family>& families,
                                                  Oracle intended, std::size_t length, const core::Rng& rng);
/// The steps again, without drawing which; those that do not apply any more are left out. Returns those that did.
[[nodiscard]] std::vector<Step> redo(Workspace& workspace, const std::vector<Step>& steps, const core::Rng& rng);

}  // namespace assay::datalog
