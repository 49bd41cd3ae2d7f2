#include "workers/z3_library.hpp"

#include <string_view>

namespace {

constexpr unsigned kTextsPerContext = 50;

/// Errors are in the text that is returned.
void ignore_error(Z3_context, Z3_error_code) {}

}  // namespace

std::string Z3Library::solve(const std::string& script) {
  open();
  // In half the time of a new context.
  const char* answer = Z3_eval_smtlib2_string(context_, (script + "\n(reset)\n").c_str());
  std::string text = answer == nullptr ? std::string() : std::string(answer);
  if (failed() || served_ >= kTextsPerContext) close();
  return text;
}

std::string Z3Library::derive(const std::string& program) {
  open();
  Z3_fixedpoint fixedpoint = Z3_mk_fixedpoint(context_);
  Z3_fixedpoint_inc_ref(context_, fixedpoint);
  Z3_params parameters = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, parameters);
  Z3_params_set_symbol(context_, parameters, Z3_mk_string_symbol(context_, "engine"),
                       Z3_mk_string_symbol(context_, "datalog"));
  Z3_fixedpoint_set_params(context_, fixedpoint, parameters);
  std::string text = answers(fixedpoint, program);
  Z3_params_dec_ref(context_, parameters);
  Z3_fixedpoint_dec_ref(context_, fixedpoint);
  if (text.find("(error ") != std::string::npos || served_ >= kTextsPerContext) close();
  return text;
}

/// The library takes the rules and hands back the queries, in their order; what stands between them is printed here.
std::string Z3Library::answers(Z3_fixedpoint fixedpoint, const std::string& program) {
  constexpr std::string_view kEcho = "(echo \"";
  constexpr std::string_view kQuery = "(query ";
  Z3_ast_vector queries = Z3_fixedpoint_from_string(context_, fixedpoint, program.c_str());
  if (queries == nullptr || failed()) return complaint();
  Z3_ast_vector_inc_ref(context_, queries);
  const unsigned count = Z3_ast_vector_size(context_, queries);
  std::string text;
  unsigned next = 0;
  for (std::size_t at = 0; at < program.size();) {
    const std::size_t end = program.find('\n', at);
    const std::string_view line = std::string_view(program).substr(at, end - at);
    at = end == std::string::npos ? program.size() : end + 1;
    if (line.starts_with(kEcho)) {
      text += line.substr(kEcho.size(), line.rfind('"') - kEcho.size());
      text += '\n';
    } else if (line.starts_with(kQuery) && next < count) {
      Z3_func_decl relation =
          Z3_get_app_decl(context_, Z3_to_app(context_, Z3_ast_vector_get(context_, queries, next)));
      ++next;
      const Z3_lbool derived = Z3_fixedpoint_query_relations(context_, fixedpoint, 1, &relation);
      Z3_ast answer = derived == Z3_L_TRUE ? Z3_fixedpoint_get_answer(context_, fixedpoint) : nullptr;
      if (failed()) {
        text += complaint();
        break;
      }
      text += derived == Z3_L_TRUE ? "sat\n" : derived == Z3_L_FALSE ? "unsat\n" : "unknown\n";
      if (answer != nullptr) text += std::string(Z3_ast_to_string(context_, answer)) + "\n";
    }
  }
  Z3_ast_vector_dec_ref(context_, queries);
  return text;
}

std::string Z3Library::complaint() const {
  return "(error \"" + std::string(Z3_get_error_msg(context_, Z3_get_error_code(context_))) + "\")\n";
}

void Z3Library::open() {
  ++served_;
  if (context_ != nullptr) return;
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(context_, ignore_error);
  served_ = 1;
}

void Z3Library::close() {
  if (context_ != nullptr) Z3_del_context(context_);
  context_ = nullptr;
}
