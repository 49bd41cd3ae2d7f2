#pragma once

#include <memory>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

// The functions of the registry's rows; each is in a file of its own.
[[nodiscard]] std::unique_ptr<Search> make_ask_tell(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_dars(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_hc(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_default_search(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_parf(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_rs(const SearchTask& task);
[[nodiscard]] std::unique_ptr<Search> make_sa(const SearchTask& task);

}  // namespace assay::analyzer::tune
