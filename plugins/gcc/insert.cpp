// SPDX-License-Identifier: GPL-3.0-or-later
// Inserts a check at the place of each claim: the value passes through an empty asm statement, which hides it from the
// compiler, and the copy is compared with constants. Each check increments its claim's counter, and calls
// assay_report_broken if the claim does not hold.
#include "claim.hpp"

namespace assay_gcc {
namespace {

// Declarations that the checks use, protected from the garbage collector.
tree hits_declaration, report_declaration;
const ggc_root_tab kRoots[] = {{&hits_declaration, 1, sizeof(tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                               {&report_declaration, 1, sizeof(tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                               LAST_GGC_ROOT_TAB};

tree counter_type() { return long_long_unsigned_type_node; }

void declare() {
  if (hits_declaration != NULL_TREE) return;
  ggc_register_root_tab(kRoots);
  hits_declaration =
      build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("assay_hits"), build_array_type(counter_type(), NULL_TREE));
  DECL_EXTERNAL(hits_declaration) = 1;
  TREE_PUBLIC(hits_declaration) = 1;
  TREE_ADDRESSABLE(hits_declaration) = 1;
  DECL_ARTIFICIAL(hits_declaration) = 1;
  report_declaration =
      build_fn_decl("assay_report_broken", build_function_type_list(void_type_node, unsigned_type_node, counter_type(),
                                                                    counter_type(), counter_type(), NULL_TREE));
}

tree bits_type(unsigned bits) { return build_nonstandard_integer_type(bits, 1); }

unsigned bits_of_mode(tree type) { return GET_MODE_BITSIZE(as_a<scalar_int_mode>(TYPE_MODE(type))); }

/// A copy of a value, hidden from the optimisers, as unsigned bits of its mode.
tree opaque(gimple_seq* seq, tree value) {
  tree type = bits_type(bits_of_mode(TREE_TYPE(value)));
  tree copy = make_ssa_name(type);
  vec<tree, va_gc>*inputs = nullptr, *outputs = nullptr;
  tree same = build_tree_list(NULL_TREE, build_string(1, "0"));
  tree any = build_tree_list(NULL_TREE, build_string(2, "=r"));
  vec_safe_push(inputs, build_tree_list(same, value));
  vec_safe_push(outputs, build_tree_list(any, copy));
  gasm* statement = gimple_build_asm_vec("", inputs, outputs, nullptr, nullptr);
  gimple_asm_set_volatile(statement, true);
  SSA_NAME_DEF_STMT(copy) = statement;
  gimple_seq_add_stmt(seq, statement);
  return copy;
}

/// The address of a memory reference, hidden from the optimisers.
tree opaque_address(gimple_seq* seq, tree reference) {
  tree address = TREE_CODE(reference) == TARGET_MEM_REF
                     ? tree_mem_ref_addr(build_pointer_type(TREE_TYPE(reference)), unshare_expr(reference))
                     : build_fold_addr_expr(unshare_expr(reference));
  gimple_seq made = nullptr;
  address = force_gimple_operand(address, &made, true, NULL_TREE);
  gimple_seq_add_seq(seq, made);
  return opaque(seq, address);
}

void count(gimple_seq* seq, unsigned fact) {
  tree address = build1(ADDR_EXPR, build_pointer_type(TREE_TYPE(hits_declaration)), hits_declaration);
  tree offset = build_int_cst(build_pointer_type(counter_type()), (HOST_WIDE_INT)fact * 8);
  tree old = make_ssa_name(counter_type()), now = make_ssa_name(counter_type());
  gimple_seq_add_stmt(seq, gimple_build_assign(old, build2(MEM_REF, counter_type(), address, offset)));
  gimple_seq_add_stmt(seq, gimple_build_assign(now, PLUS_EXPR, old, build_one_cst(counter_type())));
  gimple_seq_add_stmt(seq, gimple_build_assign(build2(MEM_REF, counter_type(), unshare_expr(address), offset), now));
}

/// Builds the judgement of one group's claims.
class Judge {
 public:
  Judge(gimple_seq* seq, const Group& group) : seq_(seq), group_(group) {
    if (group.value == NULL_TREE) return;
    const bool reference = group.claims.front().kind == Claim::Kind::Apart;
    subject_ = reference ? opaque_address(seq, group.value) : opaque(seq, group.value);
    type_ = TREE_TYPE(subject_);
    sign_ = reference ? UNSIGNED : TYPE_SIGN(TREE_TYPE(group.value));
  }

  /// 1 if the claim is broken, in the counter's type.
  tree broken(const Claim& claim) {
    tree result = boolean_true_node;
    switch (claim.kind) {
      case Claim::Kind::Ranges: result = outside(claim); break;
      case Claim::Kind::Zeros:
        result = compare(NE_EXPR, binary(BIT_AND_EXPR, subject_, constant(claim.zeros, UNSIGNED)), zero());
        break;
      case Claim::Kind::Alignment:
        result = compare(NE_EXPR, binary(BIT_AND_EXPR, subject_, build_int_cst(type_, claim.align - 1)),
                         build_int_cst(type_, claim.misalign));
        break;
      case Claim::Kind::Unreachable: return build_one_cst(counter_type());
      case Claim::Kind::Relation: result = unrelated(claim); break;
      case Claim::Kind::Apart: result = overlap(claim); break;
      case Claim::Kind::Trips: gcc_unreachable();  // Trips have a counter of their own
    }
    return gimple_build(seq_, NOP_EXPR, counter_type(), result);
  }

  /// The reported value as 128 bits, sign-extended.
  std::pair<tree, tree> witness(gimple_seq* seq) const {
    tree zero_half = build_zero_cst(counter_type());
    if (subject_ == NULL_TREE) return {zero_half, zero_half};
    const unsigned bits = TYPE_PRECISION(type_);
    tree wide = signed_or_unsigned_type_for(sign_ == UNSIGNED, type_);
    tree value = gimple_build(seq, NOP_EXPR, wide, subject_);
    tree low = gimple_build(seq, NOP_EXPR, counter_type(), value);
    if (bits > 64) {
      tree shifted = gimple_build(seq, RSHIFT_EXPR, wide, value, build_int_cst(unsigned_type_node, 64));
      return {low, gimple_build(seq, NOP_EXPR, counter_type(), shifted)};
    }
    if (sign_ == UNSIGNED) return {low, zero_half};
    tree signed_low = gimple_build(seq, NOP_EXPR, long_long_integer_type_node, value);
    tree high =
        gimple_build(seq, RSHIFT_EXPR, long_long_integer_type_node, signed_low, build_int_cst(unsigned_type_node, 63));
    return {low, gimple_build(seq, NOP_EXPR, counter_type(), high)};
  }

 private:
  tree zero() const { return build_zero_cst(type_); }
  tree constant(const wide_int& value, signop sign) const {
    return wide_int_to_tree(type_, wide_int::from(value, TYPE_PRECISION(type_), sign));
  }
  tree binary(tree_code code, tree a, tree b) { return gimple_build(seq_, code, TREE_TYPE(a), a, b); }
  tree compare(tree_code code, tree a, tree b) { return gimple_build(seq_, code, boolean_type_node, a, b); }

  tree outside(const Claim& claim) {
    tree all = NULL_TREE;
    for (const auto& [low, high] : claim.ranges) {
      tree from = constant(low, sign_);
      tree length = fold_build2(MINUS_EXPR, type_, constant(high, sign_), from);
      tree beyond = compare(GT_EXPR, binary(MINUS_EXPR, subject_, from), length);
      all = all == NULL_TREE ? beyond : gimple_build(seq_, BIT_AND_EXPR, boolean_type_node, all, beyond);
    }
    return all;
  }

  tree unrelated(const Claim& claim) {
    tree other = opaque(seq_, claim.other);
    tree type = signed_or_unsigned_type_for(sign_ == UNSIGNED, type_);
    tree a = gimple_build(seq_, NOP_EXPR, type, subject_), b = gimple_build(seq_, NOP_EXPR, type, other);
    return compare(invert_tree_comparison(claim.relation, false), a, b);
  }

  tree overlap(const Claim& claim) {
    tree other = opaque_address(seq_, claim.other);
    tree behind = compare(LT_EXPR, binary(MINUS_EXPR, subject_, other), build_int_cst(type_, claim.other_bytes));
    tree before = compare(LT_EXPR, binary(MINUS_EXPR, other, subject_), build_int_cst(type_, claim.bytes));
    return gimple_build(seq_, BIT_IOR_EXPR, boolean_type_node, behind, before);
  }

  gimple_seq* seq_;
  const Group& group_;
  tree subject_ = NULL_TREE, type_ = NULL_TREE;
  signop sign_ = UNSIGNED;
};

/// Inserts the checks into one function.
class Inserter {
 public:
  Inserter(function* fun, unsigned first) : fun_(fun), next_(first) {}

  void insert(const Group& group) {
    gimple_seq seq = nullptr;
    const unsigned first = next_;
    next_ += (unsigned)group.claims.size();
    if (group.claims.front().kind == Claim::Kind::Trips) return trips(group, first);
    Judge judge(&seq, group);
    tree broken = NULL_TREE;
    for (std::size_t i = 0; i < group.claims.size(); ++i) {
      count(&seq, first + (unsigned)i);
      add_bit(&seq, broken, judge.broken(group.claims[i]), i);
    }
    gimple* last = put(group.where, seq);
    report(last, first, broken, [&](gimple_seq* late) { return judge.witness(late); });
  }

 private:
  static void add_bit(gimple_seq* seq, tree& all, tree bit, std::size_t place) {
    if (place != 0)
      bit =
          gimple_build(seq, LSHIFT_EXPR, counter_type(), bit, build_int_cst(unsigned_type_node, (HOST_WIDE_INT)place));
    all = all == NULL_TREE ? bit : gimple_build(seq, BIT_IOR_EXPR, counter_type(), all, bit);
  }

  /// Inserts the judgement, and returns its last statement.
  gimple* put(const Where& where, gimple_seq seq) {
    gimple* last = gimple_seq_last_stmt(seq);
    gimple_stmt_iterator at;
    switch (where.kind) {
      case Where::Kind::AfterDefinition:
        if (gimple_code(where.statement) != GIMPLE_PHI) {
          at = gsi_for_stmt(where.statement);
          gsi_insert_seq_after(&at, seq, GSI_NEW_STMT);
          return last;
        }
        at = gsi_after_labels(gimple_bb(where.statement));
        break;
      case Where::Kind::BeforeStatement: at = gsi_for_stmt(where.statement); break;
      case Where::Kind::OnEdge: at = gsi_after_labels(split_edge(where.on)); break;
      case Where::Kind::FunctionStart: at = gsi_after_labels(start()); break;
      case Where::Kind::LoopHead: at = gsi_after_labels(where.in->header); break;
    }
    gsi_insert_seq_before(&at, seq, GSI_NEW_STMT);
    return last;
  }

  basic_block start() {
    if (start_ == nullptr) start_ = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun_)));
    return start_;
  }

  /// Inserts after `last` the call that reports a broken claim, if `broken` is not zero.
  template <typename Witness>
  void report(gimple* last, unsigned first, tree broken, const Witness& witness) {
    gimple_stmt_iterator at = gsi_for_stmt(last);
    basic_block then, rest;
    gimple_stmt_iterator condition = create_cond_insert_point(&at, false, false, true, &then, &rest);
    gsi_insert_after(&condition,
                     gimple_build_cond(NE_EXPR, broken, build_zero_cst(counter_type()), NULL_TREE, NULL_TREE),
                     GSI_NEW_STMT);
    gimple_seq seq = nullptr;
    const auto [low, high] = witness(&seq);
    gimple_seq_add_stmt(
        &seq, gimple_build_call(report_declaration, 4, build_int_cst(unsigned_type_node, first), broken, low, high));
    gimple_stmt_iterator inside = gsi_start_bb(then);
    gsi_insert_seq_after(&inside, seq, GSI_NEW_STMT);
  }

  /// The variable that counts the entries of a loop's head. The update of the SSA form adds its names and phis.
  tree counter_of(loop_p loop) {
    const auto found = counters_.find(loop->num);
    if (found != counters_.end()) return found->second;
    tree counter = create_tmp_var(counter_type(), "assay_trips");
    counters_[loop->num] = counter;
    std::vector<edge> entries;
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, loop->header->preds) if (!flow_bb_inside_loop_p(loop, e->src)) entries.push_back(e);
    gimple_stmt_iterator at = gsi_after_labels(loop->header);
    tree old = make_ssa_name(counter_type()), now = make_ssa_name(counter_type());
    gimple_seq seq = nullptr;
    gimple_seq_add_stmt(&seq, gimple_build_assign(old, counter));
    gimple_seq_add_stmt(&seq, gimple_build_assign(now, PLUS_EXPR, old, build_one_cst(counter_type())));
    gimple_seq_add_stmt(&seq, gimple_build_assign(counter, now));
    last_of_head_[loop->num] = gimple_seq_last_stmt(seq);
    gsi_insert_seq_before(&at, seq, GSI_NEW_STMT);
    for (edge entry : entries) {
      at = gsi_after_labels(split_edge(entry));
      gsi_insert_before(&at, gimple_build_assign(counter, build_zero_cst(counter_type())), GSI_NEW_STMT);
    }
    return counter;
  }

  /// A variable that gets the claimed number at the entry of the loop.
  tree expected(const Group& group, const Claim& claim) {
    if (claim.iterations == NULL_TREE) return build_int_cstu(counter_type(), claim.trips);
    tree variable = create_tmp_var(counter_type(), "assay_expected");
    tree number = fold_convert(counter_type(), unshare_expr(claim.iterations));
    number = fold_build2(PLUS_EXPR, counter_type(), number, build_one_cst(counter_type()));
    gimple_seq seq = nullptr;
    number = force_gimple_operand(number, &seq, true, NULL_TREE);
    gimple_seq_add_stmt(&seq, gimple_build_assign(variable, number));
    gimple_stmt_iterator at = gsi_after_labels(split_edge(loop_preheader_edge(group.where.in)));
    gsi_insert_seq_before(&at, seq, GSI_NEW_STMT);
    return variable;
  }

  void trips(const Group& group, unsigned first) {
    tree counter = counter_of(group.where.in);
    gimple_seq seq = nullptr;
    tree seen = make_ssa_name(counter_type());
    gimple_seq_add_stmt(&seq, gimple_build_assign(seen, counter));
    tree broken = NULL_TREE;
    for (std::size_t i = 0; i < group.claims.size(); ++i) {
      const Claim& claim = group.claims[i];
      count(&seq, first + (unsigned)i);
      tree bound = make_ssa_name(counter_type());
      gimple_seq_add_stmt(&seq, gimple_build_assign(bound, expected(group, claim)));
      tree wrong = gimple_build(&seq, claim.exact ? NE_EXPR : GT_EXPR, boolean_type_node, seen, bound);
      add_bit(&seq, broken, gimple_build(&seq, NOP_EXPR, counter_type(), wrong), i);
    }
    gimple* last = gimple_seq_last_stmt(seq);
    if (group.where.kind == Where::Kind::LoopHead) {
      gimple_stmt_iterator at = gsi_for_stmt(last_of_head_[group.where.in->num]);
      gsi_insert_seq_after(&at, seq, GSI_NEW_STMT);
    } else {
      put(group.where, seq);
    }
    report(last, first, broken,
           [&](gimple_seq*) { return std::pair<tree, tree>(seen, build_zero_cst(counter_type())); });
  }

  function* fun_;
  unsigned next_;
  basic_block start_ = nullptr;
  std::map<int, tree> counters_;
  std::map<int, gimple*> last_of_head_;
};

}  // namespace

void insert_checks(function* fun, const std::vector<Group>& groups, unsigned first) {
  declare();
  Inserter inserter(fun, first);
  for (const Group& group : groups) {
    inserter.insert(group);
  }
}

}  // namespace assay_gcc
