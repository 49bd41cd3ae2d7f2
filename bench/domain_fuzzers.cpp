// A planted bug of test/planted under libFuzzer, in the three ways that bench/domain_fuzzers.sh compares:
//   ASSAY_BUG=octagon/join-of-bottom ASSAY_MODE=raw|decoder|random ASSAY_SECONDS=5 domain_fuzzers -max_len=4096
//   ASSAY_BUG=list domain_fuzzers
// One line: "found SECONDS EXECUTIONS USEFUL" or "nothing SECONDS EXECUTIONS USEFUL" (CPU seconds; executions that
// checked something).
//
// raw: the bytes are read as an author's first fuzz target reads them, eight for a number: elements of random
// constraints, operations on them, one law. An input that ends too early is thrown away. decoder: the same bytes as a
// program of ours. random: libFuzzer's bytes are not looked at; they are random ones.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/domain/run.hpp"
#include "domain_bugs.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kDimensions = 3;

/// Numbers out of bytes, as they stand.
class Raw {
 public:
  explicit Raw(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint64_t next() {
    std::uint64_t number = 0;
    if (bytes_.size() < at_ + sizeof number) {
      at_ = bytes_.size();
      ended_ = true;
      return 0;
    }
    std::memcpy(&number, bytes_.data() + at_, sizeof number);
    at_ += sizeof number;
    return number;
  }
  unsigned below(std::size_t bound) { return static_cast<unsigned>(next() % bound); }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

LinearExpression raw_expression(Raw& raw, Shape shape) {
  LinearExpression made;
  made.coefficients.resize(kDimensions);
  made.constant = static_cast<std::int64_t>(raw.next());
  if (shape == Shape::Polyhedron) {
    for (Rational& coefficient : made.coefficients) coefficient = static_cast<std::int64_t>(raw.next());
    return made;
  }
  for (unsigned i = shape == Shape::Octagon ? 2 : 1; i > 0; --i)
    made.coefficients[raw.below(kDimensions)] = raw.below(2) == 0 ? 1 : -1;
  return made;
}

Constraint raw_constraint(Raw& raw, Shape shape) {
  const Constraint::Relation relation =
      raw.below(4) == 0 ? Constraint::Relation::Equal : Constraint::Relation::GreaterEqual;
  return {raw_expression(raw, shape), relation};
}

/// An element of up to `kMaxConstraints` constraints.
unsigned raw_element(Raw& raw, Shape shape, Program& program) {
  constexpr unsigned kMaxConstraints = 8;
  program.instructions.emplace_back();
  for (unsigned i = raw.below(kMaxConstraints + 1); i > 0 && !raw.ended(); --i) {
    Instruction assume;
    assume.operation = Operation::Assume;
    assume.elements = {static_cast<unsigned>(program.instructions.size() - 1)};
    assume.constraints = {raw_constraint(raw, shape)};
    program.instructions.push_back(std::move(assume));
  }
  return static_cast<unsigned>(program.instructions.size() - 1);
}

Instruction raw_operation(Raw& raw, const Contract& contract, const std::vector<unsigned>& pool) {
  using enum Operation;
  std::vector<Operation> usable;
  for (const Operation operation : {Join, Meet, Widen, Narrow, Assume, Assign, Substitute, Forget})
    if (contract.operations.has(operation)) usable.push_back(operation);
  Instruction made;
  made.operation = usable[raw.below(usable.size())];
  const Operations pairs{Join, Meet, Widen, Narrow};
  made.elements = {pool[raw.below(pool.size())]};
  if (pairs.has(made.operation)) made.elements.push_back(pool[raw.below(pool.size())]);
  if (made.operation == Forget) made.dimension = raw.below(kDimensions);
  if (made.operation == Assume) made.constraints = {raw_constraint(raw, contract.shape)};
  if (made.operation == Assign || made.operation == Substitute)
    made.assignments = {{raw.below(kDimensions), raw_expression(raw, contract.shape)}};
  return made;
}

/// Nullopt if the bytes end too early.
std::optional<Program> raw_program(std::span<const std::uint8_t> bytes, const Contract& contract) {
  constexpr unsigned kElements = 3;
  constexpr unsigned kOperations = 4;
  Raw raw(bytes);
  Program program;
  program.dimensions = kDimensions;
  std::vector<unsigned> pool;
  for (unsigned i = 0; i < kElements; ++i) pool.push_back(raw_element(raw, contract.shape, program));
  for (unsigned i = raw.below(kOperations); i > 0 && !raw.ended(); --i) {
    program.instructions.push_back(raw_operation(raw, contract, pool));
    pool.push_back(static_cast<unsigned>(program.instructions.size() - 1));
  }
  std::vector<const Law*> usable;
  for (const Law& law : laws())
    if (applies(law, contract)) usable.push_back(&law);
  const Law& law = *usable[raw.below(usable.size())];
  Check check;
  check.law = law.number;
  for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(pool[raw.below(pool.size())]);
  if (law.assignment) check.assignment = {raw.below(kDimensions), raw_expression(raw, contract.shape)};
  if (law.condition) check.condition = raw_constraint(raw, contract.shape);
  if (law.chain) check.chain = {pool[raw.below(pool.size())]};
  if (raw.ended()) return std::nullopt;
  program.checks.push_back(std::move(check));
  return program;
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A planted bug, and the fuzzer's search for it.
class Search {
 public:
  Search() : mode_(setting("ASSAY_MODE")), seconds_(std::strtod(setting("ASSAY_SECONDS").c_str(), nullptr)) {
    const std::string wanted = setting("ASSAY_BUG");
    for (const PlantedBug& bug : planted_bugs()) {
      const std::string name = std::string(bug.domain) + "/" + std::string(bug.name);
      if (wanted == "list") std::printf("%s\n", name.c_str());
      if (wanted == name) bug_ = &bug;
    }
    if (bug_ == nullptr) end("", wanted == "list" ? 0 : 2);
    factory_ = planted_domain(bug_->domain);
    contract_ = factory_(1)->contract();
    program_ = *preset("C2");
    program_.dimensions = kDimensions;
    the_bug = bug_->bug;
    run_.points = run_.reference = mode_ != "raw";  // the laws alone, as in the publication
  }

  void one(std::span<const std::uint8_t> bytes) {
    if (cpu_seconds() > seconds_) end("nothing", 0);
    ++executions_;
    const std::optional<Program> program = made(bytes);
    if (!program) return;
    std::unique_ptr<Domain>& domain = domains_[program->dimensions];
    if (!domain) domain = factory_(program->dimensions);
    const RunResult result = run(*program, *domain, run_);
    for (const LawCount& count : result.counts) {
      if (count.checked == 0) continue;
      ++useful_;
      break;
    }
    if (!result.violations.empty()) end("found", 0);
  }

 private:
  std::optional<Program> made(std::span<const std::uint8_t> bytes) const {
    if (mode_ == "raw") return raw_program(bytes, contract_);
    if (mode_ == "decoder") return decode(bytes, contract_, {}, program_);
    return random_program(1, executions_, contract_, {}, program_);
  }
  [[noreturn]] void end(const char* word, int code) const {
    if (*word != '\0') {
      std::printf("%s %.3f %llu %llu\n", word, cpu_seconds(), static_cast<unsigned long long>(executions_),
                  static_cast<unsigned long long>(useful_));
    }
    static_cast<void>(std::fflush(stdout));
    std::_Exit(code);
  }

  std::string mode_;
  double seconds_;
  const PlantedBug* bug_ = nullptr;
  DomainFactory factory_;
  Contract contract_;
  ProgramOptions program_;
  RunOptions run_;
  std::map<unsigned, std::unique_ptr<Domain>> domains_;
  std::uint64_t executions_ = 0;
  std::uint64_t useful_ = 0;
};

}  // namespace
}  // namespace assay::domain

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static assay::domain::Search search;
  search.one({bytes, size});
  return 0;
}
