static int f(int v, int p) { if (v && p <= 6) { return 0; } else { int w = p - 5; if (w < 2) return 1; } return 0; }
int main(void) { return f(0, 0); }
