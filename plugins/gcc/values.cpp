// SPDX-License-Identifier: GPL-3.0-or-later
// Claims about values: the ranger's ranges at definitions, at uses and on edges, and information stored with SSA names.
#include "claim.hpp"

namespace assay_gcc {
namespace {

class Values {
 public:
  Values(function* fun, const Settings& settings, const std::vector<bool>& undefined, std::vector<Group>& groups,
         Unread& unread)
      : fun_(fun), settings_(settings), undefined_(undefined), groups_(groups), unread_(unread) {}

  void collect() {
    ranger_ = enable_ranger(fun_);
    parameters();
    basic_block bb;
    FOR_EACH_BB_FN(bb, fun_) block(bb);
    disable_ranger(fun_);
  }

 private:
  bool usable(tree name) {
    if (TREE_CODE(name) != SSA_NAME || virtual_operand_p(name)) return false;
    if (undefined_[SSA_NAME_VERSION(name)] || SSA_NAME_OCCURS_IN_ABNORMAL_PHI(name)) {
      ++unread_[kUndefinedName];
      return false;
    }
    if (is_checkable(TREE_TYPE(name))) return true;
    ++unread_[kUnusualType];
    return false;
  }

  void parameters() {
    for (tree p = DECL_ARGUMENTS(fun_->decl); p; p = DECL_CHAIN(p)) {
      tree name = ssa_default_def(fun_, p);
      if (name == NULL_TREE || has_zero_uses(name) || !usable(name)) continue;
      Where where;
      where.kind = Where::Kind::FunctionStart;
      definition(where, name, "parameter");
    }
  }

  void block(basic_block bb) {
    used_.clear();
    for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i)) {
      tree name = gimple_phi_result(i.phi());
      if (virtual_operand_p(name) || !usable(name)) continue;
      definition(after(i.phi()), name, "phi");
      if (settings_.lie == Lie::PhiForgets) phi_forgets(i.phi());
    }
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
      gimple* statement = gsi_stmt(i);
      if (is_gimple_debug(statement)) continue;
      uses(statement);
      relation(statement);
      if (gimple_call_builtin_p(statement, BUILT_IN_UNREACHABLE)) unreachable(before(statement), "unreachable call");
      tree name = gimple_get_lhs(statement);
      if (name == NULL_TREE || TREE_CODE(name) != SSA_NAME || !usable(name)) continue;
      if (stmt_ends_bb_p(statement)) {
        ++unread_[kNoPlace];
      } else {
        definition(after(statement), name, operation_of(statement));
      }
    }
    edge e;
    edge_iterator ei;
    if (EDGE_COUNT(bb->succs) > 1) FOR_EACH_EDGE(e, ei, bb->succs) on_edge(e);
  }

  static Where after(gimple* statement) {
    Where where;
    where.kind = Where::Kind::AfterDefinition;
    where.statement = statement;
    return where;
  }
  static Where before(gimple* statement) {
    Where where;
    where.statement = statement;
    return where;
  }

  static const char* operation_of(gimple* statement) {
    if (is_gimple_assign(statement)) return get_tree_code_name(gimple_assign_rhs_code(statement));
    if (gimple_call_internal_p(statement)) return internal_fn_name(gimple_call_internal_fn(statement));
    if (tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE)
      return fndecl_built_in_p(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "call";
    return gimple_code_name[gimple_code(statement)];
  }

  /// Adds a range if it has information.
  static bool add(Group& group, const irange& range, const char* part) {
    Claim claim;
    claim.part = part;
    claim.ranges = ranges_of(range);
    if (claim.ranges.empty()) return false;
    group.claims.push_back(claim);
    return true;
  }

  void definition(const Where& where, tree name, const char* operation) {
    Group group;
    group.where = where;
    group.value = name;
    group.operation = operation;
    int_range_max range;
    gimple* statement = SSA_NAME_DEF_STMT(name);
    const bool told = SSA_NAME_IS_DEFAULT_DEF(name) ? ranger_->range_of_expr(range, name)
                                                    : ranger_->range_of_stmt(range, statement, name);
    if (told && range.undefined_p()) return unreachable(where, "ranger");  // no value is possible
    if (told) add(group, range, "ranger");
    const value_range stored = gimple_range_global(name);
    if (!stored.undefined_p() && !stored.varying_p()) {
      const int_range_max global(stored);
      if (!told || !(global == range)) add(group, global, "stored range");
    }
    if (INTEGRAL_TYPE_P(TREE_TYPE(name))) {
      bits(group, name);
      signs(group, name);
    }
    if (POINTER_TYPE_P(TREE_TYPE(name))) alignment(group, name);
    lie(group, name);
    if (!group.claims.empty()) groups_.push_back(group);
  }

  void bits(Group& group, tree name) const {
    wide_int nonzero = get_nonzero_bits(name);
    gimple* statement = SSA_NAME_DEF_STMT(name);
    if (settings_.lie == Lie::NegatedBits && is_gimple_assign(statement) &&
        gimple_assign_rhs_code(statement) == NEGATE_EXPR && TREE_CODE(gimple_assign_rhs1(statement)) == SSA_NAME) {
      int_range_max range;
      ranger_->range_of_expr(range, gimple_assign_rhs1(statement), statement);
      nonzero = get_nonzero_bits(gimple_assign_rhs1(statement));
      if (!range.undefined_p() && !range.varying_p() && wi::ge_p(range.lower_bound(), 0, SIGNED))
        nonzero = wi::mask(wi::min_precision(range.upper_bound(), UNSIGNED), false, nonzero.get_precision());
    }
    if (nonzero == -1) return;
    Claim claim;
    claim.kind = Claim::Kind::Zeros;
    claim.part = "stored bits";
    claim.zeros = wi::bit_not(nonzero);
    group.claims.push_back(claim);
  }

  /// Conclusions of folding and expansion by their own rules, if the ranges have less information.
  static void signs(Group& group, tree name) {
    tree type = TREE_TYPE(name);
    tree zero = build_zero_cst(type), greatest = TYPE_MAX_VALUE(type), least = TYPE_MIN_VALUE(type);
    if (TREE_CODE(greatest) != INTEGER_CST || TREE_CODE(least) != INTEGER_CST) return;
    if (!TYPE_UNSIGNED(type)) {
      const int sign = get_range_pos_neg(name);
      tree minus_one = build_minus_one_cst(type);
      if (tree_expr_nonnegative_p(name)) add_new(group, int_range<1>(zero, greatest), "folding's sign");
      if (sign == 1) add_new(group, int_range<1>(zero, greatest), "expansion's sign");
      if (sign == 2) add_new(group, int_range<1>(least, minus_one), "expansion's sign");
    }
    // The vectorizer's masks are signed Booleans, in which true is -1; ssa_name_has_boolean_range means the truth
    // value.
    const bool mask = TREE_CODE(type) == BOOLEAN_TYPE && !TYPE_UNSIGNED(type);
    if (TYPE_PRECISION(type) > 1 && !mask && ssa_name_has_boolean_range(name))
      add_new(group, int_range<1>(zero, build_one_cst(type)), "boolean range");
  }
  /// Adds a range that no claim of the group implies.
  static void add_new(Group& group, const irange& range, const char* part) {
    const signop sign = TYPE_SIGN(range.type());
    for (const Claim& claim : group.claims)
      if (claim.kind == Claim::Kind::Ranges && wi::ge_p(claim.ranges.front().first, range.lower_bound(), sign) &&
          wi::le_p(claim.ranges.back().second, range.upper_bound(), sign))
        return;
    add(group, range, part);
  }

  static void alignment(Group& group, tree name) {
    unsigned align, misalign;
    ptr_info_def* info = SSA_NAME_PTR_INFO(name);
    if (info == nullptr || !get_ptr_info_alignment(info, &align, &misalign) || align <= 1) return;
    Claim claim;
    claim.kind = Claim::Kind::Alignment;
    claim.part = "stored alignment";
    claim.align = align;
    claim.misalign = misalign;
    group.claims.push_back(claim);
  }

  void lie(Group& group, tree name) const {
    const signop sign = TYPE_SIGN(TREE_TYPE(name));
    for (Claim& claim : group.claims) {
      if (claim.kind != Claim::Kind::Ranges) continue;
      auto& [low, high] = claim.ranges.front();
      auto& last = claim.ranges.back().second;
      if (settings_.lie == Lie::LowUp && wi::lt_p(low, high, sign)) low = wi::add(low, 1);
      if (settings_.lie == Lie::HighDown && wi::lt_p(claim.ranges.back().first, last, sign)) last = wi::sub(last, 1);
      if (settings_.lie == Lie::SignLost && sign == SIGNED && wi::neg_p(low) && !wi::neg_p(last))
        low = wi::sub(low, low);
    }
  }

  /// The planted bug: omits a phi's last argument from its range.
  void phi_forgets(gphi* phi) {
    int_range_max all, one;
    for (unsigned i = 0; i + 1 < gimple_phi_num_args(phi); ++i) {
      if (!ranger_->range_on_edge(one, gimple_phi_arg_edge(phi, i), gimple_phi_arg_def(phi, i))) return;
      all.union_(one);
    }
    Group group;
    group.where = after(phi);
    group.value = gimple_phi_result(phi);
    group.operation = "phi";
    if (!all.undefined_p() && add(group, all, "ranger")) groups_.push_back(group);
  }

  /// The ranger's range of a name at its first use in a block that does not define it.
  void uses(gimple* statement) {
    ssa_op_iter i;
    tree name;
    FOR_EACH_SSA_TREE_OPERAND(name, statement, i, SSA_OP_USE) {
      gimple* defined = SSA_NAME_DEF_STMT(name);
      if (gimple_bb(defined) == gimple_bb(statement) || !used_.insert(SSA_NAME_VERSION(name)).second) continue;
      int_range_max here, there;
      if (!usable(name) || !ranger_->range_of_expr(here, name, statement)) continue;
      if (here.undefined_p()) {
        unreachable(before(statement), "ranger");
        continue;
      }
      if (SSA_NAME_IS_DEFAULT_DEF(name) ? ranger_->range_of_expr(there, name)
                                        : ranger_->range_of_stmt(there, defined, name))
        if (here == there) continue;
      Group group;
      group.where = before(statement);
      const bool stale = settings_.lie == Lie::Stale && !SSA_NAME_IS_DEFAULT_DEF(name) && !stmt_ends_bb_p(defined);
      if (stale) group.where = after(defined);
      group.value = name;
      group.operation = "use";
      if (add(group, here, "ranger at use")) groups_.push_back(group);
    }
  }

  void unreachable(const Where& where, const char* part) {
    Group group;
    group.where = where;
    group.operation = where.kind == Where::Kind::OnEdge ? "edge" : "statement";
    Claim claim;
    claim.kind = Claim::Kind::Unreachable;
    claim.part = part;
    group.claims.push_back(claim);
    groups_.push_back(group);
  }

  void on_edge(edge e) {
    if ((e->flags & (EDGE_ABNORMAL | EDGE_EH)) != 0) return;
    gimple* last = last_stmt(e->src);
    if (last == nullptr || (gimple_code(last) != GIMPLE_COND && gimple_code(last) != GIMPLE_SWITCH)) return;
    Where where;
    where.kind = Where::Kind::OnEdge;
    where.on = e;
    where.statement = last;
    ssa_op_iter use;
    tree operand;
    FOR_EACH_SSA_TREE_OPERAND(operand, last, use, SSA_OP_USE) if (!usable(operand)) return;
    if (never_taken(last, e)) return unreachable(where, "ranger folds the condition");
    bitmap names = ranger_->gori().exports(e->src);
    unsigned version;
    bitmap_iterator i;
    EXECUTE_IF_SET_IN_BITMAP(names, 0, version, i) {
      tree name = ssa_name(version);
      int_range_max on, at;
      if (name == NULL_TREE || !usable(name) || !ranger_->gori().has_edge_range_p(name, e)) continue;
      if (!ranger_->range_on_edge(on, e, name)) continue;
      if (on.undefined_p()) return unreachable(where, "ranger on edge");
      if (ranger_->range_of_expr(at, name, last) && at == on) continue;
      Group group;
      group.where = where;
      group.value = name;
      group.operation = "edge";
      if (add(group, on, "ranger on edge")) groups_.push_back(group);
    }
  }

  bool never_taken(gimple* last, edge e) {
    gcond* cond = dyn_cast<gcond*>(last);
    if (cond == nullptr) return false;
    if (settings_.lie == Lie::TooUnreachable && gimple_cond_code(cond) == EQ_EXPR)
      return (e->flags & EDGE_TRUE_VALUE) != 0;
    int_range_max truth;
    if (!ranger_->range_of_stmt(truth, cond) || truth.undefined_p() || !truth.singleton_p()) return false;
    return truth.zero_p() == ((e->flags & EDGE_TRUE_VALUE) != 0);
  }

  /// The relation of two compared names, before the comparison.
  void relation(gimple* statement) {
    tree a = NULL_TREE, b = NULL_TREE;
    if (gcond* cond = dyn_cast<gcond*>(statement)) {
      a = gimple_cond_lhs(cond);
      b = gimple_cond_rhs(cond);
    } else if (is_gimple_assign(statement) && gimple_num_ops(statement) == 3) {
      a = gimple_assign_rhs1(statement);
      b = gimple_assign_rhs2(statement);
    }
    if (a == NULL_TREE || TREE_CODE(a) != SSA_NAME || TREE_CODE(b) != SSA_NAME || a == b) return;
    if (!types_compatible_p(TREE_TYPE(a), TREE_TYPE(b)) || !is_checkable(TREE_TYPE(a))) return;
    const relation_kind known = ranger_->query_relation(statement, a, b, false);
    if (known == VREL_NONE || known == VREL_EMPTY || !usable(a) || !usable(b)) return;
    Group group;
    group.where = before(statement);
    group.value = a;
    group.operation = "use";
    Claim claim;
    claim.kind = Claim::Kind::Relation;
    claim.part = "relation oracle";
    claim.relation = known;
    claim.other = b;
    group.claims.push_back(claim);
    groups_.push_back(group);
  }

  function* fun_;
  const Settings& settings_;
  const std::vector<bool>& undefined_;
  std::vector<Group>& groups_;
  Unread& unread_;
  gimple_ranger* ranger_ = nullptr;
  std::set<unsigned> used_;
};

}  // namespace

bool is_checkable(tree type) {
  if (!INTEGRAL_TYPE_P(type) && !POINTER_TYPE_P(type)) return false;
  const machine_mode mode = TYPE_MODE(type);
  return SCALAR_INT_MODE_P(mode) && TYPE_PRECISION(type) > 0 && GET_MODE_BITSIZE(as_a<scalar_int_mode>(mode)) <= 128;
}

std::vector<std::pair<wide_int, wide_int>> ranges_of(const irange& range) {
  std::vector<std::pair<wide_int, wide_int>> all;
  constexpr unsigned kMaxRanges = 16;  // a check of more ranges would cost more than it shows
  if (range.undefined_p() || range.varying_p()) return all;
  if (range.num_pairs() > kMaxRanges) {
    all.emplace_back(range.lower_bound(0), range.upper_bound());
    return all;
  }
  for (unsigned i = 0; i < range.num_pairs(); ++i) all.emplace_back(range.lower_bound(i), range.upper_bound(i));
  return all;
}

std::vector<bool> undefined_names(function* fun) {
  std::vector<bool> undefined(num_ssa_names, false);
  unsigned version;
  tree name;
  FOR_EACH_SSA_NAME(version, name, fun) {
    if (!virtual_operand_p(name)) undefined[version] = ssa_undefined_value_p(name, true);
  }
  for (bool changed = true; changed;) {
    changed = false;
    FOR_EACH_SSA_NAME(version, name, fun) {
      if (undefined[version] || virtual_operand_p(name) || SSA_NAME_IS_DEFAULT_DEF(name)) continue;
      ssa_op_iter i;
      use_operand_p use;
      FOR_EACH_PHI_OR_STMT_USE(use, SSA_NAME_DEF_STMT(name), i, SSA_OP_USE) {
        tree operand = USE_FROM_PTR(use);
        if (TREE_CODE(operand) == SSA_NAME && undefined[SSA_NAME_VERSION(operand)]) undefined[version] = changed = true;
      }
    }
  }
  return undefined;
}

void collect_values(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread) {
  Values(fun, settings, undefined, groups, unread).collect();
}

}  // namespace assay_gcc
