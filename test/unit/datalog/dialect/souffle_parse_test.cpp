#include <gtest/gtest.h>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_values.hpp"

namespace assay::datalog::souffle_parse_test {
namespace {

Program parsed(std::string_view text) {
  Result<Program> program = parse_souffle(text, "p.dl");
  EXPECT_TRUE(program.ok()) << program.error().text();
  return program.ok() ? *std::move(program) : Program();
}

std::string error_of(std::string_view text) {
  const Result<Program> program = parse_souffle(text, "p.dl");
  return program.ok() ? "read" : program.error().text();
}

/// The printed text of a program that the parser reads completely.
std::string again(std::string_view text) {
  const Program program = parsed(text);
  EXPECT_EQ(program.seed.dialect, "");
  return print_souffle(program);
}

bool is_seed(std::string_view text) {
  const Program program = parsed(text);
  if (!program.seed.dialect.empty()) {
    EXPECT_EQ(program.seed.text, text);
    EXPECT_TRUE(program.rules.empty());
  }
  return !program.seed.dialect.empty();
}

TEST(ParseSouffle, ReadsWhatTheTreeHolds) {
  EXPECT_EQ(again(".output path, edge\n"
                  ".decl edge(a:number,b:number) /* in front */ brie\n"
                  ".decl path ( a : number , b : number ) choice-domain a, (a, b)\n"
                  "edge(1,-2). edge(0x1F, 0b101).\n"
                  "path(x,y):-edge(x,y). // plain\n"
                  "path(x,z) , edge(z,x) :- path(x,?y), edge(?y,z), !edge(x, _), x!=z, x<=3."),
            ".decl edge(a:number, b:number) brie\n"
            ".output edge\n"
            ".decl path(a:number, b:number) choice-domain (a), (a, b)\n"
            ".output path\n"
            "edge(1, -2).\n"
            "edge(31, 5).\n"
            "path(V0, V1) :- edge(V0, V1).\n"
            "path(V0, V1), edge(V1, V0) :- path(V0, V2), edge(V2, V1), !edge(V0, _), V0 != V1, V0 <= 3.\n");
}

TEST(ParseSouffle, ReadsComputationsAndAggregates) {
  const std::string_view head = ".decl r(a:number, b:number)\n";
  const auto rule = [&](std::string_view text) {
    return again(std::string(head) + std::string(text)).substr(head.size());
  };
  EXPECT_EQ(rule("r(x,y) :- r(x,_), y = x+1."), "r(V0, V1) :- r(V0, _), V1 = V0 + 1.\n");
  EXPECT_EQ(rule("r(x,y) :- r(x,_), x % 2 = y."), "r(V0, V1) :- r(V0, _), V1 = V0 % 2.\n");
  EXPECT_EQ(rule("r(x,y) :- r(x,_), y = max(x, -7)."), "r(V0, V1) :- r(V0, _), V1 = max(V0, -7).\n");
  EXPECT_EQ(rule("r(x,y) :- r(x,_), y = x - -7."), "r(V0, V1) :- r(V0, _), V1 = V0 - -7.\n");
  EXPECT_EQ(rule("r(x,y) :- r(x,_), y = count : r(x, z)."), "r(V0, V1) :- r(V0, _), V1 = count : { r(V0, V2) }.\n");
  EXPECT_EQ(rule("r(x,y) :- r(x,_), min z : { r(x, z), z > 3 } = y."),
            "r(V0, V1) :- r(V0, _), V1 = min V2 : { r(V0, V2), V2 > 3 }.\n");
}

TEST(ParseSouffle, PlainIntegersTakeTheTypeOfTheirPlace) {
  EXPECT_EQ(again(".decl u(a:unsigned)\n.decl f(a:float)\nu(5).\nf(5). f(-0.0). f(1.50).\nu(x) :- u(x), y = x, y < 3."),
            ".decl u(a:unsigned)\n.decl f(a:float)\nu(5u).\nf(5.0).\nf(-0.0).\nf(1.5).\n"
            "u(V0) :- u(V0), V1 = V0, V1 < 3u.\n");
}

TEST(ParseSouffle, VariablesKeepTheNumbersThatTheirNamesAre) {
  EXPECT_EQ(again(".decl r(a:number, b:number)\nr(V3, V1) :- r(V1, V3)."),
            ".decl r(a:number, b:number)\nr(V3, V1) :- r(V1, V3).\n");
  EXPECT_EQ(again(".decl r(a:number, b:number)\nr(V3000000, V1) :- r(V1, V3000000)."),
            ".decl r(a:number, b:number)\nr(V0, V1) :- r(V1, V0).\n");
}

TEST(ParseSouffle, KeepsSubtypesOfBuiltInTypes) {
  EXPECT_EQ(again(".decl r(a:Node, b:Card, c:Old)\n.type Node <: symbol\n.number_type Card\n.symbol_type Old"),
            ".type Node <: symbol\n.type Card <: number\n.type Old <: symbol\n.decl r(a:Node, b:Card, c:Old)\n");
}

TEST(ParseSouffle, ReadsTheOldSyntax) {
  const Program program = parsed(".decl r(x:number) output inline\n.type T\n.decl s(x:T)\nr(1).");
  ASSERT_EQ(program.seed.dialect, "");
  EXPECT_TRUE(program.relations[0].is_output);
  EXPECT_EQ(program.relations[0].inlining, Inlining::Inline);
  EXPECT_FALSE(program.relations[1].is_output);
  EXPECT_EQ(program.relations[1].attributes[0].type, Type::Symbol);
}

TEST(ParseSouffle, ReadsEscapes) {
  const Program program = parsed(R"(.decl r(x:symbol)
r("a\"\\\n\t'//"). r("/*"). r("").)");
  EXPECT_EQ(program.symbols, (std::vector<std::string>{"a\"\\\n\t'//", "/*", ""}));
}

const char kHead[] = ".decl r(x:number, y:symbol)\n";

TEST(ParseSouffle, OtherDeclarationsMakeASeed) {
  for (const std::string_view rest :
       {".decl q(x:A)\n.type A = [a:M] .type M = number | symbol", ".decl q(x:number) overridable",
        "#define A 1\nr(A, \"x\").", ".decl d = debug_delta(r)", ".decl q(x:A)\n.type A = number | symbol"})
    EXPECT_TRUE(is_seed(kHead + std::string(rest))) << rest;
}

// Directives without an effect on results, or with restrictions only.
TEST(ParseSouffle, ReadsWhatDoesNotMatter) {
  for (const std::string_view rest :
       {".input r", ".printsize r", ".limitsize r(n=3)", ".output r(IO=stdout)", ".pragma \"legacy\"",
        ".type A = B | C {}", ".functor f(x:number):number stateful", "@[note = 1]\nr(1, \"x\").",
        "r(x, y) :- r(x, y). .plan 0:(1), 1:(1)"})
    EXPECT_FALSE(is_seed(kHead + std::string(rest))) << rest;
  const Program related = parsed(
      ".type A <: symbol .type B <: A .type C = A | B\n.decl p(x:A)\n.decl q(x:C)\n.printsize p, q\n"
      "q(x) :- p(x).");
  EXPECT_EQ(related.seed.dialect, "");
  EXPECT_EQ(related.relations[0].attributes[0].declared, "");
  EXPECT_EQ(related.relations[1].attributes[0].type, Type::Symbol);
  EXPECT_TRUE(related.relations[0].is_output && related.relations[1].is_output);
}

TEST(ParseSouffle, ReadsExpressionsAndAlternatives) {
  const std::string head = ".decl r(a:number, b:number)\n";
  EXPECT_EQ(again(head + "r(1, 2 + 3 * 4)."), head + "r(1, V1) :- V0 = 3 * 4, V1 = 2 + V0.\n");
  EXPECT_EQ(again(head + "r(x, -(x + 1)) :- r(x - 1, _)."),
            head + "r(V0, V2) :- r(V3, _), V3 = V0 - 1, V1 = V0 + 1, V2 = 0 - V1.\n");
  EXPECT_EQ(again(head + "r(x, y) :- r(x, y), x * 2 < max(y, 1) + 1; r(y, x), x = y."),
            head +
                "r(V0, V1) :- r(V0, V1), V2 = max(V1, 1), V3 = V0 * 2, V4 = V2 + 1, V3 < V4.\n"
                "r(V0, V1) :- r(V1, V0), V0 = V1.\n");
  EXPECT_EQ(again(head + "r(x, 1 + count : { r(x, z) }) :- r(x, _)."),
            head + "r(V0, V3) :- r(V0, _), V2 = count : { r(V0, V1) }, V3 = 1 + V2.\n");
}

TEST(ParseSouffle, WritesComponentsOut) {
  EXPECT_EQ(again(".comp Base<T> { .decl in(x:T) .decl out(x:T) out(x) :- in(x). }\n"
                  ".comp Derived : Base<number> { in(7). .init deep = Base<symbol> deep.in(\"a\"). }\n"
                  ".init one = Derived\n.decl p(x:number)\np(x) :- one.out(x), !one.in(1).\n.output one.deep.out\n"),
            ".decl one_in(x:number)\n.decl one_out(x:number)\n.decl one_deep_in(x:symbol)\n"
            ".decl one_deep_out(x:symbol)\n.output one_deep_out\n.decl p(x:number)\none_in(7).\none_deep_in(\"a\").\n"
            "one_out(V0) :- one_in(V0).\none_deep_out(V0) :- one_deep_in(V0).\np(V0) :- one_out(V0), !one_in(1).\n");
  for (const std::string_view text :
       {".comp C { .comp D { } }\n.comp D { }\n.init c = C", ".init c = Nothing\n.comp C { }",
        ".comp C<T> { }\n.init c = C", ".comp C { .init c = C }\n.init c = C", ".comp C : C { }\n.init c = C"})
    EXPECT_TRUE(is_seed(".decl q(x:number)\n" + std::string(text))) << text;
}

TEST(ParseSouffle, ReadsSubsumptionByOneColumn) {
  const std::string head = ".decl r(a:number, b:number)\n";
  EXPECT_EQ(again(head + "r(x, a) <= r(x, b) :- a <= b."), head + "r(V0, V1) <= r(V0, V2) :- V1 < V2.\n");
  EXPECT_EQ(again(head + "r(a, x) <= r(b, x) :- a > b."), head + "r(V0, V1) <= r(V2, V1) :- V0 > V2.\n");
  for (const std::string_view rest : {"r(x, a) <= r(y, b) :- a <= b.", "r(x, a) <= r(x, b) :- a != b.",
                                      "r(x, x) <= r(x, b) :- x < b.", "r(x, a) <= r(x, b) :- a < b, x = 1."})
    EXPECT_TRUE(is_seed(head + std::string(rest))) << rest;
}

TEST(ParseSouffle, OtherClausesMakeASeed) {
  for (const std::string_view rest :
       {"r(x, y) :- !(x = 1), r(x, y).", "r(x, cat(x, y)) :- r(x, y).", "r(x, y) <= r(x, z) :- y < z.",
        "r(x, y) :- r(x, y), y < 1.", "r(x, y) :- a.r(x, y), x = z.r(1, \"\").",
        "r(x, y) :- r(x, y), x = as(y, number).", "r(x, y).", "r(99999999999999999999, \"\").", "r(\"a\", \"b\").",
        "q(1).", "r(x, y) :- r(x, y), x = y.", "r($, \"a\").", "r(x, \"\\z\") :- r(x, _).", "r(x, @f(y)) :- r(x, y).",
        "r(1, \"x\") :- .", "r(1.2.3.256, \"ip\")."})
    EXPECT_TRUE(is_seed(kHead + std::string(rest))) << rest;
}

// Negated wildcards, means, witnesses, and targets that are used outside.
TEST(ParseSouffle, OtherAggregatesMakeASeed) {
  for (const std::string_view rest :
       {"r(x, y) :- r(x, y), x = sum z : { r(z, y), !r(z, _) }.", "r(x, y) :- r(_, y), x = mean z : { r(z, y) }.",
        "r(x, y) :- x = max z : { r(z, y) }.", "r(z, y) :- r(_, y), x = max z : { r(z, y) }, z = x.",
        "r(x, y) :- r(_, y), x = sum z + 1 : { r(z, y) }.", "r(x, y) :- r(_, y), x = sum z : { r(w, y), z = w + 1 }.",
        "r(x, y) :- r(_, y), x = sum z : { r(z, y), z = count : { r(w, y) } }."})
    EXPECT_TRUE(is_seed(kHead + std::string(rest))) << rest;
}

TEST(ParseSouffle, KnowsTheRelationsOfSeeds) {
  const Program program = parsed(
      ".type Id <: Number .type Number = number\n.type Mixed = number | symbol\n.type U = Id | Number\n"
      ".type Rec = [a:Id]\n.type Adt = A {x:Rec} | B {}\n"
      ".decl a, b(i:Id, m:Mixed, u:U, r:Rec, t:Adt) eqrel no_inline magic printsize\n"
      ".decl c() btree_delete input\n.output a, c(IO=stdout)\n.comp X<T> : Y<T> { .decl inner(a:T) }\n.init x = X<Id>\n"
      ".output x.inner\nx.inner(1).");
  ASSERT_EQ(program.relations.size(), 3u);
  const Relation& a = program.relations[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_TRUE(a.from_seed);
  EXPECT_TRUE(a.is_output);
  EXPECT_FALSE(program.relations[1].is_output);
  EXPECT_EQ(a.representation, Representation::Eqrel);
  EXPECT_EQ(a.inlining, Inlining::NoInline);
  EXPECT_EQ(a.magic, MagicSets::Magic);
  const std::vector<Type> types = {Type::Number, Type::Opaque, Type::Number, Type::Opaque, Type::Opaque};
  for (std::size_t i = 0; i < types.size(); ++i) EXPECT_EQ(a.attributes[i].type, types[i]) << i;
  EXPECT_EQ(a.attributes[3].declared, "Rec");
  const Relation& c = program.relations[2];
  EXPECT_EQ(c.arity(), 0u);
  EXPECT_TRUE(c.is_input);
  EXPECT_EQ(c.representation, Representation::BtreeDelete);
}

TEST(ParseSouffle, MacrosHideWhatTheyLike) {
  const Program program = parsed(
      "#define REL(x) .decl x(a:number)\n#if 1\n.decl r(a:COUNT)\n#else\n.decl r(a:T, b:T)\n"
      "#endif\nREL(q) \\ & CLAUSES(r)\n.decl s(a:number)\n.output q");
  ASSERT_EQ(program.relations.size(), 2u);
  EXPECT_EQ(program.relations[0].arity(), 1u);
  EXPECT_EQ(program.relations[0].attributes[0].type, Type::Opaque);
}

TEST(ParseSouffle, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(error_of(".decl r(a:number)\n  .decl r(b:number)"),
            "p.dl:2:9: relation r is declared twice (remove or rename one of them)");
  EXPECT_EQ(error_of(".decl r(a:Node)"), "p.dl:1:11: type Node is not declared (declare it: .type Node <: number)");
  EXPECT_EQ(error_of(".output r"), "p.dl:1:9: relation r is not declared (declare it: .decl r(a:number))");
  EXPECT_EQ(error_of(".decl r(a)"), "p.dl:1:10: ':' is missing between an attribute and its type: r(a:number)");
  EXPECT_EQ(error_of(".decl r(a:number) brie eqrel"), "p.dl:1:24: 'eqrel' contradicts a qualifier in front of it");
  EXPECT_EQ(error_of(".decl r(a:number) choice-domain b"),
            "p.dl:1:33: a choice domain needs the relation's own attributes");
  EXPECT_EQ(error_of(".type shape = Dot\n.type{x:number}"),
            "p.dl:2:2: a name may not end like a directive (rename it)");
  EXPECT_EQ(error_of("r(1"), "p.dl:1:1: a fact or a rule without an end (close its brackets and end it with a dot)");
  EXPECT_EQ(error_of("\nr(1)).\n"), "p.dl:2:5: a bracket is closed that was not opened (remove it)");
  EXPECT_EQ(error_of("r(\"a).\n"), "p.dl:1:3: a string without an end (close it with a double quote)");
  EXPECT_EQ(error_of("/* "), "p.dl:1:1: a comment without an end (close it, or remove what opens it)");
  EXPECT_EQ(error_of("r(1) & s(2)."), "p.dl:1:6: '&' means nothing in Souffle (remove it)");
}

// Text after a seed's end is ours: errors in it are errors, not parts of a seed.
TEST(ParseSouffle, SaysWhatIsWrongBehindASeed) {
  const std::string seed = ".decl r(a:number)\n.input r\n//@ end of seed\n";
  EXPECT_EQ(error_of(seed + "r(x) :- s(x)."), "p.dl:4:9: relation s is not declared");
  EXPECT_EQ(error_of(seed + "r(cat(x, x)) :- r(x)."), "p.dl:4:22: something is used as number and as symbol");
  EXPECT_EQ(error_of(seed + ".decl r(x:number)"),
            "p.dl:4:7: relation r is declared twice (remove or rename one of them)");
  EXPECT_EQ(error_of(seed + ".comp C {}"), "p.dl:4:1: .comp cannot be read completely");
  EXPECT_EQ(error_of(seed + "r(1)."), "read");
}

TEST(ParseSouffle, SignsAndWidthsOfNumbers) {
  EXPECT_EQ(read_souffle_number("0xFFu"), 255u);
  EXPECT_EQ(read_souffle_number("0b11"), 3u);
  EXPECT_EQ(read_souffle_number("18446744073709551615"), 18446744073709551615u);
  EXPECT_FALSE(read_souffle_number("18446744073709551616").has_value());
  EXPECT_FALSE(read_souffle_float("1" + std::string(400, '0') + ".0", false).has_value());
  EXPECT_EQ(again(".decl r(a:number)\nr(-9223372036854775808)."), ".decl r(a:number)\nr(-9223372036854775808).\n");
  EXPECT_TRUE(is_seed(".decl r(a:number)\nr(9223372036854775808)."));
  EXPECT_TRUE(is_seed(".decl r(a:unsigned)\nr(-1)."));
  EXPECT_TRUE(is_seed(".decl r(a:number)\nr(1u)."));
}

}  // namespace
}  // namespace assay::datalog::souffle_parse_test
