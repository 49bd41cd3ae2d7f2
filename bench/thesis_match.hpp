#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smt/synth/growth.hpp"

namespace assay::bench {

/// A contradiction that a row of data/rules/strings.rules proves: not A and B, with at most one replacement.
struct RowInstance {
  std::vector<smt::TermId> assertions;  ///< without annotations; nested conjunctions flat
  std::vector<bool> needed;             ///< which of them are in the core
  std::string kind;                     ///< "simple", "variable", "constant", "own", "quantified", "let", ...
  std::string steps;                    ///< the rows: "E5, s by EV2"
  std::string row;                      ///< the equivalence alone: "E5"
};

/// The instances of the thesis's rows (Tables 3.2 and 3.3), and which of them a script is.
class RowInstances {
 public:
  explicit RowInstances(smt::Workshop& workshop);

  /// Up to names of variables, the order of arguments of commutative operators and of assertions, and attributes of
  /// quantifiers, which mean nothing. `order[i]` is the script's assertion that the instance's i-th one is.
  const RowInstance* find(const std::vector<smt::TermId>& assertions, std::vector<std::size_t>& order);
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

 private:
  using Pairs = std::vector<std::pair<smt::TermId, smt::TermId>>;

  void add(const smt::Rule& rule, const smt::Contradiction& contradiction, const std::string& kind);
  std::optional<smt::TermId> at_condition(smt::TermId clause);
  smt::TermId plain(smt::TermId term);
  std::vector<smt::TermId> flat(smt::TermId term);
  std::uint64_t shape(smt::TermId term);
  std::uint64_t leaf_or_binder(smt::TermId term);
  std::vector<std::uint64_t> shapes(const std::vector<smt::TermId>& assertions);

  bool match(Pairs todo);
  bool match_variable(smt::TermId a, smt::TermId b, Pairs todo);
  bool match_unordered(const std::vector<smt::TermId>& a, const std::vector<smt::TermId>& b, const Pairs& todo);
  bool match_assertions(const RowInstance& instance, const std::vector<smt::TermId>& assertions,
                        std::vector<std::size_t>& order, std::vector<bool>& used, const Pairs& todo);

  smt::Workshop& workshop_;
  smt::TermStore& store_;
  std::vector<RowInstance> instances_;
  std::multimap<std::vector<std::uint64_t>, std::size_t> by_shape_;
  std::unordered_map<smt::TermId, std::uint64_t, smt::IdHash> shape_;
  std::map<smt::TermId, smt::TermId> forward_, backward_;  ///< the renaming, while matching
};

}  // namespace assay::bench
