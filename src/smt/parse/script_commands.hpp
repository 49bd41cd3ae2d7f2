#pragma once

#include <string_view>
#include <vector>

#include "smt/parse/reader.hpp"
#include "smt/parse/terms.hpp"

namespace assay::smt {

/// Reads the commands of a script.
class CommandReader {
 public:
  explicit CommandReader(Reader& reader) : reader_(reader), store_(reader.store), terms_(reader) {}

  Script read();

 private:
  using Handler = void (CommandReader::*)(Command&);
  struct Row {
    std::string_view name;
    CommandKind kind;
    Handler handler;
  };
  struct Signature {
    Function function;
    std::vector<SymbolId> spelled;  ///< the formal parameters as written
  };

  static const Row* find(std::string_view name);
  void read_command(Script& script);

  // Handlers. Each takes the rest of its command without the closing parenthesis. `command.keyword` is the command's
  // name at the call.
  void nothing(Command& command);
  void set_logic(Command& command);
  void set_option(Command& command);
  void set_info(Command& command);
  void keyword_only(Command& command);
  void declare_sort(Command& command);
  void define_sort(Command& command);
  void declare_function(Command& command);
  void declare_constant(Command& command);
  void define_function(Command& command);
  void define_constant(Command& command);
  void define_recursive(Command& command);
  void define_recursives(Command& command);
  void datatypes(Command& command);
  void assertion(Command& command);
  void term_list(Command& command);
  void one_expression(Command& command);
  void levels(Command& command);
  void reset(Command& command);
  void optimize(Command& command);
  void named_goal(Command& command);
  void elimination(Command& command);
  void simplify(Command& command);
  void opaque(Command& command);

  TermId boolean();
  Signature read_signature();
  void define_group(Command& command, std::vector<Signature>& signatures);
  bool define_bodies(const std::vector<FunctionId>& functions, const std::vector<Signature>& signatures);
  void bind_parameters(const Signature& signature);

  Reader& reader_;
  TermStore& store_;
  TermReader terms_;
};

}  // namespace assay::smt
