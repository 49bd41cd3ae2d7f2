#include "analyzer_controls.hpp"

#include <array>
#include <string_view>

#include "analyzer/adapters/adapters.hpp"
#include "case_program.hpp"

namespace assay::analyzer {
namespace {

struct ControlProgram {
  std::string_view language;
  std::string_view file;
  std::string_view text;
};

constexpr std::array kPrograms = {
    ControlProgram{"c", "control.c", R"(#include <stdio.h>

static int clamp(int x) {
  int low = 3;
  int y = x;
  if (y < low) {
    y = low;
  }
  if (x > 10) {
    if (x > 5) {
      return y - 10;
    }
    return 0;
  }
  return y + low;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    sum += clamp(i);
  }
  printf("%d\n", sum);
#ifdef ASSAY_PLANTED
  puts("planted");
#endif
  return 0;
}
)"},
    ControlProgram{"llvm-ir", "control.ll", R"(define i8 @f(i8 %x, i8 %y) {
  %low = and i8 %x, 7
  %up = or i8 %y, 16
  %sum = add nuw nsw i8 %low, 4
  %both = lshr i8 %up, 2
  %mixed = xor i8 %sum, %both
  ret i8 %mixed
}
)"},
    ControlProgram{"prolog", "control.pl", R"(% draw 0
:- module(control, [p/2], [assertions]).
:- entry p(X, Y) : (ground(X), var(Y)).
p(X, Y) :- Y = f(X).
)"},
};

}  // namespace

std::vector<core::Control> controls_of(const TestConfig& config) {
  std::vector<core::Control> controls;
  for (std::size_t target = 0; target < config.targets.size(); ++target) {
    for (const ControlProgram& control : kPrograms) {
      if (!config.targets[target].definition.supports(control.language)) continue;
      CaseProgram subject;
      subject.program.language = control.language;
      subject.program.files = {{std::string(control.file), std::string(control.text)}};
      controls.push_back({"clean: facts that hold", target, case_of(subject), core::Verdict()});
      subject.lie = true;
      const Adapter* const adapter = adapter_of(config.targets[target].definition);
      const core::BugKind kind = adapter != nullptr ? adapter->lie_shows : core::BugKind::Unsound;
      controls.push_back({kind == core::BugKind::Unsound ? "planted: facts turned into their opposites"
                                                         : "planted: optimised builds print something else",
                          target, case_of(subject), core::Verdict::bug(kind, "", "")});
    }
  }
  return controls;
}

}  // namespace assay::analyzer
