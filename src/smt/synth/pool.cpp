#include "smt/synth/pool.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

constexpr std::size_t kMaxConstants = 64;      // bits of PoolTerm::constants
constexpr std::size_t kMaxArgumentLists = 64;  // of one operation at one depth

}  // namespace

Pool::Pool(Workshop& workshop, const TheoryRow& theory) : workshop_(workshop) {
  for (const Operation& operation : workshop.operations)
    if (operation.theory == &theory) operations_.push_back(&operation);
  for (const Operation* operation : operations_)
    for (const SortId sort : operation->arguments) (void)base(sort);
}

const std::vector<PoolTerm>& Pool::base(SortId sort) {
  const auto [entry, is_new] = base_.try_emplace(sort);
  if (!is_new) return entry->second;
  const std::string name(workshop_.letter(sort));
  const std::vector<Constant>& all = workshop_.constants.of(sort);
  for (std::size_t i = 0; i < all.size() && i < workshop_.bounds.pool_constants; ++i) {
    if (constants_.size() == kMaxConstants) break;
    PoolConstant constant;
    constant.free = may_be_free(workshop_.store, sort);
    constant.term = all[i].term;
    // Variables of different sorts may share a letter; their numbers differ.
    constant.variable =
        constant.free ? workshop_.variable(name + std::to_string(constants_.size()), sort) : constant.term;
    constant.value = all[i].value;
    constant.sort = sort;
    entry->second.push_back(
        {constant.variable, constant.term, constant.value, true, std::uint64_t{1} << constants_.size()});
    constants_.push_back(std::move(constant));
  }
  return entry->second;
}

std::optional<PoolTerm> Pool::combine(const Operation& operation, const std::vector<const PoolTerm*>& arguments) {
  std::vector<const Value*> values;
  std::vector<TermId> open, closed;
  PoolTerm result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    values.push_back(&arguments[i]->value);
    const bool is_open = operation.places[i] == Place::Any;
    open.push_back(is_open ? arguments[i]->open : arguments[i]->closed);
    closed.push_back(arguments[i]->closed);
    if (is_open) result.constants |= arguments[i]->constants;
    result.specified = result.specified && arguments[i]->specified;
  }
  const auto execution = workshop_.executor.run(operation, values);
  if (!execution) return std::nullopt;
  result.value = execution->value;
  result.specified = result.specified && execution->specified;
  result.open = apply_operation(workshop_.store, operation, open);
  result.closed = apply_operation(workshop_.store, operation, closed);
  return result;
}

void Pool::add_level() {
  const auto depth = static_cast<unsigned>(levels_.size());
  // By sort, one list for each operation. Terms are taken from the lists in turn, so that every operation is
  // represented.
  std::map<SortId, std::vector<std::vector<PoolTerm>>> made;
  for (const Operation* operation : operations_) {
    std::vector<const std::vector<PoolTerm>*> lists;
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < operation->arguments.size(); ++i) {
      const SortId sort = operation->arguments[i];
      lists.push_back(depth == 0 || operation->places[i] == Place::Value ? &base(sort) : &terms(depth - 1, sort));
      sizes.push_back(lists.back()->size());
    }
    const Combinations combinations(sizes);
    const std::uint64_t tried = std::min<std::uint64_t>(combinations.count(), kMaxArgumentLists);
    std::vector<PoolTerm> results;
    std::vector<std::size_t> positions;
    for (std::uint64_t i = 0; i < tried; ++i) {
      combinations.get(i * combinations.count() / tried, positions);
      std::vector<const PoolTerm*> arguments;
      for (std::size_t a = 0; a < positions.size(); ++a) arguments.push_back(&(*lists[a])[positions[a]]);
      if (auto term = combine(*operation, arguments)) results.push_back(std::move(*term));
    }
    if (!results.empty()) made[operation->result].push_back(std::move(results));
  }
  BySort level;
  for (auto& [sort, lists] : made) {
    std::vector<PoolTerm>& into = level[sort];
    for (std::size_t round = 0; into.size() < workshop_.bounds.pool; ++round) {
      bool any = false;
      for (std::vector<PoolTerm>& list : lists) {
        if (round >= list.size() || into.size() == workshop_.bounds.pool) continue;
        any = true;
        into.push_back(std::move(list[round]));
      }
      if (!any) break;
    }
  }
  levels_.push_back(std::move(level));
}

const std::vector<PoolTerm>& Pool::terms(unsigned depth, SortId sort) {
  while (levels_.size() <= depth) add_level();
  const auto found = levels_[depth].find(sort);
  return found == levels_[depth].end() || found->second.empty() ? base(sort) : found->second;
}

const std::vector<std::uint32_t>& Pool::with_value(unsigned depth, SortId sort, const Value& value) {
  const auto [entry, is_new] = index_.try_emplace({depth, sort});
  if (is_new) {
    const std::vector<PoolTerm>& list = terms(depth, sort);
    for (std::uint32_t i = 0; i < list.size(); ++i) index_[{depth, sort}][list[i].value].push_back(i);
  }
  static const std::vector<std::uint32_t> none;
  const auto& by_value = index_[{depth, sort}];
  const auto found = by_value.find(value);
  return found == by_value.end() ? none : found->second;
}

Model Pool::model(std::uint64_t constants) const {
  Model model;
  for (std::size_t i = 0; i < constants_.size(); ++i)
    if ((constants >> i & 1U) != 0 && constants_[i].free)
      workshop_.fix(model, constants_[i].variable, constants_[i].value);
  return model;
}

}  // namespace assay::smt
