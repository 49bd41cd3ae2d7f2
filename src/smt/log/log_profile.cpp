#include "smt/log/log_profile.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "smt/log/log_words.hpp"

namespace assay::smt {
namespace {

/// Matches that are remembered until they become instances.
constexpr std::size_t kMaxMatches = std::size_t{1} << 22;
/// Share of a quantifier's matches that an edge of a loop has at least.
constexpr double kLoopShare = 0.01;

std::uint64_t address(std::string_view text) {
  std::uint64_t value = 0;
  if (text.starts_with("0x")) std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return value;
}

/// The vector's element, after the vector has grown so far.
template <typename Element>
Element& at(std::vector<Element>& elements, std::size_t index) {
  if (index >= elements.size()) elements.resize(std::max(index + 1, elements.size() + elements.size() / 2));
  return elements[index];
}

/// Finds the strongly connected components of the graph of edges: Tarjan's algorithm, without recursion.
class Components {
 public:
  Components(std::size_t count, const std::vector<QuantifierEdge>& edges) : next_(count), states_(count) {
    for (const QuantifierEdge& edge : edges) next_[edge.from].push_back(edge.to);
    for (std::uint32_t node = 0; node < count; ++node)
      if (states_[node].number == 0) visit(node);
  }
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& all() const { return found_; }

 private:
  struct State {
    std::uint32_t number = 0, low = 0;
    std::size_t edge = 0;
    bool open = false;
  };
  void enter(std::uint32_t node) {
    states_[node].number = states_[node].low = ++count_;
    states_[node].open = true;
    open_.push_back(node);
    path_.push_back(node);
  }
  void visit(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back();
      State& state = states_[node];
      if (state.edge < next_[node].size()) {
        const std::uint32_t to = next_[node][state.edge++];
        if (states_[to].number == 0)
          enter(to);
        else if (states_[to].open)
          state.low = std::min(state.low, states_[to].number);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) states_[path_.back()].low = std::min(states_[path_.back()].low, state.low);
      if (state.low == state.number) close(node);
    }
  }
  void close(std::uint32_t root) {
    std::vector<std::uint32_t> component;
    while (true) {
      const std::uint32_t node = open_.back();
      open_.pop_back();
      states_[node].open = false;
      component.push_back(node);
      if (node == root) break;
    }
    std::reverse(component.begin(), component.end());
    found_.push_back(std::move(component));
  }

  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<State> states_;
  std::vector<std::uint32_t> open_, path_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> found_;
};

std::vector<MatchingLoop> loops_in(const LogCounts& counts) {
  std::vector<QuantifierEdge> strong;
  std::vector<bool> is_own(counts.quantifiers.size(), false);
  for (const QuantifierEdge& edge : counts.edges) {
    const auto matches = static_cast<double>(counts.quantifiers[edge.to].matches);
    if (static_cast<double>(edge.matches) < kLoopShare * matches) continue;
    strong.push_back(edge);
    if (edge.from == edge.to) is_own[edge.from] = true;
  }
  std::vector<MatchingLoop> loops;
  const Components components(counts.quantifiers.size(), strong);
  for (const std::vector<std::uint32_t>& component : components.all()) {
    if (component.size() == 1 && !is_own[component[0]]) continue;
    MatchingLoop loop{component, 0, 0};
    for (const std::uint32_t one : component) {
      loop.instances += counts.quantifiers[one].all_instances();
      loop.depth = std::max(loop.depth, counts.quantifiers[one].depth);
    }
    if (loop.depth > kLoopDepth) loops.push_back(std::move(loop));
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const MatchingLoop& a, const MatchingLoop& b) { return a.instances > b.instances; });
  return loops;
}

}  // namespace

void LogProfile::add(std::string_view part) {
  counts_.bytes += part.size();
  while (!part.empty()) {
    const void* const found = std::memchr(part.data(), '\n', part.size());
    if (found == nullptr) {
      rest_ += part;
      return;
    }
    const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - part.data());
    if (rest_.empty()) {
      line(part.substr(0, length));
    } else {
      rest_ += part.substr(0, length);
      line(rest_);
      rest_.clear();
    }
    part.remove_prefix(length + 1);
  }
}

void LogProfile::line(std::string_view line) {
  struct Row {
    std::string_view head;
    void (LogProfile::*read)(std::string_view);
  };
  // The most frequent ones first.
  static constexpr std::array kRows = {Row{"[mk-app] ", &LogProfile::term},
                                       Row{"[attach-enode] ", &LogProfile::attached},
                                       Row{"[new-match] ", &LogProfile::match},
                                       Row{"[instance] ", &LogProfile::instance},
                                       Row{"[mk-proof] ", &LogProfile::term},
                                       Row{"[inst-discovered] ", &LogProfile::discovered},
                                       Row{"[mk-quant] ", &LogProfile::quantifier},
                                       Row{"[mk-lambda] ", &LogProfile::term},
                                       Row{"[attach-var-names] ", &LogProfile::variables}};
  ++counts_.lines;
  for (const Row& row : kRows) {
    if (!line.starts_with(row.head)) continue;
    ++known_lines_;
    return (this->*row.read)(line.substr(row.head.size()));
  }
  if (line.starts_with("[end-of-instance]")) {
    if (!instances_.empty()) instances_.pop_back();
  } else if (line.starts_with("[conflict]")) {
    ++counts_.conflicts;
  } else if (line.starts_with("[begin-check]")) {
    ++counts_.checks;
  } else if (line.starts_with("[tool-version] ")) {
    ++known_lines_;
    counts_.version = line.substr(line.find(' ') + 1);
  } else if (line.starts_with("[eof]")) {
    counts_.complete = true;
  }
}

/// Reads `#5 f #3 #4`. z3 uses the identifiers of deleted terms again.
void LogProfile::term(std::string_view rest) {
  const auto id = log_identifier(next_word(rest));
  if (id && *id < makers_.size()) makers_[*id] = Maker();
}

/// Reads `#5 2`: the term becomes known to E-matching, with its generation. Within an instance, the instance made it.
void LogProfile::attached(std::string_view rest) {
  const auto id = log_identifier(next_word(rest));
  if (id) at(makers_, *id) = instances_.empty() ? Maker() : instances_.back();
}

/// Reads `#5 name 2 #7 #8 #9`: the number of variables (not in older logs), the patterns, and the body at the end.
/// Names may have spaces.
void LogProfile::quantifier(std::string_view rest) {
  const auto id = log_identifier(next_word(rest));
  if (!id) return;
  const auto last_word = [&] { return rest.substr(rest.rfind(' ') + 1); };
  while (rest.find(' ') != std::string_view::npos && log_identifier(last_word()))
    rest = rest.substr(0, rest.rfind(' '));
  if (rest.find(' ') != std::string_view::npos && parse_unsigned(last_word())) rest = rest.substr(0, rest.rfind(' '));
  const std::string name(rest);
  const auto [place, is_new] = by_name_.try_emplace(name, static_cast<std::uint32_t>(counts_.quantifiers.size()));
  if (is_new) counts_.quantifiers.push_back({name, {}});
  at(quantifiers_, *id) = place->second + 1;
}

/// Reads `#5 (|y| ; |U|) (|x| ; |Int|)`.
void LogProfile::variables(std::string_view rest) {
  const auto id = log_identifier(next_word(rest));
  const std::uint32_t quantifier = id ? quantifier_of(*id) : 0;
  if (quantifier == 0 || !counts_.quantifiers[quantifier - 1].variables.empty()) return;
  std::string& names = counts_.quantifiers[quantifier - 1].variables;
  for (std::size_t start = rest.find("(|"); start != std::string_view::npos; start = rest.find("(|", start + 1)) {
    const std::size_t end = rest.find('|', start + 2);
    if (end == std::string_view::npos) break;
    names.append(names.empty() ? "" : ", ").append(rest.substr(start + 2, end - start - 2));
  }
}

std::uint32_t LogProfile::quantifier_of(std::size_t id) const {
  return id < quantifiers_.size() ? quantifiers_[id] : 0;
}

/// `blamed`: `#263 (#1 #2)`, the matched terms and the equalities between them.
std::uint32_t LogProfile::depth_of_match(std::uint32_t quantifier, std::string_view blamed) {
  std::uint32_t depth = 0;
  std::array<std::uint32_t, 4> seen{};  // the last makers: most matches have one
  std::size_t next = 0;
  for (std::size_t start = blamed.find('#'); start != std::string_view::npos; start = blamed.find('#', start + 1)) {
    std::size_t id = 0;
    std::from_chars(blamed.data() + start + 1, blamed.data() + blamed.size(), id);
    if (id >= makers_.size() || makers_[id].quantifier == 0) continue;
    const Maker& maker = makers_[id];
    depth = std::max(depth, maker.depth);
    if (std::find(seen.begin(), seen.end(), maker.quantifier) != seen.end()) continue;
    seen[next++ % seen.size()] = maker.quantifier;
    ++edges_[(std::uint64_t{maker.quantifier - 1} << 32U) | (quantifier - 1)];
  }
  return depth + 1;
}

/// Reads `0x55 #5 #6 #7 #8 ; #9`: an address, the quantifier, its pattern, its values, and what matched.
void LogProfile::match(std::string_view rest) {
  const std::uint64_t where = address(next_word(rest));
  const auto id = log_identifier(next_word(rest));
  const std::uint32_t quantifier = id ? quantifier_of(*id) : 0;
  if (quantifier == 0) return;
  ++counts_.quantifiers[quantifier - 1].matches;
  const std::size_t blamed = rest.find(';');
  const std::uint32_t depth =
      depth_of_match(quantifier, blamed == std::string_view::npos ? std::string_view() : rest.substr(blamed));
  if (matches_.size() < kMaxMatches) matches_[where] = {quantifier, depth, false};
}

/// Reads `MBQI 0x55 #5 #7 #8`, or `theory-solving 0 arith# ; #57`.
void LogProfile::discovered(std::string_view rest) {
  const bool by_models = next_word(rest) == "MBQI";
  const std::uint64_t where = address(next_word(rest));
  const auto id = by_models ? log_identifier(next_word(rest)) : std::nullopt;
  const std::uint32_t quantifier = id ? quantifier_of(*id) : 0;
  matches_[where] = quantifier == 0 ? Match() : Match{quantifier, depth_of_match(quantifier, rest), true};
}

/// Reads `0x55 #9 ; 3`: the match, the instance, and its generation. The terms up to the end of the instance are its.
void LogProfile::instance(std::string_view rest) {
  const auto found = matches_.find(address(next_word(rest)));
  Match match;
  const bool is_known = found != matches_.end();
  if (is_known) {
    match = found->second;
    matches_.erase(found);
  }
  instances_.push_back({match.quantifier, match.depth});
  if (match.quantifier == 0) {
    ++(is_known ? counts_.theories : counts_.others);
    return;
  }
  QuantifierCounts& quantifier = counts_.quantifiers[match.quantifier - 1];
  ++(match.by_models ? quantifier.by_models : quantifier.instances);
  quantifier.depth = std::max(quantifier.depth, match.depth);
}

LogCounts LogProfile::counts() const {
  LogCounts result = counts_;
  std::vector<std::uint32_t> order(result.quantifiers.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return counts_.quantifiers[a].all_instances() > counts_.quantifiers[b].all_instances();
  });
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    result.quantifiers[i] = counts_.quantifiers[order[i]];
  }
  for (const auto& [ends, matches] : edges_)
    result.edges.push_back({place[ends >> 32U], place[ends & 0xffffffffU], matches});
  std::sort(result.edges.begin(), result.edges.end(), [](const QuantifierEdge& a, const QuantifierEdge& b) {
    return std::tuple(b.matches, a.from, a.to) < std::tuple(a.matches, b.from, b.to);
  });
  result.loops = loops_in(result);
  return result;
}

}  // namespace assay::smt
