#include "domain/kernel/exhaustive/exhaustive.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "exhaustive_rows.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kMaxBits = 6;  ///< so that a set of values fits a 64-bit word

/// The table of a transformer's results for all values of its arguments. The last argument varies fastest.
class Table {
 public:
  Table(const ValueTransformer& transformer, unsigned width)
      : width_(width), arity_(transformer.arity), results_(std::size_t{1} << (width * transformer.arity), kUndefined) {
    std::vector<std::uint64_t> arguments(arity_);
    for (std::size_t entry = 0; entry < results_.size(); ++entry) {
      decode(entry, arguments);
      if (const std::optional<std::uint64_t> value = transformer.concrete(width, arguments.data()))
        results_[entry] = static_cast<std::uint8_t>(*value);
    }
  }

  /// For each value of the last argument: the results for all values of the other arguments from `sets`.
  [[nodiscard]] std::vector<ValueSet> last(const std::vector<ValueSet>& sets) const {
    std::vector<ValueSet> images(std::size_t{1} << width_, 0);
    const std::size_t prefixes = results_.size() >> width_;
    for (std::size_t prefix = 0; prefix < prefixes; ++prefix) {
      if (!inside(prefix, sets)) continue;
      for (std::size_t value = 0; value < images.size(); ++value) {
        const std::uint8_t result = results_[(prefix << width_) | value];
        if (result != kUndefined) images[value] |= ValueSet{1} << result;
      }
    }
    return images;
  }

  /// Values of the arguments, from `sets`, that give the result; empty if there are none.
  [[nodiscard]] std::vector<std::uint64_t> find(const std::vector<ValueSet>& sets, std::uint64_t result) const {
    std::vector<std::uint64_t> arguments(arity_);
    for (std::size_t entry = 0; entry < results_.size(); ++entry) {
      if (results_[entry] != result || !inside(entry, sets)) continue;
      decode(entry, arguments);
      return arguments;
    }
    return {};
  }

 private:
  static constexpr std::uint8_t kUndefined = 0xff;

  void decode(std::size_t entry, std::vector<std::uint64_t>& arguments) const {
    for (std::size_t i = arguments.size(); i-- > 0; entry >>= width_) arguments[i] = entry & mask();
  }
  [[nodiscard]] bool inside(std::size_t entry, const std::vector<ValueSet>& sets) const {
    for (std::size_t i = sets.size(); i-- > 0; entry >>= width_)
      if (((sets[i] >> (entry & mask())) & 1) == 0) return false;
    return true;
  }
  [[nodiscard]] std::uint64_t mask() const { return (std::uint64_t{1} << width_) - 1; }

  unsigned width_;
  unsigned arity_;
  std::vector<std::uint8_t> results_;
};

ValueSet image(const std::vector<ValueSet>& last, ValueSet set) {
  ValueSet results = 0;
  for (; set != 0; set &= set - 1) results |= last[static_cast<std::size_t>(std::countr_zero(set))];
  return results;
}

/// Advances to the next tuple of numbers below `limit`; the last number varies fastest. False after the last tuple.
bool advance_tuple(std::vector<std::size_t>& tuple, std::size_t limit) {
  for (std::size_t i = tuple.size(); i-- > 0;) {
    if (++tuple[i] < limit) return true;
    tuple[i] = 0;
  }
  return false;
}

ExhaustiveRow row_of(const Contract& contract, Operation operation) {
  ExhaustiveRow row;
  row.operation = operation;
  row.name = name(operation);
  row.promised = contract.best.has(operation);
  return row;
}

/// Fills the rows of the report with one Meaning.
class Run {
 public:
  Run(Domain& domain, const ExhaustiveOptions& options, Meaning::Contains contains)
      : options_(options), meaning_(domain, contains) {}

  [[nodiscard]] Meaning& meaning() { return meaning_; }

  void sets(std::vector<ExhaustiveRow>& rows) {
    const Contract& contract = meaning_.domain().contract();
    for (const SetRow& row : set_rows())
      if (contract.operations.has(row.operation)) add(rows, row_of(contract, row.operation), row.fill);
  }

  void transformers(std::vector<ExhaustiveRow>& rows) {
    const Contract& contract = meaning_.domain().contract();
    if (!contract.operations.has(Operation::Transform)) return;
    const std::vector<ValueTransformer>& all = meaning_.domain().transformers();
    for (std::size_t i = 0; i < all.size(); ++i) {
      ExhaustiveRow row = row_of(contract, Operation::Transform);
      row.transformer = i;
      row.name = all[i].name;
      row.promised = all[i].best;
      add(rows, std::move(row), [i](RowFiller& filler) { fill_transformer(filler, i); });
    }
  }

 private:
  template <typename Fill>
  void add(std::vector<ExhaustiveRow>& rows, ExhaustiveRow row, Fill fill) {
    const std::vector<std::string>& only = options_.only;
    if (!only.empty() && std::find(only.begin(), only.end(), row.name) == only.end()) return;
    if (options_.before) options_.before(row.name);
    rows.push_back(std::move(row));
    RowFiller filler(meaning_, rows.back());
    fill(filler);
  }

  const ExhaustiveOptions& options_;
  Meaning meaning_;
};

std::ptrdiff_t guilty(const std::vector<ExhaustiveRow>& rows) {
  return std::count_if(rows.begin(), rows.end(),
                       [](const ExhaustiveRow& row) { return row.unsound != 0 || row.imprecise != 0; });
}

bool same_sets(const Meaning& left, const Meaning& right) {
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left.set(i) != right.set(i)) return false;
  return true;
}

ExhaustiveReport report_of(Run& run, std::vector<ExhaustiveRow> rows) {
  ExhaustiveReport report;
  report.domain = run.meaning().domain().contract().name;
  report.elements = run.meaning().size();
  report.values = run.meaning().values();
  report.contains_doubted = run.meaning().doubted();
  run.transformers(rows);
  report.rows = std::move(rows);
  return report;
}

Status finite(Domain& domain) {
  const Contract& contract = domain.contract();
  if (contract.shape != Shape::Value || contract.width == 0 || contract.width > kMaxBits)
    return Error{contract.name + " has too many values to look at all",
                 "domains of values with a width of 1 to " + std::to_string(kMaxBits) + " bits can be tested so"};
  if (!contract.operations.has(Operation::Contains))
    return Error{contract.name + " cannot say what an element contains", ""};
  if (domain.all_elements().empty()) return Error{contract.name + " does not give all its elements at this width", ""};
  return {};
}

}  // namespace

void fill_transformer(RowFiller& filler, std::size_t transformer) {
  Meaning& meaning = filler.meaning();
  const ValueTransformer& what = filler.domain().transformers()[transformer];
  const Table table(what, filler.domain().contract().width);
  std::vector<std::size_t> places(what.arity, 0);
  std::vector<Element*> arguments(what.arity);
  std::vector<ValueSet> sets(what.arity);
  std::vector<ValueSet> last;
  do {
    for (std::size_t i = 0; i < places.size(); ++i) {
      arguments[i] = &meaning.element(places[i]);
      sets[i] = meaning.set(places[i]);
    }
    if (places.back() == 0) last = table.last({sets.begin(), sets.end() - 1});
    const ElementPtr made = filler.domain().transform(transformer, arguments);
    filler.result(places, image(last, sets.back()), *made, [&](std::uint64_t lost) { return table.find(sets, lost); });
  } while (advance_tuple(places, meaning.size()));
}

Result<ExhaustiveReport> test_exhaustively(Domain& domain, const ExhaustiveOptions& options) {
  if (Status status = finite(domain); !status) return status.error();
  Run believed(domain, options, Meaning::Contains::Believed);
  std::vector<ExhaustiveRow> rows;
  believed.sets(rows);
  if (guilty(rows) > 0 && Meaning::can_doubt(domain.contract())) {
    // A wrong `contains` makes correct operations look wrong. The report with fewer wrong operations is returned.
    Run doubting(domain, options, Meaning::Contains::Doubted);
    std::vector<ExhaustiveRow> others;
    if (!same_sets(believed.meaning(), doubting.meaning())) doubting.sets(others);
    if (!others.empty() && guilty(others) < guilty(rows)) return report_of(doubting, std::move(others));
  }
  return report_of(believed, std::move(rows));
}

}  // namespace assay::domain
