#include "qualify.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "datalog/program/wording.hpp"

namespace assay::datalog {
namespace {

/// A value of a relation's qualifier, with the percentage of relations that get it. All other relations get none.
template <typename Value>
struct Choice {
  Qualifier qualifier;
  Value value;
  unsigned percent;
};

constexpr std::array<Choice<Representation>, 4> kStorage = {{{Qualifier::Brie, Representation::Brie, 18},
                                                             {Qualifier::Btree, Representation::Btree, 10},
                                                             {Qualifier::Eqrel, Representation::Eqrel, 14},
                                                             {Qualifier::BtreeDelete, Representation::BtreeDelete, 8}}};
constexpr std::array<Choice<Inlining>, 2> kInlining = {
    {{Qualifier::Inline, Inlining::Inline, 40}, {Qualifier::NoInline, Inlining::NoInline, 8}}};
constexpr std::array<Choice<MagicSets>, 2> kMagic = {
    {{Qualifier::Magic, MagicSets::Magic, 18}, {Qualifier::NoMagic, MagicSets::NoMagic, 8}}};

class Qualifying {
 public:
  Qualifying(Program& program, const QualifierSet& accepted, core::Rng& rng)
      : program_(program), accepted_(accepted), rng_(rng) {}

  void hide(RelationId first) {
    constexpr unsigned kPrograms = 45;  // in percent
    constexpr unsigned kRelations = 50;
    if (!rng_.percent(kPrograms)) return;
    // The last relation stays an output, because many relations flow to it.
    for (RelationId id = first; id + 1 < program_.relations.size(); ++id)
      if (rng_.percent(kRelations)) program_.relations[id].is_output = false;
  }

  void qualify(RelationId id) {
    draw(id, kStorage, &Relation::representation);
    draw(id, kInlining, &Relation::inlining);
    draw(id, kMagic, &Relation::magic);
  }

  void subsume(RelationId id) {
    constexpr unsigned kSubsumed = 4;
    if (!accepted_.has(Qualifier::Subsumption) || !rng_.percent(kSubsumed)) return;
    Relation wanted = program_.relations[id];
    const std::size_t column = rng_.below(std::max<std::size_t>(1, wanted.arity()));
    wanted.dominance = Dominance{static_cast<std::uint32_t>(column), rng_.coin()};
    put(id, std::move(wanted));
  }

 private:
  template <typename Value, std::size_t size>
  void draw(RelationId id, const std::array<Choice<Value>, size>& choices, Value Relation::*member) {
    std::uint64_t drawn = rng_.below(100);
    for (const Choice<Value>& choice : choices) {
      if (drawn >= choice.percent) {
        drawn -= choice.percent;
        continue;
      }
      if (!accepted_.has(choice.qualifier)) return;
      Relation wanted = program_.relations[id];
      wanted.*member = choice.value;
      return put(id, std::move(wanted));
    }
  }

  // A new check for each relation, because its result depends on the relations that are inlined already.
  void put(RelationId id, Relation wanted) {
    if (QualifierCheck(program_).refusal(id, wanted).empty()) program_.relations[id] = std::move(wanted);
  }

  Program& program_;
  const QualifierSet& accepted_;
  core::Rng& rng_;
};

}  // namespace

void draw_qualifiers(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng) {
  Qualifying qualifying(program, accepted, rng);
  qualifying.hide(first);
  if (accepted.empty()) return;
  for (RelationId id = first; id < program.relations.size(); ++id) {
    qualifying.qualify(id);
    qualifying.subsume(id);
  }
  drop_refused_inlining(program);  // a relation inlined into them may forbid their inlining
}

void draw_choice(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng) {
  constexpr unsigned kPrograms = 4;  // in percent
  if (!accepted.has(Qualifier::ChoiceDomain) || !rng.percent(kPrograms) || first >= program.relations.size()) return;
  const auto id = static_cast<RelationId>(first + rng.below(program.relations.size() - first));
  Relation wanted = program.relations[id];
  if (wanted.arity() == 0) return;
  std::vector<std::uint32_t> columns(wanted.arity());
  std::iota(columns.begin(), columns.end(), std::uint32_t{0});
  std::erase_if(columns, [&](std::uint32_t it) { return wanted.attributes[it].type == Type::Float; });
  const std::uint64_t domains = 1 + rng.below(2);
  for (std::uint64_t i = 0; i < domains && !columns.empty(); ++i) {
    rng.shuffle(columns);
    const auto size = static_cast<std::ptrdiff_t>(1 + rng.below(columns.size()));
    wanted.choice_domains.emplace_back(columns.begin(), columns.begin() + size);
  }
  wanted.is_output = true;  // the judge needs the chosen tuples
  wanted.inlining = Inlining::Default;
  if (wanted.choice_domains.empty() || !QualifierCheck(program).refusal(id, wanted).empty()) return;
  program.relations[id] = std::move(wanted);
}

void draw_wordings(Program& program, RelationId first, core::Rng& rng) {
  constexpr unsigned kPlainRelations = 30;  // in percent
  constexpr unsigned kMaintained = 35;      // in percent of the drawn storages, besides the others' share
  constexpr unsigned kOther = 50;           // in percent of the choices of the other relations
  for (RelationId id = first; id < program.relations.size(); ++id) {
    if (program.relations[id].from_seed || rng.percent(kPlainRelations)) continue;
    for (const WordingRow& row : wording_rows()) {
      if (!row.keeps_result || !rng.percent(kOther)) continue;
      auto way = static_cast<unsigned>(rng.below(row.ways.size()));
      // Few relations can be maintained views, so more of them try to be.
      if (row.wording == Wording::Storage && rng.percent(kMaintained)) way = kMaintainedWay;
      program.relations[id].wordings = with_way(program.relations[id].wordings, row.wording, way);
    }
  }
}

}  // namespace assay::datalog
