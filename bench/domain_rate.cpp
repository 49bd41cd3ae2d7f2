// Useful checks a CPU-second, and the share of the time that is ours (bench/README.md):
//   domain_rate [--seconds S] [--no-reference] [--linear] [--plugin PATH] [TARGET...]
// A useful check is a law with a true premise, or a point that an element is asked for. --linear leaves out expressions
// that are not linear: PPL 1.2 aborts in them. The harness is everything except calls of the domain (to free an element
// is a call): decoding, points, the exact reference, and the worker's protocol in both directions. A timer on CPU time
// samples whether a call is going on, because many calls take less time than reading a clock.
// The checksum is over the texts of the first thousand programs and their results. A change that must change nothing
// must not change the checksum.

#include <fmt/format.h>
#include <sys/time.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/domain/run.hpp"
#include "base/text.hpp"
#include "domain/libraries/plugin/plugin.hpp"
#include "domain/worker/protocol.hpp"
#ifdef ASSAY_WITH_LLVM
#include "domain/libraries/llvm/llvm.hpp"
#endif

namespace assay::domain {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Whether a call of the domain is going on, and the timer's samples: all, and samples during a call.
struct Looks {
  std::atomic<bool> inside = false;
  std::atomic<std::uint64_t> all = 0;
  std::atomic<std::uint64_t> inside_count = 0;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
Looks looks;

void look(int /*signal*/) {
  looks.all.fetch_add(1, std::memory_order_relaxed);
  if (looks.inside.load(std::memory_order_relaxed)) looks.inside_count.fetch_add(1, std::memory_order_relaxed);
}

void start_looking() {
  struct sigaction action {};
  action.sa_handler = look;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  constexpr int kMicroseconds = 1000;
  const itimerval often{{0, kMicroseconds}, {0, kMicroseconds}};
  setitimer(ITIMER_PROF, &often, nullptr);
}

template <typename Call>
auto timed(std::uint64_t& calls, Call call) {
  ++calls;
  looks.inside.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  auto result = call();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  looks.inside.store(false, std::memory_order_relaxed);
  return result;
}

/// A pool of memory for wrappers: the wrapper must cost next to nothing, as its time counts as ours.
class Wrappers {
 public:
  void* take(std::size_t size) {
    if (free_.empty()) return ::operator new(size);
    void* const memory = free_.back();
    free_.pop_back();
    return memory;
  }
  void give(void* memory) { free_.push_back(memory); }

 private:
  std::vector<void*> free_;
};
Wrappers wrappers;

/// An element of a timed domain: the library frees it, too.
class TimedElement final : public Element {
 public:
  TimedElement(ElementPtr inner, std::uint64_t& calls) : inner_(std::move(inner)), calls_(calls) {}
  TimedElement(const TimedElement&) = delete;
  TimedElement& operator=(const TimedElement&) = delete;
  ~TimedElement() override {
    static_cast<void>(timed(calls_, [&] { return inner_.reset(), 0; }));
  }
  static void* operator new(std::size_t size) { return wrappers.take(size); }
  static void operator delete(void* memory) { wrappers.give(memory); }
  Element& inner() const { return *inner_; }

 private:
  ElementPtr inner_;
  std::uint64_t& calls_;
};

/// A domain whose calls are timed.
class Timed final : public Domain {
  template <typename Call>
  auto timed(Call call) {
    return domain::timed(calls_, call);
  }
  template <typename Call>
  ElementPtr made(Call call) {
    ElementPtr element = timed(call);
    return element ? std::make_unique<TimedElement>(std::move(element), calls_) : nullptr;
  }
  static Element& of(const Element& element) { return static_cast<const TimedElement&>(element).inner(); }

 public:
  Timed(std::unique_ptr<Domain> inner, std::uint64_t& calls, bool linear)
      : inner_(std::move(inner)), calls_(calls), contract_(inner_->contract()) {
    if (!linear) return;
    contract_.operations.remove(Operation::AssignExpression);
    contract_.operations.remove(Operation::AssumeExpression);
  }
  const Contract& contract() const override { return contract_; }
  unsigned dimensions() const override { return inner_->dimensions(); }
  const std::vector<ValueTransformer>& transformers() const override { return inner_->transformers(); }

  ElementPtr top() override {
    return made([&] { return inner_->top(); });
  }
  ElementPtr bottom() override {
    return made([&] { return inner_->bottom(); });
  }
  ElementPtr copy(const Element& e) override {
    return made([&] { return inner_->copy(of(e)); });
  }
  bool leq(Element& l, Element& r) override {
    return timed([&] { return inner_->leq(of(l), of(r)); });
  }
  ElementPtr join(Element& l, Element& r) override {
    return made([&] { return inner_->join(of(l), of(r)); });
  }
  ElementPtr meet(Element& l, Element& r) override {
    return made([&] { return inner_->meet(of(l), of(r)); });
  }
  bool equal(Element& l, Element& r) override {
    return timed([&] { return inner_->equal(of(l), of(r)); });
  }
  bool is_bottom(Element& e) override {
    return timed([&] { return inner_->is_bottom(of(e)); });
  }
  bool is_top(Element& e) override {
    return timed([&] { return inner_->is_top(of(e)); });
  }
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    unwrap(elements);
    return made([&] { return inner_->apply(operation, own_, operands); });
  }
  Claim claim() const override { return inner_->claim(); }
  bool gave_up() const override { return inner_->gave_up(); }
  void canonicalize(Element& e) override {
    static_cast<void>(timed([&] { return inner_->canonicalize(of(e)), 0; }));
  }
  std::vector<Constraint> constraints(Element& e) override {
    return timed([&] { return inner_->constraints(of(e)); });
  }
  domain::Bounds bounds(Element& e, const LinearExpression& l) override {
    return timed([&] { return inner_->bounds(of(e), l); });
  }
  bool satisfies(Element& e, const Constraint& c) override {
    return timed([&] { return inner_->satisfies(of(e), c); });
  }
  bool contains(Element& e, const Point& p) override {
    return timed([&] { return inner_->contains(of(e), p); });
  }
  bool contains_value(Element& e, std::uint64_t v) override {
    return timed([&] { return inner_->contains_value(of(e), v); });
  }
  std::string print(Element& e) override {
    return timed([&] { return inner_->print(of(e)); });
  }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    unwrap(arguments);
    return made([&] { return inner_->transform(transformer, own_); });
  }

 private:
  void unwrap(Elements elements) {
    own_.clear();
    for (Element* element : elements) own_.push_back(&of(*element));
  }

  std::unique_ptr<Domain> inner_;
  std::uint64_t& calls_;
  Contract contract_;
  std::vector<Element*> own_;
};

struct Arguments {
  double seconds = 5;
  bool reference = true;
  bool linear = false;
  std::string plugin;
  std::vector<std::string> targets;
};

Program program_of(std::uint64_t number, const Domain& probe, const ProgramOptions& options) {
  return random_program(1, number, probe.contract(), probe.transformers(), options);
}

/// Counts and times of the programs of a target.
struct Sums {
  std::uint64_t programs = 0;
  std::uint64_t laws = 0;
  std::uint64_t points = 0;
  std::uint64_t calls = 0;
  double seconds = 0;        ///< as a campaign runs them
  double timed_seconds = 0;  ///< the same runs, with calls that are timed
  std::uint64_t looks = 0;   ///< samples of the timer during `timed_seconds`
  std::uint64_t looks_inside = 0;

  /// The share of the time outside of calls of the domain.
  [[nodiscard]] double harness() const {
    if (looks == 0) return 1;
    return 1 - timed_seconds * static_cast<double>(looks_inside) / static_cast<double>(looks) / seconds;
  }
};

/// Runs the program again, on a domain whose calls are timed. The wrapper's own time does not count.
void add_inside(const Program& program, const DomainFactory& factory, const RunOptions& options, bool linear,
                Sums& sums) {
  Timed domain(factory(program.dimensions), sums.calls, linear);
  const std::uint64_t all = looks.all;
  const std::uint64_t inside = looks.inside_count;
  const double start = cpu_seconds();
  static_cast<void>(run(program, domain, options));
  sums.timed_seconds += cpu_seconds() - start;
  sums.looks += looks.all - all;
  sums.looks_inside += looks.inside_count - inside;
}

/// One target: a row of the table.
void measure(const std::string& name, const DomainFactory& factory, const Arguments& arguments) {
  constexpr std::uint64_t kHashed = 1000;
  const ProgramOptions options = *preset("C2");
  RunOptions run_options;
  run_options.reference = arguments.reference;
  Sums sums;
  std::uint64_t uncounted = 0;
  const Timed probe(factory(1), uncounted, arguments.linear);
  std::uint64_t hash = 0;
  while (sums.programs < kHashed || sums.seconds < arguments.seconds) {
    // As a campaign does: the tester writes a program, the worker reads and runs it and answers.
    const double start = cpu_seconds();
    const std::string text = to_text(program_of(sums.programs, probe, options), probe.transformers());
    const Program program = *parse_program(text, probe.transformers());
    std::unique_ptr<Domain> domain = factory(program.dimensions);
    if (arguments.linear) domain = std::make_unique<Timed>(std::move(domain), uncounted, true);
    const RunResult ran = run(program, *domain, run_options);
    const std::string answer = to_json(ran);
    const RunResult told = *result_from_json(answer);
    sums.seconds += cpu_seconds() - start;
    for (const LawCount& count : told.counts) sums.laws += count.checked;
    sums.points += ran.points;
    if (sums.programs++ < kHashed) hash = hash_bytes(text, hash_bytes(answer, hash));
    add_inside(program, factory, run_options, arguments.linear, sums);
  }
  const auto a_second = [&](std::uint64_t count) { return static_cast<double>(count) / sums.seconds; };
  fmt::print(
      "{:<24} {:>8} programs {:>8.0f} laws/s {:>8.0f} points/s {:>9.0f} useful/s {:>9.0f} calls/s  harness {:>3.0f} %  "
      "checksum {}\n",
      name, sums.programs, a_second(sums.laws), a_second(sums.points), a_second(sums.laws + sums.points),
      a_second(sums.calls), 100 * sums.harness(), to_hex(hash));
}

std::map<std::string, DomainFactory> targets(const std::string& plugin) {
  std::map<std::string, DomainFactory> all;
#ifdef ASSAY_WITH_LLVM
  for (const unsigned width : {8U, 32U, 64U}) {
    all["llvm:ConstantRange@" + std::to_string(width)] = llvm_constant_range(width);
    all["llvm:KnownBits@" + std::to_string(width)] = llvm_known_bits(width);
  }
#endif
  if (plugin.empty()) return all;
  const Result<const Plugin*> loaded = load_plugin(plugin);
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().text());
    return all;
  }
  for (const PluginTarget& target : (*loaded)->targets) all[target.name] = target.make;
  return all;
}

}  // namespace
}  // namespace assay::domain

int main(int argc, char** argv) {
  assay::domain::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seconds" && i + 1 < argc) {
      arguments.seconds = std::strtod(argv[++i], nullptr);
    } else if (word == "--plugin" && i + 1 < argc) {
      arguments.plugin = argv[++i];
    } else if (word == "--linear") {
      arguments.linear = true;
    } else if (word == "--no-reference") {
      arguments.reference = false;
    } else {
      arguments.targets.push_back(word);
    }
  }
  const auto all = assay::domain::targets(arguments.plugin);
  if (arguments.targets.empty())
    for (const auto& [name, factory] : all) arguments.targets.push_back(name);
  assay::domain::start_looking();
  for (const std::string& name : arguments.targets) {
    if (const auto found = all.find(name); found != all.end()) assay::domain::measure(name, found->second, arguments);
  }
}
