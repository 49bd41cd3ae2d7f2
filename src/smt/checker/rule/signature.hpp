#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "smt/checker/proof/proof.hpp"

namespace assay::smt {

/// A parameter of a rule: a variable of its formulas.
struct RuleParameter {
  std::string name;
  NodeId sort = 0;
  bool is_list = false;  ///< stands for any number of arguments of one operator
};

/// A file of a signature.
struct SignatureFile {
  std::string path;
  std::string text;
  TokenTree tree;                            ///< points into `text`
  std::set<std::string, std::less<>> words;  ///< all atoms of the file
};

/// A rule of proofs, written in Eunoia: `(declare-rule name (parameters) :premises (...) :args (...) ...)`, or a
/// rewrite rule for Alethe: `(declare-rare-rule name (parameters) ...)`.
struct SignatureRule {
  std::string name;
  ProofFormat format = ProofFormat::Cpc;  ///< the syntax of its formulas: Cpc or Alethe
  const SignatureFile* file = nullptr;
  std::vector<RuleParameter> parameters;
  std::vector<NodeId> premises;
  std::vector<NodeId> arguments;
  NodeId conclusion = 0;
  bool has_requirements = false;  ///< a program of the signature decides whether the rule applies

  /// True if the rule's only argument is the equation that it concludes, so that a program decides whether it is right.
  [[nodiscard]] bool decides_equation() const;
  /// The head of the left side of that equation if it is a fixed operator; else empty.
  [[nodiscard]] std::string_view equation_head() const;
};

/// The rules of a checker.
class Signature {
 public:
  /// Reads one file, or all files *.eo below a folder, sorted by path. An Error if there is none, or a file cannot be
  /// read.
  [[nodiscard]] static Result<Signature> read(const std::string& path);

  /// In the order of the files. Without rules that end a sub-proof.
  [[nodiscard]] const std::vector<SignatureRule>& rules() const { return rules_; }
  /// True if a rule of this name is declared, even if rules() leaves it out.
  [[nodiscard]] bool declares(std::string_view name) const { return names_.contains(name); }
  /// All words of the files that have the file name of `rule`'s file: the theory's symbols and the rule's programs.
  [[nodiscard]] std::set<std::string, std::less<>> words_about(const SignatureRule& rule) const;

 private:
  std::vector<std::unique_ptr<SignatureFile>> files_;
  std::vector<SignatureRule> rules_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace assay::smt
