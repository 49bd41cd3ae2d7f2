#include "draft.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace assay::datalog {
namespace {

constexpr std::size_t kTypes = static_cast<std::size_t>(Type::Opaque);
constexpr std::size_t kMaxSamples = 16;  // of one relation: enough for joins to have results

std::size_t index(Type type) { return static_cast<std::size_t>(type); }

/// `stem` and a number, as a name that no relation has.
std::string fresh_name(const Program& program, const char* stem) {
  for (std::size_t i = program.relations.size();; ++i) {
    std::string candidate = stem + std::to_string(i);
    const bool taken = std::any_of(program.relations.begin(), program.relations.end(),
                                   [&](const Relation& relation) { return relation.name == candidate; });
    if (!taken) return candidate;
  }
}

}  // namespace

Draft::Draft(const Program& seed, const Capabilities& capabilities, const GenerateOptions& options, core::Rng& rng)
    : program(seed), capabilities_(capabilities), options_(options), rng_(rng), domain_(kTypes) {
  const std::size_t max_relations = program.relations.size() + options.inputs + options.relations;
  program.relations.reserve(max_relations);
  samples.reserve(max_relations);
  samples.resize(program.relations.size());
  for (RelationId i = 0; i < samples.size(); ++i) samples[i].arity = program.relations[i].arity();
  draw_domain();
  take_values_of_seed();
}

void Draft::draw_domain() {
  const std::int64_t greatest = std::numeric_limits<std::int64_t>::max() >> (64 - capabilities_.integer_bits);
  const std::int64_t least = capabilities_.negative_numbers ? -greatest - 1 : 0;
  const auto size = static_cast<std::int64_t>(1 + rng_.below(std::max(1U, options_.domain)));
  const std::int64_t start =
      capabilities_.negative_numbers && rng_.percent(30) ? -rng_.between(0, 3) : rng_.between(0, 3);
  for (std::vector<Value>& values : domain_) values.reserve(static_cast<std::size_t>(size) + 1);
  for (std::int64_t i = 0; i < size; ++i) {
    domain_[index(Type::Number)].push_back(start + i);
    domain_[index(Type::Unsigned)].push_back(i + (start > 0 ? start : 0));
    domain_[index(Type::Float)].push_back(std::bit_cast<std::int64_t>(0.5 * static_cast<double>(start + i)));
  }
  if (rng_.percent(options_.boundary_values)) {
    domain_[index(Type::Number)].push_back(rng_.coin() ? greatest : least);
    domain_[index(Type::Unsigned)].push_back(static_cast<Value>(2 * static_cast<std::uint64_t>(greatest) + 1));
  }
  domain_[index(Type::Bool)] = {0, 1};
  if (!capabilities_.symbols) return;
  for (std::int64_t i = 0; i < size; ++i)
    domain_[index(Type::Symbol)].push_back(program.intern(std::string(1, static_cast<char>('a' + i % 26))));
}

// The values of a seed's facts join the active domain. Otherwise nothing would join with these facts.
void Draft::take_values_of_seed() {
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    const Relation& relation = program.relations[id];
    for (std::size_t row = 0; row < std::min(relation.facts.count, kMaxSamples); ++row) {
      add_sample(id, relation.facts.row(row));
      for (std::size_t column = 0; column < relation.arity(); ++column) {
        const Type type = relation.attributes[column].type;
        if (type == Type::Opaque) continue;
        std::vector<Value>& known = domain_[index(type)];
        const Value value = relation.facts.row(row)[column];
        if (known.size() < 2 * kMaxSamples && std::find(known.begin(), known.end(), value) == known.end())
          known.push_back(value);
      }
    }
  }
}

Type Draft::draw_type() {
  if (capabilities_.symbols && (!capabilities_.numbers || rng_.percent(options_.symbols))) return Type::Symbol;
  if (capabilities_.unsigned_numbers && rng_.percent(options_.unsigned_numbers)) return Type::Unsigned;
  if (capabilities_.floats && rng_.percent(options_.floats)) return Type::Float;
  return Type::Number;
}

RelationId Draft::add_relation(const char* stem) {
  Relation relation;
  relation.name = fresh_name(program, stem);
  const bool nullary = capabilities_.nullary && rng_.percent(3);
  const std::size_t arity = nullary ? 0 : 1 + rng_.below(std::max(1U, options_.arity));
  const bool uniform = rng_.percent(40);
  const Type common = draw_type();
  relation.attributes.reserve(arity);
  for (std::size_t i = 0; i < arity; ++i)
    relation.attributes.push_back({std::string(1, static_cast<char>('a' + i)), uniform ? common : draw_type(), ""});
  relation.facts.arity = arity;
  program.relations.push_back(std::move(relation));
  samples.emplace_back().arity = arity;
  return static_cast<RelationId>(program.relations.size() - 1);
}

void Draft::add_facts(RelationId relation) {
  Relation& filled = program.relations[relation];
  const std::uint64_t count = rng_.percent(4) ? 0 : 1 + rng_.below(std::max(1U, options_.facts));
  std::vector<Value> tuple(filled.arity());
  filled.facts.values.reserve(count * tuple.size());
  samples[relation].values.reserve(std::min<std::size_t>(count, kMaxSamples) * tuple.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::size_t column = 0; column < tuple.size(); ++column)
      tuple[column] = draw_value(filled.attributes[column].type);
    filled.facts.add(tuple);
    add_sample(relation, tuple.data());
  }
}

Value Draft::draw_value(Type type) { return rng_.pick(domain_[index(type)]); }

bool Draft::usable(RelationId relation) const {
  const Relation& declared = program.relations[relation];
  return declared.choice_domains.empty() &&
         std::all_of(declared.attributes.begin(), declared.attributes.end(), [&](const Attribute& attribute) {
           return attribute.type != Type::Opaque && !domain_[index(attribute.type)].empty() &&
                  (attribute.type != Type::Bool || declared.from_seed);
         });
}

bool Draft::sampled(RelationId relation, const Value* tuple) const {
  const Tuples& known = samples[relation];
  for (std::size_t i = 0; i < known.count; ++i)
    if (std::equal(tuple, tuple + known.arity, known.row(i))) return true;
  return false;
}

void Draft::add_sample(RelationId relation, const Value* tuple) {
  if (samples[relation].count < kMaxSamples && !sampled(relation, tuple)) samples[relation].add(tuple);
}

}  // namespace assay::datalog
