static int f(int v) { int p = 2; if (v < 64) { if (v < 3) p = 9; return p == 9; } return 0; }
int main(void) { return f(0); }
