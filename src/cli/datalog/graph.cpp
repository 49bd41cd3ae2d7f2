#include "datalog/graph/graph.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "datalog/fuzz/case/fuzz.hpp"

namespace assay::cli {
namespace {

struct GraphFlags {
  std::string file;
  std::string output;
  bool dot = false;
  std::size_t max_facts = 10;
};

/// The relation with this name; for an empty name, the last output relation, or else the first relation.
std::optional<datalog::RelationId> output_of(const datalog::Program& program, const std::string& name) {
  std::optional<datalog::RelationId> found;
  for (datalog::RelationId id = 0; id < program.relations.size(); ++id) {
    const datalog::Relation& relation = program.relations[id];
    if (name.empty() ? (relation.is_output || !found) : relation.name == name) found = id;
  }
  return found;
}

void print_table(const datalog::Program& program, const datalog::PrecedenceGraph& graph, datalog::RelationId output) {
  print_out("{:<20} {:>7} {:>8} {:>6}\n", "relation", "stratum", "ancestry", "facts");
  for (datalog::RelationId id = 0; id < program.relations.size(); ++id) {
    const datalog::Ancestry ancestry = graph.ancestry(id, output);
    print_out("{:<20} {:>7} {:>8} {:>6}{}\n", program.relations[id].name, graph.stratum(id, output),
              ancestry == datalog::Ancestry::None ? "none" : std::string(1, datalog::sign(ancestry)),
              program.relations[id].facts.count, id == output ? "   output" : "");
  }
}

void run(const GraphFlags& flags, Session& session) {
  datalog::FuzzOptions options;
  options.seeds = {flags.file};
  const Result<datalog::SeedCorpus> corpus = datalog::load_seeds(options);
  if (!corpus) return session.fail(corpus.error(), kUsage);
  const datalog::Program& program = corpus->seeds.front().program;
  const auto output = output_of(program, flags.output);
  if (!output)
    return session.fail({"there is no relation '" + flags.output + "'", "name one that the program declares"}, kUsage);
  const datalog::PrecedenceGraph graph(program);
  if (!program.seed.dialect.empty())
    print_err("note: this program uses more than Assay's own rules: only its declarations are in the graph\n");
  if (flags.dot) {
    print_out("{}", datalog::to_dot(program, graph, *output, flags.max_facts));
  } else {
    print_table(program, graph, *output);
  }
}

}  // namespace

void add_datalog_graph(CLI::App& datalog, Session& session) {
  CLI::App* app = datalog.add_subcommand(
      "graph", "Show a program's annotated precedence graph: strata, ancestry, facts (DLSmith's definition 7)");
  const auto flags = std::make_shared<GraphFlags>();
  app->add_option("file", flags->file, "a program in Soufflé's syntax, or a seed of another dialect")->required();
  app->add_option("--output", flags->output,
                  "the relation that ancestry and stratum refer to (default: the last output)");
  app->add_flag("--dot", flags->dot, "for Graphviz: assay datalog graph FILE --dot | dot -Tsvg");
  app->add_option("--most-facts", flags->max_facts, "maximum number of drawn facts per relation")
      ->capture_default_str();
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli
