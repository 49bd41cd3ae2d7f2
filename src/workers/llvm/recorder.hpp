#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workers/llvm/notebook.hpp"

namespace assay::llvm_worker {

/// Records the queries that LLVM's passes make to LLVM's analyses, with the answers. The linker redirects the calls
/// between LLVM's object files (--wrap, see CMakeLists.txt). Calls within an analysis are not recorded.
class Recorder {
 public:
  Recorder(Ledger& ledger, Lie lie, bool with_text) : notebook_(ledger, lie), with_text_(with_text), lie_(lie) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder();

  /// Sets the running pass. Empty: queries are not recorded.
  void in_pass(std::string name);
  /// The notebook for the current state of the function. Null if the query is not recorded.
  Notebook* about(const llvm::Function* function);
  [[nodiscard]] std::string source(std::string_view question) const;
  /// The versions of functions that were queried since the last call, in order.
  [[nodiscard]] std::vector<std::unique_ptr<Version>> take();
  [[nodiscard]] Lie lie() const { return lie_; }

  /// The recorder that receives queries, or null.
  static Recorder* active;
  /// Stops recording while it exists, because the worker's own queries are not a pass's.
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

/// The known bits after a planted bug; unchanged if `lie` does not concern `value`.
[[nodiscard]] llvm::KnownBits known_bits_with_lie(Lie lie, const llvm::Value& value, const llvm::KnownBits& known,
                                                  const llvm::KnownBits& of_first_operand);

}  // namespace assay::llvm_worker
