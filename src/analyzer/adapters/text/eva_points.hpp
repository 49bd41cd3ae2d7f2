#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// A place where Eva is asked what variables may be.
struct EvaPoint {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  struct Variable {
    std::string name;
    std::string type;
  };
  std::vector<Variable> variables;
};

/// Appends the points of a file, one before each statement of a block, and gives the text that asks at them: calls of
/// Frama_C_show_each_N, N counting all points. Variables that may have no value yet are left out.
[[nodiscard]] std::string with_eva_points(const CTree& tree, const std::string& file, std::vector<EvaPoint>& points);

/// Whether a function is called before or after main.
[[nodiscard]] bool has_constructors(const CTree& tree);

/// How main takes the words that it is started with.
enum class MainArguments : std::uint8_t { Unread, Read, ReadWithEnvironment };
[[nodiscard]] MainArguments arguments_of_main(const CTree& tree);

/// The function at which Eva begins where main reads its arguments.
inline constexpr const char* kEvaStart = "eva_start";
/// Its text, for the end of main's file: it calls main with the arguments of this run, and with a program's name that
/// may be anything. A compiler leaves it out that defines RUN.
[[nodiscard]] std::string eva_start(const std::vector<std::string>& arguments);

}  // namespace assay::analyzer
