#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// What a declaration may ask for beside its columns: how a relation is held, evaluated, and what of it is kept.
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

/// Those that an engine accepts.
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
  std::string_view name;  ///< its word in Soufflé's syntax, and in an engine's `lacks`
  bool (*used)(const Relation& relation) = nullptr;
};
[[nodiscard]] std::span<const QualifierRow> qualifier_rows();

/// Says which qualifiers a relation of the program may have. The rules are one table; they are those of Soufflé's
/// semantic checks, which is the only engine that has them, and what keeps a result defined.
class QualifierCheck {
 public:
  /// Looks at the program once; it must outlive this.
  explicit QualifierCheck(const Program& program);

  /// Why the relation may not be as `wanted` says (the same one, with other qualifiers); empty: it may.
  [[nodiscard]] std::string_view refusal(RelationId relation, const Relation& wanted) const;

  /// What a program does with a relation, as far as it matters here.
  struct Use {
    bool negated = false;
    bool negated_with_wildcard = false;
    bool aggregated = false;
    bool introduces = false;  ///< a rule of it, with what is inlined, has more variables or wildcards than its head
    bool recursive = false;   ///< it depends on itself
    bool calls_itself_inlined = false;  ///< if it were inlined: through inlined relations only
  };

 private:
  void look_at(const Rule& rule);
  void pass_on_introductions();
  [[nodiscard]] bool comes_back(RelationId start, bool inlined_only) const;

  const Program& program_;
  std::vector<Use> uses_;
  std::vector<std::vector<RelationId>> feeds_;  ///< by relation: the heads of rules whose bodies name it
};

/// Takes `inline` from relations that may not be inlined (any more).
void drop_refused_inlining(Program& program);

/// Whether some relation's content is the engine's choice.
[[nodiscard]] bool has_choices(const Program& program);

}  // namespace assay::datalog
