#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The message without parts that differ between runs, machines and versions: numbers, addresses, folders of paths. At
/// most 160 bytes, in one line.
[[nodiscard]] std::string normalised(std::string_view message);

}  // namespace assay
