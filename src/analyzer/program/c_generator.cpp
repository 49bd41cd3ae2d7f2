#include "analyzer/program/c_generator.hpp"

#include <algorithm>
#include <string>

#include "analyzer/program/c_unit.hpp"
#include "base/text.hpp"

namespace assay::analyzer {

namespace {

constexpr std::string_view kRealBitsText = R"(static unsigned long long real_bits(double p0)
{
    unsigned long long v0 = 1;
    if (p0 == p0)
        memcpy(&v0, &p0, sizeof v0);
    return v0;
}

)";

Program themed_program(core::Rng& rng, const ProgramSize& size, c::Theme theme) {
  // One draw from the caller's stream, so that two calls with it make two programs.
  const core::Rng streams(rng.next());
  c::Unit unit;
  unit.theme = theme;
  unit.size = size;
  c::declare_globals(unit, streams.split("globals"));
  const unsigned functions = std::max(size.functions, 1U);
  for (unsigned i = 0; i < functions; ++i) c::define_function(unit, streams.split("function").split(i));
  std::string text = "#include <stdbool.h>\n#include <stdio.h>\n#include <string.h>\n\n";
  for (const std::string& definition : unit.definitions) text += definition;
  text += "static unsigned long long trace;\n\n";
  if (c::has_reals(unit.theme)) text += kRealBitsText;
  const bool cpp = unit.theme == c::Theme::Classes;
  if (cpp) text += c::class_definitions(streams.split("classes"));
  core::Rng linkage = streams.split("linkage");
  for (const c::Function& function : unit.functions) {
    if (linkage.percent(80)) text += "static ";
    text += c::signature(unit, function) + "\n{\n";
    c::print_statements(function.body, 1, text);
    text += "}\n\n";
  }
  text += c::driver(unit, streams.split("driver"));
  // In C++, "x ? NULL : NULL" is a number.
  if (cpp) text = replace_all(std::move(text), "NULL", "nullptr");
  return {cpp ? "c++" : "c", {{cpp ? "program.cpp" : "program.c", std::move(text)}}, {}, {}, {}};
}

}  // namespace

Program make_c_values(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Values); }
Program make_c_loops(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Loops); }
Program make_c_pointers(core::Rng& rng, const ProgramSize& size) {
  return themed_program(rng, size, c::Theme::Pointers);
}
Program make_c_calls(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Calls); }
Program make_c_strings(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Strings); }
Program make_c_mixed(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Mixed); }
Program make_c_clamps(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Clamps); }
Program make_c_barriers(core::Rng& rng, const ProgramSize& size) {
  return themed_program(rng, size, c::Theme::Barriers);
}
Program make_c_objects(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Objects); }
Program make_cpp_classes(core::Rng& rng, const ProgramSize& size) {
  return themed_program(rng, size, c::Theme::Classes);
}
Program make_c_floats(core::Rng& rng, const ProgramSize& size) { return themed_program(rng, size, c::Theme::Floats); }
Program make_c_special_floats(core::Rng& rng, const ProgramSize& size) {
  return themed_program(rng, size, c::Theme::SpecialFloats);
}

}  // namespace assay::analyzer
