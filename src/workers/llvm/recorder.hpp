#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workers/llvm/notebook.hpp"

namespace assay::llvm_worker {

/// Takes down the questions that LLVM's passes ask LLVM's analyses, and the answers. The linker leads the calls here
/// (--wrap, see CMakeLists.txt): those between LLVM's object files, so not those that an analysis asks itself.
class Recorder {
 public:
  Recorder(Ledger& ledger, Lie lie, bool with_text) : notebook_(ledger, lie), with_text_(with_text), lie_(lie) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder();

  /// The pass that runs; empty: questions are not taken down.
  void in_pass(std::string name);
  /// The notebook about the function as it is at this moment. nullptr: the question is none that we take down.
  Notebook* about(const llvm::Function* function);
  [[nodiscard]] std::string source(std::string_view question) const;
  /// The versions that were asked about since the last call, in order.
  [[nodiscard]] std::vector<std::unique_ptr<Version>> take();
  [[nodiscard]] Lie lie() const { return lie_; }

  /// The one that questions go to; nullptr: none.
  static Recorder* active;
  /// While one lives, questions are not taken down: our own looks at the function are no pass's.
  class Pause {
   public:
    Pause() : held_(active) { active = nullptr; }
    ~Pause() { active = held_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Recorder* held_;
  };

 private:
  Notebook notebook_;
  bool with_text_;
  Lie lie_;
  std::string pass_;
  const llvm::Function* function_ = nullptr;
  std::uint64_t fingerprint_ = 0;
  std::vector<std::unique_ptr<Version>> versions_;
};

/// The known bits that a lie makes of an answer.
[[nodiscard]] llvm::KnownBits lied(Lie lie, const llvm::Value& value, const llvm::KnownBits& known,
                                   const llvm::KnownBits& of_first_operand);

}  // namespace assay::llvm_worker
