import textwrap
import unittest

import support
import check_sizes


def found(code):
    return [(name, size) for name, _, size in check_sizes.functions(textwrap.dedent(code))]


class FunctionFinder(unittest.TestCase):
    def test_functions_methods_and_operators(self):
        self.assertEqual(
            found("""\
                namespace a {
                int f(int x) {
                  return x;
                }
                class B final : public C<int> {
                 public:
                  B(int x = 3) : x_{x}, y_(x) {
                  }
                  ~B() override { }
                  bool operator==(const B& o) const noexcept { return x_ == o.x_; }
                  void operator()() const {
                  }
                 private:
                  int x_ = 0;
                  std::vector<int> y_{1, 2};
                };
                }  // namespace a
                """),
            [("f", 3), ("B", 2), ("~B", 1), ("operator==", 1), ("operator()", 2)],
        )

    def test_templates_and_trailing_returns(self):
        self.assertEqual(
            found("""\
                template <typename T, typename U = std::vector<T>>
                  requires(sizeof(T) == 4)
                auto g(T t, int n = 0) -> std::vector<U> {
                }
                template <typename T>
                class [[nodiscard]] R {
                  R(T v) : s_(std::in_place_index<0>, v) {}
                  const T& get() const& { return v; }
                };
                """),
            [("g", 2), ("R", 1), ("get", 1)],
        )

    def test_a_lambda_inside_counts_as_part_of_its_function(self):
        self.assertEqual(
            found("""\
                void f() {
                  const auto g = [&](int x) {
                    return x;
                  };
                  struct Local { int h() { return 1; } };
                  if (g(1)) { g(2); } else { g(3); }
                }
                """),
            [("f", 7)],
        )

    def test_tables_are_not_functions_but_lambdas_in_them_are(self):
        self.assertEqual(
            found("""\
                constexpr Row kRows[] = {
                  {"a", 1, {2, 3}},
                  {"b", f(4), {5}},
                };
                const std::map<int, int> kMap{
                  {1, 2},
                };
                const Op kOps[] = {
                  {"neg", [](int x) {
                     return -x;
                   }},
                  {"id", [](int x) -> int { return x; }, 1},
                };
                const auto kTwice = [](int x) { return 2 * x; };
                enum class E : int { kA, kB };
                extern "C" {
                void h() { }
                }
                """),
            [("lambda", 3), ("lambda", 1), ("lambda", 1), ("h", 1)],
        )

    def test_a_table_inside_a_function_is_data(self):
        self.assertEqual(
            found("""\
                const Table& f() {
                  static const Table table = {
                    {"a", {1, 2}},
                    {"b", [](int x) {
                       return x;
                     }},
                  };
                  if (g()) {
                    return {
                      1,
                    };
                  }
                  Block b{
                    h(),
                  };
                  return table;
                }
                """),
            [("f", 10), ("lambda", 3)],
        )

    def test_braces_in_literals_and_comments_do_not_count(self):
        self.assertEqual(
            found("""\
                void f() {
                  const char* a = "}}}";  // }
                  const char b = '}'; /* } */
                  const char c = '"', d = '\\\\';
                  const int n = 1'000'000;
                  const char* e = R"x(
                } )" }
                )x";
                }
                void g() { }
                """),
            [("f", 9), ("g", 1)],
        )

    def test_the_branches_of_a_conditional_count_once(self):
        self.assertEqual(
            found("""\
                #define OPEN {
                void f() {
                #ifdef A
                  if (a) {
                #else
                  if (b) {
                #endif
                  }
                }
                void g() { }
                """),
            [("f", 8), ("g", 1)],
        )

    def test_googletest_functions_are_named_with_their_arguments(self):
        self.assertEqual(found("TEST_F(Suite, Name) {\n}\n"), [("TEST_F(Suite, Name)", 2)])


class Limits(support.TreeTest):
    def function(self, lines):
        return "void f() {\n" + "  g();\n" * (lines - 2) + "}\n"

    def test_function_limits(self):
        for lines, listed, failed in [(40, 0, 0), (41, 1, 0), (80, 1, 0), (81, 0, 1)]:
            self.write("src/a.cpp", self.function(lines))
            result = check_sizes.check(self.root)
            self.assertEqual((len(result[0]), len(result[1])), (listed, failed), lines)
        self.assertIn("src/a.cpp:1: function f of 81 lines", check_sizes.check(self.root)[1][0])

    def test_file_limits(self):
        for lines, listed, failed in [(500, 0, 0), (501, 1, 0), (800, 1, 0), (801, 0, 1)]:
            self.write("include/a.hpp", "int x;\n" * lines)
            result = check_sizes.check(self.root)
            self.assertEqual((len(result[0]), len(result[1])), (listed, failed), lines)

    def test_inputs_of_tests_are_not_ours(self):
        self.write("test/golden/data/long.cpp", "int x;\n" * 900)
        self.assertEqual(check_sizes.check(self.root), ([], []))

    def test_a_long_table_is_fine(self):
        self.write("src/table.cpp", "const Row kRows[] = {\n" + "  {1, f(2)},\n" * 200 + "};\n")
        self.assertEqual(check_sizes.check(self.root), ([], []))


if __name__ == "__main__":
    unittest.main()
