#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/sarif/match.hpp"
#include "core/source/source_lines.hpp"

namespace assay::core {

/// Features of an alert that may be equal in two versions.
enum class Trait : unsigned char {
  Guid,       ///< correlationGuid
  Partial,    ///< the partial fingerprints that both reports have
  Window,     ///< the code around the alert
  Statement,  ///< the statement that contains it
  Snippet,    ///< the text of its region, from the report
  File,       ///< its file, as the new version names it
  Function,   ///< its function; alerts outside of functions have this feature, too
  Named,      ///< the same, and it is known
  Message,
  Masked,  ///< the message without its numbers
  Place,   ///< line and column
  Count
};

/// An alert with its features as hashes. 0: not known.
struct AlertTraits {
  std::uint64_t rule = 0;  ///< of tool and rule
  std::array<std::uint64_t, static_cast<std::size_t>(Trait::Count)> hashes{};
  std::string file;      ///< as the new version names it
  std::string function;  ///< empty: not known
  enum class Code : unsigned char { Unknown, Snippet, Source } code = Code::Unknown;
  std::vector<std::uint64_t> code_tokens;    ///< of the statement or the snippet, sorted
  std::vector<std::uint64_t> message_words;  ///< sorted

  [[nodiscard]] std::uint64_t of(Trait trait) const { return hashes[static_cast<std::size_t>(trait)]; }
};

/// The functions of each file of a version: from its source, or else from its alerts.
class VersionFunctions {
 public:
  [[nodiscard]] bool has(const std::string& file, const std::string& function) const;
  void add(const std::string& file, const std::set<std::string>& functions);

 private:
  std::map<std::string, std::set<std::string>> functions_;
};

/// The alerts of both versions with their features.
struct TwoVersions {
  std::vector<AlertTraits> before, after;
  VersionFunctions old_functions, new_functions;  ///< both by the new version's names of files
};
[[nodiscard]] TwoVersions traits_of(const AlertSide& before, const AlertSide& after);

}  // namespace assay::core
