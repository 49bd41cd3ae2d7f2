#include <gtest/gtest.h>

#include "assay/smt/term.hpp"

namespace assay::smt {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  TermStore store;

  OperatorId op(std::string_view name) { return Operators::get().at(name); }
  TermId integer(long number) { return store.constant(Value(mpz_class(number)), store.int_sort()); }
  TermId variable(std::string_view name) { return store.variable({store.symbol(name), store.int_sort()}); }
  TermId apply(std::string_view name, std::vector<TermId> children) {
    const auto result = store.apply(op(name), children);
    EXPECT_TRUE(result) << name;
    return result.value_or(TermId{});
  }
  TermId forall(std::string_view name, TermId body) {
    BinderInfo info;
    info.keyword = "forall";
    info.variables = {{store.symbol(name), store.int_sort()}};
    return store.binder(info, std::vector{body});
  }
  FunctionId declare(std::string_view name, std::vector<SortId> parameters, SortId result) {
    Function f;
    f.name = store.symbol(name);
    f.parameters = std::move(parameters);
    f.result = result;
    return store.function(std::move(f));
  }
  SortId parameter(std::string_view name) {
    SortNode node;
    node.kind = SortKind::Parameter;
    node.name = store.symbol(name);
    return store.sort(node);
  }
};

TEST_F(StoreTest, EqualTermsHaveEqualIds) {
  EXPECT_EQ(apply("+", {integer(1), integer(2)}), apply("+", {integer(1), integer(2)}));
  EXPECT_NE(apply("+", {integer(1), integer(2)}), apply("+", {integer(2), integer(1)}));
  EXPECT_NE(integer(1), store.constant(Value(mpq_class(1)), store.real_sort()));
  EXPECT_EQ(store.bool_constant(true), store.bool_constant(true));
  EXPECT_NE(store.bool_constant(true), store.bool_constant(false));
}

TEST_F(StoreTest, ApplicationsAreChecked) {
  EXPECT_FALSE(store.apply(op("and"), std::vector{store.bool_constant(true), integer(1)}));
  EXPECT_FALSE(store.apply(op("not"), std::vector{store.bool_constant(true), store.bool_constant(true)}));
  EXPECT_FALSE(store.apply(op("ite"), std::vector{integer(1), integer(1), integer(1)}));
  EXPECT_EQ(store.sort_of(apply("<", {integer(1), integer(2)})), store.bool_sort());
}

TEST_F(StoreTest, UnknownSortsFitEverywhere) {
  Function f;
  f.name = store.symbol("mystery");
  f.kind = FunctionKind::Opaque;
  f.result = store.unknown_sort();
  const TermId term = *store.call(store.function(f), {});
  EXPECT_TRUE(store.has(term, kHasOpaque));
  const TermId both = apply("and", {term, store.bool_constant(true)});
  EXPECT_TRUE(store.has(both, kHasOpaque));
  EXPECT_FALSE(store.has(store.bool_constant(true), kHasOpaque));
}

TEST_F(StoreTest, SpansStayValidWhileTermsAreAdded) {
  const TermId sum = apply("+", {integer(1), integer(2)});
  const std::span<const TermId> children = store.children(sum);
  const TermNode& node = store.node(sum);
  TermId last = sum;
  for (int i = 0; i < 200'000; ++i) {
    last = apply("+", {last, integer(1)});
  }
  EXPECT_EQ(children.data(), store.children(sum).data());
  EXPECT_EQ(&node, &store.node(sum));
  EXPECT_EQ(store.node(last).depth, 200'002U);
}

TEST_F(StoreTest, ManyChildrenFitIntoOneTerm) {
  for (const std::size_t count : {65'535U, 65'536U, 65'537U, 200'000U}) {
    std::vector<TermId> children(count, integer(1));
    children.back() = integer(2);
    const TermId sum = apply("+", children);
    const auto stored = store.children(sum);
    EXPECT_TRUE(std::equal(children.begin(), children.end(), stored.begin(), stored.end()));
  }
}

TEST_F(StoreTest, BindersTakeTheirVariablesAway) {
  const TermId less = apply("<", {variable("x"), variable("y")});
  EXPECT_EQ(store.free_variables(less).size(), 2U);
  const TermId inner = forall("x", less);
  EXPECT_TRUE(store.has(inner, kHasVariable));
  EXPECT_FALSE(store.occurs_free(store.symbol("x"), inner));
  EXPECT_TRUE(store.occurs_free(store.symbol("y"), inner));
  const TermId closed = forall("y", inner);
  EXPECT_FALSE(store.has(closed, kHasVariable));
  EXPECT_TRUE(store.has(closed, kHasQuantifier));
  EXPECT_EQ(closed, forall("y", forall("x", less)));
}

TEST_F(StoreTest, NestedBindersTakeLinearMemory) {
  TermId body = store.bool_constant(true);
  for (int i = 0; i < 100'000; ++i) {
    body = apply("and", {body, apply("<", {variable("x" + std::to_string(i)), integer(i)})});
  }
  EXPECT_EQ(store.free_variables(body).size(), 100'000U);
  for (int i = 0; i < 100'000; ++i) {
    body = forall("x" + std::to_string(i), body);
  }
  EXPECT_FALSE(store.has(body, kHasVariable));
}

TEST_F(StoreTest, CallsAreCheckedAgainstTheSignature) {
  const FunctionId f = declare("f", {store.int_sort(), store.bool_sort()}, store.real_sort());
  EXPECT_EQ(f, declare("f", {store.int_sort(), store.bool_sort()}, store.real_sort()));
  EXPECT_NE(f, declare("f", {store.int_sort()}, store.real_sort()));
  const TermId whole = *store.call(f, std::vector{integer(1), store.bool_constant(true)});
  EXPECT_EQ(store.sort_of(whole), store.real_sort());
  EXPECT_FALSE(store.call(f, std::vector{store.bool_constant(true), store.bool_constant(true)}));
  const TermId partial = *store.call(f, std::vector{integer(1)});
  EXPECT_EQ(store.sort_of(partial), store.function_sort(std::vector{store.bool_sort()}, store.real_sort()));
}

TEST_F(StoreTest, ParametricConstructorsTakeTheSortOfTheirArguments) {
  Datatype list;
  list.name = store.symbol("List");
  list.parameters = {store.symbol("T")};
  list.structure = "List (T) nil, cons T #0";
  const DatatypeId id = store.datatype(list);
  EXPECT_EQ(id, store.datatype(list));
  SortNode sort;
  sort.kind = SortKind::Datatype;
  sort.name = list.name;
  sort.datatype = id;
  sort.arguments = {parameter("T")};
  const SortId generic = store.sort(sort);
  sort.arguments = {store.int_sort()};
  const SortId ints = store.sort(sort);
  Function f;
  f.kind = FunctionKind::Constructor;
  f.datatype = id;
  f.result = generic;
  f.name = store.symbol("nil");
  f.ascribed = true;
  const FunctionId nil = store.function(f);
  f.name = store.symbol("cons");
  f.ascribed = false;
  f.constructor = 1;
  f.parameters = {parameter("T"), generic};
  const FunctionId cons = store.function(f);
  EXPECT_FALSE(store.call(nil, {}));
  const TermId empty = *store.call(nil, {}, ints);
  EXPECT_EQ(store.sort_of(*store.call(cons, std::vector{integer(1), empty})), ints);
  EXPECT_FALSE(store.call(cons, std::vector{store.bool_constant(true), empty}));
}

TEST_F(StoreTest, FiniteSortsAreCounted) {
  EXPECT_EQ(store.cardinality(store.bool_sort()), 2U);
  EXPECT_EQ(store.cardinality(store.bit_vector_sort(8)), 256U);
  EXPECT_EQ(store.cardinality(store.bit_vector_sort(64)), 0U);
  EXPECT_EQ(store.cardinality(store.float_sort(2, 2)), 15U);
  EXPECT_EQ(store.cardinality(store.int_sort()), 0U);
  EXPECT_EQ(store.cardinality(store.array_sort(store.bit_vector_sort(2), store.bool_sort())), 16U);
  EXPECT_EQ(store.cardinality(store.array_sort(store.int_sort(), store.bool_sort())), 0U);
}

TEST_F(StoreTest, DatatypesAreCountedAndRecursiveOnesAreInfinite) {
  const auto make = [&](std::string_view name, std::vector<std::vector<SortId>> constructors, bool recursive) {
    Datatype datatype;
    datatype.name = store.symbol(name);
    const DatatypeId id = store.datatype(datatype);
    SortNode node;
    node.kind = SortKind::Datatype;
    node.name = datatype.name;
    node.datatype = id;
    const SortId sort = store.sort(node);
    std::vector<Constructor> built;
    for (std::vector<SortId>& fields : constructors) {
      Constructor constructor;
      for (const SortId field : fields) {
        constructor.fields.push_back({FunctionId{}, field});
      }
      built.push_back(constructor);
    }
    if (recursive) {
      built.back().fields.push_back({FunctionId{}, sort});
    }
    store.define(id, built);
    return sort;
  };
  const SortId pair = make("Pair", {{store.bool_sort(), store.bit_vector_sort(3)}, {}}, false);
  EXPECT_EQ(store.cardinality(pair), 17U);
  EXPECT_EQ(store.cardinality(make("Nat", {{}, {}}, true)), 0U);
}

TEST_F(StoreTest, RebuildKeepsOrRefuses) {
  const TermId sum = apply("+", {integer(1), integer(2)});
  EXPECT_EQ(store.rebuild(sum, store.children(sum)), sum);
  EXPECT_EQ(store.rebuild(sum, std::vector{integer(3), integer(2)}), apply("+", {integer(3), integer(2)}));
  EXPECT_FALSE(store.rebuild(sum, std::vector{store.bool_constant(true), integer(2)}));
}

TEST_F(StoreTest, RecursiveFunctionsAreDefinedOnce) {
  Function f;
  f.name = store.symbol("f");
  f.kind = FunctionKind::Recursive;
  f.variables = {{store.symbol("n"), store.int_sort()}};
  f.parameters = {store.int_sort()};
  f.result = store.int_sort();
  const FunctionId id = store.function(f);
  const TermId body = *store.call(id, std::vector{variable("n")});
  EXPECT_TRUE(store.has(body, kHasRecursion));
  store.define(id, body);
  EXPECT_EQ(store.function(f), id);
  EXPECT_EQ(store.node(id).body, body);
  f.variant = 1;
  EXPECT_NE(store.function(f), id);
}

}  // namespace
}  // namespace assay::smt
