#include <gtest/gtest.h>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog::souffle_seed_test {
namespace {

/// "r(a:number=i32) in out", one line a relation.
std::string seed_text(std::string_view dialect, std::string_view text) {
  const Result<SeedReading> reading = read_seed(dialect, text, "s");
  if (!reading) return reading.error().text();
  const Program* program = &reading->program;
  EXPECT_EQ(program->seed.dialect, dialect);
  EXPECT_EQ(program->seed.text, text);
  std::string out;
  for (const Relation& relation : program->relations) {
    EXPECT_TRUE(relation.from_seed);
    out += relation.name + "(";
    for (const Attribute& of : relation.attributes) {
      out += (&of == relation.attributes.data() ? "" : ", ") + of.name + ":";
      out += std::string(name(of.type)) + "=" + of.declared;
    }
    out += std::string(")") + (relation.is_input ? " in" : "") + (relation.is_output ? " out" : "") + "\n";
  }
  return out;
}

TEST(ReadSeed, Ddlog) {
  EXPECT_EQ(seed_text("ddlog", R"text(import x
/* relation A(x: u32) /* nested */ */
typedef Node = Alias
typedef Alias = IString
typedef Category = One | Two{x: bool}
typedef Wide<'A> = Vec<'A>
typedef N = signed<32>
input relation R(a: bigint, s: string, n: Node, m: Map<u32, Vec<N>>) primary key (x) (x.a)
output relation &S(a: N, b: (bool, u64), c: Category, d: bit<8>)
relation T[Category]
output relation U()
function f(relation: string): string { "relation V(a: u32)" ++ [|relation "W(|] }
R(1, "relation X(", 32'd5).
)text"),
            "R(a:number=bigint, s:symbol=string, n:opaque=IString, m:opaque=Map<u32, Vec<N>>) in\n"
            "S(a:number=signed<32>, b:opaque=(bool, u64), c:opaque=Category, d:opaque=bit<8>) out\n"
            "U() out\n");
  EXPECT_EQ(seed_text("ddlog", "relation R(a: u32)\nrelation R(a: u32)"), "s:2:10: relation R is declared twice");
  EXPECT_EQ(seed_text("ddlog", "relation R(a: u32"), "s:1:11: the attributes are not closed");
}

TEST(ReadSeed, Formulog) {
  EXPECT_EQ(seed_text("formulog", R"((* input a(i32). (* nested *) *)
type node = i32.
type 'a alias = 'a.
type foo = | a(i32) | b.
type pair = (i32 * string).
input edge(node, string).
@bottomup
output q((i32, string) union, node list, foo, pair).
output ok.
@edb rel new_syntax(x: i32, y: bool)
rel derived(string)
ok :- edge(0, "output x(i32).").
)"),
            "edge(a0:number=i32, a1:symbol=string) in\n"
            "q(a0:opaque=(i32, string) union, a1:opaque=node list, a2:opaque=foo, a3:opaque=(i32 * string)) out\n"
            "ok() out\n"
            "new_syntax(x:number=i32, y:bool=bool) in\n"
            "derived(a0:symbol=string) out\n");
}

TEST(ReadSeed, Scallop) {
  EXPECT_EQ(seed_text("scallop", R"(// type no(i32)
type edge(i32, x: usize), path(String, f32)
type Name <: String
type named(Name, i8, bool)
@file("x.csv")
type from_file(Name)
rel edge = {(0, 1)}
rel facts = {0.5::(1, "a", -2.5), 0.5::(2, "b", 1.0)}
rel single = {true, false}
rel lone(1, "x")
rel path(a, b) = edge(a, c), c == b
)"),
            "edge(a0:number=i32, x:unsigned=usize) out\npath(a0:symbol=String, a1:float=f32) out\n"
            "named(a0:symbol=String, a1:opaque=i8, a2:bool=bool) out\nfrom_file(a0:symbol=String) in out\n"
            "facts(a0:number=i32, a1:symbol=String, a2:float=f32) out\nsingle(a0:bool=bool) out\n"
            "lone(a0:number=i32, a1:symbol=String) out\n");
  EXPECT_EQ(seed_text("scallop", "type a(i32), b(i32)\nquery b"), "a(a0:number=i32)\nb(a0:number=i32) out\n");
}

TEST(ReadSeed, Flix) {
  EXPECT_EQ(seed_text("flix", R"(type alias Node = Int32
rel Edge(x: Node, y: String, z: List[Int32])
def main(): #{Edge(Int32)} = #{ rel Inner(x: Int32) }
)"),
            "Edge(x:number=Int32, y:symbol=String, z:opaque=List[Int32]) out\n");
}

TEST(ReadSeed, Souffle) { EXPECT_EQ(seed_text("souffle", ".decl r(a:number)\n.input r\n.once"), "r(a:number=) in\n"); }

TEST(ReadSeed, OtherDialectsHaveNoSeeds) {
  EXPECT_EQ(
      seed_text("cozo", ""),
      "seeds of the dialect 'cozo' cannot be read (there are readers for souffle, ddlog, formulog, scallop, flix, muz, "
      "bddbddb, gringo, prolog)");
}

// Names that go around in circles, and chains that are too long.
TEST(ReadSeed, AliasesThatLeadNowhereAreOpaque) {
  EXPECT_EQ(seed_text("ddlog", "typedef A = B\ntypedef B = A\nrelation R(x: A)").substr(0, 11), "R(x:opaque=");
}

}  // namespace
}  // namespace assay::datalog::souffle_seed_test
