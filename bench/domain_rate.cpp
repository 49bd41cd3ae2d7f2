// Useful checks a CPU-second, and the share of the time that is ours (bench/README.md):
//   domain_rate [--seconds S] [--no-reference] [--linear] [--plugin PATH] [TARGET...]
// A useful check is a law with a true premise, or a point that an element is asked for. With --linear no expressions
// but linear ones are used: PPL 1.2 aborts in others. The harness is everything but the calls of the domain, one of
// which frees an element: decoding, points, the exact reference, and the worker's protocol in both directions. The
// checksum is over the texts of the first thousand programs and what came of them: equal before and after a change that
// must change nothing.

#include <fmt/format.h>
#include <x86intrin.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "assay/core/rng.hpp"
#include "assay/domain/run.hpp"
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

/// What the domain's calls took, in ticks of the processor's counter, and how many there were.
struct Ticks {
  std::uint64_t inside = 0;
  std::uint64_t calls = 0;
};

template <typename Call>
auto timed(Ticks& ticks, Call call) {
  ++ticks.calls;
  const std::uint64_t start = __rdtsc();
  auto result = call();
  ticks.inside += __rdtsc() - start;
  return result;
}

/// An element of a timed domain: the library frees it, too.
class TimedElement final : public Element {
 public:
  TimedElement(ElementPtr inner, Ticks& ticks) : inner_(std::move(inner)), ticks_(ticks) {}
  TimedElement(const TimedElement&) = delete;
  TimedElement& operator=(const TimedElement&) = delete;
  ~TimedElement() override {
    static_cast<void>(timed(ticks_, [&] { return inner_.reset(), 0; }));
  }
  Element& inner() const { return *inner_; }

 private:
  ElementPtr inner_;
  Ticks& ticks_;
};

/// A domain whose calls are timed.
class Timed final : public Domain {
  template <typename Call>
  auto timed(Call call) {
    return domain::timed(ticks_, call);
  }
  template <typename Call>
  ElementPtr made(Call call) {
    ElementPtr element = timed(call);
    return element ? std::make_unique<TimedElement>(std::move(element), ticks_) : nullptr;
  }
  static Element& of(const Element& element) { return static_cast<const TimedElement&>(element).inner(); }

 public:
  Timed(std::unique_ptr<Domain> inner, Ticks& ticks, bool linear)
      : inner_(std::move(inner)), ticks_(ticks), contract_(inner_->contract()) {
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
  ElementPtr widen(Element& l, Element& r) override {
    return made([&] { return inner_->widen(of(l), of(r)); });
  }
  ElementPtr narrow(Element& l, Element& r) override {
    return made([&] { return inner_->narrow(of(l), of(r)); });
  }
  ElementPtr assume(Element& e, const Constraint& c) override {
    return made([&] { return inner_->assume(of(e), c); });
  }
  ElementPtr assign(Element& e, const Assignment& a) override {
    return made([&] { return inner_->assign(of(e), a); });
  }
  ElementPtr parallel_assign(Element& e, const std::vector<Assignment>& all) override {
    return made([&] { return inner_->parallel_assign(of(e), all); });
  }
  ElementPtr substitute(Element& e, const Assignment& a) override {
    return made([&] { return inner_->substitute(of(e), a); });
  }
  ElementPtr assign_expression(Element& e, unsigned dimension, const Expression& x) override {
    return made([&] { return inner_->assign_expression(of(e), dimension, x); });
  }
  ElementPtr assume_expression(Element& e, const Expression& x, Constraint::Relation relation) override {
    return made([&] { return inner_->assume_expression(of(e), x, relation); });
  }
  Claim claim() const override { return inner_->claim(); }
  bool gave_up() const override { return inner_->gave_up(); }
  ElementPtr forget(Element& e, unsigned dimension) override {
    return made([&] { return inner_->forget(of(e), dimension); });
  }
  ElementPtr add_rays(Element& e, const std::vector<Ray>& rays) override {
    return made([&] { return inner_->add_rays(of(e), rays); });
  }
  ElementPtr close(Element& e) override {
    return made([&] { return inner_->close(of(e)); });
  }
  ElementPtr loosen(Element& e, unsigned way) override {
    return made([&] { return inner_->loosen(of(e), way); });
  }
  ElementPtr regenerate(Element& e) override {
    return made([&] { return inner_->regenerate(of(e)); });
  }
  ElementPtr resize(Element& e) override {
    return made([&] { return inner_->resize(of(e)); });
  }
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
  ElementPtr abstract(const Point& p) override {
    return made([&] { return inner_->abstract(p); });
  }
  std::string print(Element& e) override {
    return timed([&] { return inner_->print(of(e)); });
  }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    std::vector<Element*> own;
    for (const Element* argument : arguments) own.push_back(&of(*argument));
    return made([&] { return inner_->transform(transformer, own); });
  }

 private:
  std::unique_ptr<Domain> inner_;
  Ticks& ticks_;
  Contract contract_;
};

struct Arguments {
  double seconds = 5;
  bool reference = true;
  bool linear = false;
  std::string plugin;
  std::vector<std::string> targets;
};

Program program_of(std::uint64_t number, const Domain& probe, const ProgramOptions& options) {
  constexpr std::size_t kBytes = 1024;
  core::Rng rng = core::Rng(1).split(number);
  std::vector<std::uint8_t> bytes(kBytes);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
  return decode(bytes, probe.contract(), probe.transformers(), options);
}

/// One target: a row of the table.
void measure(const std::string& name, const DomainFactory& factory, const Arguments& arguments) {
  constexpr std::uint64_t kHashed = 1000;
  const ProgramOptions options = *preset("C2");
  RunOptions run_options;
  run_options.reference = arguments.reference;
  Ticks ticks;
  const Timed probe(factory(1), ticks, arguments.linear);
  std::uint64_t laws_checked = 0;
  std::uint64_t points = 0;
  std::uint64_t hash = 0;
  std::uint64_t number = 0;
  double hashing = 0;
  const double start = cpu_seconds();
  const std::uint64_t first_tick = __rdtsc();
  while (number < kHashed || cpu_seconds() - start - hashing < arguments.seconds) {
    // As a campaign does: the tester writes a program, the worker reads and runs it and answers.
    const std::string text = to_text(program_of(number, probe, options), probe.transformers());
    const Program program = *parse_program(text, probe.transformers());
    Timed domain(factory(program.dimensions), ticks, arguments.linear);
    const RunResult ran = run(program, domain, run_options);
    const std::string answer = to_json(ran);
    const RunResult told = *result_from_json(answer);
    for (const LawCount& count : told.counts) laws_checked += count.checked;
    points += ran.points;
    if (number++ >= kHashed) continue;
    const double before = cpu_seconds();
    hash = hash_bytes(text, hash_bytes(answer, hash));
    hashing += cpu_seconds() - before;
  }
  const double seconds = cpu_seconds() - start - hashing;
  const double share = 1 - static_cast<double>(ticks.inside) / static_cast<double>(__rdtsc() - first_tick);
  const double useful = static_cast<double>(laws_checked + points);
  fmt::print(
      "{:<24} {:>8} programs {:>8.0f} laws/s {:>8.0f} points/s {:>9.0f} useful/s {:>9.0f} calls/s  harness {:>3.0f} %  "
      "checksum {}\n",
      name, number, static_cast<double>(laws_checked) / seconds, static_cast<double>(points) / seconds,
      useful / seconds, static_cast<double>(ticks.calls) / seconds, 100 * share, to_hex(hash));
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
  for (const std::string& name : arguments.targets) {
    if (const auto found = all.find(name); found != all.end()) assay::domain::measure(name, found->second, arguments);
  }
}
