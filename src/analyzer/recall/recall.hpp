#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/recall/planted.hpp"
#include "analyzer/target/definition.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer::recall {

struct RecallOptions {
  std::vector<std::string> targets;
  std::uint64_t seed = 1;
  std::uint64_t bugs = 200;  ///< number of planted bugs
  unsigned distance = 4;     ///< maximum number of carriers between a bug's origin and its use
  std::uint64_t batch = 10;  ///< number of bugs in one program, each with its twin
  double cpu_seconds = 60;   ///< of one run of an analyzer
  std::uint64_t memory_mb = 2048;
  std::vector<std::string> flags;  ///< for the analyzer
};

/// The answer of an analyzer about a planted bug. None: it failed.
enum class Answer : std::uint8_t { Found, Missed, None };

/// A planted bug that the runs confirmed.
struct ConfirmedBug {
  std::uint64_t index = 0;  ///< of planting()
  Planting planted;
  std::string report;  ///< the sanitizer's first report of the bug
};

/// A bug that an analyzer promises to report and does not, alone in a program, with as few carriers as possible.
struct BrokenPromise {
  std::uint64_t index = 0;
  Planting planted;
  std::string program, report;
  std::vector<std::string> command;  ///< for a person; "planted.c" is the program
};

struct TargetRecall {
  std::string name, version;
  std::vector<Answer> bugs;    ///< one for each confirmed bug
  std::vector<Answer> twins;   ///< Found: a false alarm
  std::vector<bool> promised;  ///< one for each confirmed bug
  std::vector<BrokenPromise> broken;
  std::vector<std::pair<std::string, std::uint64_t>> problems;  ///< why programs have no answer, and how many
  double cpu_seconds = 0;
};

struct RecallRecord {
  RecallOptions options;
  std::vector<ConfirmedBug> bugs;
  /// Planted bugs that no run confirmed, or whose twins are not clean: reason and number.
  std::vector<std::pair<std::string, std::uint64_t>> unconfirmed;
  std::vector<TargetRecall> targets;
  bool stopped = false;
};

/// Plants bugs, confirms each by sanitizers, and asks each target about the programs. `progress` gets the number of
/// bugs so far after each program. An Error: unknown target, a target that cannot be asked, no compiler.
[[nodiscard]] Result<RecallRecord> measure_recall(const RecallOptions& options,
                                                  const std::function<void(std::uint64_t)>& progress,
                                                  const std::stop_token& stop);

/// The recall and the false alarms of one analyzer in one group of planted bugs.
struct RecallCell {
  std::uint64_t found = 0, bugs = 0, false_alarms = 0, twins = 0;
};
/// A table of recall: by kind, by carrier or by distance. Rows in the order of their tables; a row has a cell for each
/// target.
struct RecallTable {
  std::string title, key;
  std::vector<std::pair<std::string, std::vector<RecallCell>>> rows;
};
[[nodiscard]] std::vector<RecallTable> recall_tables(const RecallRecord& record);
/// "bug KIND (VARIANT) behind CARRIER, CARRIER".
[[nodiscard]] std::string to_text(const Planting& planted);

[[nodiscard]] std::string recall_json(const RecallRecord& record);
[[nodiscard]] std::string recall_page(const RecallRecord& record);

}  // namespace assay::analyzer::recall
