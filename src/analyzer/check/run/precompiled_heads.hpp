#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/run/check_runtime.hpp"

namespace assay::analyzer {

/// The first lines of a C++ source, if they include headers of the library (names in `<>` without a suffix or a
/// folder): the text of a header that replaces them. Empty: the source begins otherwise.
[[nodiscard]] std::string head_of(std::string_view source);

/// Precompiled headers of C++ programs. The library's headers cost a compiler more than a small program does. Programs
/// of one generator, and steps of one reduction, begin with the same headers, so those are precompiled once, and the
/// dozen most recently used is kept. The program's text is unchanged, so places are unchanged: its own includes find
/// the headers' guards defined. Clang's tree then has only declarations of the file itself.
class PrecompiledHeads {
 public:
  /// Flags to put before any other -include; empty: no precompiled header. `compiler`: the program and the flags that
  /// determine the language, macros and code. Only programs of one file and without flags are known to include the
  /// library's own headers. `worth_from`: the number of the call, from 1, from which on a header is precompiled.
  [[nodiscard]] std::vector<std::string> flags(const std::vector<std::string>& compiler, const Program& program,
                                               const Session& session, std::uint64_t worth_from, core::Usage& usage);

 private:
  struct Head {
    std::uint64_t asked = 0, last_asked = 0;
    std::string path;  ///< the header's path; empty: not precompiled
    std::unique_ptr<core::ScratchFolder> folder;
  };
  void precompile(Head& head, const std::vector<std::string>& compiler, const std::string& text, const Session& session,
                  core::Usage& usage);
  /// Makes room for one more header: removes the least recently used.
  void forget_one_of_many();

  std::map<std::string, Head> heads_;  ///< by compiler, flags and text
  std::uint64_t questions_ = 0;
};

}  // namespace assay::analyzer
