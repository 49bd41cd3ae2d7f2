#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::core {

/// A table of the HTML report. All texts are plain: folding_table() escapes them.
struct PageTable {
  enum class Holds { Name, Word, Number };  ///< a name may break anywhere, a number stands to the right
  struct Column {
    std::string title;
    Holds holds = Holds::Name;
  };
  struct Cell {
    std::string text;
    bool alarming = false;  ///< shown in the colour of a finding
  };
  std::string heading;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
  std::string if_empty = "none";        ///< what stands in place of rows
};

/// More rows than these are folded: their number stands in the summary.
constexpr std::size_t kOpenRows = 12;

/// The table as a panel of its own that opens and closes without a script.
[[nodiscard]] std::string folding_table(const PageTable& table);

/// "1 finding", "1,234 findings".
[[nodiscard]] std::string counted(std::size_t count, const std::string& one, const std::string& many);
/// A number with commas between thousands.
[[nodiscard]] std::string grouped(std::size_t number);

}  // namespace assay::core
