#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The known truth about a bug finder's warnings at a place.
struct Label {
  bool bug = true;     ///< a warning there is right; false: it is wrong
  std::string file;    ///< end of a path
  unsigned first = 0;  ///< first line
  unsigned last = 0;
  std::string kind;  ///< part of a warning's kind; empty: any kind
};

/// Reads lines "bug FILE:LINE", "bug FILE:LINE-LINE KIND", "clean FILE:LINE ..."; "#" starts a comment. An Error names
/// a line of another form.
[[nodiscard]] Result<std::vector<Label>> labels_from(std::string_view text, const std::string& where);
/// The labels about files of the code.
[[nodiscard]] std::vector<Label> labels_of(const std::vector<Label>& labels, const Code& code);
/// All right answers, sorted: found bugs, and clean places.
[[nodiscard]] std::vector<CheckKey> answers_of(const std::vector<Label>& labels);

/// A bug finder with labels. In its outcomes, `alarms` are the labelled bugs that it finds, and `proved` the clean
/// places without a warning. Other warnings do not count.
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
