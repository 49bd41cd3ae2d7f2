// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin of GCC 12 that runs after a chosen pass, prints GCC's claims there in Assay's fact language, and inserts a
// check of each claim. It is a separate program under GCC's licence: nothing of Assay is linked to it.
//
// Its arguments are -fplugin-arg-assay_gcc_facts-KEY=VALUE:
//
//   pass=vrp      after which pass; "late": the last before expansion
//   instance=2    which of several passes of this name, from 1
//   out=FILE      print the claims there
//   first=N       number of the first claim (a program's files count on)
//   lie=NAME      a planted bug
#include "claim.hpp"
#include "plugin-version.h"

// GCC requires this symbol.
int plugin_is_GPL_compatible;

namespace assay_gcc {
namespace {

// Global state, because GCC's callbacks have no argument for it.
Settings settings;
Unread unread;
unsigned numbered;
std::set<unsigned> checked_functions;  // by DECL_UID
bool any_checked;
int instances;

const std::pair<const char*, Lie> kLies[] = {{"low-up", Lie::LowUp},
                                             {"high-down", Lie::HighDown},
                                             {"sign-lost", Lie::SignLost},
                                             {"negated-bits", Lie::NegatedBits},
                                             {"phi-forgets", Lie::PhiForgets},
                                             {"stale", Lie::Stale},
                                             {"trips-less", Lie::TripsLess},
                                             {"alias-missed", Lie::AliasMissed},
                                             {"points-missed", Lie::PointsMissed},
                                             {"escape-missed", Lie::EscapeMissed},
                                             {"too-unreachable", Lie::TooUnreachable}};

/// Optional passes that use the checked information. They are switched off in a function with checks, so that a wrong
/// claim cannot remove its own check.
const std::set<std::string> kOptional = {"backprop",
                                         "bswap",
                                         "ccp",
                                         "cddce",
                                         "ch",
                                         "ch_vect",
                                         "copyprop",
                                         "cselim",
                                         "cunroll",
                                         "cunrolli",
                                         "dce",
                                         "dom",
                                         "dse",
                                         "esra",
                                         "ethread",
                                         "forwprop",
                                         "fre",
                                         "evrp",
                                         "ifcombine",
                                         "ifcvt",
                                         "iftoswitch",
                                         "isolate-paths",
                                         "ivcanon",
                                         "ivopts",
                                         "ldist",
                                         "lim",
                                         "loop",
                                         "mergephi",
                                         "no_loop",
                                         "pcom",
                                         "phiopt",
                                         "phiprop",
                                         "pre",
                                         "reassoc",
                                         "sccp",
                                         "sink",
                                         "slp",
                                         "slsr",
                                         "split-paths",
                                         "sra",
                                         "store-merging",
                                         "strlen",
                                         "switchconv",
                                         "tailc",
                                         "tailr",
                                         "thread",
                                         "threadfull",
                                         "tracer",
                                         "uncprop",
                                         "unswitch",
                                         "vect",
                                         "vrp",
                                         "fnsplit",
                                         "modref",
                                         "local-pure-const",
                                         "cp",
                                         "icf"};

/// Passes of the back end whose cost grows faster than the function's size. No claim depends on them. A check is a
/// branch and a call, so functions of real code are ten times as large in these passes as without checks.
const std::set<std::string> kCostly = {"ce1",  "ce2",     "ce3",     "cprop",   "cprop_hardreg", "cse2",
                                       "dse1", "dse2",    "fwprop1", "fwprop2", "gcse2",         "hoist",
                                       "ree",  "rtl pre", "sched1",  "sched2"};

bool has_loop_closed_ssa() { return loops_state_satisfies_p(LOOP_CLOSED_SSA); }

/// Ranges and numbers of iterations need loops and scalar evolutions, which only loop passes already have.
class LoopsNeeded {
 public:
  LoopsNeeded() : there_(scev_initialized_p()) {
    calculate_dominance_info(CDI_DOMINATORS);
    if (there_) return;
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    scev_initialize();
  }
  void over() const {
    if (there_) return;
    scev_finalize();
    loop_optimizer_finalize();
  }

 private:
  bool there_;
};

/// Whether the function has two versions of a loop, between which a later pass will choose.
bool has_pending_choice(function* fun) {
  basic_block bb;
  FOR_EACH_BB_FN(bb, fun) {
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
      if (gimple_call_internal_p(gsi_stmt(i), IFN_LOOP_VECTORIZED) ||
          gimple_call_internal_p(gsi_stmt(i), IFN_LOOP_DIST_ALIAS))
        return true;
    }
  }
  return false;
}

/// Whether each call of the function still becomes a copy of its body. Then the copies are checked, each in its caller:
/// checks in the body would be copied, too, and GCC would make claims about them as if they were the program's.
bool is_copied_into_callers(function* fun) {
  return symtab->state < IPA_SSA_AFTER_INLINING && DECL_DISREGARD_INLINE_LIMITS(fun->decl);
}

/// Numbers claims in the order of functions. Inserts checks in both modes, because a function's checks affect later
/// functions (it is no longer pure), which must be the same when the program is built.
unsigned run(function* fun) {
  if (DECL_ATTRIBUTES(fun->decl) != NULL_TREE && lookup_attribute("naked", DECL_ATTRIBUTES(fun->decl))) return 0;
  if (!checked_functions.insert(DECL_UID(fun->decl)).second) return 0;
  if (fun->calls_setjmp || fun->has_nonlocal_label) {
    ++unread["functions that call setjmp"];
    return 0;
  }
  if (in_system_header_at(DECL_SOURCE_LOCATION(fun->decl))) {
    ++unread["functions of system headers"];
    return 0;
  }
  if (is_copied_into_callers(fun)) {
    ++unread["functions that are always inlined"];
    return 0;
  }
  if (has_pending_choice(fun)) {
    ++unread["functions between if-conversion and vectorization"];
    return 0;
  }
  LoopsNeeded loops;
  std::vector<Group> groups;
  const std::vector<bool> undefined = undefined_names(fun);
  collect_values(fun, settings, undefined, groups, unread);
  collect_memory(fun, settings, undefined, groups, unread);
  if (!settings.out.empty()) {
    FILE* out = fopen(settings.out.c_str(), "a");
    if (out == nullptr) fatal_error(UNKNOWN_LOCATION, "cannot write %qs", settings.out.c_str());
    print_claims(out, fun, groups);
    if (fclose(out) != 0) fatal_error(UNKNOWN_LOCATION, "cannot write %qs", settings.out.c_str());
  }
  insert_checks(fun, groups, settings.first + numbered);
  for (const Group& group : groups) numbered += (unsigned)group.claims.size();
  any_checked = true;
  if (!groups.empty()) {
    update_ssa(TODO_update_ssa);
    if (has_loop_closed_ssa()) rewrite_into_loop_closed_ssa(nullptr, TODO_update_ssa);
    cgraph_edge::rebuild_edges();
  }
  loops.over();
  return 0;
}

const pass_data kPassData = {GIMPLE_PASS, "assay_facts", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

/// The pass. GCC puts a clone of it after each pass of the chosen name, in their order.
class FactsPass : public gimple_opt_pass {
 public:
  FactsPass(gcc::context* context, int instance) : gimple_opt_pass(kPassData, context), instance_(instance) {}
  opt_pass* clone() override { return new FactsPass(m_ctxt, ++instances); }
  bool gate(function*) override { return instance_ == settings.instance; }
  unsigned execute(function* fun) override { return run(fun); }

 private:
  int instance_;
};

/// Handles PLUGIN_OVERRIDE_GATE.
void gate(void* gate_status, void*) {
  bool* on = static_cast<bool*>(gate_status);
  if (!*on || !any_checked || current_pass == nullptr) return;
  if (current_pass->type == IPA_PASS || current_pass->type == SIMPLE_IPA_PASS) {
    if (kOptional.count(current_pass->name) != 0 || strcmp(current_pass->name, "pure-const") == 0) *on = false;
    return;
  }
  if (cfun == nullptr || checked_functions.count(DECL_UID(cfun->decl)) == 0) return;
  if (current_pass->type == RTL_PASS ? kCostly.count(current_pass->name) != 0
                                     : kOptional.count(current_pass->name) != 0)
    *on = false;
}

/// Handles PLUGIN_FINISH: prints the unread properties, and a mark that the output is complete.
void finish(void*, void*) {
  if (settings.out.empty()) return;
  FILE* out = fopen(settings.out.c_str(), "a");
  if (out == nullptr) return;
  for (const auto& [reason, count] : unread) fprintf(out, "{\"unread\":\"%s\",\"count\":%lu}\n", reason.c_str(), count);
  fprintf(out, "{\"facts\":%u}\n", numbered);
  fclose(out);
}

bool read_argument(const std::string& key, const std::string& value) {
  if (key == "pass") {
    settings.pass = value;
  } else if (key == "instance") {
    settings.instance = atoi(value.c_str());
  } else if (key == "out") {
    settings.out = value;
  } else if (key == "first") {
    settings.first = (unsigned)strtoul(value.c_str(), nullptr, 10);
  } else if (key == "lie") {
    for (const auto& [name, lie] : kLies)
      if (value == name) settings.lie = lie;
    return settings.lie != Lie::None;
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace assay_gcc

int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  using namespace assay_gcc;
  if (!plugin_default_version_check(version, &gcc_version)) {
    error("%<assay_gcc_facts%> was built for GCC %s, and this is %s", gcc_version.basever, version->basever);
    return 1;
  }
  for (int i = 0; i < info->argc; ++i) {
    const char* value = info->argv[i].value;
    if (!read_argument(info->argv[i].key, value != nullptr ? value : "")) {
      error("%<assay_gcc_facts%> does not know the argument %qs", info->argv[i].key);
      return 1;
    }
  }
  const bool late = settings.pass == "late";
  register_pass_info pass = {new FactsPass(g, 0), late ? "optimized" : settings.pass.c_str(), 0, PASS_POS_INSERT_AFTER};
  register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
  register_callback(info->base_name, PLUGIN_OVERRIDE_GATE, gate, nullptr);
  register_callback(info->base_name, PLUGIN_FINISH, finish, nullptr);
  return 0;
}
