#pragma once

#include "core/options/options.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// Whether the help text and `config show` contain the current values of options.
enum class Defaults { Shown, Hidden };

/// Adds a flag for each row, with the type, range and group of the row's Option. Given values are stored in the options
/// to which the rows are bound; a value out of range is a usage error that names the range. Relative paths become
/// absolute, since a campaign may be resumed from another folder.
void add_options(CLI::App& app, const core::BoundOptions& options, Defaults defaults = Defaults::Shown);

/// Copies the values of the rows that were given on the command line from one object to another of the same table.
void copy_given(const CLI::App& app, const core::BoundOptions& from, const core::BoundOptions& to);

}  // namespace assay::cli
