#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// A place with a show-point: Eva prints the possible values of variables there.
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

/// Appends the points of a file, one before each statement of a block. Returns the text with calls of
/// Frama_C_show_each_N, where N counts all points. Variables that may have no value yet are left out.
[[nodiscard]] std::string with_eva_points(const CTree& tree, const std::string& file, std::vector<EvaPoint>& points);

/// Whether a function runs before or after main.
[[nodiscard]] bool has_constructors(const CTree& tree);

/// Whether and how main reads its arguments.
enum class MainArguments : std::uint8_t { Unread, Read, ReadWithEnvironment };
[[nodiscard]] MainArguments arguments_of_main(const CTree& tree);

/// The function at which Eva begins if main reads its arguments.
inline constexpr const char* kEvaStart = "eva_start";
/// Its text, for the end of main's file: it calls main with the arguments of this run, and with an arbitrary program
/// name. It is not compiled if RUN is defined.
[[nodiscard]] std::string eva_start(const std::vector<std::string>& arguments);

}  // namespace assay::analyzer
