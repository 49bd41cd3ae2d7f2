#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// A test's program, written in Soufflé's syntax.
inline Program program_of(std::string_view text) {
  Result<Program> program = parse_souffle(text, "test.dl");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().text());
  return program.ok() ? *std::move(program) : Program{};
}

}  // namespace assay::datalog
