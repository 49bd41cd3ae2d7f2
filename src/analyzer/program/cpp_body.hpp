#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/program.hpp"
#include "assay/core/rng.hpp"

/// C++ programs about containers that a generator makes.
namespace assay::analyzer::cpp {

/// What a container can do.
enum Trait : unsigned {
  kBack = 1,   ///< push_back, pop_back
  kFront = 2,  ///< push_front, pop_front
  kIndex = 4,  ///< c[k], iterators + k
  kText = 8,   ///< a string
  kKeys = 16,  ///< ordered by keys; equal ones only once, without kMulti
  kMulti = 32,
  kMap = 64,
  kFixed = 128,  ///< its type says its size
  kList = 256,
};
struct Kind {
  std::string_view type;
  unsigned traits = 0;
  [[nodiscard]] bool has(unsigned wanted) const { return (traits & wanted) == wanted; }
  /// Elements in a row, which can be added and taken anywhere.
  [[nodiscard]] bool is_sequence() const { return (traits & (kKeys | kFixed)) == 0; }
};
[[nodiscard]] const std::vector<Kind>& kinds();
inline constexpr unsigned kArraySize = 4;

/// Something with a size that a function sees. Several may name one container.
struct Container {
  std::string text;
  const Kind* kind = nullptr;
  std::size_t state = 0;  ///< index of what is known of it
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

/// Draws the body of one function. While it does, it knows a least size of each container at the point that it has got
/// to, and takes no element that may not be there. Loops run a few times, so that sizes stay small.
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

  // cpp_container.cpp: what is done to containers.
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

  // cpp_flow.cpp: what is done with sizes.
  struct Condition {
    std::string text;
    std::size_t state = 0;
    unsigned yes = 0, no = 0;  ///< least sizes when it is true, and when it is false
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
  bool alive_ = true;  ///< the current point can be reached
};

}  // namespace assay::analyzer::cpp
