// Uses of sizes: conditions, loops, calls.

#include <algorithm>
#include <set>

#include "analyzer/program/cpp_body.hpp"

namespace assay::analyzer::cpp {

namespace {

constexpr unsigned kMaxLoops = 2;  // maximum depth of nested loops
constexpr unsigned kMaxCalls = 2;  // maximum number of calls of other functions in one function

std::string shown(unsigned number) { return std::to_string(number); }

}  // namespace

Body::Condition Body::size_condition(const Container& one) {
  Condition made;
  made.state = one.state;
  made.about_size = true;
  // Often near the tracked minimum size.
  const unsigned k = rng_.coin() ? static_cast<unsigned>(rng_.below(6))
                                 : least(one) + static_cast<unsigned>(rng_.below(3)) - (least(one) > 0 ? 1 : 0);
  const std::string size = size_of(one);
  switch (rng_.below(14)) {
    case 0: made.text = "!" + one.dot() + "empty()", made.yes = 1; break;
    case 1: made.text = one.dot() + "empty()", made.no = 1; break;
    case 2: made.text = size + " > " + shown(k), made.yes = k + 1; break;
    case 3: made.text = size + " >= " + shown(k), made.yes = k; break;
    case 4: made.text = size + " == " + shown(k), made.yes = k; break;
    case 5: made.text = size + " != " + shown(k), made.no = k; break;
    case 6: made.text = size + " < " + shown(k), made.no = k; break;
    case 7: made.text = size + " <= " + shown(k), made.no = k + 1; break;
    case 8: made.text = shown(k) + " < " + size, made.yes = k + 1; break;
    case 9: made.text = one.dot() + "begin() != " + one.dot() + "end()", made.yes = 1; break;
    case 10: made.text = size, made.yes = 1; break;
    case 11: made.text = "(int)" + size + " - " + shown(k) + " > 0", made.yes = k + 1; break;
    case 12: made.text = size + " % 2 == " + shown(k % 2), made.yes = k % 2; break;
    default: made.text = size + " - " + shown(k) + " == 0", made.yes = k; break;
  }
  if (made.yes > kArraySize && one.kind->has(kFixed)) made.yes = kArraySize;
  return made;
}

Body::Condition Body::condition() {
  const std::optional<Container> one = any(0, false);
  Condition made;
  if (!one || rng_.percent(20)) {
    made.text = number();
    made.text += rng_.coin() ? " < " : " == ";
    made.text += number();
    return made;
  }
  const std::optional<Container> other = another(*one);
  if (other && rng_.percent(12)) {
    made.text =
        rng_.coin() ? one->dot() + "size() <= " + other->dot() + "size()" : one->value() + " == " + other->value();
    return made;
  }
  if (one->kind->has(kText) && rng_.percent(15)) {
    made = {one->value() + " == \"abc\"", one->state, 3, 0, true};
    return made;
  }
  made = size_condition(*one);
  if (rng_.percent(12)) {
    // If both are true, the first condition's bound on its container holds.
    made.text = made.text + " && " + size_condition(*one).text;
    made.no = 0;
  } else if (rng_.percent(8)) {
    made.text = made.text + " || " + number() + " > 2";
    made.yes = 0;
  }
  return made;
}

bool Body::branch() {
  const Condition wanted = condition();
  const std::vector<unsigned> before = least_;
  open("if (" + wanted.text + ")");
  if (wanted.about_size) least_[wanted.state] = std::max(least_[wanted.state], wanted.yes);
  block(static_cast<unsigned>(rng_.between(1, 3)));
  const std::vector<unsigned> then = least_;
  const bool then_alive = alive_;
  alive_ = true;
  least_ = before;
  least_.resize(then.size());
  if (wanted.about_size) least_[wanted.state] = std::max(least_[wanted.state], wanted.no);
  if (rng_.percent(35)) {
    close(" else {");
    ++depth_;
    block(static_cast<unsigned>(rng_.between(1, 3)));
  }
  close();
  const bool others_alive = alive_;
  alive_ = true;
  if (!then_alive) return true;
  if (!others_alive) {
    std::copy(then.begin(), then.end(), least_.begin());
  } else {
    join({then.begin(), then.begin() + static_cast<std::ptrdiff_t>(before.size())});
  }
  return true;
}

bool Body::early() {
  const Condition wanted = condition();
  line("if (" + wanted.text + ")");
  line("    return " + number() + ";");
  if (wanted.about_size) least_[wanted.state] = std::max(least_[wanted.state], wanted.no);
  return true;
}

bool Body::keep_size() {
  const std::optional<Container> one = any(0, false);
  if (!one || ints_.size() > 6) return false;
  const std::string name = fresh("n");
  line("int " + name + " = (int)" + (rng_.percent(80) ? size_of(*one) : one->dot() + "empty()") + ";");
  ints_.push_back(name);
  return true;
}

bool Body::count_up() {
  if (loops_ >= kMaxLoops) return false;
  unsigned least = 0;
  const std::string name = fresh("i");
  const std::string bound = few(least);
  open("for (int " + name + " = 0; " + name + " < " + bound + "; ++" + name + ")");
  ints_.push_back(name);
  ++loops_;
  forget();
  block(static_cast<unsigned>(rng_.between(1, 4)));
  alive_ = true;
  --loops_;
  ints_.erase(std::find(ints_.begin(), ints_.end(), name));
  close();
  forget();
  return true;
}

/// Emits a loop that erases elements until few are left.
bool Body::drain() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const auto left = static_cast<unsigned>(rng_.below(4));
  const bool front = one->kind->has(kFront) && rng_.coin();
  const std::string take =
      one->kind->has(kBack) ? (front ? "pop_front();" : "pop_back();") : "erase(" + one->dot() + "begin());";
  open(left == 0 && rng_.coin() ? "while (!" + one->dot() + "empty())"
                                : "while (" + one->dot() + "size() > " + shown(left) + ")");
  if (rng_.coin()) note(one->dot() + "size()");
  line(one->dot() + take);
  close();
  least(*one) = std::min(least(*one), left);
  return true;
}

bool Body::fill() {
  const std::optional<Container> one = any(kBack);
  if (!one) return false;
  const auto most = static_cast<unsigned>(rng_.between(1, 6));
  const std::string add = one->dot() + "push_back(" + element(*one->kind) + ");";
  const std::string condition = one->dot() + "size() " + (rng_.coin() ? "< " : "!= ") + shown(most);
  if (condition.find("!=") != std::string::npos) {
    // Only if the size is below, because otherwise the loop would not end.
    line("if (" + one->dot() + "size() < " + shown(most) + ")");
    line("    while (" + condition + ")");
    line("        " + add);
  } else if (rng_.coin()) {
    line("while (" + condition + ")");
    line("    " + add);
  } else {
    line("do");
    line("    " + add);
    line("while (" + condition + ");");
    ++least(*one);
  }
  least(*one) = std::max(least(*one), most);
  return true;
}

bool Body::walk() {
  const std::optional<Container> one = any(0, false);
  if (!one) return false;
  const std::string name = fresh("i");
  const std::string second = one->kind->has(kMap) ? "second" : "";
  if (one->kind->has(kIndex) && rng_.coin()) {
    line("for (std::size_t " + name + " = 0; " + name + " < " + size_of(*one) + "; ++" + name + ")");
    line("    note((unsigned long)" + (one->pointer ? "(" + one->value() + ")" : one->text) + "[" + name + "]);");
  } else if (rng_.coin()) {
    line("for (const auto& " + name + " : " + one->value() + ")");
    line("    note((unsigned long)" + name + (second.empty() ? "" : ".second") + ");");
  } else {
    line("for (auto " + name + " = " + one->dot() + "begin(); " + name + " != " + one->dot() + "end(); ++" + name +
         ")");
    line("    note((unsigned long)" + (second.empty() ? "*" + name : name + "->second") + ");");
  }
  return true;
}

/// Emits a loop that erases some elements while it walks over all.
bool Body::filter() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const std::string it = fresh("i");
  open("for (auto " + it + " = " + one->dot() + "begin(); " + it + " != " + one->dot() + "end();)");
  line("if (" + (one->kind->has(kMap) ? it + "->first" : "*" + it) + " > " +
       shown(static_cast<unsigned>(rng_.below(5))) + ")");
  line("    " + it + " = " + one->dot() + "erase(" + it + ");");
  line("else");
  line("    ++" + it + ";");
  close();
  least(*one) = 0;
  return true;
}

/// Emits a call of an earlier function. No two arguments name the same container.
bool Body::call() {
  if (others_.empty() || loops_ > 0 || calls_ >= kMaxCalls) return false;
  const Function& callee = rng_.pick(others_);
  std::set<std::size_t> used;
  std::vector<std::size_t> changed;
  std::string arguments;
  for (const Parameter& p : callee.parameters) {
    if (!arguments.empty()) arguments += ", ";
    if (p.kind == Parameter::Kind::Int) {
      arguments += number();
      continue;
    }
    const bool written = p.kind == Parameter::Kind::Reference || p.kind == Parameter::Kind::Pointer;
    std::vector<std::size_t> fit = chosen(0, written);
    std::erase_if(
        fit, [&](std::size_t i) { return containers_[i].kind != p.container || used.contains(containers_[i].state); });
    if (fit.empty()) {
      if (written) return false;
      arguments += std::string(p.container->type) + "()";
      continue;
    }
    const Container& one = containers_[rng_.pick(fit)];
    used.insert(one.state);
    if (written) changed.push_back(one.state);
    const bool pointer = p.kind == Parameter::Kind::Pointer;
    arguments += !pointer ? one.value() : one.pointer ? one.text : "&" + one.text;
  }
  ++calls_;
  note(callee.name + "(" + arguments + ")");
  for (const Container& one : containers_)
    if (std::find(changed.begin(), changed.end(), one.state) != changed.end() && !one.kind->has(kFixed))
      least_[one.state] = 0;
  return true;
}

/// Emits a closure that changes a captured container, or a copy of it.
bool Body::capture() {
  const std::optional<Container> one = any(kBack);
  if (!one || one->pointer || one->text.find('.') != std::string::npos) return false;
  const std::string name = fresh("l");
  const bool copied = rng_.percent(25);
  const bool grows = rng_.percent(70);
  const std::string action = grows ? one->dot() + "push_back(" + element(*one->kind) + ");"
                                   : "if (!" + one->dot() + "empty()) " + one->dot() + "pop_back();";
  line("auto " + name + " = [" + (copied ? "=" : "&") + "]()" + (copied ? " mutable { " : " { ") + action + " };");
  const auto times = static_cast<unsigned>(rng_.between(1, 2));
  for (unsigned i = 0; i < times; ++i) line(name + "();");
  if (grows) {
    // A closure does not copy a static container: it changes the container itself.
    least(*one) += copied ? 0 : times;
  } else {
    least(*one) -= std::min(least(*one), times);
  }
  return true;
}

bool Body::choose() {
  const std::optional<Container> one = any(kBack);
  if (!one) return false;
  const std::optional<Container> other = another(*one);
  if (!other) return false;
  std::string chosen = number() + " < ";
  chosen += number() + " ? " + one->value() + " : " + other->value();
  if (rng_.coin()) {
    line("(" + chosen + ").push_back(" + element(*one->kind) + ");");
    return true;
  }
  const std::string name = fresh("r");
  line(std::string(one->kind->type) + "& " + name + " = " + chosen + ";");
  line(name + ".clear();");
  least(*one) = least(*other) = 0;
  return true;
}

bool Body::scope() {
  open("");
  block(static_cast<unsigned>(rng_.between(2, 4)));
  close();
  // A path that leaves the function contributes no state.
  if (!alive_) {
    alive_ = true;
    forget();
  }
  return true;
}

}  // namespace assay::analyzer::cpp
