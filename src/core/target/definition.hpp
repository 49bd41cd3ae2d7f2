#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/check.hpp"
#include "core/target/builtin.hpp"
#include "core/target/named.hpp"
#include "core/target/toml_rows.hpp"

namespace assay::core {

/// A kind of TOML file.
struct TomlKind {
  std::string_view word;    ///< the value of the file's key `kind`, which a file may omit
  std::string_view manual;  ///< the page that describes the other keys
};

/// Reads a TOML file; `read` reads all keys of the whole file but `kind`. The first error, with the file and the line:
/// the text is not TOML, `kind` has another value than `kind.word`, `read` refused something, or did not read a key.
/// `path` is for messages.
[[nodiscard]] Status read_toml(std::string_view text, const std::string& path, const TomlKind& kind,
                               const std::function<void(TomlRow& root)>& read);

/// How definitions of one kind of target are read: solvers, engines or analyzers. `Definition` has a `name` and an
/// `argv`.
template <class Definition>
struct DefinitionKind {
  TomlKind toml;                            ///< the value of the key `kind`, and the page that describes the other keys
  std::string_view example;                 ///< a target with a command, for messages: "mine=/path/to/solver -flag"
  std::span<const BuiltinText> (*files)();  ///< the built-in definitions
  /// Reads all keys but `kind` and `inherits`. The definition has the inherited values.
  void (*read)(TomlRow& root, Definition& definition);
  void (*check)(TomlRow& root, const Definition& definition);  ///< refuses values that do not fit each other
  /// The command lines of a definition. Relative paths of programs are relative to the definition's folder.
  std::vector<std::vector<std::string>*> (*commands)(Definition& definition);
  Result<Definition> (*of_command)(const NamedTarget& named);  ///< a built-in definition with the user's program
  bool needs_argv = false;                                     ///< a user's definition without `argv` is an Error
  void (*built_in)(Definition& definition) = nullptr;          ///< what only built-in definitions have
};

/// Refuses the key `inherits`, which names no built-in definition. `names`: the built-in definitions.
void refuse_parent(TomlRow& root, std::string_view kind, const std::string& parent,
                   const std::vector<std::string>& names);
/// The Error for a target that names no built-in definition.
[[nodiscard]] Error unknown_target(std::string_view kind, const std::string& name,
                                   const std::vector<std::string>& names);
/// The Error for a definition without the program and its flags.
[[nodiscard]] Error missing_argv(const std::string& path, const std::string& name);
/// The text of a user's definition. An Error if the file cannot be read.
[[nodiscard]] Result<std::string> definition_text(const std::string& path, const TomlKind& kind);
/// Makes the paths in a command absolute. A program with a relative path is looked for in the folder of the
/// definition first.
void anchor_command(std::vector<std::string>& command, const std::string& definition_path);

/// The definitions of one kind: the built-in ones by name, and the user's files.
template <class Definition>
class Definitions {
 public:
  explicit Definitions(const DefinitionKind<Definition>& kind) : kind_(kind) { read_built_in(); }

  /// The built-in definitions, sorted by name.
  [[nodiscard]] const std::vector<Definition>& all() const { return all_; }
  /// The built-in definition of this name; null if there is none.
  [[nodiscard]] const Definition* find(std::string_view name) const {
    const auto at = std::find_if(all_.begin(), all_.end(), [&](const Definition& one) { return one.name == name; });
    return at == all_.end() ? nullptr : &*at;
  }
  /// The names of the definitions that can be targets; others exist only to be inherited.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Definition& one : all_)
      if (!one.argv.empty()) names.push_back(one.name);
    return names;
  }
  /// Reads a user's definition. `path` is for messages and relative programs. Unknown keys, wrong types, invalid
  /// regular expressions and another `kind` are an Error with file and line.
  [[nodiscard]] Result<Definition> parse(std::string_view toml, const std::string& path) const {
    Result<Definition> definition = read(toml, path);
    if (!definition) return definition;
    if (kind_.needs_argv && definition->argv.empty()) return missing_argv(path, definition->name);
    for (std::vector<std::string>* command : kind_.commands(*definition)) anchor_command(*command, path);
    return definition;
  }
  /// The definition that a user names: "z3", "mine=/path/solver -flag", "mine:z3=/path/solver" or "FILE.toml".
  [[nodiscard]] Result<Definition> resolve(std::string_view text) const {
    const Result<NamedTarget> named = read_named_target(text, kind_.example);
    if (!named) return named.error();
    if (!named->words.empty()) return kind_.of_command(*named);
    if (!named->file.empty()) {
      const Result<std::string> content = definition_text(named->file, kind_.toml);
      return content ? parse(*content, named->file) : content.error();
    }
    if (const Definition* found = find(named->name); found != nullptr && !found->argv.empty()) return *found;
    return unknown_target(kind_.toml.word, named->name, names());
  }

 private:
  Result<Definition> read(std::string_view toml, const std::string& path) const {
    Definition definition;
    const Status status = read_toml(toml, path, kind_.toml, [&](TomlRow& root) {
      std::string parent;
      root.text("inherits", parent);
      const Definition* const found = find(parent);
      if (found != nullptr) definition = *found;
      if (found == nullptr && !parent.empty()) refuse_parent(root, kind_.toml.word, parent, names());
      kind_.read(root, definition);
      root.finish(kind_.toml.manual);
      if (definition.name.empty()) root.refuse("the " + std::string(kind_.toml.word) + " has no 'name'");
      kind_.check(root, definition);
    });
    if (!status) return status.error();
    return definition;
  }

  /// A file whose parent is not read yet waits for the next round.
  void read_built_in() {
    std::vector<BuiltinText> files(kind_.files().begin(), kind_.files().end());
    while (!files.empty()) {
      std::vector<BuiltinText> waiting;
      std::string problem;
      for (const BuiltinText& file : files) {
        Result<Definition> one = read(file.text, std::string(file.path));
        if (one) {
          if (kind_.built_in != nullptr) kind_.built_in(*one);
          all_.push_back(std::move(*one));
        } else {
          waiting.push_back(file);
          problem = one.error().text();
        }
      }
      ASSAY_CHECK(waiting.size() < files.size(), "a built-in definition is broken: " + problem);
      files = std::move(waiting);
    }
    std::sort(all_.begin(), all_.end(), [](const Definition& a, const Definition& b) { return a.name < b.name; });
  }

  DefinitionKind<Definition> kind_;
  std::vector<Definition> all_;
};

}  // namespace assay::core
