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

TEST(ReadSeed, RelationsAreDeclaredOnceAndClosed) {
  EXPECT_EQ(seed_text("formulog", "rel r(a: i32)\nrel r(a: i32)"), "s:2:5: relation r is declared twice");
  EXPECT_EQ(seed_text("formulog", "rel r(a: i32"), "s:1:6: the attributes are not closed");
}

TEST(ReadSeed, Souffle) { EXPECT_EQ(seed_text("souffle", ".decl r(a:number)\n.input r\n.once"), "r(a:number=) in\n"); }

TEST(ReadSeed, OtherDialectsHaveNoSeeds) {
  EXPECT_EQ(seed_text("cozo", ""),
            "seeds of the dialect 'cozo' cannot be read (there are readers for souffle, formulog, muz, "
            "bddbddb, gringo, prolog, sqlite)");
}

// Cycles of names, and chains that are too long.
TEST(ReadSeed, AliasesThatLeadNowhereAreOpaque) {
  EXPECT_EQ(seed_text("formulog", "type a = b.\ntype b = a.\nrel r(x: a)").substr(0, 11), "r(x:opaque=");
}

}  // namespace
}  // namespace assay::datalog::souffle_seed_test
