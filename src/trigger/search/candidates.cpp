#include "trigger/search/candidates.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

/// Maximum number of terms in all_together(). With more terms, E-matching is slow even without a matching loop.
constexpr std::size_t kMaxTermsTogether = 400;

/// After kManyLoops loops, batches that run into their limit are split down to kCoarseBatch candidates instead of one,
/// as each run into a limit takes long.
constexpr std::size_t kManyLoops = 6;
constexpr std::size_t kCoarseBatch = 8;

Terms terms_of(const std::vector<Terms>& batch) {
  Terms all;
  std::set<smt::TermId> seen;
  for (const Terms& terms : batch)
    for (const smt::TermId term : terms)
      if (seen.insert(term).second) all.push_back(term);
  return all;
}

}  // namespace

Candidates::~Candidates() {
  for (Running& running : running_) running.reply.wait();
}

bool Candidates::add(Terms terms) {
  if (found_) return true;
  requeue_kept();
  terms = work_.known.without_known(work_.store, terms);
  if (terms.empty() || !seen_.insert(terms).second) return false;
  waiting_.push_back(std::move(terms));
  if (waiting_.size() >= batch_) start();
  process_answers(work_.options.jobs > 1 ? work_.options.jobs - 1 : 0);
  return found_.has_value();
}

std::optional<Terms> Candidates::take() {
  if (!found_) return std::nullopt;
  for (Running& running : running_) {
    running.reply.wait();
    keep(running.batch);
  }
  running_.clear();
  together_ = 0;
  return std::exchange(found_, std::nullopt);
}

/// Keeps candidates that were pending, or in the same batch, when refuting terms were found. They are validated again,
/// without known shapes, if more than one set of terms is wanted.
void Candidates::keep(const std::vector<Terms>& batch) {
  if (work_.options.max_term_sets > 1) kept_.insert(kept_.end(), batch.begin(), batch.end());
}

void Candidates::requeue_kept() {
  for (Terms& terms : std::exchange(kept_, {})) {
    Terms rest = work_.known.without_known(work_.store, terms);
    if (!rest.empty()) waiting_.push_back(std::move(rest));
  }
}

bool Candidates::flush() {
  requeue_kept();
  if (!waiting_.empty()) start();
  process_answers(0);
  return found_.has_value();
}

void Candidates::start() {
  std::vector<Terms> batch = std::exchange(waiting_, {});
  Terms terms = terms_of(batch);
  std::future<Reply> reply = work_.validator.ask_quickly(terms, work_.validator.form_of(terms), work_.deadline);
  running_.push_back({std::move(batch), std::move(terms), std::move(reply)});
  ++batches_;
}

void Candidates::process_answers(std::size_t max_running) {
  while (!running_.empty() && !found_) {
    Running& first = running_.front();
    const bool ready = first.reply.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (!ready && running_.size() <= max_running) return;
    const Reply reply = first.reply.get();
    const Running done = std::move(first);
    running_.pop_front();
    judge(done.batch, done.terms, reply);
    validate_halves();
  }
}

void Candidates::judge(const std::vector<Terms>& batch, const Terms& terms, const Reply& reply) {
  spent_ += work_used(reply, work_.validator.quick_seconds());
  work_.result.closest = terms;
  if (reply.answer == Answer::Unsat) {
    found_ = terms;
    keep(batch);
  } else if (!was_cut(reply.answer)) {
    for (const smt::TermId term : terms)
      if (in_history_.insert(term).second) history_.push_back(term);
  } else if (batch.size() <= (loops_ < kManyLoops ? 1 : kCoarseBatch) || work_.validator.slow()) {
    ++loops_;
  } else {
    const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
    halves_.emplace_back(middle, batch.end());
    halves_.emplace_back(batch.begin(), middle);
  }
}

void Candidates::validate_halves() {
  while (!halves_.empty() && !found_ && spent_ < max_work_ && !work_.deadline.passed()) {
    const std::vector<Terms> batch = std::move(halves_.back());
    halves_.pop_back();
    const Terms terms = terms_of(batch);
    judge(batch, terms, work_.validator.quick_check(terms, work_.validator.form_of(terms), work_.deadline));
  }
  if (!found_) return;
  for (const std::vector<Terms>& batch : std::exchange(halves_, {})) keep(batch);
}

bool Candidates::go_on() {
  process_answers(0);
  validate_halves();
  return found_.has_value();
}

bool Candidates::all_together() {
  history_ = work_.known.without_known(work_.store, history_);
  if (flush() || busy() || history_.size() == together_) return found_.has_value();
  together_ = history_.size();
  const auto first = history_.size() > kMaxTermsTogether
                         ? history_.end() - static_cast<std::ptrdiff_t>(kMaxTermsTogether)
                         : history_.begin();
  const Terms all(first, history_.end());
  const Reply reply = work_.validator.quick_check(all, work_.validator.form_of(all), work_.deadline);
  spent_ += work_used(reply, work_.validator.quick_seconds());
  if (reply.answer == Answer::Unsat) found_ = all;
  return found_.has_value();
}

}  // namespace assay::trigger
