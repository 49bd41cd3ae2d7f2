#include "datalog/fuzz/result/structure_text.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxTextBytes = 4096;

const StructuredType* type_named(const Program& program, std::string_view name) {
  const auto found = std::find_if(program.types.begin(), program.types.end(),
                                  [&](const StructuredType& type) { return type.name == name; });
  return found == program.types.end() ? nullptr : &*found;
}

/// The branch that the structure was built with; null for nil, which has no fields.
const Branch* branch_of(const StructuredType& type, const Structure& structure) {
  if (type.is_record && structure.arguments.empty()) return nullptr;
  const auto found = std::find_if(type.branches.begin(), type.branches.end(), [&](const Branch& branch) {
    return type.is_record || branch.name == structure.name;
  });
  return found == type.branches.end() ? nullptr : &*found;
}

/// Writes one value. Pending parts lie on a stack instead of the call stack, because lists may be long.
class Writer {
 public:
  Writer(const Program& program, const std::vector<Structure>& structures, const std::vector<std::string>& symbols)
      : program_(program), structures_(structures), symbols_(symbols) {}

  std::optional<std::string> text(const Attribute& attribute, Value value) {
    text_.clear();
    todo_ = {{&attribute, value, {}}};
    while (!todo_.empty()) {
      const Item item = todo_.back();
      todo_.pop_back();
      item.attribute == nullptr ? void(text_ += item.literal) : write(*item.attribute, item.value);
      if (text_.size() > kMaxTextBytes) return std::nullopt;
    }
    return text_;
  }

 private:
  struct Item {
    const Attribute* attribute = nullptr;  ///< null: the literal text
    Value value = 0;
    std::string_view literal;
  };

  void write(const Attribute& attribute, Value value) {
    if (attribute.type == Type::Symbol) {
      text_ += symbols_.at(static_cast<std::size_t>(value));
    } else if (attribute.type == Type::Unsigned) {
      text_ += std::to_string(static_cast<std::uint64_t>(value));
    } else if (attribute.type != Type::Opaque) {
      text_ += std::to_string(value);
    } else if (const StructuredType* type = type_named(program_, attribute.declared)) {
      write(*type, structures_.at(static_cast<std::size_t>(value)));
    }
  }

  void write(const StructuredType& type, const Structure& structure) {
    const Branch* branch = branch_of(type, structure);
    if (type.is_record && branch == nullptr) {
      text_ += "nil";
      return;
    }
    if (!type.is_record) text_ += "$" + structure.name;
    if (branch == nullptr || structure.arguments.empty()) return;
    text_ += type.is_record ? "[" : "(";
    todo_.push_back({nullptr, 0, type.is_record ? "]" : ")"});
    for (std::size_t i = structure.arguments.size(); i-- > 0;) {
      todo_.push_back({&branch->fields[i], structure.arguments[i], {}});
      if (i > 0) todo_.push_back({nullptr, 0, ", "});
    }
  }

  const Program& program_;
  const std::vector<Structure>& structures_;
  const std::vector<std::string>& symbols_;
  std::string text_;
  std::vector<Item> todo_;
};

}  // namespace

bool is_comparable(const Program& program, const Attribute& attribute) {
  if (attribute.type != Type::Opaque) return attribute.type != Type::Float;
  if (!program.seed.dialect.empty()) return false;
  std::set<std::string_view> seen;
  std::vector<const Attribute*> pending = {&attribute};
  while (!pending.empty()) {
    const Attribute& next = *pending.back();
    pending.pop_back();
    if (next.type == Type::Float) return false;
    if (next.type != Type::Opaque || !seen.insert(next.declared).second) continue;
    const StructuredType* type = type_named(program, next.declared);
    if (type == nullptr) return false;
    for (const Branch& branch : type->branches)
      for (const Attribute& field : branch.fields) pending.push_back(&field);
  }
  return true;
}

std::optional<Output> as_output(const Program& program, const Evaluation& evaluation,
                                const std::vector<std::string>& symbols) {
  Output out{evaluation.relations, std::vector<bool>(program.relations.size(), true), symbols, {}};
  out.relations.resize(program.relations.size());
  if (evaluation.structures.empty()) return out;
  std::unordered_map<std::string, Value> positions;  // looked up, never iterated over
  for (const std::string& symbol : symbols) positions.emplace(symbol, static_cast<Value>(positions.size()));
  Writer writer(program, evaluation.structures, symbols);
  for (std::size_t id = 0; id < out.relations.size(); ++id) {
    const Relation& relation = program.relations[id];
    Tuples& tuples = out.relations[id];
    for (std::size_t i = 0; i < tuples.values.size(); ++i) {
      const Attribute& attribute = relation.attributes[i % relation.arity()];
      if (attribute.type != Type::Opaque) continue;
      std::optional<std::string> text = writer.text(attribute, tuples.values[i]);
      if (!text) return std::nullopt;
      const auto [at, is_new] = positions.emplace(*std::move(text), static_cast<Value>(out.symbols.size()));
      if (is_new) out.symbols.push_back(at->first);
      tuples.values[i] = at->second;
    }
    tuples.sort();
  }
  return out;
}

std::optional<Output> as_output(const Program& program, const Evaluation& evaluation) {
  return as_output(program, evaluation, symbols_of(program, evaluation));
}

}  // namespace assay::datalog
