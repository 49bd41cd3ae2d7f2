#include <set>
#include <vector>
static int choose(int n) { std::vector<int> v, w; (n < 3 ? v : w).push_back(1); if (v.empty()) return 0; return 1; }
static int again() { static std::vector<int> v = {1}; v.push_back(1); return v.size() == 2 ? 0 : 1; }
static int bound(const std::vector<int>& p) { if (p.size() > 2) { if (!p.empty() == 1) return 1; return 0; } return 0; }
static int equal_keys() { std::set<int> s = {1, 1}; if (s.size() == 2) return 0; return 1; }
static int key_there() { std::set<int> s = {1}; s.insert(1); if (s.size() == 2) return 0; return 1; }
static int key_list() { std::set<int> s; s.insert({1, 2, 3}); if (s.size() == 1) return 0; return 1; }
int main() { again(); return choose(1) && again() && bound({1, 2, 3}) && equal_keys() && key_there() && key_list(); }
