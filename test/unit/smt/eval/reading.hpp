#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {

/// A script with its store and, when one is given, a model of it.
struct Scene {
  explicit Scene(const std::string& text, const std::string& model_text = "") {
    Result<Script> read = parse_script(store, text, "test");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
    if (read.ok()) {
      script = *std::move(read);
    }
    if (!model_text.empty()) {
      Result<Model> read_model = parse_model(store, script, model_text);
      EXPECT_TRUE(read_model.ok()) << (read_model.ok() ? "" : read_model.error().text());
      if (read_model.ok()) {
        model = *std::move(read_model);
      }
    }
  }

  /// The term of the i-th assertion.
  [[nodiscard]] TermId assertion(std::size_t i) const {
    for (const Command& command : script.commands) {
      if (command.kind == CommandKind::Assert && i-- == 0) {
        return command.terms.at(0);
      }
    }
    ADD_FAILURE() << "no such assertion";
    return {};
  }

  /// "true", "false", or why there is no value.
  [[nodiscard]] std::string verdict(std::size_t i, const EvalOptions& options = {}) {
    Evaluator evaluator(store, model, options);
    const Outcome& outcome = evaluator.evaluate(assertion(i));
    if (!outcome.known()) {
      return std::string(name(outcome.lack));
    }
    return outcome.value.as_bool() ? "true" : "false";
  }

  TermStore store;
  Script script;
  Model model;
};

}  // namespace assay::smt
