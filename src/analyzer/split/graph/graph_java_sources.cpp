#include <map>
#include <set>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/source/source_tokens.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kJava = {".java"};

/// The names of a Java compilation unit (The Java Language Specification, 7.3 and 7.5).
struct JavaSource {
  std::string package;
  std::vector<std::string> imports;   ///< "a.b.C", "a.b.*"
  std::set<std::string> types;        ///< declared types
  std::set<std::string> identifiers;  ///< all identifiers
};

std::string qualified_name(const std::vector<core::SourceToken>& tokens, std::size_t& at) {
  std::string name;
  for (; at < tokens.size() && !tokens[at].is(";"); ++at)
    if (!tokens[at].is("static")) name += tokens[at].text;
  return name;
}

JavaSource java_source(std::string_view text) {
  const std::vector<core::SourceToken> tokens = core::source_tokens(text, false);
  JavaSource source;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const core::SourceToken& token = tokens[at];
    if (token.is("{")) ++depth;
    if (token.is("}") && depth > 0) --depth;
    if (token.kind != core::SourceToken::Kind::Name) continue;
    const bool more = at + 1 < tokens.size();
    if (depth == 0 && token.is("package")) {
      source.package = qualified_name(tokens, ++at);
    } else if (depth == 0 && token.is("import")) {
      source.imports.push_back(qualified_name(tokens, ++at));
    } else {
      source.identifiers.emplace(token.text);
      const bool declares = token.is("class") || token.is("interface") || token.is("enum") || token.is("record");
      if (depth == 0 && declares && more) source.types.emplace(tokens[at + 1].text);
    }
  }
  return source;
}

class JavaSources {
 public:
  explicit JavaSources(const GraphTask& task) : task_(task) {}

  Result<Graph> read() {
    GraphBuilder builder;
    for (const std::string& file : files_with(task_.project, kJava)) {
      builder.add_unit(file, file);
      const Result<std::string> text = core::read_text_file(task_.project.root + "/" + file);
      if (!text) {
        unread_.push_back(file);
        continue;
      }
      JavaSource source = java_source(*text);
      for (const std::string& type : source.types) packages_[source.package][type].push_back(file);
      sources_.emplace(file, std::move(source));
    }
    for (const auto& [file, source] : sources_) add_uses(file, source, builder);
    Graph graph = builder.finish();
    for (const std::string& file : unread_) graph.notes.push_back("'" + printable(file) + "' cannot be read");
    return graph;
  }

 private:
  void use(const std::string& file, const std::string& package, const std::string& type, GraphBuilder& builder) const {
    const auto types = packages_.find(package);
    if (types == packages_.end()) return;
    const auto files = types->second.find(type);
    if (files == types->second.end()) return;
    const std::string* nearest = &files->second.front();  // main and test may have a class of the same name
    for (const std::string& other : files->second)
      if (common_folders(other, file) > common_folders(*nearest, file)) nearest = &other;
    builder.add_use(file, *nearest);
  }

  void use_all(const std::string& file, const JavaSource& source, const std::string& package,
               GraphBuilder& builder) const {
    const auto types = packages_.find(package);
    if (types == packages_.end()) return;
    for (const auto& [type, files] : types->second)
      if (source.identifiers.contains(type)) use(file, package, type, builder);
  }

  void add_uses(const std::string& file, const JavaSource& source, GraphBuilder& builder) const {
    use_all(file, source, source.package, builder);
    for (const std::string& import : source.imports) {
      std::string_view name = import;
      if (name.ends_with(".*")) {
        name.remove_suffix(2);
        use_all(file, source, std::string(name), builder);
      }
      // Some prefix of the name is a type: "a.b.C", "a.b.C.Inner", a static "a.b.C.member", "a.b.C.*".
      while (!name.empty()) {
        const std::size_t dot = name.rfind('.');
        const std::string type(dot == std::string_view::npos ? name : name.substr(dot + 1));
        name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
        use(file, std::string(name), type, builder);
      }
    }
  }

  const GraphTask& task_;
  std::map<std::string, JavaSource> sources_;
  std::map<std::string, std::map<std::string, std::vector<std::string>>> packages_;
  std::vector<std::string> unread_;
};

}  // namespace

bool ready_for_java_sources(const GraphTask& task, std::string& why) {
  why = "there is no Java source";
  return !files_with(task.project, kJava).empty();
}

Result<Graph> read_java_sources(const GraphTask& task) { return JavaSources(task).read(); }

}  // namespace assay::analyzer::splitting
