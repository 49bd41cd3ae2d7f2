#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/run/check_runtime.hpp"

namespace assay::analyzer {

/// The lines that a C++ source begins with, when they include headers by their names in `<>`, without a suffix or a
/// folder, as the library's are: text of a header that stands for them. Empty: it begins otherwise.
[[nodiscard]] std::string head_of(std::string_view source);

/// Precompiled headers of C++ programs. The library's headers cost a compiler more than a small program does, and
/// programs of one generator and steps of one reduction begin with the same ones, which are precompiled
/// once, and kept as long as they are among the dozen that were asked for last. The program's text stays as it is, so
/// places are where they were: its own lines find the headers' guards defined. A tree of clang's then has what stands
/// in the file alone.
class PrecompiledHeads {
 public:
  /// What the compiler is told before any other -include; empty: nothing is precompiled for it. `compiler`: the program
  /// and the flags that the language, macros and code depend on. Only programs of one file, which are given no flags,
  /// are known to include the library's own headers. `worth_from`: the first question that precompiles them, counted
  /// from 1.
  [[nodiscard]] std::vector<std::string> flags(const std::vector<std::string>& compiler, const Program& program,
                                               const Session& session, std::uint64_t worth_from, core::Usage& usage);

 private:
  struct Head {
    std::uint64_t asked = 0, last_asked = 0;
    std::string path;  ///< of the header; empty: not precompiled
    std::unique_ptr<core::ScratchFolder> folder;
  };
  void precompile(Head& head, const std::vector<std::string>& compiler, const std::string& text, const Session& session,
                  core::Usage& usage);
  /// There is room for one more: the one that was not asked for longest goes.
  void forget_one_of_many();

  std::map<std::string, Head> heads_;  ///< by compiler, flags and text
  std::uint64_t questions_ = 0;
};

}  // namespace assay::analyzer
