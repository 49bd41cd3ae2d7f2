#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"

/// Reading of reports in SARIF 2.1.0 (OASIS). Functions that return a text or a number return an empty text or 0 if the
/// report does not have it.
namespace assay::core {

using SarifJson = nlohmann::ordered_json;
using SarifPath = std::initializer_list<const char*>;

/// The runs of a report, each with an array of objects as its results. An Error says what is broken, or that a run was
/// not successful: a report that is cut off is never "no findings".
[[nodiscard]] Result<SarifJson> sarif_runs(std::string_view text);
/// The value at a path of keys; null if there is none. Of an array on the path, the first element is taken.
[[nodiscard]] const SarifJson* sarif_at(const SarifJson& from, SarifPath keys);
[[nodiscard]] std::string sarif_text(const SarifJson& from, SarifPath keys);
/// The object under a key of an object; it is made if there is none, or another value.
[[nodiscard]] SarifJson& sarif_object(SarifJson& from, const char* key);
[[nodiscard]] unsigned sarif_number(const SarifJson& from, SarifPath keys);
/// The element of a list, or null. Either argument may be null, or of another type.
[[nodiscard]] const SarifJson* sarif_element(const SarifJson* list, const SarifJson* index);
/// The rule's id, which a result may give by its index alone. An Error: the result has none.
[[nodiscard]] Result<std::string> sarif_rule(const SarifJson& run, const SarifJson& result);
[[nodiscard]] std::string sarif_function(const SarifJson& result);
/// True for a result that is neither alarm nor proof: of another kind (section 3.27.9), or gone since the baseline.
[[nodiscard]] bool sarif_says_nothing(const SarifJson& result);

}  // namespace assay::core
