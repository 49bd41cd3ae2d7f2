#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <optional>
#include <stop_token>
#include <string_view>

#include "assay/base/result.hpp"

namespace assay::cli {

// All output of the command goes through these functions: a failed write never ends the process (fmt::print throws,
// also in a worker's thread). The first error of standard output is stored for finish_output.

/// Occupies the standard descriptors that the caller closed (`>&-`), so that no file of a campaign gets their numbers.
/// Must run before any file is opened.
void occupy_standard_descriptors();

/// While this object exists, a stop is requested when the reader of standard output is gone (`assay ... | head`).
class StopWithoutReader {
 public:
  explicit StopWithoutReader(std::stop_source& stop);
  ~StopWithoutReader();
  StopWithoutReader(const StopWithoutReader&) = delete;
  StopWithoutReader& operator=(const StopWithoutReader&) = delete;
};

/// Writes to standard output (`stdout`) or standard error (`stderr`).
void write_stream(std::FILE* stream, std::string_view text);
/// Flushes the stream's buffer.
void flush_stream(std::FILE* stream);
/// Flushes standard output. An Error if printed text was lost, unless the reader is gone.
[[nodiscard]] std::optional<Error> finish_output();

template <typename... Values>
void print_out(fmt::format_string<Values...> format, Values&&... values) {
  write_stream(stdout, fmt::vformat(format, fmt::make_format_args(values...)));
}

template <typename... Values>
void print_err(fmt::format_string<Values...> format, Values&&... values) {
  write_stream(stderr, fmt::vformat(format, fmt::make_format_args(values...)));
}

}  // namespace assay::cli
