#include "assay/smt/script.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/parse/script_commands.hpp"

namespace assay::smt {

Result<Script> parse_script(TermStore& store, std::string_view text, std::string_view file_name,
                            const ParseOptions& options) {
  Reader reader(store, text, options);
  CommandReader commands(reader);
  Script script = commands.read();
  if (reader.error) {
    return Error{to_string(std::string(file_name), reader.error->where) + ": " + reader.error->message, ""};
  }
  return script;
}

}  // namespace assay::smt
