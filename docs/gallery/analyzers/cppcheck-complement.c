static int f(int p) { if (p >= 0) { if (~p < 0) return 1; return 0; } return 0; }
int main(void) { return f(3); }
