#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::smt {

/// The counts of one quantifier in a log.
struct QuantifierCounts {
  std::string name;             ///< its `:qid`, or z3's name for it ("k!29")
  std::string variables;        ///< "x, y"; empty: not in the log
  std::uint64_t matches = 0;    ///< matches of its patterns
  std::uint64_t instances = 0;  ///< instances by E-matching
  std::uint64_t by_models = 0;  ///< instances that model-based instantiation chose
  std::uint32_t depth = 0;      ///< length of the longest chain of instances in which each made a term for the next
  [[nodiscard]] std::uint64_t all_instances() const { return instances + by_models; }
};

/// Terms that instances of one quantifier made were matched by another.
struct QuantifierEdge {
  std::uint32_t from = 0, to = 0;  ///< indices in LogCounts::quantifiers
  std::uint64_t matches = 0;
};

/// Quantifiers whose instances make terms for each other, in chains that are longer than kLoopDepth.
struct MatchingLoop {
  std::vector<std::uint32_t> quantifiers;  ///< each makes terms for the next, the last one for the first
  std::uint64_t instances = 0;
  std::uint32_t depth = 0;
};

/// The longest chain of instances that is no loop. z3 itself delays instances deeper than this.
inline constexpr std::uint32_t kLoopDepth = 10;

/// The counts of a whole log.
struct LogCounts {
  std::string version;  ///< "Z3 4.8.12"; empty: the log does not say it
  std::uint64_t bytes = 0, lines = 0;
  std::uint64_t checks = 0;    ///< number of check-sats; older releases do not note them
  std::uint64_t theories = 0;  ///< instances by theories
  std::uint64_t others = 0;    ///< instances of no match that was remembered
  std::uint64_t conflicts = 0;
  bool complete = false;                      ///< the log has its last line; if not, the run was cut, or the file was
  std::vector<QuantifierCounts> quantifiers;  ///< most instances first
  std::vector<QuantifierEdge> edges;          ///< most matches first
  std::vector<MatchingLoop> loops;            ///< most instances first
};

/// Counts the instantiations in z3's log (option `trace`, since release 4.8) in one pass. The memory depends on the
/// number of terms that z3 had at a time, not on the length of the log.
class LogProfile {
 public:
  /// A part of the log; parts may end anywhere.
  void add(std::string_view part);
  /// False if no line so far is of a log.
  [[nodiscard]] bool is_log() const { return known_lines_ > 0; }
  [[nodiscard]] LogCounts counts() const;

 private:
  /// The instance that made a term. 0: no instance.
  struct Maker {
    std::uint32_t quantifier = 0;  ///< index plus 1
    std::uint32_t depth = 0;
  };
  /// A match that may become an instance.
  struct Match {
    std::uint32_t quantifier = 0;  ///< index plus 1
    std::uint32_t depth = 0;
    bool by_models = false;
  };
  void line(std::string_view line);
  void term(std::string_view rest);
  void attached(std::string_view rest);
  void quantifier(std::string_view rest);
  void variables(std::string_view rest);
  void match(std::string_view rest);
  void discovered(std::string_view rest);
  void instance(std::string_view rest);
  [[nodiscard]] std::uint32_t quantifier_of(std::size_t id) const;
  /// Notes which instances made the terms in `blamed` for a match, and returns the match's depth.
  std::uint32_t depth_of_match(std::uint32_t quantifier, std::string_view blamed);

  std::string rest_;  ///< the beginning of a line whose end is in the next part
  LogCounts counts_;
  std::uint64_t known_lines_ = 0;
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::vector<std::uint32_t> quantifiers_;            ///< by identifier: index plus 1
  std::vector<Maker> makers_;                         ///< by identifier of the term
  std::unordered_map<std::uint64_t, Match> matches_;  ///< by z3's address of the match
  std::unordered_map<std::uint64_t, std::uint64_t> edges_;
  std::vector<Maker> instances_;  ///< the instances whose terms are being made, outermost first
};

}  // namespace assay::smt
