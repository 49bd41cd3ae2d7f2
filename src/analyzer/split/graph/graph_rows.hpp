#pragma once

#include <string>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

// The functions of the registry's rows; each row has a file of its own.
[[nodiscard]] bool ready_for_edges(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_edges(const GraphTask& task);
[[nodiscard]] bool ready_for_python(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_python(const GraphTask& task);
[[nodiscard]] bool ready_for_c_symbols(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_c_symbols(const GraphTask& task);
[[nodiscard]] bool ready_for_c_sources(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_c_sources(const GraphTask& task);
[[nodiscard]] bool ready_for_jdeps(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_jdeps(const GraphTask& task);
[[nodiscard]] bool ready_for_java_sources(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_java_sources(const GraphTask& task);
[[nodiscard]] bool ready_for_depcruise(const GraphTask& task, std::string& why);
[[nodiscard]] Result<Graph> read_depcruise(const GraphTask& task);

}  // namespace assay::analyzer::splitting
