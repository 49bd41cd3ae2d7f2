// Statements of the strategy cpp-classes: references, objects with virtual functions, constructors and destructors,
// lambdas, templates.

#include <array>
#include <utility>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

/// %1 to %4 are small numbers. All results of `get` are in kGetRange.
constexpr std::string_view kClasses = R"(struct Base {
    int m;
    explicit Base(int p0) : m(p0 & 255) {}
    Base(const Base &) = delete;
    virtual ~Base() { trace += m; }
    virtual int get(int p0) const { return (p0 & m) + %1; }
};

struct Derived0 : Base {
    explicit Derived0(int p0) : Base(p0 ^ %2) {}
    int get(int p0) const override { return (p0 & 1023) - m; }
};

struct Derived1 final : Derived0 {
    short n;
    explicit Derived1(int p0) : Derived0(p0), n(static_cast<short>(p0 & 127)) {}
    ~Derived1() override { trace = trace * %3 + n; }
    int get(int p0) const override { return p0 % (n + 1) + Base::get(p0); }
};

template <typename T> static T larger(const T &p0, const T &p1) { return p0 < p1 ? p1 : p0; }

template <int K, typename T> struct Box {
    T m;
    explicit Box(T p0) : m(p0) { trace ^= K; }
    int scaled() const { return static_cast<int>(m & 255) * K; }
};

)";
constexpr Range kGetRange{-400, 1100};

}  // namespace

std::string class_definitions(core::Rng rng) {
  std::string text;
  for (std::size_t i = 0; i < kClasses.size(); ++i) {
    if (kClasses[i] != '%' || kClasses[i + 1] == ' ') {
      text += kClasses[i];
      continue;
    }
    text += decimal(rng.between(1, 9));
    ++i;
  }
  return text;
}

bool Body::class_statement(Stmts& out) {
  switch (rng_.below(6)) {
    case 0:
    case 1: return virtual_call(out);
    case 2: return lambda(out);
    case 3: return reference(out);
    default: return template_call(out);
  }
}

// Emits "Derived0 c0(x); const Base &c1 = c0; int v = c1.get(y);".
bool Body::virtual_call(Stmts& out) {
  static constexpr std::array<std::string_view, 3> kTypes = {"Base", "Derived0", "Derived1"};
  std::array<std::string, 2> objects;
  const bool two = rng_.coin();
  for (std::string& object : objects) {
    if (&object != objects.data() && !two) continue;
    object = fresh("c");
    begin_expression();
    std::string words(kTypes.at(rng_.below(kTypes.size())));
    words += ' ' + object + '(' + print(expression(1)) + ')';
    out.push_back({Stmt::Kind::Declare, std::move(words), {}, {}, {}});
  }
  begin_expression();
  Expr target = leaf(objects[0], Scalar::Int, {});
  if (two) {
    const Condition when = condition(1);
    target = {
        Expr::Form::Conditional,
        "?:",
        Scalar::Int,
        {},
        {when.expr, leaf("(Base &)" + objects[1], Scalar::Int, {}), leaf("(Base &)" + objects[0], Scalar::Int, {})}};
  }
  const std::string pointed = fresh("c");
  out.push_back({Stmt::Kind::Declare, "const Base &" + pointed, {target}, {}, {}});
  function_.pure = false;
  begin_expression();
  return use_result(out, call(pointed + ".get", {expression(2)}, Scalar::Int, kGetRange));
}

// Emits "const auto c0 = [=](int p) { return (p & 15) + v0; };" and a call.
bool Body::lambda(Stmts& out) {
  const auto list = locals();
  if (list.empty()) return false;
  const std::size_t slot = rng_.pick(list);
  const Expr parameter = leaf("p", Scalar::Int, range_of(Scalar::Int));
  const Expr masked = *apply_operator("&", parameter, constant(rng_.coin() ? 15 : 255));
  const Expr result = repaired(rng_.coin() ? "+" : "-", masked, read(slot));
  const std::string name = fresh("c");
  out.push_back({Stmt::Kind::Declare,
                 "const auto " + name,
                 {leaf("[=](int p) { return " + print(result) + "; }", Scalar::Int, {})},
                 {},
                 {}});
  begin_expression();
  return use_result(out, call(name, {expression(2)}, result.type, result.range));
}

// Emits "int v0 = 7; int &c1 = v0;".
bool Body::reference(Stmts& out) {
  static constexpr std::array<Scalar, 4> kTypes = {Scalar::Int, Scalar::UnsignedChar, Scalar::Short, Scalar::Unsigned};
  const Scalar type = kTypes.at(rng_.below(kTypes.size()));
  declare_addressed(out, type);
  const std::string to = slots_.back().text;
  const std::string alias = fresh("c");
  out.push_back({Stmt::Kind::Declare, std::string(name(type)) + " &" + alias, {leaf(to, type, {})}, {}, {}});
  add_slot({alias, type, range_of(type), true, true});
  return true;
}

bool Body::template_call(Stmts& out) {
  const auto type = static_cast<Scalar>(rng_.below(kScalars));
  const std::string word(name(type));
  if (rng_.coin()) {
    const Whole scale = rng_.between(1, 9);
    function_.pure = false;
    return use_result(out, call("Box<" + decimal(scale) + ", " + word + ">(" + print(expression(2)) + ").scaled", {},
                                Scalar::Int, {0, 255 * scale}));
  }
  const Expr a = expression(1);
  const Expr b = rng_.coin() ? constant(landmark({-300, 300})) : expression(1);
  return use_result(
      out, call("larger<" + word + ">", {a, b}, type, hull(converted(a.range, type), converted(b.range, type))));
}

}  // namespace assay::analyzer::c
