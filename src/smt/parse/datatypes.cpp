#include "smt/parse/datatypes.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smt/parse/sorts.hpp"

namespace assay::smt {
namespace {

struct FieldText {
  SymbolId name;
  SortId sort;  ///< with placeholders for the datatypes of the same command
};
struct ConstructorText {
  SymbolId name;
  std::vector<FieldText> fields;
};
struct DatatypeText {
  SymbolId name;
  std::vector<SymbolId> parameters;
  std::vector<ConstructorText> constructors;
};

SymbolId placeholder_name(TermStore& store, std::size_t position) {
  return store.symbol("(datatype " + std::to_string(position) + ")");
}

/// Makes `name` mean an uninterpreted sort with an internal name while the bodies of the command's datatypes are read.
void declare_placeholder(Reader& reader, SymbolId name, std::size_t position, std::uint64_t arity) {
  SortMeaning meaning;
  meaning.kind = SortMeaning::Kind::Placeholder;
  meaning.arity = arity;
  SortNode node;
  node.kind = SortKind::Uninterpreted;
  node.name = placeholder_name(reader.store, position);
  for (std::uint64_t i = 0; i < arity; ++i) {
    SortNode parameter;
    parameter.kind = SortKind::Parameter;
    parameter.name = reader.store.symbol("(parameter " + std::to_string(i) + ")");
    meaning.parameters.push_back(parameter.name);
    node.arguments.push_back(reader.store.sort(std::move(parameter)));
  }
  meaning.body = reader.store.sort(std::move(node));
  reader.scope.declare(name, meaning);
}

void read_constructors(Reader& reader, DatatypeText& datatype) {
  while (!reader.failed() && !reader.at(TokenKind::Close)) {
    ConstructorText constructor;
    if (reader.at(TokenKind::Symbol)) {
      constructor.name = reader.symbol("a constructor");
    } else {
      reader.open();
      constructor.name = reader.symbol("a constructor");
      while (!reader.failed() && reader.at(TokenKind::Open)) {
        reader.lexer.take();
        FieldText field;
        field.name = reader.symbol("a selector");
        field.sort = read_sort(reader);
        reader.close();
        constructor.fields.push_back(field);
      }
      reader.close();
    }
    datatype.constructors.push_back(std::move(constructor));
  }
}

/// Reads `((nil) (cons ...))` or `(par (X) (...))`.
void read_body(Reader& reader, DatatypeText& datatype) {
  reader.open();
  const bool parametric = reader.at_word("par");
  if (parametric) {
    reader.lexer.take();
    datatype.parameters = read_parameters(reader);
    reader.open();
  }
  read_constructors(reader, datatype);
  forget_parameters(reader, datatype.parameters);
  if (parametric) {
    reader.close();
  }
  reader.close();
}

/// Reads SMT-LIB 2.6's form after the first parenthesis of `((List 1) ...) (body ...)`.
std::vector<DatatypeText> read_new_form(Reader& reader) {
  std::vector<DatatypeText> group;
  while (!reader.failed() && reader.at(TokenKind::Open)) {
    reader.lexer.take();
    DatatypeText datatype;
    datatype.name = reader.symbol("the name of a datatype");
    declare_placeholder(reader, datatype.name, group.size(), std::min<std::uint64_t>(reader.number("an arity"), 1000));
    reader.close();
    group.push_back(std::move(datatype));
  }
  reader.close();
  reader.open();
  for (DatatypeText& datatype : group) {
    read_body(reader, datatype);
  }
  reader.close();
  return group;
}

/// Reads SMT-LIB 2.5's form after the first parenthesis of `(X ...) ((List (nil) (cons ...)) ...)`.
std::vector<DatatypeText> read_old_form(Reader& reader) {
  std::vector<SymbolId> parameters;
  while (!reader.failed() && reader.at(TokenKind::Symbol)) {
    parameters.push_back(reader.symbol("a sort parameter"));
  }
  reader.close();
  // Datatypes may be used before they are named, so a first pass collects the names.
  const Lexer start = reader.lexer;
  std::vector<DatatypeText> group;
  reader.open();
  while (!reader.failed() && reader.at(TokenKind::Open)) {
    reader.lexer.take();
    DatatypeText datatype;
    datatype.name = reader.symbol("the name of a datatype");
    datatype.parameters = parameters;
    (void)reader.rest_of_list();
    group.push_back(std::move(datatype));
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    declare_placeholder(reader, group[i].name, i, parameters.size());
  }
  for (const SymbolId parameter : parameters) {
    SortMeaning meaning;
    meaning.kind = SortMeaning::Kind::Parameter;
    reader.scope.declare(parameter, meaning);
  }
  if (!reader.failed()) {
    reader.lexer = start;
  }
  reader.open();
  for (DatatypeText& datatype : group) {
    reader.open();
    (void)reader.symbol("the name of a datatype");
    read_constructors(reader, datatype);
    reader.close();
  }
  reader.close();
  forget_parameters(reader, parameters);
  return group;
}

/// A text that identifies this group of datatypes: equal groups have equal texts. Sorts appear as their ids, because
/// equal sorts have equal ids.
std::string structure_of(const TermStore& store, const std::vector<DatatypeText>& group, bool codatatype) {
  std::string out = codatatype ? "codata" : "data";
  const auto add_name = [&](SymbolId name) {
    out += " " + std::to_string(store.spelling(name).size()) + ":" + std::string(store.spelling(name));
  };
  for (const DatatypeText& datatype : group) {
    out += "(";
    add_name(datatype.name);
    for (const SymbolId parameter : datatype.parameters) {
      add_name(parameter);
    }
    for (const ConstructorText& constructor : datatype.constructors) {
      out += " (";
      add_name(constructor.name);
      for (const FieldText& field : constructor.fields) {
        add_name(field.name);
        out += " " + std::to_string(field.sort.index);
      }
      out += ")";
    }
    out += ")";
  }
  return out;
}

/// Replaces placeholders in sorts by the datatypes.
class Completion {
 public:
  Completion(TermStore& store, const std::vector<DatatypeText>& group, const std::vector<DatatypeId>& ids)
      : store_(store) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      by_placeholder_.emplace(placeholder_name(store, i).index, std::pair(group[i].name, ids[i]));
    }
  }

  SortId complete(SortId sort) {
    std::vector<SortId> stack = {sort};
    while (!stack.empty()) {
      const SortId top = stack.back();
      if (done_.contains(top.index)) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      for (const SortId argument : store_.node(top).arguments) {
        if (!done_.contains(argument.index)) {
          stack.push_back(argument);
        }
      }
      if (stack.size() > before) {
        continue;
      }
      SortNode node = store_.node(top);
      for (SortId& argument : node.arguments) {
        argument = done_.at(argument.index);
      }
      const auto it = by_placeholder_.find(node.name.index);
      if (node.kind == SortKind::Uninterpreted && it != by_placeholder_.end()) {
        node.kind = SortKind::Datatype;
        node.name = it->second.first;
        node.datatype = it->second.second;
      }
      done_.emplace(top.index, store_.sort(std::move(node)));
    }
    return done_.at(sort.index);
  }

 private:
  TermStore& store_;
  std::unordered_map<std::uint32_t, std::pair<SymbolId, DatatypeId>> by_placeholder_;
  std::unordered_map<std::uint32_t, SortId> done_;
};

SortId generic_sort(TermStore& store, const DatatypeText& text, DatatypeId id) {
  SortNode node;
  node.kind = SortKind::Datatype;
  node.name = text.name;
  node.datatype = id;
  for (const SymbolId parameter : text.parameters) {
    SortNode argument;
    argument.kind = SortKind::Parameter;
    argument.name = parameter;
    node.arguments.push_back(store.sort(std::move(argument)));
  }
  return store.sort(std::move(node));
}

std::vector<Constructor> make_constructors(TermStore& store, const DatatypeText& text, DatatypeId id,
                                           Completion& completion) {
  std::vector<Constructor> constructors;
  const SortId generic = generic_sort(store, text, id);
  for (std::size_t c = 0; c < text.constructors.size(); ++c) {
    Function function;
    function.name = text.constructors[c].name;
    function.kind = FunctionKind::Constructor;
    function.result = generic;
    function.datatype = id;
    function.constructor = static_cast<std::uint32_t>(c);
    Constructor constructor;
    for (std::size_t f = 0; f < text.constructors[c].fields.size(); ++f) {
      const FieldText& field = text.constructors[c].fields[f];
      Function selector;
      selector.name = field.name;
      selector.kind = FunctionKind::Selector;
      selector.parameters = {generic};
      selector.result = completion.complete(field.sort);
      selector.datatype = id;
      selector.constructor = static_cast<std::uint32_t>(c);
      selector.field = static_cast<std::uint32_t>(f);
      function.parameters.push_back(selector.result);
      constructor.fields.push_back({store.function(selector), selector.result});
    }
    function.ascribed = !text.parameters.empty() && function.parameters.empty();
    constructor.function = store.function(std::move(function));
    constructors.push_back(std::move(constructor));
  }
  return constructors;
}

void declare_group(Reader& reader, const std::vector<DatatypeText>& group, bool codatatype, Command& command) {
  TermStore& store = reader.store;
  const std::string structure = structure_of(store, group, codatatype);
  for (std::size_t i = 0; i < group.size(); ++i) {
    Datatype datatype;
    datatype.name = group[i].name;
    datatype.parameters = group[i].parameters;
    datatype.codatatype = codatatype;
    // TermStore::group_of reads the last two numbers.
    datatype.structure = structure + " #" + std::to_string(i) + "/" + std::to_string(group.size());
    command.datatypes.push_back(store.datatype(std::move(datatype)));
  }
  Completion completion(store, group, command.datatypes);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const DatatypeId id = command.datatypes[i];
    if (store.node(id).constructors.empty()) {
      store.define(id, make_constructors(store, group[i], id, completion));
    }
    reader.scope.forget_sort(group[i].name);
    SortMeaning meaning;
    meaning.kind = SortMeaning::Kind::Datatype;
    meaning.arity = group[i].parameters.size();
    meaning.datatype = id;
    reader.declare_sort(group[i].name, meaning);
    for (const Constructor& constructor : store.node(id).constructors) {
      reader.scope.declare(store.node(constructor.function).name, constructor.function);
      for (const Field& field : constructor.fields) {
        reader.scope.declare(store.node(field.selector).name, field.selector);
      }
    }
  }
}

}  // namespace

void read_datatypes(Reader& reader, std::string_view keyword, Command& command) {
  std::vector<DatatypeText> group;
  const SourceLocation where = reader.where();
  const bool plural = keyword.back() == 's';
  if (plural) {
    reader.open();
    group = reader.at(TokenKind::Open) ? read_new_form(reader) : read_old_form(reader);
  } else {
    DatatypeText datatype;
    datatype.name = reader.symbol("the name of a datatype");
    Lexer ahead = reader.lexer;
    std::uint64_t arity = 0;
    ahead.take();
    if (ahead.peek().kind == TokenKind::Symbol && ahead.peek().text == "par") {
      ahead.take();
      ahead.take();
      for (; ahead.peek().kind == TokenKind::Symbol; ahead.take()) {
        ++arity;
      }
    }
    declare_placeholder(reader, datatype.name, 0, arity);
    read_body(reader, datatype);
    group.push_back(std::move(datatype));
  }
  if (group.empty()) {
    reader.fail(where, "no datatype");
  }
  for (const DatatypeText& datatype : group) {
    if (datatype.constructors.empty()) {
      reader.fail(where, "a datatype without constructors");
    }
  }
  if (!reader.failed()) {
    declare_group(reader, group, keyword.find("codatatype") != std::string_view::npos, command);
  }
}

}  // namespace assay::smt
