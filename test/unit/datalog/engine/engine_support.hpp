#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "datalog/engine/engine.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {

/// Engines that are shell scripts, in a folder of the test's own that is removed with it.
class Scripts {
 public:
  Scripts() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-engine-XXXXXX").string();
    path_ = ::mkdtemp(name.data()) == nullptr ? std::string() : name;
  }
  ~Scripts() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Scripts(const Scripts&) = delete;
  Scripts& operator=(const Scripts&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  std::string file(const std::string& name, const std::string& content) const {
    std::string path = path_ + "/" + name;
    std::ofstream(path) << content;
    ::chmod(path.c_str(), 0755);
    return path;
  }

  /// A definition with the script as its program; `rest` is more TOML.
  std::string definition(const std::string& script, const std::string& rest = "") const {
    const std::string program = file("engine.sh", "#!/bin/sh\n" + script);
    return file("engine.toml",
                "name = \"scripted\"\ndialect = \"souffle\"\nargv = [\"" + program + "\", \"{input}\"]\n" + rest);
  }

 private:
  std::string path_;
};

/// in0(1). in0(2). r1(x) :- in0(x).
inline Program copying() {
  Building built;
  const RelationId in = built.relation("in0", "n", {{1}, {2}});
  const RelationId out = built.relation("r1", "n");
  built.rule(built.atom(out, {'a'}), {built.atom(in, {'a'})});
  return built.program;
}

/// A shell command that prints r1 as Soufflé does.
inline const std::string kAnswer = R"(printf -- '---------------\nr1\n===============\n1\n2\n===============\n')"
                                   "\n";

}  // namespace assay::datalog::testing
