int main(void) { volatile int x = 30; int v = x; return v < 29 ? 29 : v > 28 ? 28 : v; }
