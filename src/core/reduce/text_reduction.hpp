#pragma once

#include <functional>
#include <optional>
#include <string>

#include "assay/base/result.hpp"
#include "core/case/budget.hpp"

namespace assay::core {

/// True if a text still has the property for which it is reduced. Each call runs a program.
using KeepsText = std::function<bool(const std::string&)>;

/// A shorter text that `keeps` accepts, for any language: leaves out lines, then groups of brackets from the outside to
/// the inside, then words and other characters, by halves, until no step helps. `keeps` is true of `text`. The steps
/// are deterministic.
[[nodiscard]] std::string reduce_text(std::string text, const KeepsText& keeps, ReductionClock& clock);

/// A reducer that knows a text's language.
struct LanguageReducer {
  /// The unreduced text as the reducer prints it, which may be longer than the user's.
  std::string printed;
  /// A smaller form of `printed` that `keeps` accepts.
  std::function<std::string(const KeepsText& keeps, ReductionClock& clock)> reduce;
};

/// Reduces a user's text: with the reducer of its language if there is one, then with reduce_text. The result is not
/// larger than `text`, if `keeps` accepts `text`. Nullopt if `keeps` accepts neither `text` nor the printed form.
[[nodiscard]] std::optional<std::string> reduce_file(const std::string& text,
                                                     const std::optional<LanguageReducer>& language,
                                                     const KeepsText& keeps, const ReduceBudget& budget);

}  // namespace assay::core
