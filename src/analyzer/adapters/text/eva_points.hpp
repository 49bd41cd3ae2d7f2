#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// A place at which an analyzer is asked about variables, by calls in a copy of the program: Eva about their values.
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

/// A point before each statement of a block in a file, with the offset of its statement. Variables that may have no
/// value yet are left out.
[[nodiscard]] std::vector<std::pair<std::size_t, EvaPoint>> listed_points(const CTree& tree, const std::string& file);
/// The file's text with further text at offsets of statements, behind declarations. The first line keeps its number.
[[nodiscard]] std::string with_insertions(const CTree& tree, const std::string& file, const std::string& declarations,
                                          const std::map<std::size_t, std::string>& insertions);

/// Appends the listed points of a file. Returns the text with calls of Frama_C_show_each_N, where N counts all points.
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
