#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "smt/log/log_terms.hpp"

namespace assay::smt {

/// The instances in z3's log of a NamedQuantifiers::script, in the form of a proof, which instances_in_proof() reads.
class LogInstances {
 public:
  /// A part of the log; parts may end anywhere.
  void add(std::string_view part);
  [[nodiscard]] const std::string& proof() const { return proof_; }

 private:
  void line(std::string_view line);
  void match(std::string_view rest, bool has_pattern);

  LogTerms terms_;
  std::string rest_;                                      ///< the beginning of a line whose end is in the next part
  std::unordered_map<std::string, std::string> matches_;  ///< steps by z3's address of the match
  std::string proof_;
};

}  // namespace assay::smt
