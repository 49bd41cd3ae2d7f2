static int f(unsigned long p) { if (p < 1) return 0; unsigned v = p; if (v == 0) return 1; return 0; }
int main(void) { return f(0x100000000); }
