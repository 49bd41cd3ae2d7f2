#include <algorithm>
#include <bit>
#include <iterator>

#include "assay/smt/script.hpp"
#include "smt/parse/marks.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

/// A feature that a logic allows or terms need.
enum Feature : std::uint32_t {
  kQuantifiers = 1,
  kArrays = 2,
  kFunctions = 4,
  kBits = 8,
  kFloats = 16,
  kDatatypes = 32,
  kStrings = 64,
  kInts = 128,
  kReals = 256,
  kNonlinear = 512,
  kOther = 1024,        ///< not in any logic but ALL
  kFreeArrays = 2048,   ///< with indices or elements of an uninterpreted sort
  kHigherOrder = 4096,  ///< functions as values, allowed in logics named with "HO_"
  kArguments = 8192,    ///< of free functions: QF_AX has free sorts and constants only
};

struct Logic {
  std::string_view name;
  std::uint32_t features;
};

/// Prefix of a logic in which functions are values. An extension by solvers, not in the standard.
constexpr std::string_view kHigherOrderPrefix = "HO_";

constexpr std::uint32_t kLinearBoth = kInts | kReals;
constexpr std::uint32_t kFreeFunctions = kFunctions | kArguments;

/// SMT-LIB's logics (smt-lib.org/logics-all.shtml) without the difference logics, smaller logics first.
constexpr Logic kLogics[] = {
    {"QF_UF", kFreeFunctions},
    {"QF_BV", kBits},
    {"QF_AX", kArrays | kFreeArrays | kFunctions},
    {"QF_FP", kFloats},
    {"QF_LIA", kInts},
    {"QF_LRA", kReals},
    {"QF_DT", kDatatypes},
    {"QF_S", kStrings},
    {"QF_NIA", kInts | kNonlinear},
    {"QF_NRA", kReals | kNonlinear},
    {"QF_LIRA", kLinearBoth},
    {"QF_SLIA", kStrings | kInts},
    {"QF_BVFP", kBits | kFloats},
    {"QF_ABV", kArrays | kBits},
    {"QF_UFBV", kFreeFunctions | kBits},
    {"QF_UFFP", kFreeFunctions | kFloats},
    {"QF_UFLIA", kFreeFunctions | kInts},
    {"QF_UFLRA", kFreeFunctions | kReals},
    {"QF_UFDT", kFreeFunctions | kDatatypes},
    {"QF_ALIA", kArrays | kInts},
    {"QF_NIRA", kLinearBoth | kNonlinear},
    {"QF_SNIA", kStrings | kInts | kNonlinear},
    {"QF_AUFLIA", kArrays | kFreeFunctions | kInts},
    {"QF_AUFBV", kArrays | kFreeFunctions | kBits},
    {"QF_ABVFP", kArrays | kBits | kFloats},
    {"QF_UFNIA", kFreeFunctions | kInts | kNonlinear},
    {"QF_UFNRA", kFreeFunctions | kReals | kNonlinear},
    {"QF_ANIA", kArrays | kInts | kNonlinear},
    {"QF_BVFPLRA", kBits | kFloats | kReals},
    {"QF_UFDTLIA", kFreeFunctions | kDatatypes | kInts},
    {"QF_AUFNIA", kArrays | kFreeFunctions | kInts | kNonlinear},
    {"QF_AUFBVFP", kArrays | kFreeFunctions | kBits | kFloats},
    {"QF_ABVFPLRA", kArrays | kBits | kFloats | kReals},
    {"UF", kQuantifiers | kFreeFunctions},
    {"BV", kQuantifiers | kBits},
    {"FP", kQuantifiers | kFloats},
    {"LIA", kQuantifiers | kInts},
    {"LRA", kQuantifiers | kReals},
    {"NIA", kQuantifiers | kInts | kNonlinear},
    {"NRA", kQuantifiers | kReals | kNonlinear},
    {"UFLIA", kQuantifiers | kFreeFunctions | kInts},
    {"UFLRA", kQuantifiers | kFreeFunctions | kReals},
    {"UFDT", kQuantifiers | kFreeFunctions | kDatatypes},
    {"UFBV", kQuantifiers | kFreeFunctions | kBits},
    {"ABV", kQuantifiers | kArrays | kBits},
    {"BVFP", kQuantifiers | kBits | kFloats},
    {"UFNIA", kQuantifiers | kFreeFunctions | kInts | kNonlinear},
    {"UFNRA", kQuantifiers | kFreeFunctions | kReals | kNonlinear},
    {"UFLIRA", kQuantifiers | kFreeFunctions | kLinearBoth},
    {"UFDTLIA", kQuantifiers | kFreeFunctions | kDatatypes | kInts},
    {"ALIA", kQuantifiers | kArrays | kInts},
    {"AUFLIA", kQuantifiers | kArrays | kFreeFunctions | kInts},
    {"AUFBV", kQuantifiers | kArrays | kFreeFunctions | kBits},
    {"AUFDTLIA", kQuantifiers | kArrays | kFreeFunctions | kDatatypes | kInts},
    {"AUFNIA", kQuantifiers | kArrays | kFreeFunctions | kInts | kNonlinear},
    {"AUFLIRA", kQuantifiers | kArrays | kFreeFunctions | kLinearBoth},
    {"AUFNIRA", kQuantifiers | kArrays | kFreeFunctions | kLinearBoth | kNonlinear},
};

/// Collects the features of terms, of their sorts, and of the bodies of called functions.
class Features {
 public:
  explicit Features(const TermStore& store) : store_(store) {}

  std::uint32_t of(std::span<const TermId> terms) {
    Subterms below(store_, terms);
    bodies_ = &below;
    while (const auto term = below.next()) of_term(*term);
    return features_;
  }

 private:
  void of_term(TermId term) {
    of_sort(store_.sort_of(term));
    const TermNode& node = store_.node(term);
    if (node.kind == TermKind::Binder) {
      const BinderInfo& info = store_.binder_info(term);
      const bool quantifier = info.kind == BinderKind::Forall || info.kind == BinderKind::Exists;
      features_ |= quantifier ? kQuantifiers : info.kind == BinderKind::MatchCase ? 0U : kOther;
      for (const BoundVariable& variable : info.variables) {
        of_sort(variable.sort);
      }
    } else if (node.kind == TermKind::Call) {
      of_function(store_.node(store_.function_of(term)));
    } else if (node.kind == TermKind::Apply) {
      of_operator(term);
    }
  }

  void of_function(const Function& function) {
    switch (function.kind) {
      case FunctionKind::Declared: features_ |= function.parameters.empty() ? 0U : kFreeFunctions; break;
      case FunctionKind::Recursive: features_ |= kFunctions | kQuantifiers; break;
      case FunctionKind::Opaque: features_ |= kOther; break;
      default: break;
    }
    if (function.body) {
      bodies_->add(*function.body);
    }
  }

  void of_operator(TermId term) {
    const OperatorRow& row = Operators::get().row(store_.op(term));
    // Solvers reject sequences, extensions and constant arrays in standard logics.
    if (row.theory == Theory::Sequences || is_extension(row.theory) || row.ascribed) {
      features_ |= kOther;
    }
    if (row.theory != Theory::Ints && row.theory != Theory::Reals) {
      return;
    }
    const auto children = store_.children(term);
    if (row.name == "*") {
      std::size_t variable = 0;
      for (const TermId child : children) {
        variable += is_number(child) ? 0 : 1;
      }
      features_ |= variable > 1 ? kNonlinear : 0U;
    } else if (row.name == "div" || row.name == "mod" || row.name == "/") {
      for (std::size_t i = 1; i < children.size(); ++i) {
        features_ |= is_number(children[i]) && !is_zero(children[i]) ? 0U : kNonlinear;
      }
    } else if (row.name == "to_real" || row.name == "to_int" || row.name == "is_int") {
      // These operators belong to the theory Reals_Ints, even if the term has only integers or only reals.
      features_ |= kLinearBoth;
    } else if (!row.standard) {
      features_ |= kOther;
    }
  }

  /// Whether a number (is_number) is zero, a divisor that linear arithmetic does not allow.
  [[nodiscard]] bool is_zero(TermId term) const {
    // In (- 0.0) and (/ 0.0 1.0) the first child decides.
    while (store_.node(term).kind == TermKind::Apply) term = store_.children(term)[0];
    const Value& value = store_.value(term);
    return (value.is<mpz_class>() && value.as_int() == 0) || (value.is<mpq_class>() && value.as_real() == 0);
  }

  /// Whether the term is a literal, a negated literal or a fraction.
  [[nodiscard]] bool is_number(TermId term) const {
    const TermNode& node = store_.node(term);
    if (node.kind == TermKind::Constant) {
      return true;
    }
    if (node.kind != TermKind::Apply || node.count == 0 || node.count > 2) {
      return false;
    }
    const std::string_view name = Operators::get().row(store_.op(term)).name;
    if (name == "-" && node.count == 1) {
      return store_.node(store_.children(term)[0]).kind == TermKind::Constant || is_fraction(store_.children(term)[0]);
    }
    return is_fraction(term);
  }

  [[nodiscard]] bool is_fraction(TermId term) const {
    const auto children = store_.children(term);
    return store_.node(term).kind == TermKind::Apply && children.size() == 2 &&
           Operators::get().row(store_.op(term)).name == "/" && store_.node(children[0]).kind == TermKind::Constant &&
           store_.node(children[1]).kind == TermKind::Constant;
  }

  void of_sort(SortId sort) {
    std::vector<SortId> pending;
    const auto visit = [&](SortId part) {
      if (sorts_.add(part.index)) {
        pending.push_back(part);
      }
    };
    visit(sort);
    while (!pending.empty()) {
      const SortId top = pending.back();
      pending.pop_back();
      const SortNode& node = store_.node(top);
      features_ |= of_kind(node.kind);
      if (node.kind == SortKind::Array) {
        // No standard logic allows Bool as an array's index or element sort, and only QF_AX allows uninterpreted sorts.
        for (const SortId part : node.arguments) {
          const SortKind kind = store_.kind(part);
          features_ |= kind == SortKind::Bool ? kOther : kind == SortKind::Uninterpreted ? kFreeArrays : 0U;
        }
      }
      for (const SortId argument : node.arguments) {
        visit(argument);
      }
      if (node.kind == SortKind::Datatype) {
        for (const DatatypeId member : store_.group_of(*node.datatype)) {
          for (const Constructor& constructor : store_.node(member).constructors) {
            for (const Field& field : constructor.fields) {
              visit(field.sort);
            }
          }
        }
      }
    }
  }

  static std::uint32_t of_kind(SortKind kind) {
    switch (kind) {
      case SortKind::Bool:
      case SortKind::Parameter: return 0;
      case SortKind::Int: return kInts;
      case SortKind::Real: return kReals;
      case SortKind::RoundingMode:
      case SortKind::Float: return kFloats;
      case SortKind::String:
      case SortKind::RegLan: return kStrings;
      case SortKind::BitVector: return kBits;
      case SortKind::Array: return kArrays;
      case SortKind::Datatype: return kDatatypes;
      case SortKind::Uninterpreted: return kFunctions;
      case SortKind::Function: return kFunctions | kHigherOrder;
      default: return kOther;
    }
  }

  const TermStore& store_;
  Subterms* bodies_ = nullptr;  ///< the walk, to which bodies of called functions are added
  Marks sorts_;
  std::uint32_t features_ = 0;
};

}  // namespace

namespace {

/// The number of features of a logic. Free functions count as one feature.
int size_of(const Logic& logic) { return std::popcount(logic.features & ~std::uint32_t{kArguments}); }

}  // namespace

std::string logic_of(const TermStore& store, std::span<const TermId> terms) {
  const std::uint32_t all = Features(store).of(terms);
  // Higher-order problems are mostly quantified, and solvers have no names for quantifier-free higher-order logics.
  const bool higher_order = (all & kHigherOrder) != 0;
  const std::uint32_t needed = higher_order ? (all & ~kHigherOrder) | kQuantifiers : all;
  const Logic* best = nullptr;
  for (const Logic& logic : kLogics) {
    const bool covers = (needed & ~logic.features) == 0;
    if (covers && (best == nullptr || size_of(logic) < size_of(*best))) {
      best = &logic;
    }
  }
  return (higher_order ? std::string(kHigherOrderPrefix) : "") + (best == nullptr ? "ALL" : std::string(best->name));
}

bool logic_covers(const TermStore& store, std::string_view logic, std::span<const TermId> terms) {
  std::uint32_t needed = Features(store).of(terms);
  if (logic.starts_with(kHigherOrderPrefix)) {
    logic.remove_prefix(kHigherOrderPrefix.size());
    needed &= ~kHigherOrder;
  }
  if (logic == "ALL") {
    return (needed & kHigherOrder) == 0;
  }
  const auto* const row = std::find_if(std::begin(kLogics), std::end(kLogics),
                                       [&](const Logic& candidate) { return candidate.name == logic; });
  return row != std::end(kLogics) && (needed & ~row->features) == 0;
}

}  // namespace assay::smt
