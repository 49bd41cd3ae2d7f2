// The laws from a plain main function: the exit code is 1 where a law is broken. With the argument "bug" the domain has
// one, and the counterexample is printed.

#include <cstdio>
#include <string_view>

#include "assay/domain/check.hpp"
#include "interval.hpp"

int main(int argc, char** argv) {
  using assay::domain::adapt;
  const bool with_bug = argc > 1 && std::string_view(argv[1]) == "bug";
  const assay::domain::DomainFactory domain = with_bug ? adapt<example::Box<true>>(example::box_contract())
                                                       : adapt<example::Box<false>>(example::box_contract());
  const assay::domain::CheckReport report = assay::domain::check_domain(domain, {.programs = 500});
  std::printf("%s\n%s", report.passed ? "all laws hold" : "a law is broken", report.text.c_str());
  return report.passed ? 0 : 1;
}
