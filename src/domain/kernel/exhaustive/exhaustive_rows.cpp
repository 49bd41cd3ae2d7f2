#include "exhaustive_rows.hpp"

#include <bit>
#include <utility>

namespace assay::domain {
namespace {

using Wrong = RowFiller::Wrong;

void top(RowFiller& filler) {
  const ElementPtr element = filler.domain().top();
  filler.result({}, filler.meaning().all_values(), *element);
}

void bottom(RowFiller& filler) {
  const ElementPtr element = filler.domain().bottom();
  filler.result({}, 0, *element);
}

template <typename Ask>
void each(RowFiller& filler, Ask ask) {
  for (std::size_t i = 0; i < filler.meaning().size(); ++i)
    ask(i, filler.meaning().element(i), filler.meaning().set(i));
}

void copy(RowFiller& filler) {
  each(filler, [&](std::size_t i, Element& element, ValueSet set) {
    const ElementPtr copied = filler.domain().copy(element);
    filler.result({i}, set, *copied);
  });
}

/// Applies `act` in place to fresh elements, whose values must not change.
template <typename Act>
void unchanged_by(RowFiller& filler, Act act) {
  const std::vector<ElementPtr> fresh = filler.domain().all_elements();
  each(filler, [&](std::size_t i, Element&, ValueSet set) {
    act(*fresh[i]);
    filler.result({i}, set, *fresh[i]);
  });
}
void canonicalize(RowFiller& filler) {
  unchanged_by(filler, [&](Element& element) { filler.domain().canonicalize(element); });
}
void print(RowFiller& filler) {
  unchanged_by(filler, [&](Element& element) { (void)filler.domain().print(element); });
}

void is_bottom(RowFiller& filler) {
  each(filler, [&](std::size_t i, Element& element, ValueSet set) {
    filler.answer({i}, filler.domain().is_bottom(element), set == 0, Wrong::Yes);
  });
}

void is_top(RowFiller& filler) {
  const ValueSet all = filler.meaning().all_values();
  each(filler, [&](std::size_t i, Element& element, ValueSet set) {
    filler.answer({i}, filler.domain().is_top(element), set == all, Wrong::Yes);
  });
}

void contains(RowFiller& filler) {
  const Meaning& meaning = filler.meaning();
  each(filler, [&](std::size_t i, Element& element, ValueSet set) {
    for (std::uint64_t value = 0; value < meaning.values(); ++value)
      filler.answer({i}, filler.domain().contains(element, meaning.point(value)), ((set >> value) & 1) != 0, Wrong::No,
                    value);
  });
}

void abstract(RowFiller& filler) {
  for (std::uint64_t value = 0; value < filler.meaning().values(); ++value) {
    const ElementPtr element = filler.domain().abstract(filler.meaning().point(value));
    filler.result({}, ValueSet{1} << value, *element, [value](std::uint64_t) { return std::vector{value}; });
  }
}

template <typename Ask>
void each_pair(RowFiller& filler, Ask ask) {
  const Meaning& meaning = filler.meaning();
  for (std::size_t i = 0; i < meaning.size(); ++i)
    for (std::size_t j = 0; j < meaning.size(); ++j)
      ask(std::pair{i, j}, meaning.element(i), meaning.element(j), std::pair{meaning.set(i), meaning.set(j)});
}
using Places = std::pair<std::size_t, std::size_t>;
using Sets = std::pair<ValueSet, ValueSet>;

std::optional<std::uint64_t> first(ValueSet set) {
  if (set == 0) return {};
  return static_cast<std::uint64_t>(std::countr_zero(set));
}

void leq(RowFiller& filler) {
  each_pair(filler, [&](const Places& at, Element& left, Element& right, const Sets& sets) {
    const ValueSet outside = sets.first & ~sets.second;
    filler.answer({at.first, at.second}, filler.domain().leq(left, right), outside == 0, Wrong::Yes, first(outside));
  });
}

void equal(RowFiller& filler) {
  each_pair(filler, [&](const Places& at, Element& left, Element& right, const Sets& sets) {
    const ValueSet different = sets.first ^ sets.second;
    filler.answer({at.first, at.second}, filler.domain().equal(left, right), different == 0, Wrong::Yes,
                  first(different));
  });
}

/// A binary operation, the values that its result must contain, and whether the contract allows the arguments.
struct Binary {
  ElementPtr (Domain::*apply)(Element&, Element&);
  ValueSet (*needed)(const Sets& sets);
  bool (*accepted)(const Contract& contract, const Sets& sets);
};

void fill_binary(RowFiller& filler, const Binary& binary) {
  const Contract& contract = filler.domain().contract();
  each_pair(filler, [&](const Places& at, Element& left, Element& right, const Sets& sets) {
    if (!binary.accepted(contract, sets)) return;
    const ElementPtr made = (filler.domain().*binary.apply)(left, right);
    filler.result({at.first, at.second}, binary.needed(sets), *made);
  });
}

ValueSet both(const Sets& sets) { return sets.first | sets.second; }
ValueSet common(const Sets& sets) { return sets.first & sets.second; }
bool always(const Contract&, const Sets&) { return true; }
bool growing(const Contract& contract, const Sets& sets) {
  return !contract.widening_ordered || (sets.first & ~sets.second) == 0;
}
bool shrinking(const Contract&, const Sets& sets) { return (sets.second & ~sets.first) == 0; }

void join(RowFiller& filler) { fill_binary(filler, {&Domain::join, both, always}); }
void meet(RowFiller& filler) { fill_binary(filler, {&Domain::meet, common, always}); }
void widen(RowFiller& filler) { fill_binary(filler, {&Domain::widen, both, growing}); }
void narrow(RowFiller& filler) { fill_binary(filler, {&Domain::narrow, common, shrinking}); }

}  // namespace

const std::vector<SetRow>& set_rows() {
  using enum Operation;
  static const std::vector<SetRow> table = {
      {Contains, contains},
      {Abstract, abstract},
      {Top, top},
      {Bottom, bottom},
      {Copy, copy},
      {Leq, leq},
      {Equal, equal},
      {IsTop, is_top},
      {IsBottom, is_bottom},
      {Join, join},
      {Meet, meet},
      {Widen, widen},
      {Narrow, narrow},
      {Canonicalize, canonicalize},
      {Print, print},
  };
  return table;
}

bool RowFiller::is_best(ValueSet needed, ValueSet described) {
  if (needed == described) return true;
  const std::size_t best = meaning_.best(needed);
  return best == meaning_.size() || std::popcount(meaning_.set(best)) >= std::popcount(described);
}

ExhaustiveExample RowFiller::example(const std::vector<std::size_t>& arguments) const {
  ExhaustiveExample made;
  made.elements = arguments;
  made.text = row_.name + "(";
  for (const std::size_t argument : arguments) {
    made.printed.push_back(meaning_.shown(argument));
    made.text += (made.printed.size() > 1 ? ", " : "") + made.printed.back();
  }
  made.text += ")";
  return made;
}

std::string RowFiller::shown(Element& element) const {
  return domain().contract().operations.has(Operation::Print) ? domain().print(element) : "...";
}

void RowFiller::note_lost(const std::vector<std::size_t>& arguments, std::uint64_t value, Element& element,
                          std::vector<std::uint64_t> values) {
  ExhaustiveExample made = example(arguments);
  made.lost = value;
  made.result = shown(element);
  made.values = values.empty() ? std::vector{value} : std::move(values);
  made.text += " = " + made.result + " does not describe " + std::to_string(value);
  if (row_.operation == Operation::Transform) {
    made.text += ", the result for";
    for (const std::uint64_t argument : made.values) made.text += " " + std::to_string(argument);
  }
  row_.first_unsound = std::move(made);
}

void RowFiller::not_best(const std::vector<std::size_t>& arguments, ValueSet needed, Element& element) {
  if (row_.promised) ++row_.imprecise;
  if (row_.first_not_best) return;
  ExhaustiveExample made = example(arguments);
  made.better = meaning_.best(needed);
  made.result = shown(element);
  made.text += " = " + made.result + "; " + meaning_.shown(*made.better) + " is smaller and enough";
  row_.first_not_best = std::move(made);
}

void RowFiller::answer(const std::vector<std::size_t>& arguments, bool said, bool truth, Wrong unsound,
                       std::optional<std::uint64_t> value) {
  ++row_.checked;
  if (said == truth) {
    ++row_.best;
    return;
  }
  const bool is_unsound = said == (unsound == Wrong::Yes);
  if (is_unsound) {
    ++row_.unsound;
  } else if (row_.promised) {
    ++row_.imprecise;
  }
  std::optional<ExhaustiveExample>& kept = is_unsound ? row_.first_unsound : row_.first_not_best;
  if (kept) return;
  ExhaustiveExample made = example(arguments);
  made.result = said ? "true" : "false";
  made.text += " says " + made.result;
  if (value) {
    made.values = {*value};
    made.text += "; look at " + std::to_string(*value);
  }
  kept = std::move(made);
}

}  // namespace assay::domain
