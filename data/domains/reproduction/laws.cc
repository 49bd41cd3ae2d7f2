// Functions of laws that reproductions in C++ share. The file that includes this one has defined Domain, same and
// most_steps, as the program has.
//! part laws
//! in_turn
const Domain& in_turn(const std::vector<Domain>& chain, std::size_t i) { return chain[i % chain.size()]; }

//! becomes_stable
template <typename Step>
bool becomes_stable(const Domain& from, Step step, std::size_t steps_without_change) {
  Domain at(from);
  std::size_t unchanged = 0;
  for (std::size_t i = 0; i < most_steps; ++i) {
    const Domain next = step(at, i);
    unchanged = same(next, at) ? unchanged + 1 : 0;
    if (unchanged == steps_without_change) return true;
    at = next;
  }
  return false;
}
//! end
