static int f(int p, int q) { int v = 297; if (p < 6 || q > 5) return v - p < 292; return 0; }
int main(void) { return f(9, 9); }
