#include "smt/synth/instances/shape.hpp"

#include <optional>
#include <span>

#include "assay/base/check.hpp"
#include "core/target/builtin.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> shape_table();
}  // namespace assay::core

namespace assay::smt {
namespace {

const Expression kTrue{false, "true", {}, {}};

/// The keyword arguments of a row, from item `begin` on.
class Attributes {
 public:
  Attributes(const Expression& row, std::size_t begin) : row_(row) {
    ASSAY_CHECK((row.items.size() - begin) % 2 == 0, "a keyword without a value in " + text_of(row));
    for (std::size_t i = begin; i < row.items.size(); i += 2) values_.emplace(row.items[i].atom, &row.items[i + 1]);
  }

  [[nodiscard]] const Expression& at(std::string_view key) const {
    const auto found = values_.find(key);
    ASSAY_CHECK(found != values_.end(), "no " + std::string(key) + " in " + text_of(row_));
    return *found->second;
  }
  [[nodiscard]] const Expression* find(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const Expression& fact() const {
    const Expression* given = find(":fact");
    return given == nullptr ? kTrue : *given;
  }

 private:
  const Expression& row_;
  std::map<std::string, const Expression*, std::less<>> values_;
};

std::vector<Parameter> parameters_of(const Expression& list) {
  std::vector<Parameter> parameters;
  for (const Expression& one : list.items) {
    ASSAY_CHECK(one.items.size() == 2, "a parameter is a name and a sort: " + text_of(list));
    parameters.push_back({one.items[0].atom, one.items[1]});
  }
  return parameters;
}

std::vector<AxiomUse> uses_of(std::span<const Expression> list) {
  std::vector<AxiomUse> uses;
  for (const Expression& one : list) uses.push_back({one.items.at(0).atom, {one.items.begin() + 1, one.items.end()}});
  return uses;
}

std::vector<AxiomUse> uses_at(const Attributes& attributes, std::string_view key) {
  const Expression* list = attributes.find(key);
  return list == nullptr ? std::vector<AxiomUse>{} : uses_of(list->items);
}

AxiomRow axiom_of(const Expression& row) {
  AxiomRow axiom{parameters_of(row.items.at(2)), row.items.at(3), {row.items.begin() + 4, row.items.end()}};
  ASSAY_CHECK(!axiom.patterns.empty(), "an axiom without a pattern: " + text_of(row));
  return axiom;
}

StepRow step_of(const Expression& row) {
  const Attributes given(row, 3);
  StepRow step{row.items[1].atom,
               parameters_of(row.items[2]),
               given.at(":term"),
               given.at(":level"),
               given.fact(),
               uses_at(given, ":by"),
               {}};
  for (const Expression& one : given.at(":down").items)
    step.down.emplace(one.items.at(0).atom, Descent{one.items.at(1), uses_of(std::span(one.items).subspan(2))});
  return step;
}

}  // namespace

Shape read_shape(std::string_view text, const std::string& name) {
  const auto rows = read_expressions(text, name);
  ASSAY_CHECK(rows.ok(), "a shape that cannot be read");
  Shape shape;
  shape.name = name;
  for (const Expression& row : *rows) {
    const std::string& keyword = row.items.at(0).atom;
    if (keyword == "shape") {
      shape.help = row.items.at(1).atom.substr(1, row.items[1].atom.size() - 2);
    } else if (keyword == "axiom") {
      shape.axioms.emplace(row.items.at(1).atom, axiom_of(row));
    } else if (keyword == "start") {
      const Attributes given(row, 2);
      shape.start = {parameters_of(row.items.at(1)), given.at(":level"), given.fact()};
    } else if (keyword == "step") {
      shape.steps.push_back(step_of(row));
    } else if (keyword == "link") {
      const Attributes given(row, 3);
      shape.links.push_back({row.items[1].atom, parameters_of(row.items[2]), given.at(":term"), given.fact(),
                             given.at(":goal"), uses_at(given, ":by")});
    } else {
      ASSAY_CHECK(keyword.starts_with("declare-"), "unknown row " + keyword);
      shape.declarations.push_back(row);
    }
  }
  return shape;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = [] {
    std::vector<Shape> read;
    for (const core::BuiltinText& file : core::shape_table()) {
      const std::size_t begin = file.path.rfind('/') + 1;
      read.push_back(read_shape(file.text, std::string(file.path.substr(begin, file.path.rfind('.') - begin))));
    }
    return read;
  }();
  return all;
}

}  // namespace assay::smt
