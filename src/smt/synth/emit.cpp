#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "smt/draw/points.hpp"
#include "smt/synth/synth.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMaxModelTries = 200;  // random assignments of one search for a model

/// The subject as part of a file name: letters, digits and dots; signs of operators become words.
std::string word(std::string_view subject) {
  static const std::pair<char, std::string_view> signs[] = {{'=', "eq"},   {'<', "less"},  {'>', "greater"},
                                                            {'+', "plus"}, {'*', "times"}, {'/', "over"}};
  std::string out;
  for (const char c : subject) {
    const auto* sign =
        std::find_if(std::begin(signs), std::end(signs), [c](const auto& row) { return row.first == c; });
    const bool keep = is_letter(c) || is_digit(c) || c == '.';
    if (sign != std::end(signs)) {
      out += sign->second;
    } else if (keep) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "minus" : shortened(out, 40);
}

std::string commented(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n'))
    if (!trim(line).empty()) out += "; " + std::string(line) + "\n";
  return out;
}

std::string quoted_field(const std::string& text) { return "\"" + replace_all(text, "\"", "\"\"") + "\""; }

/// Writes the files of one suite.
class Emitter {
 public:
  Emitter(const SynthConfig& config, fs::path folder) : folder_(std::move(folder)), generator_(config) {}

  Status write_formula(std::uint64_t index) {
    const SynthesisedScript& made = *generator_.synthesise(index);
    const fs::path relative =
        fs::path(made.category) / made.theory / (number(index) + "-" + word(made.subject) + ".smt2");
    const std::string category = (folder_ / relative).parent_path().string();
    if (Status there = core::Disk::real().make_directory(category); !there) return there;
    if (Status written = core::write_text_file((folder_ / relative).string(), text(made)); !written) return written;
    add_to_manifest(made, relative.generic_string());
    return {};
  }

  Status finish() {
    Status json = core::write_text_file((folder_ / "manifest.json").string(),
                                        entries_.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    if (!json) return json;
    return core::write_text_file((folder_ / "manifest.csv").string(),
                                 "file,category,theory,subject,status,core,optimum,note\n" + csv_);
  }

 private:
  static std::string number(std::uint64_t index) {
    std::string digits = std::to_string(index);
    return std::string(digits.size() < 7 ? 7 - digits.size() : 0, '0') + digits;
  }

  std::string text(const SynthesisedScript& made) {
    const SmtFacts& facts = made.facts;
    Script script = made.script;
    std::string out =
        "(set-info :smt-lib-version 2.6)\n(set-info :status " + std::string(name(facts.truths[0])) + ")\n";
    if (facts.has_witness) out += "(set-option :produce-models true)\n";
    if (!facts.core.empty()) out += "(set-option :produce-unsat-cores true)\n";
    out += print_script(generator_.store(), script);
    if (!facts.optimum.empty()) out += "(get-objectives)\n";
    if (facts.has_witness) out += "(get-model)\n";
    if (!facts.core.empty()) out += "(get-unsat-core)\n";
    out += "; " + made.category + ", " + made.subject + (facts.note.empty() ? "" : ": " + one_line(facts.note)) + "\n";
    if (facts.has_witness) out += "; expected model, one of them:\n" + commented(made.witness);
    if (!facts.core.empty())
      out += "; expected unsat core: " + join(facts.core, " ") +
             (core_is_proved(made) ? " (each is needed: without it there is a model)" : "") + "\n";
    if (!facts.optimum.empty()) out += "; expected optimum: " + join(facts.optimum, " ") + "\n";
    if (!made.instances.empty()) out += "; instances that refute it:\n" + commented(made.instances);
    return out;
  }

  /// True if for each assertion of the expected core the evaluator finds a model of all other assertions. The core is
  /// then the only minimal core.
  bool core_is_proved(const SynthesisedScript& made) {
    for (const std::string& needed : made.facts.core) {
      std::vector<TermId> others;
      std::size_t position = 0;
      for (const Command& command : made.script.commands)
        if (command.kind == CommandKind::Assert && assertion_name(position++) != needed)
          others.push_back(command.terms[0]);
      if (!draw_point(generator_.store(), others, kMaxModelTries).point) return false;
    }
    return true;
  }

  static std::string one_line(const std::string& text) { return replace_all(text, "\n", " "); }

  void add_to_manifest(const SynthesisedScript& made, const std::string& file) {
    const SmtFacts& facts = made.facts;
    nlohmann::json entry{{"file", file},
                         {"category", made.category},
                         {"theory", made.theory},
                         {"subject", made.subject},
                         {"status", std::string(name(facts.truths[0]))},
                         {"note", facts.note}};
    if (facts.has_witness) entry["model"] = made.witness;
    if (!facts.core.empty()) {
      entry["core"] = facts.core;
      entry["core_is_proved"] = core_is_proved(made);
    }
    if (!facts.optimum.empty()) entry["optimum"] = facts.optimum;
    if (!made.instances.empty()) {
      entry["instances"] = made.instances;
      entry["by_matching"] = facts.by_matching;
    }
    entries_.push_back(std::move(entry));
    csv_ += file + "," + made.category + "," + made.theory + "," + quoted_field(made.subject) + "," +
            std::string(name(facts.truths[0])) + "," + join(facts.core, " ") + "," + join(facts.optimum, " ") + "," +
            quoted_field(facts.note) + "\n";
  }

  fs::path folder_;
  SynthGenerator generator_;
  nlohmann::json entries_ = nlohmann::json::array();
  std::string csv_;
};

}  // namespace

Result<std::uint64_t> emit_formulas(const SynthOptions& options, const std::string& folder, std::uint64_t max_formulas,
                                    const std::stop_token& stop) {
  if (options.sample && max_formulas == 0) return Error{"a sample has no end", "say how many with --tests"};
  const auto config = make_synth_config(options);
  if (!config) return config.error();
  Result<core::NewFolder> suite = core::NewFolder::begin(folder);
  if (!suite) return suite.error();
  Emitter emitter(**config, suite->path());
  std::uint64_t done = 0;
  const std::uint64_t all = options.sample ? max_formulas : (*config)->plan.count();
  for (; done < all && (max_formulas == 0 || done < max_formulas) && !stop.stop_requested(); ++done)
    if (Status written = emitter.write_formula(done); !written) return written.error();
  if (Status written = emitter.finish(); !written) return written.error();
  if (Status finished = suite->finish(); !finished) return finished.error();
  return done;
}

}  // namespace assay::smt
