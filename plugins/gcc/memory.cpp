// SPDX-License-Identifier: GPL-3.0-or-later
// Claims about memory references that do not overlap, about objects that pointers reach, about variables that calls
// leave as they are, and about numbers of loop iterations.
#include "claim.hpp"

namespace assay_gcc {
namespace {

constexpr unsigned kWindow = 8;  ///< number of earlier references with which each reference is compared
constexpr unsigned kPairsOfBlock = 64;
constexpr unsigned kMaxObjects = 8;      ///< number of variables that one claim about a pointer names
constexpr unsigned kComparedAtCall = 2;  ///< number of variables that are compared before and behind each call

/// A load or a store of a block.
struct Reference {
  tree what;
  bool store;
  HOST_WIDE_INT bytes;
};

/// The SSA name through which a reference accesses memory; NULL_TREE: none.
tree pointer_of(tree what) {
  tree base = get_base_address(what);
  if (base == NULL_TREE || (TREE_CODE(base) != MEM_REF && TREE_CODE(base) != TARGET_MEM_REF)) return NULL_TREE;
  tree pointer = TREE_OPERAND(base, 0);
  return TREE_CODE(pointer) == SSA_NAME ? pointer : NULL_TREE;
}

/// Whether taking the address of a reference does not change GCC's information about it.
bool has_address(tree what) {
  for (tree part = what; handled_component_p(part); part = TREE_OPERAND(part, 0)) {
    if (TREE_CODE(part) != COMPONENT_REF && TREE_CODE(part) != ARRAY_REF) return false;
    if (TREE_CODE(part) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(part, 1))) return false;
  }
  if (TREE_THIS_VOLATILE(what) || pointer_of(what) != NULL_TREE) return !TREE_THIS_VOLATILE(what);
  tree base = get_base_address(what);
  return base != NULL_TREE && VAR_P(base) && !DECL_HARD_REGISTER(base) &&
         (TREE_ADDRESSABLE(base) || is_global_var(base)) && !DECL_THREAD_LOCAL_P(base);
}

/// Claims that follow from points-to sets: which variables an access through a pointer can reach, and which variables a
/// call cannot change, because they do not escape.
class Objects {
 public:
  Objects(function* fun, const Settings& settings, std::vector<Group>& groups) : settings_(settings), groups_(groups) {
    unsigned i;
    tree local;
    FOR_EACH_LOCAL_DECL(fun, i, local) if (!is_global_var(local)) add(local);
    for (tree p = DECL_ARGUMENTS(fun->decl); p != NULL_TREE; p = DECL_CHAIN(p)) add(p);
    varpool_node* node;
    FOR_EACH_DEFINED_VARIABLE(node) if (!node->alias && !DECL_ARTIFICIAL(node->decl)) add(node->decl);
  }

  void block() { seen_.clear(); }

  /// Only the first access through a pointer in a block makes a claim.
  void access(gimple* statement, const Reference& now) {
    tree pointer = pointer_of(now.what);
    ptr_info_def* info = pointer != NULL_TREE ? SSA_NAME_PTR_INFO(pointer) : nullptr;
    // For GCC, a restricted pointer has an object of its own. A vector may be larger than what is read.
    if (info == nullptr || info->pt.anything || info->pt.vars_contains_restrict || VECTOR_TYPE_P(TREE_TYPE(now.what)))
      return;
    if (!seen_.insert(SSA_NAME_VERSION(pointer)).second) return;
    std::vector<tree> in, out;
    for (tree object : variables_) (pt_solution_includes(&info->pt, object) ? in : out).push_back(object);
    Claim claim;
    claim.kind = Claim::Kind::PointsTo;
    claim.part = "points-to set";
    claim.bytes = now.bytes;
    // Sets do not have string literals, which a load may reach.
    claim.inside = now.store && in.size() <= kMaxObjects && is_whole(info->pt, in.size());
    if (settings_.lie == Lie::PointsMissed && !in.empty()) {
      out.insert(out.begin(), in.back());
      in.pop_back();
    }
    claim.objects = claim.inside ? in : out;
    if (claim.objects.size() > kMaxObjects) claim.objects.resize(kMaxObjects);
    if (!claim.inside && claim.objects.empty()) return;
    push(statement, Where::Kind::BeforeStatement, now.what, now.store ? "store" : "load", claim);
  }

  void call(gimple* statement) {
    if (!is_gimple_call(statement) || gimple_call_internal_p(statement) || stmt_ends_bb_p(statement)) return;
    Claim claim;
    claim.kind = Claim::Kind::Unchanged;
    claim.part = "not clobbered by the call";
    unsigned made = 0;
    for (std::size_t i = 0; i < variables_.size() && made < kComparedAtCall; ++i) {
      tree object = variables_[(i + calls_) % variables_.size()];
      if (TREE_READONLY(object) || TREE_THIS_VOLATILE(object)) continue;
      if (settings_.lie != Lie::EscapeMissed && stmt_may_clobber_ref_p(statement, object, false)) continue;
      push(statement, Where::Kind::AfterDefinition, object, "call", claim);
      ++made;
    }
    ++calls_;
  }

 private:
  void add(tree variable) {
    tree size = DECL_SIZE_UNIT(variable);
    if (!TREE_ADDRESSABLE(variable) || size == NULL_TREE || !tree_fits_shwi_p(size) || tree_to_shwi(size) <= 0) return;
    if (VAR_P(variable) &&
        (DECL_HARD_REGISTER(variable) || DECL_THREAD_LOCAL_P(variable) || DECL_HAS_VALUE_EXPR_P(variable)))
      return;
    variables_.push_back(variable);
  }

  /// Whether a set has these variables, and nothing else.
  static bool is_whole(const pt_solution& set, std::size_t variables) {
    if (set.nonlocal || set.escaped || set.ipa_escaped) return false;
    return (set.vars != nullptr ? bitmap_count_bits(set.vars) : 0) == variables;
  }

  void push(gimple* statement, Where::Kind where, tree value, const char* operation, const Claim& claim) {
    Group group;
    group.where.kind = where;
    group.where.statement = statement;
    group.value = value;
    group.operation = operation;
    group.claims.push_back(claim);
    groups_.push_back(group);
  }

  const Settings& settings_;
  std::vector<Group>& groups_;
  std::vector<tree> variables_;  ///< those whose addresses a pointer may have, and a check can take
  std::set<unsigned> seen_;      ///< versions of the block's pointers
  std::size_t calls_ = 0;
};

class Pairs {
 public:
  Pairs(function* fun, const Settings& settings, const std::vector<bool>& undefined, std::vector<Group>& groups,
        Unread& unread)
      : settings_(settings), undefined_(undefined), groups_(groups), unread_(unread), objects_(fun, settings, groups) {}

  void block(basic_block bb) {
    recent_.clear();
    objects_.block();
    made_ = 0;
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
      gimple* statement = gsi_stmt(i);
      if (is_gimple_debug(statement)) continue;
      // A call may free memory and allocate it again; a dead variable may leave its place to another one.
      if (!is_gimple_assign(statement) || gimple_clobber_p(statement)) {
        recent_.clear();
        objects_.call(statement);
        continue;
      }
      if (!gimple_assign_single_p(statement)) continue;
      visit(statement, gimple_assign_rhs1(statement), false);
      visit(statement, gimple_assign_lhs(statement), true);
    }
  }

 private:
  void visit(gimple* statement, tree what, bool store) {
    if (TREE_CODE(what) == SSA_NAME || is_gimple_min_invariant(what) || TREE_CODE(what) == CONSTRUCTOR) return;
    if (!REFERENCE_CLASS_P(what) && !VAR_P(what)) return;
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(what));
    if (size == NULL_TREE || !tree_fits_shwi_p(size) || tree_to_shwi(size) <= 0 || !has_address(what) ||
        undefined_in(what))
      return;
    const Reference now{what, store, tree_to_shwi(size)};
    objects_.access(statement, now);
    for (const Reference& earlier : recent_) compare(statement, earlier, now);
    recent_.push_back(now);
    if (recent_.size() > kWindow) recent_.erase(recent_.begin());
  }

  bool undefined_in(tree what) const {
    for (tree part = what; part != NULL_TREE; part = handled_component_p(part) ? TREE_OPERAND(part, 0) : NULL_TREE) {
      tree index = TREE_CODE(part) == ARRAY_REF ? TREE_OPERAND(part, 1) : NULL_TREE;
      if (index != NULL_TREE && TREE_CODE(index) == SSA_NAME && undefined_[SSA_NAME_VERSION(index)]) return true;
    }
    tree pointer = pointer_of(what);
    return pointer != NULL_TREE && undefined_[SSA_NAME_VERSION(pointer)];
  }

  void compare(gimple* statement, const Reference& earlier, const Reference& now) {
    tree one = pointer_of(earlier.what), two = pointer_of(now.what);
    if (!(earlier.store || now.store) || one == two || made_ >= kPairsOfBlock) return;
    const bool lie = settings_.lie == Lie::AliasMissed && one != NULL_TREE && two != NULL_TREE;
    ao_ref a, b;
    ao_ref_init(&a, earlier.what);
    ao_ref_init(&b, now.what);
    if (!lie && refs_may_alias_p_1(&a, &b, false)) {
      if (!refs_may_alias_p_1(&a, &b, true)) ++unread_["told apart by the types of the accesses"];
      return;
    }
    Group group;
    group.where.statement = statement;
    group.value = now.what;
    group.operation = now.store ? "store" : "load";
    Claim claim;
    claim.kind = Claim::Kind::Apart;
    claim.part = "alias";
    claim.other = earlier.what;
    claim.bytes = now.bytes;
    claim.other_bytes = earlier.bytes;
    group.claims.push_back(claim);
    groups_.push_back(group);
    ++made_;
  }

  const Settings& settings_;
  const std::vector<bool>& undefined_;
  std::vector<Group>& groups_;
  Unread& unread_;
  Objects objects_;
  std::vector<Reference> recent_;
  unsigned made_ = 0;
};

bool can_count(loop_p loop) {
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE(e, i, loop->header->preds) if ((e->flags & (EDGE_ABNORMAL | EDGE_EH)) != 0) return false;
  return true;
}

class Loops {
 public:
  Loops(function* fun, const Settings& settings, const std::vector<bool>& undefined, std::vector<Group>& groups,
        Unread& unread)
      : fun_(fun), settings_(settings), undefined_(undefined), groups_(groups), unread_(unread) {}

  void collect() {
    for (auto loop : loops_list(fun_, 0)) {
      if (!can_count(loop)) {
        ++unread_[kNoPlace];
      } else if (depends_on_undefined(loop)) {
        ++unread_[kUndefinedName];
      } else {
        visit(loop);
      }
    }
  }

 private:
  /// Whether the number of iterations may depend on an undefined value: it may follow from any condition in the loop.
  bool depends_on_undefined(loop_p loop) const {
    bool found = false;
    basic_block* body = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; ++i) {
      ssa_op_iter op;
      tree name;
      if (gimple* last = last_stmt(body[i]))
        FOR_EACH_SSA_TREE_OPERAND(name, last, op, SSA_OP_USE) found = found || undefined_[SSA_NAME_VERSION(name)];
    }
    free(body);
    return found;
  }

  void visit(loop_p loop) {
    Group head;
    head.where.kind = Where::Kind::LoopHead;
    head.where.in = loop;
    head.operation = "loop";
    if (loop->any_upper_bound) at_most(head, loop->nb_iterations_upper_bound, "stored bound of a loop");
    widest_int most;
    estimate_numbers_of_iterations(loop);
    if (max_loop_iterations(loop, &most)) at_most(head, most, "bound of a loop");
    if (!head.claims.empty()) groups_.push_back(head);
    tree exact = number_of_latch_executions(loop);
    edge exit = single_exit(loop);
    if (exact == NULL_TREE || exact == chrec_dont_know || exit == nullptr) return;
    if ((exit->flags & (EDGE_ABNORMAL | EDGE_EH)) != 0) return;
    Group leaving;
    leaving.where.kind = Where::Kind::OnEdge;
    leaving.where.on = exit;
    leaving.where.in = loop;
    leaving.operation = "loop";
    if (TREE_CODE(exact) == INTEGER_CST) {
      at_most(leaving, wi::to_widest(exact), "iterations of a loop");
    } else if (computable(loop, exact)) {
      Claim claim;
      claim.kind = Claim::Kind::Trips;
      claim.part = "iterations of a loop";
      claim.iterations = exact;
      leaving.claims.push_back(claim);
    }
    if (leaving.claims.empty()) return;
    leaving.claims.back().exact = true;
    groups_.push_back(leaving);
  }

  /// Whether the number of iterations can be computed before the loop, in 64 bits.
  bool computable(loop_p loop, tree expression) const {
    tree type = TREE_TYPE(expression);
    if (!INTEGRAL_TYPE_P(type) || !TYPE_UNSIGNED(type) || TYPE_PRECISION(type) > 64) return false;
    if (!loops_state_satisfies_p(LOOPS_HAVE_PREHEADERS) || settings_.lie == Lie::TripsLess) return false;
    std::vector<tree> open = {expression};
    while (!open.empty()) {
      tree part = open.back();
      open.pop_back();
      if (TREE_CODE(part) == SSA_NAME) {
        gimple* statement = SSA_NAME_DEF_STMT(part);
        if (undefined_[SSA_NAME_VERSION(part)]) return false;
        if (gimple_bb(statement) != nullptr &&
            !dominated_by_p(CDI_DOMINATORS, loop_preheader_edge(loop)->src, gimple_bb(statement)))
          return false;
      } else if (!is_gimple_min_invariant(part)) {
        if (!EXPR_P(part)) return false;
        for (int i = 0; i < TREE_OPERAND_LENGTH(part); ++i)
          if (TREE_OPERAND(part, i) != NULL_TREE) open.push_back(TREE_OPERAND(part, i));
      }
    }
    return true;
  }

  /// Claims at most one more entry of the head than runs of the latch.
  void at_most(Group& group, const widest_int& latches, const char* part) const {
    if (!wi::fits_uhwi_p(latches) || latches.to_uhwi() > HOST_WIDE_INT_MAX / 2) return;
    Claim claim;
    claim.kind = Claim::Kind::Trips;
    claim.part = part;
    claim.trips = latches.to_uhwi() + (settings_.lie == Lie::TripsLess && latches != 0 ? 0 : 1);
    if (!group.claims.empty() && group.claims.back().trips == claim.trips) return;
    group.claims.push_back(claim);
  }

  function* fun_;
  const Settings& settings_;
  const std::vector<bool>& undefined_;
  std::vector<Group>& groups_;
  Unread& unread_;
};

}  // namespace

void collect_memory(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread) {
  Pairs pairs(fun, settings, undefined, groups, unread);
  basic_block bb;
  FOR_EACH_BB_FN(bb, fun) pairs.block(bb);
  Loops(fun, settings, undefined, groups, unread).collect();
}

}  // namespace assay_gcc
