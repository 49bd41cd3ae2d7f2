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
  // C++ would mangle the names.
  for (tree declaration : {hits_declaration, report_declaration})
    SET_DECL_ASSEMBLER_NAME(declaration, DECL_NAME(declaration));
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
    const Claim::Kind kind = group.claims.front().kind;
    const bool reference = kind == Claim::Kind::Apart || kind == Claim::Kind::PointsTo;
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
      case Claim::Kind::Apart: result = overlap(claim.bytes, claim.other, claim.other_bytes); break;
      case Claim::Kind::PointsTo: result = misplaced(claim); break;
      case Claim::Kind::Trips:
      case Claim::Kind::Unchanged: gcc_unreachable();  // have checks at two places
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

  tree overlap(HOST_WIDE_INT bytes, tree object, HOST_WIDE_INT object_bytes) {
    tree other = opaque_address(seq_, object);
    tree behind = compare(LT_EXPR, binary(MINUS_EXPR, subject_, other), build_int_cst(type_, object_bytes));
    tree before = compare(LT_EXPR, binary(MINUS_EXPR, other, subject_), build_int_cst(type_, bytes));
    return gimple_build(seq_, BIT_IOR_EXPR, boolean_type_node, behind, before);
  }

  tree misplaced(const Claim& claim) {
    tree any = boolean_false_node;
    for (tree object : claim.objects) {
      tree one = overlap(claim.bytes, object, tree_to_shwi(DECL_SIZE_UNIT(object)));
      any = gimple_build(seq_, BIT_IOR_EXPR, boolean_type_node, any, one);
    }
    return claim.inside ? compare(EQ_EXPR, any, boolean_false_node) : any;
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
    if (group.claims.front().kind == Claim::Kind::Unchanged) return unchanged(group, first);
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
          // Nothing follows a tail call.
          if (gcall* call = dyn_cast<gcall*>(where.statement)) gimple_call_set_tail(call, false);
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

  /// A load that no pass removes or moves.
  static tree load(gimple_seq* seq, tree type, tree address) {
    tree what = build2(MEM_REF, type, address, build_zero_cst(TREE_TYPE(address)));
    TREE_THIS_VOLATILE(what) = TREE_SIDE_EFFECTS(what) = 1;
    tree name = make_ssa_name(type);
    gimple_seq_add_stmt(seq, gimple_build_assign(name, what));
    return name;
  }

  /// Compares the first bytes of a variable before and behind a call.
  void unchanged(const Group& group, unsigned first) {
    unsigned bits = 64;
    while (bits / 8 > tree_to_uhwi(DECL_SIZE_UNIT(group.value))) bits /= 2;
    tree type = build_aligned_type(bits_type(bits), BITS_PER_UNIT);
    gimple_seq before = nullptr, after = nullptr;
    tree address = opaque_address(&before, group.value);
    address = gimple_build(&before, NOP_EXPR, build_pointer_type_for_mode(type, ptr_mode, true), address);
    tree old = load(&before, type, address);
    gimple_stmt_iterator at = gsi_for_stmt(group.where.statement);
    gsi_insert_seq_before(&at, before, GSI_SAME_STMT);
    tree now = load(&after, type, address);
    count(&after, first);
    tree broken = gimple_build(&after, NE_EXPR, boolean_type_node, now, old);
    broken = gimple_build(&after, NOP_EXPR, counter_type(), broken);
    report(put(group.where, after), first, broken, [&](gimple_seq* late) {
      return std::pair<tree, tree>(gimple_build(late, NOP_EXPR, counter_type(), now), build_zero_cst(counter_type()));
    });
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
