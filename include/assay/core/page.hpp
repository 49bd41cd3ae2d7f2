#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// Parts of an HTML page that needs no network and runs no script but its own. All texts are plain, unless they are
/// said to be markup: these functions escape them.
namespace assay::core {

struct PageTable {
  /// A name may break anywhere, a word nowhere; a text is long; a number stands to the right.
  enum class Holds { Name, Word, Text, Number };
  struct Column {
    std::string title;
    Holds holds = Holds::Name;
  };
  struct Cell {
    std::string text;
    bool alarming = false;  ///< shown in the colour of a finding
    std::string link = {};  ///< an address of the same server; empty: none
    std::string sort = {};  ///< what the column is sorted by; empty: the text
  };
  std::string heading;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
  std::string if_empty = "none";        ///< what stands in place of rows
  bool open = false;                    ///< however many rows there are
};

/// More rows than these are folded: their number stands in the summary.
constexpr std::size_t kOpenRows = 12;

/// The table as a panel of its own that opens and closes without a script.
[[nodiscard]] std::string folding_table(const PageTable& table);

/// A chart over seconds, drawn by the page's script.
struct PageChart {
  struct Point {
    double x = 0;  ///< seconds
    double y = 0;
    std::string label = {};  ///< what the tool tip says of it beside the numbers; may be empty
  };
  struct Series {
    enum class Drawn { Line, Stepped, Dashed, Dots, Marks };  ///< a mark is a dot that strikes the eye
    std::string label;
    Drawn drawn = Drawn::Line;
    std::string color = "accent";    ///< of page.css: "accent", "bug", "pass", "skip", "soft"
    std::vector<Point> points = {};  ///< of all but dots and marks: by ascending x
  };
  std::string id;  ///< of the element; unique on the page
  std::string heading;
  std::string description;   ///< for who does not see it
  std::string x_title = {};  ///< of the axis; may be empty
  std::string y_title = {};
  bool from_zero = true;  ///< the axis of y
  std::vector<Series> series = {};
};
/// The panel that the script draws the chart into: the chart belongs into PageFrame::charts, too.
[[nodiscard]] std::string chart_panel(const PageChart& chart);
/// Markup for those without a script; once on a page, before the charts.
[[nodiscard]] std::string chart_notice();

/// A number that sums something up; `style` may be "pass" or "bug".
[[nodiscard]] std::string card(const std::string& value, const std::string& label, const char* style = "");
/// Terms and what they are; those of an empty value are left out.
[[nodiscard]] std::string term_list(const std::vector<std::pair<std::string, std::string>>& terms);

struct PageFrame {
  std::string title;
  std::string body;  ///< markup
  std::vector<PageChart> charts;
  bool live = false;  ///< it is served, and renews itself when the server says so (`events`)
};
/// The whole page. Its Content-Security-Policy admits the scripts and the style that are compiled in, and nothing else.
[[nodiscard]] std::string html_page(const PageFrame& frame);
/// That policy, for a header.
[[nodiscard]] std::string page_policy(bool live);

/// "1 finding", "1,234 findings".
[[nodiscard]] std::string counted(std::size_t count, const std::string& one, const std::string& many);
/// A number with commas between thousands.
[[nodiscard]] std::string grouped(std::size_t number);
/// "12.3 s", "4.5 min", "6.7 h".
[[nodiscard]] std::string readable_seconds(double seconds);

}  // namespace assay::core
