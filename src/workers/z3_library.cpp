#include "workers/z3_library.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace {

constexpr unsigned kTextsPerContext = 50;

/// Whether all relations of the program are queried at once. For a quarter of the programs, chosen by a hash, each
/// relation is queried separately, as z3's command line does: z3 then drops unneeded rules and inlines more rules.
bool is_asked_at_once(std::string_view program) {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : program) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return (hash >> 8U) % 4 != 0;
}

/// Errors need no handler, because they are part of the returned text.
void ignore_error(Z3_context, Z3_error_code) {}

}  // namespace

std::string Z3Library::solve(const std::string& script) {
  open();
  // A reset takes half the time of a new context.
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

/// The library reads the rules and returns the queries in order. The texts of echo commands are printed here.
std::string Z3Library::answers(Z3_fixedpoint fixedpoint, const std::string& program) {
  constexpr std::string_view kEcho = "(echo \"";
  constexpr std::string_view kQuery = "(query ";
  Z3_ast_vector queries = Z3_fixedpoint_from_string(context_, fixedpoint, program.c_str());
  if (queries == nullptr || failed()) return error_text();
  Z3_ast_vector_inc_ref(context_, queries);
  std::vector<Z3_func_decl> relations;
  for (unsigned i = 0; i < Z3_ast_vector_size(context_, queries); ++i)
    relations.push_back(Z3_get_app_decl(context_, Z3_to_app(context_, Z3_ast_vector_get(context_, queries, i))));
  const std::vector<std::string> known =
      is_asked_at_once(program) ? all_at_once(fixedpoint, relations) : std::vector<std::string>();
  std::string text;
  std::size_t next = 0;
  for (std::size_t at = 0; at < program.size() && !failed();) {
    const std::size_t end = program.find('\n', at);
    const std::string_view line = std::string_view(program).substr(at, end - at);
    at = end == std::string::npos ? program.size() : end + 1;
    if (line.starts_with(kEcho)) {
      text += line.substr(kEcho.size(), line.rfind('"') - kEcho.size());
      text += '\n';
    } else if (line.starts_with(kQuery) && next < relations.size()) {
      text += known.empty() ? answer(fixedpoint, relations[next]) : known[next];
      ++next;
    }
  }
  if (failed()) text += error_text();
  Z3_ast_vector_dec_ref(context_, queries);
  return text;
}

std::string Z3Library::answer(Z3_fixedpoint fixedpoint, Z3_func_decl relation) {
  const Z3_lbool derived = Z3_fixedpoint_query_relations(context_, fixedpoint, 1, &relation);
  if (derived != Z3_L_TRUE) return derived == Z3_L_FALSE ? "unsat\n" : "unknown\n";
  Z3_ast formula = Z3_fixedpoint_get_answer(context_, fixedpoint);
  return failed() ? "sat\n" : "sat\n" + std::string(Z3_ast_to_string(context_, formula)) + "\n";
}

/// The answers of one query for all relations, whose result is a conjunction with a part for each relation. Empty if
/// the result has another form.
std::vector<std::string> Z3Library::all_at_once(Z3_fixedpoint fixedpoint, std::vector<Z3_func_decl>& relations) {
  const auto count = static_cast<unsigned>(relations.size());
  if (count < 2) return {};
  const Z3_lbool derived = Z3_fixedpoint_query_relations(context_, fixedpoint, count, relations.data());
  if (derived == Z3_L_FALSE) return std::vector<std::string>(count, "unsat\n");
  Z3_ast formula = derived == Z3_L_TRUE ? Z3_fixedpoint_get_answer(context_, fixedpoint) : nullptr;
  if (failed() || formula == nullptr || Z3_get_ast_kind(context_, formula) != Z3_APP_AST) return {};
  Z3_app parts = Z3_to_app(context_, formula);
  if (Z3_get_decl_kind(context_, Z3_get_app_decl(context_, parts)) != Z3_OP_AND) return {};
  if (Z3_get_app_num_args(context_, parts) != count) return {};
  std::vector<std::string> texts;
  for (unsigned i = 0; i < count; ++i) {
    const std::string part = Z3_ast_to_string(context_, Z3_get_app_arg(context_, parts, i));
    texts.push_back(part == "false" ? "unsat\n" : "sat\n" + part + "\n");
  }
  return texts;
}

std::string Z3Library::error_text() const {
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
