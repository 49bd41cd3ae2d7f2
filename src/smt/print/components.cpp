#include "components.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

constexpr std::size_t kUnseen = ~std::size_t{0};

class Tarjan {
 public:
  explicit Tarjan(const std::vector<std::vector<std::size_t>>& edges)
      : edges_(edges), number_(edges.size(), kUnseen), low_(edges.size()), on_stack_(edges.size(), false) {}

  std::vector<std::vector<std::size_t>> run() {
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      if (number_[node] == kUnseen) explore(node);
    }
    return std::move(found_);
  }

 private:
  struct Visit {
    std::size_t node;
    std::size_t next_edge;
  };

  void enter(std::size_t node) {
    number_[node] = low_[node] = next_number_++;
    stack_.push_back(node);
    on_stack_[node] = true;
    visits_.push_back({node, 0});
  }

  void explore(std::size_t root) {
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::size_t node = visit.node;
      if (visit.next_edge < edges_[node].size()) {
        const std::size_t to = edges_[node][visit.next_edge++];
        if (number_[to] == kUnseen) {
          enter(to);
        } else if (on_stack_[to]) {
          low_[node] = std::min(low_[node], number_[to]);
        }
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) low_[visits_.back().node] = std::min(low_[visits_.back().node], low_[node]);
      if (low_[node] == number_[node]) take(node);
    }
  }

  void take(std::size_t node) {
    std::vector<std::size_t> members;
    std::size_t member = kUnseen;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      members.push_back(member);
    } while (member != node);
    std::sort(members.begin(), members.end());
    found_.push_back(std::move(members));
  }

  const std::vector<std::vector<std::size_t>>& edges_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::size_t> stack_;
  std::vector<Visit> visits_;
  std::vector<std::vector<std::size_t>> found_;
  std::size_t next_number_ = 0;
};

}  // namespace

std::vector<std::vector<std::size_t>> components(const std::vector<std::vector<std::size_t>>& edges) {
  return Tarjan(edges).run();
}

}  // namespace assay::smt
