static int f(int p) { if (p > 4) { p *= 0; if (p < 1) return 1; return 0; } return 0; }
int main(void) { return f(5); }
