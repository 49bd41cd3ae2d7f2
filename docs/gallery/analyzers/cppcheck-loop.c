static int f(int g) { int i = 3; do { if (g >= 1) return 1; i += 3; } while (i < 24); return 0; }
int main(void) { return f(5); }
