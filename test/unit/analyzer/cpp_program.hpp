#pragma once

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// A program in C++ with virtual functions, destructors, a lambda, a template, and calls that may throw.
inline Program cpp_program() {
  return {"c++",
          {{"program.cpp", R"(#include <cstdio>
#include <vector>
struct Shape {
  int n;
  static int total;
  explicit Shape(int k) : n(k) {}
  virtual ~Shape() { total += n; }
  virtual int area(int k) const { return n * (k & 7); }
};
int Shape::total;
struct Square : Shape {
  using Shape::Shape;
  int area(int k) const override { return (k & 15) + n; }
};
template <typename T> T larger(const T& a, const T& b) { return a < b ? b : a; }
__attribute__((noinline)) int checked(int k) {
  if (k > 1000) throw k;
  return k & 31;
}
int f(int k) {
  Square square(k & 3);
  Shape shape(2);
  std::vector<int> parts(3, k & 3);
  const Shape* any = k & 1 ? &shape : static_cast<const Shape*>(&square);
  int s = any->area(k) + checked(k), low = s > 3 && s < 12 ? s - 3 : 0;
  auto add = [s](int x) { return (x & 63) + s; };
  for (int part : parts) s += part;
  return larger(add(k), low) + (k & 12) + s;
}
int main() {
  unsigned s = 0;
  for (int k = -20; k < 200; ++k) s += (unsigned)f(k);
  std::printf("%u %d\n", s, Shape::total);
  return 0;
}
)"}},
          {},
          {},
          {}};
}

}  // namespace assay::analyzer
