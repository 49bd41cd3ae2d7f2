#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// What somebody knows of the warnings of a bug finder at a place.
struct Label {
  bool bug = true;     ///< a warning there is right; else it is wrong
  std::string file;    ///< the end of a path
  unsigned first = 0;  ///< lines
  unsigned last = 0;
  std::string kind;  ///< part of a warning's kind; empty: any
};

/// From lines "bug FILE:LINE", "bug FILE:LINE-LINE KIND", "clean FILE:LINE ..."; "#" begins a comment. An Error names
/// the line that is none of these.
[[nodiscard]] Result<std::vector<Label>> labels_from(std::string_view text, const std::string& where);
/// Those about files of the code.
[[nodiscard]] std::vector<Label> labels_of(const std::vector<Label>& labels, const Code& code);
/// All right answers, sorted: bugs that are found, and places that are clean.
[[nodiscard]] std::vector<CheckKey> answers_of(const std::vector<Label>& labels);

/// A bug finder whose outcomes are right answers about labelled places: `alarms` are the bugs that it finds, `proved`
/// the clean places where it says nothing. What it says elsewhere does not count.
class Labelled : public Subject {
 public:
  Labelled(Subject& subject, std::vector<Label> labels) : subject_(subject), labels_(std::move(labels)) {}

  [[nodiscard]] const Space& space() const override { return subject_.space(); }
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool accepts(const Ingredient& ingredient) const override { return subject_.accepts(ingredient); }
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override;

 private:
  Subject& subject_;
  std::vector<Label> labels_;
};

}  // namespace assay::analyzer::tune
