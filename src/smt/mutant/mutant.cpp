#include "smt/mutant/mutant.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

struct MutationRow {
  const char* name;
  bool Mutations::*flag;
};
constexpr std::array kMutations = {MutationRow{"order", &Mutations::order}, MutationRow{"names", &Mutations::names},
                                   MutationRow{"seeds", &Mutations::seeds},
                                   MutationRow{"variables", &Mutations::variables}};

/// Seeds that solvers take as a signed number of 32 bits.
constexpr std::uint64_t kMaxSolverSeed = 1'000'000'000;

/// Commands in which a declared name has another meaning: logics, options, tactics, texts.
bool keeps_names(std::string_view head) {
  return head.starts_with("set-") || head == "echo" || head == "check-sat-using" || head == "get-info" ||
         head == "get-option";
}

/// The names of functions and sorts that may be renamed: not of datatypes, because solvers derive names from these.
void collect_names(const TextTree& tree, std::size_t command, std::set<std::string>& names) {
  constexpr std::array kHeads = {"declare-fun",  "declare-const",  "declare-sort", "define-fun",
                                 "define-const", "define-fun-rec", "define-sort"};
  const std::string_view head = tree.head(command);
  const std::vector<std::size_t>& parts = tree.nodes[command].children;
  if (parts.size() < 2) return;
  if (std::find(kHeads.begin(), kHeads.end(), head) != kHeads.end())
    names.emplace(plain_symbol(tree.text_of(parts[1])));
  if (head == "define-funs-rec")
    for (const std::size_t function : tree.nodes[parts[1]].children) names.emplace(plain_symbol(tree.head(function)));
}

/// `(set-option :smt.random_seed 3)`, which wins over the solver's flags.
bool sets_seed(const TextTree& tree, std::size_t command) {
  const std::vector<std::size_t>& parts = tree.nodes[command].children;
  if (tree.head(command) != "set-option" || parts.size() != 3) return false;
  const std::string_view option = tree.text_of(parts[1]);
  return option.ends_with("random_seed") || option.ends_with("random-seed") || option == ":seed";
}

}  // namespace

const std::vector<std::string>& mutation_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const MutationRow& row : kMutations) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

Result<Mutations> mutations_of(const std::vector<std::string>& names) {
  Mutations mutations;
  for (const std::string& name : names) {
    const auto* const row =
        std::find_if(kMutations.begin(), kMutations.end(), [&](const MutationRow& one) { return one.name == name; });
    if (row == kMutations.end()) return Error{"'" + name + "' is no mutation", "write " + join(mutation_names(), ", ")};
    mutations.*(row->flag) = true;
  }
  return mutations;
}

MutantMaker::MutantMaker(std::string_view script, const Mutations& mutations, std::uint64_t seed)
    : script_(script),
      mutations_(mutations),
      rng_(core::Rng(seed).split(script)),
      is_balanced_(scan_script(script).balanced),
      tree_(text_tree(is_balanced_ ? script : std::string_view())),
      order_(tree_) {
  std::set<std::string> names, indexed;
  for (const std::size_t command : tree_.nodes.front().children) collect_names(tree_, command, names);
  for (std::size_t node = 1; node < tree_.nodes.size(); ++node) {
    const std::vector<std::size_t>& parts = tree_.nodes[node].children;
    const std::string_view head = tree_.head(node);
    // `(_ f 1)` has a name of the theory.
    if (head == "_" && parts.size() > 1) indexed.emplace(plain_symbol(tree_.text_of(parts[1])));
    if ((head == "forall" || head == "exists") && parts.size() > 2 && tree_.nodes[parts[1]].children.size() > 1)
      binders_.push_back(parts[1]);
  }
  std::set_difference(names.begin(), names.end(), indexed.begin(), indexed.end(), std::back_inserter(renamed_));
  if (mutations_.names) symbols_ = symbols_in(script);
  std::sort(symbols_.begin(), symbols_.end());
}

SymbolNames MutantMaker::new_names(core::Rng rng) const {
  SymbolNames names;
  std::set<std::string> used;
  for (const std::string& name : renamed_) {
    std::string fresh;
    do {
      fresh = "n" + std::to_string(rng.below(kMaxSolverSeed));
    } while (std::binary_search(symbols_.begin(), symbols_.end(), fresh) || !used.insert(fresh).second);
    names.emplace(name, std::move(fresh));
  }
  return names;
}

std::string MutantMaker::with_other_variables(std::size_t command, core::Rng& rng) const {
  const TextNode& whole = tree_.nodes[command];
  std::string out;
  std::size_t copied = whole.begin;
  auto binder = std::lower_bound(binders_.begin(), binders_.end(), command);
  for (; binder != binders_.end() && *binder < whole.last; ++binder) {
    const std::vector<std::size_t>& variables = tree_.nodes[*binder].children;
    std::vector<std::size_t> shuffled = variables;
    rng.shuffle(shuffled);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      out += script_.substr(copied, tree_.nodes[variables[i]].begin - copied);
      out += tree_.text_of(shuffled[i]);
      copied = tree_.nodes[variables[i]].end;
    }
  }
  out += script_.substr(copied, whole.end - copied);
  return out;
}

Mutant MutantMaker::make(std::uint64_t number) const {
  const core::Rng rng = rng_.split(number);
  Mutant mutant;
  if (mutations_.seeds) mutant.solver_seed = 1 + rng.split("seeds").below(kMaxSolverSeed);
  if (!is_balanced_) {
    mutant.script = script_;
    return mutant;
  }
  const std::vector<std::size_t>& commands = tree_.nodes.front().children;
  std::vector<std::size_t> order(order_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (mutations_.order) order = order_.shuffled(rng.split("order"));
  const SymbolNames names = mutations_.names ? new_names(rng.split("names")) : SymbolNames();
  for (const std::size_t position : order) {
    const std::size_t command = commands[position];
    core::Rng variables = rng.split("variables").split(position);
    std::string text =
        mutations_.variables ? with_other_variables(command, variables) : std::string(tree_.text_of(command));
    if (mutations_.seeds && sets_seed(tree_, command))
      text = "(set-option " + std::string(tree_.text_of(tree_.nodes[command].children[1])) + " " +
             std::to_string(mutant.solver_seed) + ")";
    mutant.script += names.empty() || keeps_names(tree_.head(command)) ? text : renamed_text(text, names);
    mutant.script += '\n';
  }
  return mutant;
}

}  // namespace assay::smt
