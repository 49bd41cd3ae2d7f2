#include "analyzer/check/edit/c_traced.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/tree/c_pieces.hpp"
#include "analyzer/check/tree/c_scope.hpp"

namespace assay::analyzer {
namespace {

using Index = std::size_t;

/// A loop `for (T n = ...; ...; ...) BODY` or `for (T n : ...) BODY` in a driver.
struct DriverLoop {
  Index loop = 0;
  Index driver = 0;  ///< the function that contains it
  Index counter = 0;
  Index body = 0;
};

class TraceMaker {
 public:
  explicit TraceMaker(const CTree& tree) : tree_(tree) {
    for (const Index child : tree.node(0).children)
      if (is_driver(child)) collect(child, child);
  }

  [[nodiscard]] bool empty() const { return loops_.empty(); }

  /// The file with marks. The first mark is the number of the loop that is running, from 1 on, or 0 outside of all
  /// loops; then come the counters. The includes stay at the head of the file.
  [[nodiscard]] std::string text() const {
    const std::string count = std::to_string(loops_.size() + 1);
    const std::size_t first = tree_.node(loops_.front().driver).begin;
    std::vector<Piece> pieces = {
        {first, first, "long long assay_marks[" + count + "];\nunsigned assay_mark_count = " + count + ";\n"}};
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      const auto [loop, driver, counter, body] = loops_[i];
      pieces.push_back({tree_.node(loop).begin, tree_.node(loop).begin, "{ long long assay_outer = assay_marks[0]; "});
      pieces.push_back(
          {tree_.node(body).begin, tree_.node(body).begin,
           "{ assay_marks[0] = " + number + "; assay_marks[" + number + "] = " + tree_.node(counter).name + "; "});
      const std::size_t end = tree_.end_of_statement(body);
      pieces.push_back({end, end, " } assay_marks[0] = assay_outer; }"});
    }
    return with_pieces(tree_.source(), std::move(pieces));
  }

  [[nodiscard]] std::vector<std::string> narrowed(const std::vector<std::int64_t>& marks) const {
    if (marks.size() != loops_.size() + 1 || marks[0] < 1 || static_cast<std::size_t>(marks[0]) > loops_.size())
      return {};
    const Index driver = loops_[static_cast<std::size_t>(marks[0]) - 1].driver;
    std::vector<std::string> texts;
    for (const bool alone : {true, false})
      for (const bool hidden : {false, true}) texts.push_back(narrowed(driver, marks, alone, hidden));
    return texts;
  }

 private:
  [[nodiscard]] bool is_driver(Index i) const {
    const CNode& node = tree_.node(i);
    if (node.kind != "FunctionDecl" || node.in_macro || node.children.empty()) return false;
    const bool defined = tree_.node(node.children.back()).kind == "CompoundStmt";
    return defined && (node.name == "main" || node.children.size() == 1);
  }

  void collect(Index i, Index driver) {
    if (const std::optional<DriverLoop> loop = driver_loop(i, driver)) loops_.push_back(*loop);
    for (const Index child : tree_.node(i).children) collect(child, driver);
  }
  [[nodiscard]] std::optional<DriverLoop> driver_loop(Index i, Index driver) const {
    const CNode& node = tree_.node(i);
    const bool ranges = node.kind == "CXXForRangeStmt";
    if ((node.kind != "ForStmt" && !ranges) || node.in_macro || node.children.size() < 2) return std::nullopt;
    // The declaration of the loop variable precedes the body.
    const CNode& begin = tree_.node(ranges ? node.children[node.children.size() - 2] : node.children.front());
    const CNode& body = tree_.node(node.children.back());
    if (begin.kind != "DeclStmt" || begin.children.size() != 1 || body.in_macro || body.end <= body.begin)
      return std::nullopt;
    const CNode& counter = tree_.node(begin.children.front());
    if (counter.kind != "VarDecl" || counter.is_static || !is_number_type(counter.type) ||
        is_pointer_type(counter.type))
      return std::nullopt;
    return DriverLoop{i, driver, begin.children.front(), node.children.back()};
  }

  [[nodiscard]] bool is_below(Index i, Index outer) const {
    while (i != 0 && i != outer) i = tree_.node(i).parent;
    return i == outer;
  }

  /// The initial value of `table[counter]`, if the table is a list of numbers or texts.
  [[nodiscard]] Index element(const CNode& subscript, std::int64_t index) const {
    if (subscript.children.size() != 2) return CTree::kNone;
    Index base = subscript.children.front();
    while (tree_.node(base).kind == "ImplicitCastExpr") base = tree_.first_child(base);
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& table = tree_.node(i);
      if (table.kind != "VarDecl" || table.id != tree_.node(base).referenced_id || table.children.empty()) continue;
      const CNode& list = tree_.node(table.children.back());
      if (list.kind != "InitListExpr" || index < 0 || static_cast<std::size_t>(index) >= list.children.size())
        return CTree::kNone;
      const Index found = list.children[static_cast<std::size_t>(index)];
      const CNode& value = tree_.node(found);
      const bool plain = !value.in_macro && value.end > value.begin && is_number_type(value.type);
      return plain ? found : CTree::kNone;
    }
    return CTree::kNone;
  }

  [[nodiscard]] static std::string literal(std::int64_t value) {
    return value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
  }
  [[nodiscard]] std::string spelled(const std::string& type, const std::string& value, bool hidden) const {
    if (is_pointer_type(type)) return "(" + value + ")";
    if (!hidden) return "(" + type + ")(" + value + ")";
    const std::string object =
        tree_.is_cpp() ? "(const " + type + "&)(" + value + ")" : "(" + type + "){" + value + "}";
    return "*(volatile " + type + "*)&" + object;
  }
  /// A counter's value, with a cast where the bare number would have another type or value.
  [[nodiscard]] std::string counted(const std::string& type, std::int64_t value, bool hidden) const {
    const bool itself = value >= 0 || (type == "int" && value > std::numeric_limits<std::int32_t>::min());
    return hidden || !itself ? spelled(type, std::to_string(value), hidden) : literal(value);
  }

  /// The replacement of a use of the counter, or of the table's element that it indexes.
  [[nodiscard]] Piece in_place(Index name, std::int64_t value, bool hidden) const {
    Index outer = name;
    while (tree_.node(tree_.node(outer).parent).kind == "ImplicitCastExpr") outer = tree_.node(outer).parent;
    const CNode& subscript = tree_.node(tree_.node(outer).parent);
    const bool is_index = subscript.kind == "ArraySubscriptExpr" && subscript.children.back() == outer;
    if (const Index found = is_index ? element(subscript, value) : CTree::kNone; found != CTree::kNone)
      return {subscript.begin, subscript.end,
              spelled(subscript.type, std::string(tree_.text(tree_.node(found))), hidden)};
    return {tree_.node(name).begin, tree_.node(name).end,
            is_index ? literal(value) : counted(tree_.node(name).type, value, hidden)};
  }

  /// The driver's loops around the noted iteration become that iteration. With `alone`, other drivers and calls are
  /// removed.
  [[nodiscard]] std::string narrowed(Index driver, const std::vector<std::int64_t>& marks, bool alone,
                                     bool hidden) const {
    std::vector<Piece> pieces;
    const Index last = loops_[static_cast<std::size_t>(marks[0]) - 1].loop;
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      const DriverLoop& loop = loops_[i];
      if (loop.driver != driver || !is_below(last, loop.loop)) continue;
      pieces.push_back({tree_.node(loop.loop).begin, tree_.node(loop.body).begin, ""});
      for (Index use = loop.body; use < tree_.nodes().size(); ++use)
        if (tree_.node(use).kind == "DeclRefExpr" && tree_.node(use).referenced_id == tree_.node(loop.counter).id)
          pieces.push_back(in_place(use, marks[i + 1], hidden));
    }
    if (alone) without_other_drivers(driver, pieces);
    return with_pieces(tree_.source(), std::move(pieces));
  }

  void without_other_drivers(Index driver, std::vector<Piece>& pieces) const {
    std::vector<std::string> others;
    for (const DriverLoop& loop : loops_)
      if (loop.driver != driver && tree_.node(loop.driver).name != "main")
        others.push_back(tree_.node(loop.driver).name);
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& node = tree_.node(i);
      if (std::find(others.begin(), others.end(), node.kind == "FunctionDecl" ? node.name : node.referenced) ==
          others.end())
        continue;
      if (node.kind == "FunctionDecl") pieces.push_back({node.begin, node.end, ""});
      if (node.referenced_kind != "FunctionDecl") continue;
      Index statement = i;
      while (statement != 0 && !is_listed_statement(tree_, statement)) statement = tree_.node(statement).parent;
      if (statement != 0) pieces.push_back({tree_.node(statement).begin, tree_.end_of_statement(statement), ""});
    }
  }

  const CTree& tree_;
  std::vector<DriverLoop> loops_;
};

}  // namespace

std::optional<Analyzer::Traced> c_traced(std::shared_ptr<const CTree> tree) {
  const TraceMaker maker(*tree);
  if (maker.empty()) return std::nullopt;
  const auto narrowed = [tree = std::move(tree)](const std::vector<std::int64_t>& marks) {
    return TraceMaker(*tree).narrowed(marks);
  };
  return Analyzer::Traced{maker.text(), narrowed};
}

}  // namespace assay::analyzer
