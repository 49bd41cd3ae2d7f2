#include <algorithm>

#include "assay/base/check.hpp"
#include "datalog/transform/rule_tools.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {
namespace {

/// The number behind the last "_" of a name, or 0. Workspace::add_relation uses larger numbers.
std::uint32_t suffix(std::string_view name) {
  constexpr std::size_t kMaxDigits = 8;
  const std::size_t bar = name.rfind('_');
  if (bar == std::string_view::npos || name.size() - bar - 1 > kMaxDigits) return 0;
  std::uint32_t number = 0;
  for (const char c : name.substr(bar + 1)) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

}  // namespace

Workspace::Workspace(Program program, RelationId output, const Capabilities& capabilities,
                     const EvaluationLimits& limits)
    : program_(std::move(program)), output_(output), capabilities_(capabilities), limits_(limits) {
  ASSAY_CHECK(output_ < program_.relations.size(), "the output is no relation of the program");
  expectations_.reserve(program_.relations.size());
  for (const Relation& relation : program_.relations) {
    expectations_.emplace_back(relation.name, Oracle::Equal);
    fresh_ = std::max(fresh_, suffix(relation.name) + 1);
    has_choices_ = has_choices_ || !relation.choice_domains.empty();
  }
  forget_choices();
}

const PrecedenceGraph& Workspace::graph() {
  if (!graph_) graph_ = std::make_unique<PrecedenceGraph>(program_);
  return *graph_;
}

const std::vector<Tuples>* Workspace::values() {
  if (!evaluation_) {
    evaluation_ = evaluate(program_, limits_);
    if (!evaluation_->symbols.empty()) program_.symbols = evaluation_->symbols;  // values may become facts
  }
  return evaluation_->problem || evaluation_->join_on_floats ? nullptr : &evaluation_->relations;
}

void Workspace::set_samples(std::vector<Tuples> values) {
  ASSAY_CHECK(values.size() == program_.relations.size(), "samples of another program");
  values.resize(expectations_.size());
  samples_ = std::move(values);
  memo_.reset();
}

void Workspace::take_samples() {
  if (samples_) return;
  if (const std::vector<Tuples>* known = values()) set_samples(*known);
}

const Tuples& Workspace::sample(RelationId relation) const {
  if (has_sample(relation)) return (*samples_)[relation];
  return program_.relations[relation].facts;
}

const std::vector<std::uint32_t>& Workspace::divisions() {
  if (divisions_) return *divisions_;
  divisions_.emplace();
  for (std::uint32_t i = 0; i < program_.rules.size(); ++i)
    if (has_division(program_.rules[i])) divisions_->push_back(i);
  return *divisions_;
}

Program& Workspace::change() {
  graph_.reset();
  divisions_.reset();
  return change_facts();
}

Program& Workspace::change_facts() {
  evaluation_.reset();
  return program_;
}

namespace {

/// Whether each edge of the rule is also an edge of the other rule, regardless of positions.
bool flows_within(const Rule& rule, const Rule& other) {
  const auto found = [&](const Literal& literal) {
    if (const auto* atom = std::get_if<Atom>(&literal))
      return std::any_of(other.body.begin(), other.body.end(), [&](const Literal& it) {
        const auto* as = std::get_if<Atom>(&it);
        return as != nullptr && as->relation == atom->relation && as->negated == atom->negated;
      });
    // Aggregates must be equal. Their relations are not compared, because transformations hardly ever change
    // aggregates.
    return !std::holds_alternative<Aggregate>(literal) ||
           std::find(other.body.begin(), other.body.end(), literal) != other.body.end();
  };
  return std::all_of(rule.body.begin(), rule.body.end(), found);
}

bool same_flow(const Rule& left, const Rule& right) {
  return std::equal(left.heads.begin(), left.heads.end(), right.heads.begin(), right.heads.end(),
                    [](const Atom& a, const Atom& b) { return a.relation == b.relation; }) &&
         flows_within(left, right) && flows_within(right, left);
}

}  // namespace

void Workspace::replace_rule(std::uint32_t at, Rule rule) {
  Rule& place = program_.rules[at];
  if (graph_ && !same_flow(place, rule)) graph_.reset();
  divisions_.reset();
  evaluation_.reset();
  place = std::move(rule);
}

void Workspace::remove_relation(RelationId relation) {
  ASSAY_CHECK(relation != output_, "the output cannot be removed");
  Program& program = change();
  program.relations.erase(program.relations.begin() + relation);
  if (relation < expectations_.size()) {
    if (samples_) samples_->erase(samples_->begin() + relation);
    expectations_.erase(expectations_.begin() + relation);
    memo_.reset();
  }
  if (output_ > relation) --output_;
  const auto renumber = [&](Atom& atom) {
    ASSAY_CHECK(atom.relation != relation, "a removed relation is still used");
    if (atom.relation > relation) --atom.relation;
  };
  for (Rule& rule : program.rules) {
    std::for_each(rule.heads.begin(), rule.heads.end(), renumber);
    for (Literal& literal : rule.body) {
      if (auto* atom = std::get_if<Atom>(&literal)) renumber(*atom);
      if (auto* aggregate = std::get_if<Aggregate>(&literal))
        std::for_each(aggregate->atoms.begin(), aggregate->atoms.end(), renumber);
    }
  }
}

RelationId Workspace::add_relation(std::string_view stem, std::vector<Attribute> attributes) {
  Program& program = change();
  Relation relation;
  do {
    relation.name = std::string(stem) + "_" + std::to_string(fresh_++);
  } while (program.seed.text.find(relation.name) != std::string::npos);  // the seed may hide declarations
  relation.facts.arity = attributes.size();
  relation.attributes = std::move(attributes);
  relation.is_output = false;
  program.relations.push_back(std::move(relation));
  return static_cast<RelationId>(program.relations.size() - 1);
}

// The graph is computed after the change, but the flows from the changed relation are the same as before. Only edges
// into this relation differ, and a path that returns to it is a cycle, which has no negative edge. If several relations
// change, `changes` has all of them: the heads of the changed rule, or the relations that used a removed relation.
// Therefore no flow between them must be added.
void Workspace::note(const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    if (change.oracle == Oracle::Equal) continue;
    const PrecedenceGraph& flows = graph();
    for (RelationId to = 0; to < expectations_.size(); ++to) {
      Oracle& expected = expectations_[to].second;
      expected = combined(expected, carried(change.oracle, flows.ancestry(change.relation, to)));
    }
  }
  forget_choices();
}

// An engine may make another choice for the transformed program: relations that depend on a choice are not compared.
void Workspace::forget_choices() {
  if (!has_choices_) return;
  const PrecedenceGraph& flows = graph();
  for (RelationId from = 0; from < program_.relations.size(); ++from) {
    if (program_.relations[from].choice_domains.empty()) continue;
    for (RelationId to = 0; to < expectations_.size(); ++to) {
      if (flows.reaches(from, to)) expectations_[to].second = Oracle::Unknown;
    }
  }
}

}  // namespace assay::datalog
