#include <array>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

enum Need : std::uint32_t {
  kQuantifiers = 1,
  kArrays = 2,
  kFunctions = 4,
  kDatatypes = 8,
  kBits = 16,
  kFloats = 32,
  kStrings = 64,
  kInts = 128,
  kReals = 256,
  kNonlinear = 512,
  kMore = 1024,  ///< only ALL has it
};

struct Logic {
  std::string_view name;
  std::uint32_t has;
};

/// Standard logics and those that solvers share, every one before those that contain it.
constexpr std::array kLogics = {
    Logic{"QF_UF", kFunctions},
    Logic{"QF_LIA", kInts},
    Logic{"QF_LRA", kReals},
    Logic{"QF_BV", kBits},
    Logic{"QF_DT", kDatatypes},
    Logic{"QF_FP", kFloats},
    Logic{"QF_AX", kArrays | kFunctions},
    Logic{"QF_S", kStrings},
    Logic{"QF_LIRA", kInts | kReals},
    Logic{"QF_SLIA", kStrings | kInts},
    Logic{"QF_NIA", kInts | kNonlinear},
    Logic{"QF_NRA", kReals | kNonlinear},
    Logic{"QF_BVFP", kBits | kFloats},
    Logic{"QF_FPLRA", kFloats | kReals},
    Logic{"QF_ABV", kArrays | kBits},
    Logic{"QF_UFBV", kFunctions | kBits},
    Logic{"QF_UFDT", kFunctions | kDatatypes},
    Logic{"QF_UFFP", kFunctions | kFloats},
    Logic{"QF_ALIA", kArrays | kInts},
    Logic{"QF_UFLIA", kFunctions | kInts},
    Logic{"QF_UFLRA", kFunctions | kReals},
    Logic{"QF_NIRA", kInts | kReals | kNonlinear},
    Logic{"QF_AUFBV", kArrays | kFunctions | kBits},
    Logic{"QF_ABVFP", kArrays | kBits | kFloats},
    Logic{"QF_BVFPLRA", kBits | kFloats | kReals},
    Logic{"QF_UFNIA", kFunctions | kInts | kNonlinear},
    Logic{"QF_UFNRA", kFunctions | kReals | kNonlinear},
    Logic{"QF_AUFLIA", kArrays | kFunctions | kInts},
    Logic{"QF_UFDTLIA", kFunctions | kDatatypes | kInts},
    Logic{"QF_ANIA", kArrays | kInts | kNonlinear},
    Logic{"QF_AUFNIA", kArrays | kFunctions | kInts | kNonlinear},
    Logic{"QF_AUFBVFP", kArrays | kFunctions | kBits | kFloats},
    Logic{"UF", kQuantifiers | kFunctions},
    Logic{"LIA", kQuantifiers | kInts},
    Logic{"LRA", kQuantifiers | kReals},
    Logic{"BV", kQuantifiers | kBits},
    Logic{"FP", kQuantifiers | kFloats},
    Logic{"NIA", kQuantifiers | kInts | kNonlinear},
    Logic{"NRA", kQuantifiers | kReals | kNonlinear},
    Logic{"UFBV", kQuantifiers | kFunctions | kBits},
    Logic{"UFDT", kQuantifiers | kFunctions | kDatatypes},
    Logic{"ALIA", kQuantifiers | kArrays | kInts},
    Logic{"ABV", kQuantifiers | kArrays | kBits},
    Logic{"BVFP", kQuantifiers | kBits | kFloats},
    Logic{"UFLIA", kQuantifiers | kFunctions | kInts},
    Logic{"UFLRA", kQuantifiers | kFunctions | kReals},
    Logic{"UFNIA", kQuantifiers | kFunctions | kInts | kNonlinear},
    Logic{"UFDTLIA", kQuantifiers | kFunctions | kDatatypes | kInts},
    Logic{"AUFBV", kQuantifiers | kArrays | kFunctions | kBits},
    Logic{"AUFLIA", kQuantifiers | kArrays | kFunctions | kInts},
    Logic{"AUFLIRA", kQuantifiers | kArrays | kFunctions | kInts | kReals},
    Logic{"AUFNIA", kQuantifiers | kArrays | kFunctions | kInts | kNonlinear},
    Logic{"AUFNIRA", kQuantifiers | kArrays | kFunctions | kInts | kReals | kNonlinear},
    Logic{"AUFDTLIA", kQuantifiers | kArrays | kFunctions | kDatatypes | kInts},
    Logic{"AUFDTLIRA", kQuantifiers | kArrays | kFunctions | kDatatypes | kInts | kReals},
    Logic{"AUFDTNIRA", kQuantifiers | kArrays | kFunctions | kDatatypes | kInts | kReals | kNonlinear},
};

class NeedFinder {
 public:
  explicit NeedFinder(const TermStore& store) : store_(store), names_(Operators::get()) {}

  std::uint32_t of(std::span<const TermId> terms) {
    todo_.assign(terms.begin(), terms.end());
    while (!todo_.empty()) {
      const TermId term = todo_.back();
      todo_.pop_back();
      if (seen_.insert(term.index).second) visit(term);
    }
    return needs_;
  }

 private:
  struct Names {
    explicit Names(const Operators& ops)
        : times(ops.at("*")),
          divide(ops.at("/")),
          div(ops.at("div")),
          mod(ops.at("mod")),
          minus(ops.at("-")),
          fp(ops.at("fp")) {}
    OperatorId times, divide, div, mod, minus, fp;
  };

  void visit(TermId term) {
    const TermNode& node = store_.node(term);
    visit_sort(node.sort);
    const std::span<const TermId> children = store_.children(term);
    switch (node.kind) {
      case TermKind::Binder: visit_binder(term); break;
      case TermKind::Call: visit_call(store_.function_of(term)); break;
      case TermKind::Apply:
        visit_operator(term);
        // A literal's parts are no bit-vectors of the formula's.
        if (store_.op(term) == names_.fp && store_.node(children[0]).kind == TermKind::Constant &&
            store_.node(children[1]).kind == TermKind::Constant &&
            store_.node(children[2]).kind == TermKind::Constant) {
          return;
        }
        break;
      default: break;
    }
    todo_.insert(todo_.end(), children.begin(), children.end());
  }

  void visit_binder(TermId term) {
    const BinderInfo& info = store_.binder_info(term);
    if (info.kind == BinderKind::Forall || info.kind == BinderKind::Exists) {
      needs_ |= kQuantifiers;
    } else if (info.kind != BinderKind::MatchCase) {
      needs_ |= kMore;
    }
    for (const BoundVariable& variable : info.variables) visit_sort(variable.sort);
  }

  void visit_call(FunctionId id) {
    const Function& function = store_.node(id);
    if (function.kind == FunctionKind::Opaque || function.kind == FunctionKind::Recursive) needs_ |= kMore;
    if (function.kind == FunctionKind::Declared && !function.parameters.empty()) needs_ |= kFunctions;
    if (function.body) todo_.push_back(*function.body);
  }

  void visit_operator(TermId term) {
    const OperatorId op = store_.op(term);
    const OperatorRow& row = Operators::get().row(op);
    if (!row.standard) needs_ |= kMore;
    const std::span<const TermId> children = store_.children(term);
    if (op == names_.times) {
      std::size_t open = 0;
      for (const TermId child : children) open += is_number(child) ? 0 : 1;
      if (open > 1) needs_ |= kNonlinear;
    }
    const bool divides = op == names_.divide || op == names_.div || op == names_.mod;
    if (divides && children.size() > 1 && !is_number(children.back())) needs_ |= kNonlinear;
  }

  [[nodiscard]] bool is_number(TermId term) const {
    while (store_.is(term, names_.minus) && store_.children(term).size() == 1) term = store_.children(term)[0];
    if (store_.is(term, names_.divide)) {
      return store_.node(store_.children(term)[0]).kind == TermKind::Constant &&
             store_.node(store_.children(term).back()).kind == TermKind::Constant;
    }
    return store_.node(term).kind == TermKind::Constant;
  }

  void visit_sort(SortId id) {
    std::vector<SortId> todo{id};
    while (!todo.empty()) {
      const SortId sort = todo.back();
      todo.pop_back();
      if (!seen_sorts_.insert(sort.index).second) continue;
      const SortNode& node = store_.node(sort);
      needs_ |= need_of(node.kind);
      todo.insert(todo.end(), node.arguments.begin(), node.arguments.end());
      if (!node.datatype) continue;
      for (const Constructor& constructor : store_.node(*node.datatype).constructors) {
        for (const Field& field : constructor.fields) todo.push_back(field.sort);
      }
    }
  }

  static std::uint32_t need_of(SortKind kind) {
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
      case SortKind::Sequence:
      case SortKind::Function:
      case SortKind::Opaque:
      case SortKind::Unknown: return kMore;
    }
    return kMore;
  }

  const TermStore& store_;
  Names names_;
  std::uint32_t needs_ = 0;
  std::vector<TermId> todo_;
  std::unordered_set<std::uint32_t> seen_, seen_sorts_;
};

}  // namespace

std::string logic_of(const TermStore& store, std::span<const TermId> terms) {
  const std::uint32_t needs = NeedFinder(store).of(terms);
  for (const Logic& logic : kLogics) {
    if ((needs & ~logic.has) == 0) return std::string(logic.name);
  }
  return "ALL";
}

}  // namespace assay::smt
