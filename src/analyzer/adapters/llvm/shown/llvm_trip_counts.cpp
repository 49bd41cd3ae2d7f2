#include "analyzer/adapters/llvm/shown/llvm_trip_counts.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/check/run/check_runtime.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kLeft = "show_left";  ///< a block on the edge, which checks the count

/// A claim about a loop's trip count. The instructions may use %show_entered, the number of times that the loop's
/// header was entered.
struct CountClaim {
  std::vector<std::string> printed;  ///< the lines by which scalar evolution may print the claim; one is enough
  std::vector<std::string> check;    ///< instructions that compute %is_shown
  std::string told;                  ///< for people: what is true if %is_shown is
};

std::optional<CountClaim> count_claim(const Property& property, const std::string& head, const std::string& from) {
  const std::string taken = "%show_taken = sub i64 %show_entered, 1";
  const std::string loop = "Loop " + head + ": ";
  if (const auto* interval = std::get_if<Interval>(&property); interval != nullptr && interval->high) {
    const std::string number = to_text(*interval->high);
    const bool exact = interval->low.has_value();
    if (exact && *interval->low != *interval->high) return std::nullopt;
    if (!exact)
      return CountClaim{{loop + "max backedge-taken count is " + number},
                        {taken, "%is_shown = icmp ugt i64 %show_taken, " + number},
                        "more than " + number + " times"};
    return CountClaim{{loop + "backedge-taken count is " + number, "  exit count for " + from + ": " + number},
                      {taken, "%is_shown = icmp ne i64 %show_taken, " + number},
                      "another number of times than " + number};
  }
  const auto* named = std::get_if<Named>(&property);
  if (named == nullptr || named->name != "trips-multiple-of" || named->arguments.empty()) return std::nullopt;
  const std::string& number = named->arguments.front();
  return CountClaim{{loop + "Trip multiple is " + number},
                    {"%show_rest = urem i64 %show_entered, " + number, "%is_shown = icmp ne i64 %show_rest, 0"},
                    "a number of times that is, with the first one, no multiple of " + number};
}

/// The label at the beginning of a line: "%head" for "head:    ; preds = ...".
std::optional<std::string> label_in(std::string_view line) {
  const std::size_t end = line.find(':');
  if (line.empty() || line.front() == ' ' || end == std::string_view::npos) return std::nullopt;
  return "%" + std::string(line.substr(0, end));
}

/// Instruments a function: it counts how often the loop's header is entered, and checks the claim on the exit edge.
class TripCounter {
 public:
  TripCounter(std::string head, std::string from, std::string to)
      : head_(std::move(head)), from_(std::move(from)), to_(std::move(to)) {}

  /// Nullopt if the edge does not belong to a conditional branch.
  [[nodiscard]] std::optional<std::string> text(const std::string& module, const std::string& function,
                                                const CountClaim& claim) {
    std::string out = "@show_count = internal global i64 0\n";
    bool inside = false;
    for (const std::string_view line : split(module, '\n')) {
      if (line.starts_with("define ")) inside = line.find(" @" + function + "(") != std::string_view::npos;
      if (inside && line == "}") out += look(claim);
      out += (inside ? counted(std::string(line)) : std::string(line)) + "\n";
      if (line == "}") inside = false;
    }
    return edges_ == 1 && counts_ == 1 ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::string look(const CountClaim& claim) const {
    std::string block = std::string(kLeft) + ":\n  %show_entered = load i64, i64* @show_count\n";
    for (const std::string& instruction : claim.check) block += "  " + instruction + "\n";
    return block + "  call void @show_claim(i1 %is_shown)\n  br label " + to_ + "\n";
  }

  [[nodiscard]] std::string counted(std::string line) {
    if (std::optional<std::string> label = label_in(line)) {
      block_ = std::move(*label);
      begins_ = true;
      return line;
    }
    const bool is_phi = line.find(" = phi ") != std::string::npos;
    if (is_phi && block_ == to_) return replace_all(std::move(line), from_ + " ]", "%" + std::string(kLeft) + " ]");
    std::string before;
    if (!is_phi && begins_ && block_ == head_) {
      before =
          "  %show_old = load i64, i64* @show_count\n  %show_new = add i64 %show_old, 1\n"
          "  store i64 %show_new, i64* @show_count\n";
      ++counts_;
    }
    begins_ = begins_ && is_phi;
    if (block_ == from_ && line.starts_with("  br i1 ")) {
      std::string words = line + ",";
      const std::string target = "label " + to_ + ",";
      for (std::size_t at = words.find(target); at != std::string::npos; at = words.find(target, at + 1)) ++edges_;
      words = replace_all(std::move(words), target, "label %" + std::string(kLeft) + ",");
      line = words.substr(0, words.size() - 1);
    }
    return before + line;
  }

  std::string head_, from_, to_;
  std::string block_;
  bool begins_ = false;
  unsigned edges_ = 0, counts_ = 0;
};

}  // namespace

Result<core::Reproduction> trip_count_reproduction(const IrClaim& claim, const Fact& fact, const Session& session) {
  const std::vector<std::string_view> edge = split(fact.place.context, ' ');
  if (edge.size() != 3 || edge[0] != "edge") return Error{"the claim names no edge", {}};
  const std::string& head = fact.subject.text;
  const std::string from(edge[1]);
  const std::optional<CountClaim> count = count_claim(fact.property, head, from.substr(1));
  if (!count) return Error{"the count is no number", {}};
  const std::optional<std::string> counted =
      TripCounter(head, from, std::string(edge[2])).text(claim.module, claim.function, *count);
  if (!counted) return Error{"the loop is not left by a branch", {}};
  const std::string contradiction = std::string(kContradicted) + head + " is repeated " + count->told;
  core::Reproduction made;
  made.files = {{kIrFile, *counted + show_function(contradiction)}};
  session.scratch.clear();
  if (const Result<std::string> put = session.scratch.write(kIrFile, made.files[0].content); !put) return put.error();
  const core::ProcessResult ran = run_interpreter_here(session, {kIrInterpreter, kIrFile});
  if (("\n" + ran.out).find("\n" + contradiction + "\n") == std::string::npos)
    return Error{"the run with lli-14 does not contradict it", {}};
  const std::vector<std::string> command = {kIrOptimiser, "-disable-output", "-passes=print<scalar-evolution>",
                                            kIrFile};
  const std::string said = "\n" + run_here(session, command, session.program).err;
  for (const std::string& line : count->printed) {
    if (said.find("\n" + line + "\n") == std::string::npos) continue;
    made.needs = {kIrOptimiser, kIrInterpreter};
    made.commands = {{{}, core::shell_quoted(command), 60},
                     {"The run that contradicts it", core::shell_quoted({kIrInterpreter, kIrFile}), 60}};
    made.prints = line;
    made.expected =
        "No such count: the function counts how often the loop begins, and the run by the second command "
        "prints \"" +
        contradiction + "\". No value is poison or undefined.";
    made.shows = core::output_has_line(line) + " &&\n" + core::output_has_line(contradiction, 2);
    return made;
  }
  return Error{"opt-14 does not print this count", {}};
}

}  // namespace assay::analyzer
