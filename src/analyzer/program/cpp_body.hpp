#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/program/program.hpp"
#include "core/rng/rng.hpp"

/// Generated C++ programs that use containers.
namespace assay::analyzer::cpp {

/// Operations that a kind of container supports.
enum Trait : unsigned {
  kBack = 1,   ///< push_back, pop_back
  kFront = 2,  ///< push_front, pop_front
  kIndex = 4,  ///< c[k], iterators + k
  kText = 8,   ///< a string
  kKeys = 16,  ///< ordered by unique keys; with kMulti, keys may repeat
  kMulti = 32,
  kMap = 64,
  kFixed = 128,  ///< its type determines its size
  kList = 256,
};
struct Kind {
  std::string_view type;
  unsigned traits = 0;
  [[nodiscard]] bool has(unsigned wanted) const { return (traits & wanted) == wanted; }
  /// A sequence whose elements can be inserted and erased anywhere.
  [[nodiscard]] bool is_sequence() const { return (traits & (kKeys | kFixed)) == 0; }
};
[[nodiscard]] const std::vector<Kind>& kinds();
inline constexpr unsigned kArraySize = 4;

/// A container that a function can access. Several may name the same object.
struct Container {
  std::string text;
  const Kind* kind = nullptr;
  std::size_t state = 0;  ///< index of the tracked state of its object
  bool pointer = false;
  bool writable = true;

  [[nodiscard]] std::string dot() const { return text + (pointer ? "->" : "."); }
  [[nodiscard]] std::string value() const { return pointer ? "*" + text : text; }
};

struct Parameter {
  enum class Kind : std::uint8_t { Int, Value, Reference, Constant, Pointer };
  Kind kind = Kind::Int;
  const cpp::Kind* container = nullptr;
  std::string name;
};
struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  std::string body;
};
[[nodiscard]] std::string signature(const Function& function);

/// Generates the body of one function. It tracks a minimum size of each container at the current point, and accesses no
/// element that may not exist. Loops have few iterations, so that sizes stay small.
class Body {
 public:
  Body(const std::vector<Function>& others, Function& function, core::Rng rng)
      : others_(others), function_(function), rng_(rng) {}
  void make(unsigned statements);

  using Make = bool (Body::*)();

 private:
  friend struct Statements;

  // cpp_body.cpp
  void line(const std::string& text);
  void open(const std::string& head);
  void close(const std::string& rest = {});
  void block(unsigned statements);
  void statement();
  std::string fresh(std::string_view prefix) { return std::string(prefix) + std::to_string(names_++); }
  unsigned& least(const Container& one) { return least_[one.state]; }
  void add_parameters();
  Container& add(std::string text, const Kind& kind, unsigned least);
  [[nodiscard]] std::vector<std::size_t> chosen(unsigned traits, bool writable) const;
  std::optional<Container> any(unsigned traits = 0, bool writable = true);
  std::optional<Container> any_sequence();
  std::optional<Container> another(const Container& one);
  void forget();
  void join(const std::vector<unsigned>& other);
  std::string number();
  std::string element(const Kind& kind);
  std::string list(const Kind& kind, unsigned count);
  std::string literal(unsigned& length);
  std::string few(unsigned& least);
  std::string size_of(const Container& one);
  void note(const std::string& value) { line("note((unsigned long)" + value + ");"); }
  void leave();

  // cpp_container.cpp: operations on containers.
  bool declare();
  bool copy();
  bool alias();
  bool push();
  bool insert();
  bool insert_some();
  bool insert_key();
  bool pop();
  bool erase();
  bool erase_range();
  bool erase_key();
  bool resize();
  bool clear();
  bool assign();
  bool exchange();
  bool move_away();
  bool text_more();
  bool text_less();
  bool list_only();
  bool record();
  bool observe();
  bool look_at_element();
  void guarded(const Container& one, unsigned needed, const std::string& action);

  // cpp_flow.cpp: uses of sizes.
  struct Condition {
    std::string text;
    std::size_t state = 0;
    unsigned yes = 0, no = 0;  ///< minimum sizes if it is true, and if it is false
    bool about_size = false;
  };
  Condition condition();
  Condition size_condition(const Container& one);
  bool branch();
  bool keep_size();
  bool count_up();
  bool drain();
  bool fill();
  bool walk();
  bool filter();
  bool call();
  bool capture();
  bool choose();
  bool scope();
  bool early();

  const std::vector<Function>& others_;
  Function& function_;
  core::Rng rng_;
  std::vector<Container> containers_;
  std::vector<unsigned> least_;
  std::vector<std::string> ints_;
  unsigned names_ = 0;
  unsigned depth_ = 1;
  unsigned loops_ = 0;
  unsigned calls_ = 0;
  unsigned left_ = 0;
  bool alive_ = true;  ///< whether the current point can be reached
};

}  // namespace assay::analyzer::cpp
