static int f(unsigned p) { if (-p > 0) return 1; return 0; }
int main(void) { return f(3); }
