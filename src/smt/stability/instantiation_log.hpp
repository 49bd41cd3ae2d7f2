#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::smt {

/// A quantifier of a script.
struct QuantifierSite {
  std::string name;         ///< its `:qid`; empty: none
  std::size_t line = 0;     ///< from 1
  std::size_t command = 0;  ///< position of its command in the script
};

/// A script in which the `:qid` of each quantifier is the name by which InstantiationCounter knows it.
struct NamedQuantifiers {
  std::string script;
  std::vector<QuantifierSite> sites;  ///< of the original script
};
[[nodiscard]] NamedQuantifiers with_named_quantifiers(std::string_view script);

/// Counts the instances of each quantifier in z3's log (option `trace`), line by line, of E-matching and of model-based
/// instantiation. Memory: one entry for each quantifier of the log and each instance that is not made yet.
class InstantiationCounter {
 public:
  explicit InstantiationCounter(std::size_t quantifiers) : counts_(quantifiers) {}
  void line(std::string_view line);
  /// By position in NamedQuantifiers::sites.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  std::vector<std::uint64_t> counts_;
  std::unordered_map<std::string, std::size_t> quantifiers_;  ///< positions of sites, by the log's identifier
  std::unordered_map<std::string, std::size_t> found_;        ///< the same, by the address of a discovered instance
};

}  // namespace assay::smt
