#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A qualifier of a relation's declaration: representation, evaluation, or which tuples are kept.
enum class Qualifier : std::uint8_t {
  Btree,
  Brie,
  Eqrel,
  BtreeDelete,
  Inline,
  NoInline,
  Magic,
  NoMagic,
  ChoiceDomain,
  Subsumption,
};

/// The set of qualifiers that an engine accepts.
class QualifierSet {
 public:
  constexpr QualifierSet() = default;
  [[nodiscard]] static constexpr QualifierSet all() {
    QualifierSet set;
    set.bits_ = (std::uint16_t{1} << (static_cast<unsigned>(Qualifier::Subsumption) + 1)) - 1;
    return set;
  }
  [[nodiscard]] constexpr bool has(Qualifier qualifier) const { return (bits_ & bit(qualifier)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  constexpr void remove(Qualifier qualifier) { bits_ = static_cast<std::uint16_t>(bits_ & ~bit(qualifier)); }
  friend constexpr bool operator==(const QualifierSet&, const QualifierSet&) = default;

 private:
  static constexpr std::uint16_t bit(Qualifier qualifier) {
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(qualifier));
  }

  std::uint16_t bits_ = 0;
};

/// One row for each qualifier.
struct QualifierRow {
  Qualifier qualifier = Qualifier::Btree;
  std::string_view name;                             ///< its word in Soufflé's syntax, and in an engine's `lacks`
  bool (*used)(const Relation& relation) = nullptr;  ///< whether the relation has the qualifier
};
[[nodiscard]] std::span<const QualifierRow> qualifier_rows();

/// Decides which qualifiers a relation of the program may have. One table has the rules: the semantic checks of
/// Soufflé, the only engine with qualifiers, and rules that keep results defined.
class QualifierCheck {
 public:
  /// Analyzes the program, which must outlive the object.
  explicit QualifierCheck(const Program& program);

  /// The reason why the relation may not have the qualifiers of `wanted`, which is otherwise equal to it; empty: it
  /// may.
  [[nodiscard]] std::string_view refusal(RelationId relation, const Relation& wanted) const;

  /// How a program uses a relation.
  struct Use {
    bool negated = false;
    bool negated_with_wildcard = false;
    bool aggregated = false;
    bool introduces = false;  ///< a rule of it, after inlining, has a variable or wildcard that its head lacks
    bool recursive = false;   ///< it depends on itself
    bool calls_itself_inlined = false;  ///< it depends on itself through inlined relations only
  };

 private:
  void add_uses(const Rule& rule);
  void propagate_introductions();
  [[nodiscard]] bool reaches_itself(RelationId start, bool inlined_only) const;

  const Program& program_;
  std::vector<Use> uses_;
  std::vector<std::vector<RelationId>> feeds_;  ///< by relation: the heads of the rules that use it in their bodies
};

/// Removes `inline` from relations that may not (or no longer) be inlined.
void drop_refused_inlining(Program& program);

/// Whether a relation has a choice domain.
[[nodiscard]] bool has_choices(const Program& program);

}  // namespace assay::datalog
