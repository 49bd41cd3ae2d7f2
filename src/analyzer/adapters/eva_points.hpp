#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/check/c_tree.hpp"

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

/// Whether main looks at the words that it is started with, which Eva makes up.
[[nodiscard]] bool reads_arguments_of_main(const CTree& tree);

}  // namespace assay::analyzer
